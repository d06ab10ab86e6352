package engine

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Value is the value of a field, by its index in the ruleset.
func (s *Sheet) Value(field int) formula.Value { return s.value(int32(field)) }

// Bounds are the minimum and maximum of a field; an absent bound is of kind
// None.
func (s *Sheet) Bounds(field int) (low, high formula.Value) {
	v := &s.p.fields[field]
	return s.evalAmount(&v.min, 0), s.evalAmount(&v.max, 0)
}

// HasMax reports whether a field has a maximum.
func (s *Sheet) HasMax(field int) bool { return !s.p.fields[field].max.absent() }

// Stored is the stored base of a field, or what stands for it while nothing is
// stored.
func (s *Sheet) Stored(field int) formula.Value { return s.base(int32(field)) }

// Issues are the rules issues of the character.
func (s *Sheet) Issues() []fault.Issue { return s.surveyed().issues }

// Missing lists the pending choices as too-few-picks, for finishCreation.
func (s *Sheet) Missing() (issues []fault.Issue) {
	for i := range s.surveyed().choices {
		if c := &s.surveyed().choices[i]; c.open() {
			issues = append(issues, fault.Issue{Code: "too-few-picks", Source: c.path, Data: ojson.Object(
				ojson.Field("min", ojson.Int(c.min)), ojson.Field("picks", ojson.Int(int64(len(c.picks)))))})
		}
	}
	return issues
}

// Choice finds a choice by its path. It applies when the path leads to a choice
// of an activation that is on.
func (s *Sheet) Choice(path string) (c Choice, ok bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return c, false
	}
	name, slot, fits := splitSlot(path[i+1:])
	n := s.find(path[:i])
	if !fits || n < 0 || s.t.nodes[n].content < 0 {
		return c, false
	}
	x := s.content(n)
	j := slices.IndexFunc(x.def.Choices, func(d *ruleset.Choice) bool { return d.Name == name })
	if j < 0 || !slotFits(x.def.Choices[j], slot) {
		return c, false
	}
	applies, failed := s.active2(n, int32(j), slot)
	return Choice{s: s, node: n, choice: int32(j), slot: slot, Def: x.def.Choices[j], Applies: applies, Fault: failed}, true
}

// Choice is a choice of the tree.
type Choice struct {
	s                  *Sheet
	node, choice, slot int32

	Def     *ruleset.Choice
	Applies bool
	Fault   *formula.Fault
}

// Offers reports whether the choice offers an option.
func (c *Choice) Offers(option string) (bool, *formula.Fault) {
	return c.s.offersOption(c.node, c.choice, option)
}

// Order is the place of an option in the ruleset's order, for storing picks.
func (c *Choice) Order(option string) int64 {
	b := builder{p: c.s.p, ch: c.s.ch, t: c.s.t}
	pick, ok := b.option(&c.s.content(c.node).choices[c.choice], c.choice, c.slot, option)
	if !ok {
		return 1 << 40
	}
	return pick.order
}

// find is the activation with an id, or -1.
func (s *Sheet) find(id string) int32 {
	for n := range s.t.nodes {
		if s.nodeID(int32(n)) == id {
			return int32(n)
		}
	}
	return -1
}

// Reachable reports whether any activation has the content, on or off.
func (s *Sheet) Reachable(content string) bool {
	c, ok := s.p.content(content)
	return ok && s.oldest(c) >= 0
}

// Entry is a copy, standard copy, template or applied effect.
type Entry struct {
	ID, Item string
	Type     *ruleset.Type // nil when its content has none
	Place    string        // of copies: "inventory" or "features"
	Saved    bool
	Copy     bool // a copy or standard copy
	Applied  bool
	index    int32
}

// Entry finds an entry by its id.
func (s *Sheet) Entry(id string) (e Entry, ok bool) {
	for i := range s.t.instances {
		if s.t.instances[i].id == id {
			return s.entry(int32(i)), true
		}
	}
	return e, false
}

func (s *Sheet) entry(i int32) Entry {
	in := &s.t.instances[i]
	e := Entry{ID: in.id, Item: s.p.contents[in.item].def.ID, Saved: in.saved, Copy: int(i) < s.t.copies, index: i}
	e.Applied = s.t.nodes[in.node].via == viaApplied
	if t := s.p.typ(in.item); t != nil {
		e.Type, e.Place = t.def, t.def.Copies
	}
	return e
}

// State is the value of a state member of an entry, and its bounds.
func (s *Sheet) State(e Entry, member int) (v, low, high formula.Value) {
	in := &s.t.instances[e.index]
	t := s.p.typ(in.item)
	return s.t.state[in.state+int32(member)], s.evalAmount(&t.stateMin[member], in.node), s.evalAmount(&t.stateMax[member], in.node)
}

// Program is what the sheet runs on.
func (s *Sheet) Program() *Program { return s.p }

// Copies lists the held copies that a query of a change names, in instance
// order: of a type, with a condition over `it` or "". limit 0 is no limit.
func (s *Sheet) Copies(typeID, where string, limit int) ([]Entry, *fault.Error) {
	t, code := s.p.RS.TypeIndex(s.home(), typeID)
	if code != "" {
		return nil, fault.New("unknown-content", "/copies/type", ojson.Field("type", ojson.String(typeID)))
	}
	return s.selected("copies", t, where, "/copies/where", limit, func(c int32) int32 { return c })
}

// Applied lists the applied effects that a query of a change names, in the order
// of application.
func (s *Sheet) Applied(where string, limit int) ([]Entry, *fault.Error) {
	return s.selected("applied", ruleset.None, where, "/applied/where", limit, func(c int32) int32 {
		return s.t.nodes[s.t.applied[c]].instance
	})
}

// home is the pack whose ids a change may leave without their pack: the game.
func (s *Sheet) home() int {
	return slices.IndexFunc(s.p.RS.Packs, func(p *ruleset.Pack) bool { return p.Kind == "game" })
}

// selected runs a query of a change. The text comes from outside: it is compiled
// for this one use, within the limits of formulas.
func (s *Sheet) selected(source string, typ int, where, at string, limit int, instance func(int32) int32) ([]Entry, *fault.Error) {
	c := &compiler{p: s.p, rs: s.p.RS}
	src, kind := c.source(source, typ)
	q, problem := formula.CompileQuery(src, c.rulesScope(s.home()).candidates(kind, typ), where)
	if problem != nil {
		code, more := ruleset.LoadCode(problem)
		return nil, fault.New(code, at, append([]ojson.Member{
			ojson.Field("formula", ojson.String(clip(where))),
			ojson.Field("column", ojson.Int(int64(problem.Pos.Column)))}, more...)...)
	}
	var out []Entry
	f := &s.frame
	savedNode, savedIter := f.Node, f.Iter
	f.Node = 0
	failed := s.why(q.Each(f, func(f *formula.Frame) bool {
		out = append(out, s.entry(instance(f.Iter.Cand)))
		return limit == 0 || len(out) < limit
	}))
	f.Node, f.Iter = savedNode, savedIter
	if failed.Failed() {
		return nil, &fault.Error{Code: failed.Fault().Code, Path: at, Data: failed.Fault().Data}
	}
	return out, nil
}
