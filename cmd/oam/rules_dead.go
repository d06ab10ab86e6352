package main

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// dead is content that no character can ever have.
type dead struct{ id, pointer, message string }

// deadContent lists the content of one pack that nothing reaches: it is not of a
// type that characters hold, apply or take as a template, nothing that can be
// reached grants or offers it, and nothing reads its type as data.
func deadContent(ruleset ojson.Value, pack int) (out []dead) {
	g := newReach(ruleset)
	g.walk()
	own, _ := member(member(ruleset, "packs").Items()[pack], "id").AsString()
	for _, m := range member(ruleset, "content").Members() {
		local, mine := strings.CutPrefix(m.Key, own+":")
		if !mine || g.reached[m.Key] {
			continue
		}
		d := dead{id: m.Key, pointer: "/content/" + pointerKey(local), message: "Nothing grants or offers " + local + ", and no character can hold it."}
		if abstract, _ := member(m.Value, "abstract").AsBool(); abstract {
			if g.inherited[m.Key] {
				continue
			}
			d.message = "Nothing inherits from " + local + ", which is a parent only."
		}
		out = append(out, d)
	}
	return out
}

// pointerKey writes a name as a part of a JSON Pointer.
func pointerKey(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// reach finds what can be reached in a ruleset.
type reach struct {
	content, types map[string]ojson.Value
	packs          []string
	ofType         map[string][]string
	reached        map[string]bool
	inherited      map[string]bool
	offered        map[string]bool // types of which all content is offered or read
	queue          []string
	rules          ojson.Value
}

func newReach(ruleset ojson.Value) *reach {
	g := &reach{
		content: map[string]ojson.Value{}, types: map[string]ojson.Value{}, ofType: map[string][]string{},
		reached: map[string]bool{}, inherited: map[string]bool{}, offered: map[string]bool{},
		rules: member(ruleset, "rules"),
	}
	for _, m := range member(ruleset, "contentTypes").Members() {
		g.types[m.Key] = m.Value
	}
	for _, m := range member(ruleset, "content").Members() {
		g.content[m.Key] = m.Value
		if abstract, _ := member(m.Value, "abstract").AsBool(); !abstract {
			t, _ := member(m.Value, "type").AsString()
			g.ofType[t] = append(g.ofType[t], m.Key)
		}
	}
	for _, p := range member(ruleset, "packs").Items() {
		id, _ := member(p, "id").AsString()
		g.packs = append(g.packs, id)
	}
	for _, p := range member(ruleset, "packs").Items() {
		id, _ := member(p, "id").AsString()
		g.read(id, member(p, "release"))
	}
	return g
}

// read looks through a release, before anything is resolved in it, for parents
// and for types that are read as data: by each, ref, options and content('…').
func (g *reach) read(pack string, release ojson.Value) {
	for _, m := range member(release, "content").Members() {
		if parent, ok := member(m.Value, "inherit").AsString(); ok {
			g.inherited[g.resolve(pack, parent, g.content)] = true
		}
	}
	for _, m := range member(release, "fields").Members() {
		for _, each := range member(m.Value, "each").Members() {
			g.offer(pack, member(each.Value, "type"))
		}
	}
	g.readTypes(pack, release)
	g.readFormulas(pack, release)
}

// readTypes finds data of the type ref and options of content.
func (g *reach) readTypes(pack string, v ojson.Value) {
	for _, m := range v.Members() {
		switch m.Key {
		case "of":
			g.offer(pack, m.Value)
		case "options":
			g.offer(pack, member(m.Value, "type"))
		}
		g.readTypes(pack, m.Value)
	}
	for _, item := range v.Items() {
		g.readTypes(pack, item)
	}
}

// readFormulas finds content('type') in texts.
func (g *reach) readFormulas(pack string, v ojson.Value) {
	if text, ok := v.AsString(); ok {
		for {
			_, rest, found := strings.Cut(text, "content(")
			if !found {
				return
			}
			rest = strings.TrimLeft(rest, " \t\r\n")
			if rest != "" && (rest[0] == '\'' || rest[0] == '"') {
				if name, _, closed := strings.Cut(rest[1:], rest[:1]); closed {
					g.offer(pack, ojson.String(name))
				}
			}
			text = rest
		}
	}
	for _, m := range v.Members() {
		if m.Key != "i18n" {
			g.readFormulas(pack, m.Value)
		}
	}
	for _, item := range v.Items() {
		g.readFormulas(pack, item)
	}
}

// resolve completes an id as a pack writes it. Where several could be meant it
// takes one: what is only perhaps dead is not told.
func (g *reach) resolve(pack, id string, among map[string]ojson.Value) string {
	if _, ok := among[id]; ok {
		return id
	}
	for _, p := range append([]string{pack}, g.packs...) {
		if _, ok := among[p+":"+id]; ok {
			return p + ":" + id
		}
	}
	return ""
}

// offer says that all content of a type can be had; "*" is every type.
func (g *reach) offer(pack string, name ojson.Value) {
	text, _ := name.AsString()
	if text == "*" {
		for t := range g.types {
			g.offered[t] = true
		}
	} else if t := g.resolve(pack, text, g.types); t != "" {
		g.offered[t] = true
	}
}

func (g *reach) add(id string) {
	if id != "" && !g.reached[id] {
		g.reached[id] = true
		g.queue = append(g.queue, id)
	}
}

// walk reaches all that can be reached.
func (g *reach) walk() {
	for t, v := range g.types {
		held := !member(v, "copies").IsNull() || isTrue(member(v, "applied")) || isTrue(member(v, "template"))
		if held || g.offered[t] {
			for _, id := range g.ofType[t] {
				g.add(id)
			}
		}
	}
	for _, p := range g.packs { // the parts of rules do not say whose they are
		g.carried(p, g.rules)
	}
	for len(g.queue) > 0 {
		id := g.queue[len(g.queue)-1]
		g.queue = g.queue[:len(g.queue)-1]
		pack, _, _ := strings.Cut(id, ":")
		g.carried(pack, g.content[id])
	}
}

func isTrue(v ojson.Value) bool {
	b, _ := v.AsBool()
	return b
}

// carried reaches what an entry, an inline option or the rules grant and offer.
func (g *reach) carried(pack string, v ojson.Value) {
	for _, grant := range member(v, "grants").Items() {
		g.named(pack, grant, "content")
	}
	for _, c := range member(v, "standardCopies").Items() {
		g.named(pack, c, "item")
	}
	for _, c := range member(v, "choices").Members() {
		from := member(c.Value, "from")
		if t, ok := member(from, "type").AsString(); ok && member(from, "from").IsNull() {
			for _, id := range g.ofType[g.resolve(pack, t, g.types)] {
				g.add(id)
			}
		}
		for _, option := range member(c.Value, "options").Items() {
			g.carried(pack, option)
		}
	}
}

// named reaches the content that a list names, plainly or in a member.
func (g *reach) named(pack string, v ojson.Value, key string) {
	name, plain := v.AsString()
	if !plain {
		name, _ = member(v, key).AsString()
	}
	g.add(g.resolve(pack, name, g.content))
}
