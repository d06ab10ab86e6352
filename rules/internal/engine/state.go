package engine

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// scopeOf is the nearest activation with state, the node itself included: what
// `copy` means there. -1 for none.
func (s *Sheet) scopeOf(n int32) int32 {
	for n >= 0 {
		x := &s.t.nodes[n]
		if x.instance >= 0 {
			return n
		}
		if n = s.parentOf(n); n < 0 {
			return -1
		}
	}
	return -1
}

// parentOf is who reached a node; of once content, by its first way that is on.
func (s *Sheet) parentOf(n int32) int32 {
	x := &s.t.nodes[n]
	if !x.once {
		return x.parent
	}
	if w, failed := s.firstWay(n); failed == nil && w >= 0 {
		return s.t.ways[w].parent
	}
	return -1
}

// appliedOf is the applied effect that a node belongs to, or -1.
func (s *Sheet) appliedOf(n int32) int32 {
	for n >= 0 {
		if s.t.nodes[n].via == viaApplied {
			return n
		}
		n = s.parentOf(n)
	}
	return -1
}

// pickOf is the nearest pick, the node itself included: its slot and option. Of
// once content it is the first way that is on.
func (s *Sheet) pickOf(n int32) (slot int32, option string, ok bool) {
	for n >= 0 {
		x := &s.t.nodes[n]
		v, up, slot, option := x.via, x.parent, x.slot, x.option
		if x.once {
			w, failed := s.firstWay(n)
			if failed != nil || w < 0 {
				break
			}
			way := &s.t.ways[w]
			v, up, slot, option = way.via, way.parent, way.slot, way.option
		}
		if v == viaPick {
			return slot, option, true
		}
		n = up
	}
	return 0, "", false
}

// state reads a state member of an entry.
func (s *Sheet) state(n, name int32, path string) formula.Value {
	if i := s.t.nodes[n].instance; i >= 0 {
		in := &s.t.instances[i]
		if t := s.p.typ(in.item); t != nil {
			if j := t.stateIndex(name); j >= 0 {
				return s.t.state[in.state+int32(j)]
			}
		}
	}
	return absent(path)(nil)
}

// idValue is a content's id as a text value.
func (s *Sheet) idValue(content int32) formula.Value { return s.p.contentID(content) }

func (p *Program) contentID(content int32) formula.Value {
	if content < 0 || content >= p.rules {
		return formula.String("")
	}
	return p.ids[content]
}

// data reads a data member of a content; one that it does not have is the zero of
// its type, as a field would be.
func (p *Program) data(content int32, member int) formula.Value {
	if v := p.contents[content].def.Data[member]; v.Kind() != formula.None {
		return v
	}
	return zeroOf(&p.typ(content).def.Data[member].Shape)
}

// typAt is the type of a content that may be missing.
func (p *Program) typAt(content int32) *typeProg {
	if content < 0 {
		return nil
	}
	return p.typ(content)
}

// below reports whether a node hangs below another, by any of its ways.
func (s *Sheet) below(n, top int32) bool {
	if top < 0 {
		return false
	}
	return s.under(n, top, 0)
}

func (s *Sheet) under(n, top int32, depth int) bool {
	for n >= 0 && depth < maxNodeDepth {
		x := &s.t.nodes[n]
		if x.once {
			for w := x.ways; w >= 0; w = s.t.ways[w].next {
				if p := s.t.ways[w].parent; p == top || s.under(p, top, depth+1) {
					return true
				}
			}
			return false
		}
		n = x.parent
		if n == top {
			return true
		}
		depth++
	}
	return false
}

// holderOf is the activation that declares a group: the rules, else the nearest
// above a node; -1 for none.
func (s *Sheet) holderOf(n int32, name string, ofRules bool) int32 {
	if ofRules {
		return 0
	}
	for n >= 0 {
		if x := &s.t.nodes[n]; x.content >= 0 && x.content != s.p.rules {
			if slices.ContainsFunc(s.p.contents[x.content].groups, func(g groupProg) bool { return g.name == name }) {
				return n
			}
		}
		n = s.parentOf(n)
	}
	return -1
}

// picked asks whether a choice has an active pick: that option, or any for "".
func (s *Sheet) picked(n, content int32, choice int, option string) formula.Value {
	// The choice of the node's own content, or of the nearest above that has it.
	for n >= 0 && s.t.nodes[n].content != content {
		n = s.parentOf(n)
	}
	if n < 0 {
		if content != s.p.rules {
			return formula.Boolean(false)
		}
		n = 0
	}
	c := s.p.contents[content].def.Choices[choice]
	prefix := s.nodeID(n) + "/" + c.Name
	for i := range s.ch.Picks {
		pick := &s.ch.Picks[i]
		rest, ok := strings.CutPrefix(pick.Path, prefix)
		if !ok || rest != "" && rest[0] != '@' || !s.t.picked[i] {
			continue
		}
		_, slot, fits := splitSlot(rest)
		if !fits || !slices.ContainsFunc(pick.Options, func(o string) bool {
			return (option == "" || o == option) && !(pick.Path == s.maskedPath && o == s.maskedOption)
		}) {
			continue
		}
		if on, failed := s.active2(n, int32(choice), slot); failed != nil {
			return formula.Fail(failed)
		} else if on {
			return formula.Boolean(true)
		}
	}
	return formula.Boolean(false)
}

// active2 asks whether a choice of a node applies, the node included.
func (s *Sheet) active2(n, choice, slot int32) (bool, *formula.Fault) {
	if on, failed := s.on(n); !on || failed != nil {
		return false, failed
	}
	return s.applies(n, choice, slot)
}

// pickOption completes the id of an option as a pack wrote it; kind says what it
// would have to be. code is that of a lookup.
func (p *Program) pickOption(pack int, content int32, choice int, id string) (option, kind, code string) {
	c := p.contents[content].def.Choices[choice]
	switch {
	case c.Options != nil:
		if !slices.Contains(c.Labels, id) {
			return "", "option", "unknown-reference"
		}
		return id, "option", ""
	case c.Fields != nil:
		i, code := p.RS.FieldIndex(pack, id)
		if code != "" {
			return "", "field", code
		}
		return p.RS.Fields[i].ID, "field", ""
	}
	i, code := p.RS.ContentIndex(pack, id)
	if code != "" {
		return "", "content", code
	}
	return p.RS.Contents[i].ID, "content", ""
}

// oldest and newer walk the activations of a content in instance order.
func (s *Sheet) oldest(content int32) int32 { return s.t.first[content] - 1 }
func (s *Sheet) newer(n int32) int32        { return s.t.nodes[n].sibling }

// has reports whether a view fills the slot.
func (l Links) has(slot int) bool { return slot < len(l) && l[slot].Present }

// read is a declared value of a linked character, its default where the slot is
// empty or the view does not have it.
func (l Links) read(slot, index int, read *ruleset.LinkRead) formula.Value {
	if l.has(slot) {
		if v := l[slot].Values[index]; v.Kind() != formula.None {
			return v
		}
	}
	if read.Default.Kind() != formula.None {
		return read.Default
	}
	return zeroOf(&read.Shape)
}

// zeroOf is the value of a shape where nothing says another.
func zeroOf(s *ruleset.Shape) formula.Value {
	switch typeOfShape(s) {
	case formula.NumberType:
		return formula.Int(0)
	case formula.BoolType:
		return formula.Boolean(false)
	case formula.NumberList, formula.TextList:
		return formula.ListOf(nil)
	}
	return formula.String("")
}

func findState(list []character.Stored, name string) (*character.Stored, bool) {
	for i := range list {
		if list[i].ID == name {
			return &list[i], true
		}
	}
	return nil, false
}

// fits reports whether a value has the shape; bounds are another question.
func fits(p *Program, shape *ruleset.Shape, v formula.Value) bool {
	switch shape.Type {
	case ruleset.Integer:
		return v.Kind() == formula.Number && v.IsInteger() && formula.InRange(v)
	case ruleset.Number:
		return v.Kind() == formula.Number && formula.InRange(v)
	case ruleset.Boolean:
		return v.Kind() == formula.Bool
	case ruleset.ListType:
		if v.Kind() != formula.List {
			return false
		}
		want := formula.Text
		if shape.Numbers {
			want = formula.Number
		}
		for _, item := range v.Items() {
			if item.Kind() != want {
				return false
			}
		}
		return true
	}
	return v.Kind() == formula.Text
}

// Fits reports whether a value has the shape of a field or state member, and
// for an option whether it is one.
func (p *Program) Fits(shape *ruleset.Shape, v formula.Value) bool { return fits(p, shape, v) }

// Offered reports whether a text is one of an option's values; the empty text
// stands for none.
func (p *Program) Offered(shape *ruleset.Shape, text string) bool {
	if shape.Type != ruleset.Option || text == "" {
		return true
	}
	if shape.OptionsFrom != nil {
		c, ok := p.content(text)
		if !ok || p.contents[c].def.Abstract {
			return false
		}
		options, known := p.optionSets[shape.OptionsFrom]
		return !known || slices.Contains(options, c)
	}
	if names, many := p.optionNames[shape]; many {
		_, ok := names[text]
		return ok
	}
	return slices.Contains(shape.Options, text)
}
