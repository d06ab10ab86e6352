package ruleset

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// draft is an entry of a release with what other releases change in it.
type draft struct {
	id, local string // qualified, and without the pack
	pack      int    // the pack that defines it
	node      node   // as defined, then as merged
	patches   []patch
	state     inheritState
	depth     int  // entries that it inherits from
	touched   bool // an override changed it or what it inherits from
	place     int  // of a field that each made: where it stands
}

// patch is one override of an entry.
type patch struct {
	pack int
	node node
}

// drafts are the entries of one kind.
type drafts struct {
	kind  string
	list  []draft
	space space // local ids of each pack to indexes of list
}

// newDrafts returns no entries of a kind for a number of packs.
func newDrafts(kind string, packs int) drafts {
	return drafts{kind: kind, space: make(space, packs)}
}

// number sorts the entries by the bytes of their ids and declares them.
func (s *drafts) number() {
	s.sort()
	for i := range s.list {
		s.space.declare(s.list[i].pack, s.list[i].local, i)
	}
}

// sort orders the entries. They are large: their ids are sorted, and each moves
// once.
func (s *drafts) sort() {
	type place struct {
		id string
		at int
	}
	byID := func(a, b place) int { return strings.Compare(a.id, b.id) }
	order := make([]place, len(s.list))
	for i := range s.list {
		order[i] = place{s.list[i].id, i}
	}
	if slices.IsSortedFunc(order, byID) {
		return
	}
	slices.SortFunc(order, byID)
	sorted := make([]draft, len(s.list))
	for i, p := range order {
		sorted[i] = s.list[p.at]
	}
	s.list = sorted
}

// collect reads the entries of all releases and numbers them. The numbers of
// content and types are final; fields get theirs after each.
func (l *loader) collect() {
	packs := len(l.roots)
	l.fields = newDrafts("field", packs)
	l.types = newDrafts("type", packs)
	l.contents = newDrafts("content", packs)
	l.rules = newDrafts("rules", packs)
	l.late = newDrafts("field", packs)
	for i, root := range l.roots {
		l.section(&l.fields, i, "fields", maxFields)
		l.section(&l.types, i, "contentTypes", maxContents)
		l.section(&l.contents, i, "content", maxContents)
		// Every pack has a rules part, so that overrides have something to patch.
		part := draft{id: l.rs.Packs[i].ID, pack: i}
		var ok bool
		if part.node, ok = root.get("rules"); !ok {
			part.node = node{value: ojson.Object(), at: &At{Release: i, Parent: root.at, Key: "rules"}}
		} else if part.node.kind() != ojson.KindObject {
			l.wrongType(part.node, fault.WantObject)
		}
		l.rules.list = append(l.rules.list, part)
	}
	for _, s := range []*drafts{&l.fields, &l.types, &l.contents} {
		s.number()
	}
	l.names.types = l.types.space
	l.names.contents = l.contents.space
}

// section reads the entries of one kind of one release.
func (l *loader) section(s *drafts, pack int, key string, most int) {
	n, ok := l.roots[pack].get(key)
	if !ok {
		return
	}
	if n.kind() != ojson.KindObject {
		l.wrongType(n, fault.WantObject)
		return
	}
	if len(s.list)+n.value.Len() > most {
		l.errs.Add(limitError(n.at.Pointer(), s.limit(), int64(most)))
		l.broken = true
		return
	}
	prefix := l.rs.Packs[pack].ID + ":"
	s.list = slices.Grow(s.list, n.value.Len())
	if s.space[pack] == nil {
		s.space[pack] = make(map[string]int, n.value.Len())
	}
	for _, m := range n.members() {
		if m.node.kind() != ojson.KindObject {
			l.wrongType(m.node, fault.WantObject)
			continue
		}
		s.list = append(s.list, draft{id: prefix + m.key, local: m.key, pack: pack, node: m.node})
	}
}

// limit names the limit of the number of entries.
func (s *drafts) limit() string {
	if s.kind == "field" {
		return "fields"
	}
	return "contents"
}

// wrongType reports that n is not what it should be; what refers to it must not
// be decoded.
func (l *loader) wrongType(n node, want fault.Want) {
	l.errs.Add(fault.WrongType(n.at.Pointer(), want))
	l.broken = true
}

// unknown reports a reference that was not resolved.
func (l *loader) unknown(code, kind, id string, n node) {
	l.errs.Addf(code, n.at.Pointer(), ojson.Field("kind", ojson.String(kind)), ojson.Field("id", ojson.String(clip(id))))
}
