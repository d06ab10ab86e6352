package ruleset

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// expansion writes a definition for one content of each name. In texts {a} is
// the form of the content's id, {a.id} its qualified id and {a.member} its data
// member; anything else in braces stays as it is.
type expansion struct {
	l      *loader
	names  []repeat
	pick   []int // for each name an index into its contents
	at     *At   // of the definition
	failed bool
}

// placeholder is a part of a text in braces that names a content.
type placeholder struct {
	start, end int // with the braces
	name       int // index into names
	member     string
}

// next finds the next placeholder of text from an offset on.
func (x *expansion) next(text string, from int) (p placeholder, ok bool) {
	for {
		open := strings.IndexByte(text[from:], '{')
		if open < 0 {
			return placeholder{}, false
		}
		open += from
		end := open + 1
		for end < len(text) && (isLetter(text[end]) || isDigit(text[end]) || text[end] == '_' || text[end] == '.') {
			end++
		}
		from = end
		if end == len(text) || text[end] != '}' {
			continue
		}
		name, member, dotted := strings.Cut(text[open+1:end], ".")
		for i := range x.names {
			if x.names[i].name == name && (member != "" || !dotted) {
				return placeholder{start: open, end: end + 1, name: i, member: member}, true
			}
		}
	}
}

// check reports placeholders that name no data member, each at its place, and
// returns the number of values in the definition.
func (x *expansion) check(n node) (size int) {
	size = 1
	switch n.kind() {
	case ojson.KindObject:
		for _, m := range n.members() {
			size += x.check(m.node)
		}
	case ojson.KindArray:
		for _, item := range n.items() {
			size += x.check(item)
		}
	case ojson.KindString:
		text, _ := n.value.AsString()
		for from := 0; ; {
			p, ok := x.next(text, from)
			if !ok {
				break
			}
			from = p.end
			if p.member == "" || p.member == "id" {
				continue
			}
			m, ok := x.l.dataMember(x.names[p.name].typ, p.member)
			if !ok {
				x.l.unknown("unknown-reference", "data", p.member, n)
				x.failed = true
			} else if m.kind == ListType || m.kind == Dice {
				x.l.errs.Addf("invalid-value", n.at.Pointer(), ojson.Field("member", ojson.String(p.member)))
				x.failed = true
			}
		}
	}
	return size
}

// text replaces the placeholders of a text.
func (x *expansion) text(text string) string {
	p, ok := x.next(text, 0)
	if !ok {
		return text
	}
	var out strings.Builder
	from := 0
	for ok && x.l.expandBytes.left >= 0 {
		out.WriteString(text[from:p.start])
		written := x.written(p)
		x.l.expandBytes.spend(p.start - from + len(written))
		out.WriteString(written)
		from = p.end
		p, ok = x.next(text, from)
	}
	x.l.expandBytes.spend(len(text) - from)
	out.WriteString(text[from:])
	return out.String()
}

// written is what a placeholder becomes.
func (x *expansion) written(p placeholder) string {
	r := &x.names[p.name]
	content := r.contents[x.pick[p.name]]
	switch p.member {
	case "":
		return r.forms[x.pick[p.name]]
	case "id":
		return x.l.contents.list[content].id
	}
	m, _ := x.l.dataMember(r.typ, p.member)
	v := x.l.data(content, m)
	if text := v.Text(); m.kind == Ref && text != "" {
		return Lower(text)
	} else if text != "" {
		return text
	}
	if v.JSON().IsNull() {
		x.l.errs.Addf("missing-member", x.at.Pointer(),
			ojson.Field("member", ojson.String(p.member)),
			ojson.Field("content", ojson.String(x.l.contents.list[content].id)))
		x.failed = true
		return ""
	}
	return strings.Trim(v.JSON().String(), `"`)
}

// node replaces the placeholders in all texts of n. Keys stay as they are, and
// so do places.
func (x *expansion) node(n node) node {
	if n.merged == nil {
		v, _ := x.value(n.value)
		return node{value: v, at: n.at}
	}
	out := &merged{array: n.merged.array, keys: n.merged.keys, parts: make([]node, 0, len(n.merged.parts))}
	for _, p := range n.merged.parts {
		out.parts = append(out.parts, x.node(p))
	}
	return node{merged: out, at: n.at}
}

// value is node for a value; changed is false when it has no placeholder.
func (x *expansion) value(v ojson.Value) (out ojson.Value, changed bool) {
	switch v.Kind() {
	case ojson.KindString:
		text, _ := v.AsString()
		if written := x.text(text); written != text {
			return ojson.String(written), true
		}
	case ojson.KindArray:
		items := make([]ojson.Value, 0, v.Len())
		for _, item := range v.Items() {
			item, c := x.value(item)
			items, changed = append(items, item), changed || c
		}
		if changed {
			return ojson.Array(items...), true
		}
	case ojson.KindObject:
		members := make([]ojson.Member, 0, v.Len())
		for _, m := range v.Members() {
			item, c := x.value(m.Value)
			members, changed = append(members, ojson.Field(m.Key, item)), changed || c
		}
		if changed {
			return ojson.Object(members...), true
		}
	}
	return v, false
}
