package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// override is a patch of a field that may be one that each makes.
type override struct {
	patch
	id string
}

// overrides hands the overrides of all releases, in load order, to the entries
// that they change.
func (l *loader) overrides() {
	for i, root := range l.roots {
		n, ok := root.get("overrides")
		if !ok {
			continue
		}
		if n.kind() != ojson.KindObject {
			l.wrongType(n, fault.WantObject)
			continue
		}
		for _, m := range n.members() {
			switch m.key {
			case "fields":
				l.overrideSection(&l.fields, i, m.node)
			case "contentTypes":
				l.overrideSection(&l.types, i, m.node)
			case "content":
				l.overrideSection(&l.contents, i, m.node)
			case "rules":
				l.overrideRules(i, m.node)
			default:
				l.errs.Addf("unknown-member", m.node.at.Pointer(), ojson.Field("member", ojson.String(m.key)))
			}
		}
	}
}

// overrideSection reads {id: patch}.
func (l *loader) overrideSection(s *drafts, pack int, n node) {
	if n.kind() != ojson.KindObject {
		l.wrongType(n, fault.WantObject)
		return
	}
	for _, m := range n.members() {
		if m.node.kind() != ojson.KindObject {
			l.wrongType(m.node, fault.WantObject)
			continue
		}
		p := patch{pack, m.node}
		i, code := l.names.find(s.space, pack, m.key)
		switch {
		case code == "":
			s.list[i].patches = append(s.list[i].patches, p)
		case s == &l.fields && code == "unknown-reference":
			l.lateFields = append(l.lateFields, override{p, m.key})
		default:
			l.unknown(code, s.kind, m.key, m.node)
		}
	}
}

// mergeOverrides applies the overrides of all but content, which inherits first.
func (l *loader) mergeOverrides() {
	for _, s := range []*drafts{&l.fields, &l.types, &l.rules} {
		place := plainPlace
		if s == &l.rules {
			place = contentPlace
		}
		for i := range s.list {
			d := &s.list[i]
			l.patch(d, d.node, place)
		}
	}
}

// patch applies the overrides of an entry to base, which becomes the entry.
func (l *loader) patch(d *draft, base node, in place) {
	at := d.node.at
	for _, p := range d.patches {
		base = l.merge.override(base, p.node, in, !d.touched)
		d.touched = true
	}
	d.node = base
	d.node.at = at
}
