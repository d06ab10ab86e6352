package engine

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// storedPick is one option of a stored pick, ready to be ordered.
type storedPick struct {
	choice, slot int32
	order        int64
	option       string
	content      int32
	field        int32
}

// picks adds the stored picks of a node's choices, in instance order: by
// choice, slot and the option's place in the ruleset, however they are stored.
func (b *builder) picks(n int32, x *contentProg) {
	t := b.t
	prefix := b.nodeID(n) + "/"
	all := b.ch.Picks
	i := sort.Search(len(all), func(i int) bool { return all[i].Path >= prefix })
	var found []storedPick
	for ; i < len(all) && strings.HasPrefix(all[i].Path, prefix); i++ {
		name, slot, ok := splitSlot(all[i].Path[len(prefix):])
		if !ok {
			continue // a path below a pick of this node
		}
		c := slices.IndexFunc(x.def.Choices, func(c *ruleset.Choice) bool { return c.Name == name })
		if c < 0 || !slotFits(x.def.Choices[c], slot) {
			continue
		}
		t.picked[i] = true
		if x.def.Choices[c].Record {
			continue
		}
		for _, option := range all[i].Options {
			// One that means nothing is an option that the choice does not offer.
			if pick, ok := b.option(&x.choices[c], int32(c), slot, option); ok {
				found = append(found, pick)
			}
		}
	}
	slices.SortFunc(found, func(a, b storedPick) int {
		return cmp.Or(cmp.Compare(a.choice, b.choice), cmp.Compare(a.slot, b.slot), cmp.Compare(a.order, b.order))
	})
	for j := range found {
		if b.over != "" {
			return
		}
		f := &found[j]
		b.reach(n, f.content, node{via: viaPick, part: f.choice, choice: f.choice, slot: f.slot, option: f.option, field: f.field})
	}
}

// splitSlot splits what follows the activation in a path: name[@slot].
func splitSlot(rest string) (name string, slot int32, ok bool) {
	if strings.IndexByte(rest, '/') >= 0 {
		return "", 0, false
	}
	name, number, has := strings.Cut(rest, "@")
	if !has {
		return name, 0, true
	}
	k, err := strconv.ParseInt(number, 10, 32)
	if err != nil || k < 1 || strconv.FormatInt(k, 10) != number {
		return "", 0, false
	}
	return name, int32(k), true
}

// slotFits reports whether a choice has the slot; 0 is the choice without slots.
// Slots that are counted by a formula have any number: it never gates.
func slotFits(c *ruleset.Choice, slot int32) bool {
	switch {
	case c.SlotsAt != nil:
		return slices.Contains(c.SlotsAt, int(slot))
	case c.Slots != nil:
		return slot > 0
	}
	return slot == 0
}

// option finds what an option id of a choice means.
func (b *builder) option(x *choiceProg, choice, slot int32, option string) (storedPick, bool) {
	pick := storedPick{choice: choice, slot: slot, option: option, content: -1, field: -1}
	switch {
	case x.def.Options != nil:
		i := slices.Index(x.def.Labels, option)
		if i < 0 {
			return pick, false
		}
		pick.content, pick.order = int32(x.def.Options[i]), int64(i)
	case x.fields != nil:
		f, ok := b.p.RS.Field(option)
		if !ok {
			return pick, false
		}
		pick.field = int32(f.Index)
		if place, offered := x.fields[pick.field]; offered {
			pick.order = int64(place)
		} else {
			pick.order = int64(len(x.fields)) + int64(pick.field)
		}
	default:
		c, ok := b.p.content(option)
		if !ok || b.p.contents[c].def.Abstract {
			return pick, false
		}
		pick.content, pick.order = c, int64(c)
	}
	return pick, true
}

// nodeID builds the id of an activation. The tree keeps those of entries and of
// nodes whose picks were looked for.
func (t *tree) nodeID(p *Program, n int32) string {
	x := &t.nodes[n]
	switch {
	case x.id != "":
		return x.id
	case x.once:
		return p.contents[x.content].def.ID
	case x.via == viaRules:
		return "rules"
	case x.via == viaGrant:
		return t.nodeID(p, x.parent) + "/+" + p.contents[x.content].def.ID
	}
	return t.choicePath(p, x.parent, x.choice, x.slot) + "/" + x.option
}

// choicePath is the path of a choice of a node.
func (t *tree) choicePath(p *Program, n, choice, slot int32) string {
	path := t.nodeID(p, n) + "/" + p.contents[t.nodes[n].content].def.Choices[choice].Name
	if slot > 0 {
		path += "@" + strconv.Itoa(int(slot))
	}
	return path
}

// nodeID is the id of a node of the tree, kept while the tree is built.
func (b *builder) nodeID(n int32) string {
	id := b.t.nodeID(b.p, n)
	b.t.nodes[n].id = id
	return id
}

// nodeID is the id of an activation.
func (s *Sheet) nodeID(n int32) string {
	if s.ids[n] == "" {
		s.ids[n] = s.t.nodeID(s.p, n)
	}
	return s.ids[n]
}

// choicePath is the path of a choice of an activation.
func (s *Sheet) choicePath(n, choice, slot int32) string { return s.t.choicePath(s.p, n, choice, slot) }
