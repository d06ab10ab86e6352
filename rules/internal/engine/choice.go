package engine

import (
	"cmp"
	"slices"

	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// choiceView is a choice that applies, one of its slots.
type choiceView struct {
	node, choice, slot int32
	path               string
	min, max           int64 // max -1: no limit
	picks              []string
}

func (v *choiceView) open() bool { return int64(len(v.picks)) < v.min }

// applies asks whether a choice of a node applies; the node itself is asked by
// the caller.
func (s *Sheet) applies(n, choice, slot int32) (bool, *formula.Fault) {
	c := &s.content(n).choices[choice]
	if !c.conditional() {
		return true, nil
	}
	outer, failed := s.question(asked{askedChoice, n, choice, slot})
	if failed != nil {
		return false, failed
	}
	defer s.pop(outer)
	need := c.def.Level
	if c.def.SlotsAt != nil {
		need = max(need, int(slot))
	}
	if c.def.Leveled || c.def.SlotsAt != nil {
		level := formula.Value{}
		if c.counter != nil {
			level = s.eval(c.counter, n)
		} else {
			level = s.counterOf(n)
		}
		if level.Failed() {
			return false, level.Fault()
		}
		if formula.Compare(level, formula.Int(int64(need))) < 0 {
			return false, nil
		}
	}
	return s.truth(c.when, n)
}

// view works out a choice that applies.
func (s *Sheet) view(n, choice, slot int32) (choiceView, *formula.Fault) {
	c := &s.content(n).choices[choice]
	v := choiceView{node: n, choice: choice, slot: slot, path: s.choicePath(n, choice, slot)}
	v.picks = s.ch.PicksOf(v.path)
	low, failed := s.count(&c.min, n, 1)
	if failed != nil {
		return v, failed
	}
	v.min = low
	switch {
	case c.def.NoMax:
		v.max = -1
	default:
		if v.max, failed = s.count(&c.max, n, max(1, low)); failed != nil {
			return v, failed
		}
	}
	if c.def.Slots != nil {
		slots, failed := s.count(&c.slots, n, 0)
		if failed != nil {
			return v, failed
		}
		if int64(slot) > slots {
			v.min, v.max = 0, 0 // a slot too many: its picks stay on, with an issue
		}
	}
	return v, nil
}

// count is an amount as a whole number not below 0.
func (s *Sheet) count(a *amount, n int32, fallback int64) (int64, *formula.Fault) {
	if a.absent() {
		return fallback, nil
	}
	x := s.evalAmount(a, n)
	if x.Failed() {
		return 0, x.Fault()
	}
	i, ok := formula.Floor(x).AsInt()
	if !ok {
		return 0, &formula.Fault{Code: "number-too-large"}
	}
	return max(0, i), nil
}

// slotsOf lists the slots of a choice, those with stored picks beyond the count
// included.
func (s *Sheet) slotsOf(n, choice int32) ([]int32, *formula.Fault) {
	c := &s.content(n).choices[choice]
	switch {
	case c.def.SlotsAt != nil:
		out := make([]int32, 0, len(c.def.SlotsAt))
		for _, at := range c.def.SlotsAt {
			out = append(out, int32(at))
		}
		return out, nil
	case c.def.Slots == nil:
		return []int32{0}, nil
	}
	count, failed := s.count(&c.slots, n, 0)
	if failed != nil {
		return nil, failed
	}
	if count > maxOptions {
		s.over = limitFault("query-results", maxOptions)
		return nil, s.over
	}
	var out []int32
	for k := int32(1); int64(k) <= count; k++ {
		out = append(out, k)
	}
	if len(s.ch.Picks) == 0 {
		return out, nil
	}
	stored := s.storedSlots(n, c.def)
	for _, k := range stored {
		if int64(k) > count {
			out = append(out, k)
		}
	}
	return out, nil
}

// storedSlots lists the slots of a choice that have picks, in order.
func (s *Sheet) storedSlots(n int32, c *ruleset.Choice) []int32 {
	prefix := s.nodeID(n) + "/" + c.Name + "@"
	var out []int32
	for i := range s.ch.Picks {
		path := s.ch.Picks[i].Path
		if len(path) > len(prefix) && path[:len(prefix)] == prefix {
			if _, slot, ok := splitSlot(path[len(prefix)-1:]); ok && slot > 0 {
				out = append(out, slot)
			}
		}
	}
	slices.Sort(out)
	return out
}

// option is one thing that a choice offers.
type option struct {
	id      string
	content int32 // -1 for a field
	field   int32 // -1 for content
}

// options lists what a choice offers, in the order of the ruleset.
func (s *Sheet) options(n, choice int32) ([]option, *formula.Fault) {
	c := &s.content(n).choices[choice]
	switch {
	case c.def.Fields != nil:
		out := make([]option, 0, len(c.def.Fields))
		for _, f := range c.def.Fields {
			out = append(out, option{s.p.fields[f].def.ID, -1, int32(f)})
		}
		return out, nil
	case c.def.Options != nil:
		out := make([]option, 0, len(c.fixed))
		for i, content := range c.fixed {
			out = append(out, option{c.def.Labels[i], content, -1})
		}
		return out, nil
	case c.isFixed && c.fixed != nil:
		return s.contentOptions(c.fixed), nil
	case c.from == nil:
		return nil, nil
	}
	found, failed := s.contentsOf(c.from, c.members, n)
	if failed != nil {
		return nil, failed
	}
	return s.contentOptions(found), nil
}

// contentsOf runs a query over content, copies or activations and gives the
// contents, in the order of the ruleset, each once.
func (s *Sheet) contentsOf(q *formula.Query, members string, n int32) ([]int32, *formula.Fault) {
	var found []int32
	f := &s.frame
	savedNode, savedIter := f.Node, f.Iter
	f.Node = n
	failed := s.why(q.Each(f, func(f *formula.Frame) bool {
		content := f.Iter.Cand
		switch members {
		case "held":
			content = s.t.instances[content].item
		case "own", "all":
			content = s.t.nodes[content].content
		}
		if content >= 0 && int(content) < s.p.RS.Named {
			found = append(found, content)
		}
		return len(found) <= maxOptions
	}))
	f.Node, f.Iter = savedNode, savedIter
	if failed.Failed() {
		return nil, failed.Fault()
	}
	if len(found) > maxOptions {
		s.over = limitFault("query-results", maxOptions)
		return nil, s.over
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

func (s *Sheet) contentOptions(list []int32) []option {
	out := make([]option, 0, len(list))
	for _, c := range list {
		out = append(out, option{s.p.contents[c].def.ID, c, -1})
	}
	return out
}

// offers reports whether a choice offers an option, without listing the others
// where that can be told.
func (s *Sheet) offersOption(n, choice int32, id string) (bool, *formula.Fault) {
	c := &s.content(n).choices[choice]
	switch {
	case c.def.Options != nil:
		return slices.Contains(c.def.Labels, id), nil
	case c.fields != nil:
		f, ok := s.p.RS.Field(id)
		if !ok {
			return false, nil
		}
		_, offered := c.fields[int32(f.Index)]
		return offered, nil
	case c.isFixed && c.fixed != nil:
		content, ok := s.p.content(id)
		if !ok {
			return false, nil
		}
		_, offered := slices.BinarySearchFunc(c.fixed, content, func(a, b int32) int { return cmp.Compare(a, b) })
		return offered, nil
	}
	list, failed := s.options(n, choice)
	if failed != nil {
		return false, failed
	}
	return slices.ContainsFunc(list, func(o option) bool { return o.id == id }), nil
}
