package ruleset

import (
	"cmp"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// changed is a member of an entry that an override of a pack changes.
type changed struct {
	member string // JSON Pointer into the entry
	pack   int
}

// conflicts lists the members that overrides of two packs changed, by kind, id
// and member. Where one changed a whole and another a part of it, it lists the
// whole.
func (l *loader) conflicts() []Conflict {
	list := l.rs.Conflicts
	for _, s := range []*drafts{&l.fields, &l.late, &l.types, &l.contents, &l.rules} {
		for i := range s.list {
			d := &s.list[i]
			if len(d.patches) < 2 || d.patches[0].pack == d.patches[len(d.patches)-1].pack {
				continue
			}
			for _, c := range l.conflictsOf(d) {
				c.Kind = s.kind
				list = append(list, c)
			}
		}
	}
	order := func(kind string) int { return slices.Index([]string{"field", "type", "content", "rules"}, kind) }
	slices.SortStableFunc(list, func(a, b Conflict) int {
		return cmp.Or(cmp.Compare(order(a.Kind), order(b.Kind)), strings.Compare(a.ID, b.ID),
			fault.ComparePointers(a.Member, b.Member))
	})
	return list
}

// conflictsOf lists the conflicts of one entry, in the order of members.
func (l *loader) conflictsOf(d *draft) []Conflict {
	var all []changed
	for _, p := range d.patches {
		all = changes(all, p.node, "", p.pack)
	}
	slices.SortStableFunc(all, func(a, b changed) int { return fault.ComparePointers(a.member, b.member) })
	var list []Conflict
	for len(all) > 0 {
		// A member is followed by what is below it.
		n := 1
		for n < len(all) && under(all[n].member, all[0].member) {
			n++
		}
		packs := make([]int, 0, n)
		for _, c := range all[:n] {
			packs = append(packs, c.pack)
		}
		slices.Sort(packs)
		if packs = slices.Compact(packs); len(packs) > 1 {
			c := Conflict{ID: d.id, Member: all[0].member}
			for _, p := range packs {
				c.Packs = append(c.Packs, l.rs.Packs[p].ID)
			}
			c.Winner = c.Packs[len(c.Packs)-1]
			list = append(list, c)
		}
		all = all[n:]
	}
	return list
}

// under reports whether a pointer is another or points below it.
func under(pointer, whole string) bool {
	rest, ok := strings.CutPrefix(pointer, whole)
	return ok && (rest == "" || rest[0] == '/')
}

// changes appends the members that a patch changes. Items of lists are members
// named as list patches name them; what is appended changes nothing.
func changes(list []changed, n node, at string, pack int) []changed {
	if n.kind() != ojson.KindObject {
		return append(list, changed{at, pack})
	}
	if at != "" && isListPatch(n) {
		if part, ok := n.get("patch"); ok && part.kind() == ojson.KindObject {
			list = changes(list, part, at, pack)
		}
		if part, ok := n.get("remove"); ok && part.kind() == ojson.KindArray {
			for _, item := range part.items() {
				name, isText := item.value.AsString()
				if !isText {
					name = item.json().String()
				}
				list = append(list, changed{fault.Key(at, name), pack})
			}
		}
		return list
	}
	for _, m := range n.members() {
		list = changes(list, m.node, fault.Key(at, m.key), pack)
	}
	return list
}
