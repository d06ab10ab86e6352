package ruleset

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// rulesPatch splits a patch of rules by the packs whose parts it changes. A name
// of rules may have its pack in front; without one it is the game's.
type rulesPatch struct {
	l *loader
}

// parted holds members for each pack that gets some.
type parted []*merged

// add gives a pack a member, or an item when key is "".
func (p parted) add(target int, key string, n node) {
	if p[target] == nil {
		p[target] = &merged{array: key == ""}
	}
	if key != "" {
		p[target].keys = append(p[target].keys, key)
	}
	p[target].parts = append(p[target].parts, n)
}

// addTo gives the packs in p what they have as member key of whole, at a place.
func (p parted) addTo(whole parted, key string, at *At) {
	for target, m := range p {
		if m != nil {
			whole.add(target, key, node{merged: m, at: at})
		}
	}
}

func (r *rulesPatch) parted() parted { return make(parted, len(r.l.roots)) }

// overrideRules hands a patch of rules to the parts of the packs that it names.
func (l *loader) overrideRules(pack int, n node) {
	if n.kind() != ojson.KindObject {
		l.wrongType(n, fault.WantObject)
		return
	}
	r := rulesPatch{l}
	whole := r.parted()
	for _, m := range n.members() {
		kind := m.node.kind()
		switch m.key {
		case "choices", "actions", "groups", "tables", "links", "dice":
			if kind == ojson.KindObject {
				r.split(m.node).addTo(whole, m.key, m.node.at)
				continue
			}
		case "effects", "constraints", "followUps", "offers":
			if isListPatch(m.node) {
				r.list(m.node).addTo(whole, m.key, m.node.at)
				continue
			}
		}
		whole.add(l.names.game, m.key, m.node)
	}
	for target, m := range whole {
		if m != nil {
			d := &l.rules.list[target]
			d.patches = append(d.patches, patch{pack, node{merged: m, at: n.at}})
		}
	}
}

// target is the pack that a name of rules means, and the name in it.
func (r *rulesPatch) target(name string, n node) (pack int, local string, ok bool) {
	id, local, qualified := strings.Cut(name, ":")
	if !qualified {
		return r.l.names.game, name, true
	}
	if pack, ok = r.l.names.packs[id]; !ok {
		r.l.unknown("unknown-reference", "pack", id, n)
	}
	return pack, local, ok
}

// split sends the members of an object to the packs that their names mean.
func (r *rulesPatch) split(n node) parted {
	parts := r.parted()
	for _, m := range n.members() {
		if target, local, ok := r.target(m.key, m.node); ok {
			parts.add(target, local, m.node)
		}
	}
	return parts
}

// list splits {append, remove, patch}; what is appended is the game's.
func (r *rulesPatch) list(n node) parted {
	parts := r.parted()
	for _, m := range n.members() {
		switch {
		case m.key == "patch" && m.node.kind() == ojson.KindObject:
			r.split(m.node).addTo(parts, m.key, m.node.at)
		case m.key == "remove" && m.node.kind() == ojson.KindArray:
			removed := r.parted()
			for _, item := range m.node.items() {
				name, _ := item.value.AsString()
				if target, local, ok := r.target(name, item); ok {
					if local != name {
						item.value = ojson.String(local)
					}
					removed.add(target, "", item)
				}
			}
			removed.addTo(parts, m.key, m.node.at)
		default:
			parts.add(r.l.names.game, m.key, m.node)
		}
	}
	return parts
}
