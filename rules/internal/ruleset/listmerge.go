package ruleset

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// isListPatch reports whether n changes a list: {append, remove, patch}.
func isListPatch(n node) bool {
	if n.kind() != ojson.KindObject {
		return false
	}
	list := n.members()
	for _, m := range list {
		if m.key != "append" && m.key != "remove" && m.key != "patch" {
			return false
		}
	}
	return len(list) > 0
}

// makesList reports whether n can only mean a list where there is none yet:
// names of choices and tables may be "append" too, but those are no lists.
func makesList(n node) bool {
	if !isListPatch(n) {
		return false
	}
	for _, key := range []string{"append", "remove"} {
		if part, ok := n.get(key); ok && part.kind() == ojson.KindArray {
			return true
		}
	}
	return false
}

// listPatch is what a list patch does to items.
type listPatch struct {
	remove, patch []named        // in written order
	byName        map[string]int // names of remove, as -1-index, and patch
	values        []int          // indexes of remove that name no item but are one
	used          []bool         // remove, then patch
}

// named is a part of a list patch with the name of the item that it means.
type named struct {
	name string
	node node
}

// list returns the list base, with items removed, then patched, then appended.
func (m *merging) list(base, patch node, in place) node {
	items := base.items()
	if !m.budget.spend(1 + len(items)) {
		m.budget.report(m.errs, patch.at)
		return base
	}
	p := m.readListPatch(patch)
	out := &merged{array: true, parts: make([]node, 0, len(items))}
	for _, item := range items {
		if kept, ok := m.item(item, p, in.item()); ok {
			out.parts = append(out.parts, kept)
		}
	}
	if m.budget.done {
		return base
	}
	if m.strict {
		for i, r := range append(p.remove[:len(p.remove):len(p.remove)], p.patch...) {
			if !p.used[i] {
				m.errs.Addf("unknown-reference", r.node.at.Pointer(),
					ojson.Field("kind", ojson.String("item")), ojson.Field("id", ojson.String(clip(r.name))))
			}
		}
	}
	if added, ok := patch.get("append"); ok && added.kind() == ojson.KindArray {
		if !m.budget.spend(added.value.Len()) {
			m.budget.report(m.errs, added.at)
			return base
		}
		out.parts = append(out.parts, added.items()...)
	}
	return node{merged: out, at: m.at(base, patch)}
}

// readListPatch reads the three parts of a list patch.
func (m *merging) readListPatch(n node) *listPatch {
	p := &listPatch{byName: map[string]int{}}
	wrong := func(part node, want fault.Want) {
		m.errs.Add(fault.WrongType(part.at.Pointer(), want))
	}
	for _, part := range n.members() {
		isArray, isObject := part.node.kind() == ojson.KindArray, part.node.kind() == ojson.KindObject
		switch {
		case part.key == "patch" && !isObject:
			wrong(part.node, fault.WantObject)
		case part.key != "patch" && !isArray:
			wrong(part.node, fault.WantList)
		case part.key == "patch":
			for _, e := range part.node.members() {
				m.name(p, e.key, e.node, len(p.patch))
				p.patch = append(p.patch, named{e.key, e.node})
			}
		case part.key == "remove":
			for i, e := range part.node.items() {
				text, isText := e.json().AsString()
				if isText {
					m.name(p, text, e, -1-i)
				} else {
					text = e.json().String()
					p.values = append(p.values, i)
				}
				p.remove = append(p.remove, named{text, e})
			}
		}
	}
	p.used = make([]bool, len(p.remove)+len(p.patch))
	return p
}

// name remembers what is done to the items of a name. A content id means the
// same with and without its pack.
func (m *merging) name(p *listPatch, name string, n node, what int) {
	for _, key := range [...]string{name, m.qualified(name, n)} {
		if old, again := p.byName[key]; !again || old >= 0 {
			p.byName[key] = what
		}
	}
}

// qualified is a content id with its pack, other texts as they are.
func (m *merging) qualified(id string, n node) string {
	if strings.Contains(id, ":") {
		return id
	}
	i, code := m.names.content(n.pack(), id)
	if code != "" {
		return id
	}
	for _, p := range m.names.order[n.pack()] {
		if at, ok := m.names.contents[p][id]; ok && at == i {
			return m.names.packIDs[p] + ":" + id
		}
	}
	return id
}

// item applies a list patch to one item; ok is false when it is removed.
func (m *merging) item(item node, p *listPatch, in place) (kept node, ok bool) {
	name, isContent := itemName(item)
	what, found := p.byName[name]
	if !found && isContent {
		what, found = p.byName[m.qualified(name, item)]
	}
	if name != "" && found {
		if what < 0 {
			p.used[-1-what] = true
			return node{}, false
		}
		p.used[len(p.remove)+what] = true
		patch := p.patch[what].node
		if patch.kind() == ojson.KindNull {
			return node{}, false
		}
		return m.merge(item, patch, in), true
	}
	if len(p.values) > 0 {
		if !m.budget.spend(len(p.values)) {
			m.budget.report(m.errs, item.at)
			return item, true
		}
		v := item.json()
		for _, i := range p.values {
			if ojson.Equal(v, p.remove[i].node.json()) {
				p.used[i] = true
				return node{}, false
			}
		}
	}
	return item, true
}

// itemName is the name of an item in list patches: its id, else the content or
// tag that it is about, else the item itself when it is a text. isContent says
// that the name may be a content id.
func itemName(n node) (name string, isContent bool) {
	if n.kind() == ojson.KindString {
		name, _ = n.value.AsString()
		return name, true
	}
	if n.kind() != ojson.KindObject {
		return "", false
	}
	for _, key := range []string{"id", "content", "item", "tag"} {
		if part, ok := n.get(key); ok && part.kind() == ojson.KindString {
			name, _ = part.value.AsString()
			return name, key == "content" || key == "item"
		}
	}
	return "", false
}
