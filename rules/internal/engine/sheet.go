package engine

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// Sheet answers questions about one character under one ruleset. Every answer is
// worked out when it is first asked for and kept. A Sheet belongs to one
// goroutine; [Sheet.Release] gives its memory back.
type Sheet struct {
	p   *Program
	ch  *character.Character
	t   *tree
	own tree // the memory of t, where this sheet built it
	// stored says, by field, where its stored value is: an index + 1, 0 for none
	// that fits.
	stored, ownStored []int32
	ids               []string // of nodes, as they are asked for
	links             Links
	// competing are the options that the app picked.
	competing []string
	event     *Event
	running   *Run // what formulas of a running action read
	// switched are the situational effects that an action has switched on.
	switched []string

	frame formula.Frame
	memo
	// masked is what a prerequisite is not to see: a node, or one way of once
	// content; -1 for none.
	maskedNode, maskedWay int32
	maskedPath            string
	maskedOption          string
	// over is the limit that the call passed.
	over *formula.Fault
}

// memo is what has been worked out.
type memo struct {
	stage  []stage // of slots
	values []result
	bases  []baseMemo
	gates  []gate
	circle []stage
	asked  []asked
	// deep is the depth of the deepest that the current question has asked.
	deep int32
	seen *survey
	// entries are what became of the effects on slots: they are the breakdown.
	entries []entry
}

// baseMemo is the base of a field, once it has been asked for.
type baseMemo struct {
	stage stage
	depth int32
	value formula.Value
}

// stage says how far a question is.
type stage uint8

const (
	unasked stage = iota
	asking
	answered
)

// gate is whether an activation is on.
type gate struct {
	stage stage
	on    bool
	fault *formula.Fault
	// below says that the fault is that of the activation which this hangs below.
	below bool
	way   int32 // of once content: its first way that is open + 1, 0 for none
	depth int32
}

// askedKind says what a question is about, for the path of a loop.
type askedKind uint8

const (
	askedValue askedKind = iota
	askedBase
	askedGate
	askedCircle
	askedChoice  // whether a choice of a node applies: part is the choice
	askedCounter // the level counter of a node; the rules' is that of node 0
	askedGroup   // the members of a group, from a node: part is the group
)

type asked struct {
	kind       askedKind
	id         int32
	part, slot int32
}

// Links are the views of linked characters, by slot of the ruleset.
type Links []LinkView

// LinkView is one view: the values of its declared reads.
type LinkView struct {
	Present bool
	ID      string
	Values  []formula.Value // parallel to the link's reads; None kind: its default
}

// Options are what a sheet depends on beside ruleset and character.
type Options struct {
	Competing []string
	Links     Links
}

// Tree is everything that can be on for one character. It is immutable: sheets
// of any number of goroutines may share it, also for characters that differ
// only in the values of their fields.
type Tree struct{ t tree }

// Tree builds the tree of a character. The error is a limit.
func (p *Program) Tree(ch *character.Character) (*Tree, *fault.Error) {
	t := &Tree{}
	if over := p.build(&t.t, ch); over != "" {
		return nil, buildLimit(over)
	}
	return t, nil
}

// buildLimit is the error of a tree that passed a limit.
func buildLimit(name string) *fault.Error {
	return limitError(name, map[string]int64{
		"nodes": maxNodes, "node-depth": maxNodeDepth, "values": maxValues,
		"effect-targets": maxEffectTargets, "effects-per-target": maxEffectsPerTarget,
	}[name])
}

// Sheet begins a sheet. The character must not change while it is in use. The
// error is a limit.
func (p *Program) Sheet(ch *character.Character, o Options) (*Sheet, *fault.Error) {
	s := p.borrow()
	if over := p.build(&s.own, ch); over != "" {
		s.Release()
		return nil, buildLimit(over)
	}
	s.start(&s.own, ch, o)
	return s, nil
}

// SheetOn begins a sheet on a tree that was built for the character, or for one
// that differs from it only in the values of fields.
func (p *Program) SheetOn(t *Tree, ch *character.Character, o Options) *Sheet {
	s := p.borrow()
	s.start(&t.t, ch, o)
	return s
}

// borrow takes a sheet from the pool.
func (p *Program) borrow() *Sheet {
	s, _ := p.scratch.Get().(*Sheet)
	if s == nil {
		s = &Sheet{}
	}
	s.p = p
	return s
}

// start makes a sheet ready for questions.
func (s *Sheet) start(t *tree, ch *character.Character, o Options) {
	s.t, s.ch, s.links, s.competing = t, ch, o.Links, o.Competing
	s.switched, s.event, s.running, s.over = nil, nil, nil, nil
	s.maskedNode, s.maskedWay, s.maskedPath, s.maskedOption = -1, -1, "", ""
	s.frame = formula.Frame{Host: s, Steps: maxSteps}
	s.forget()
	s.ownStored = cleared(s.ownStored, len(s.p.fields))
	s.stored = s.ownStored
	for i := range ch.Fields {
		f, ok := s.p.RS.Field(ch.Fields[i].ID)
		if ok && s.p.fields[f.Index].formula == nil && fits(s.p, &f.Shape, ch.Fields[i].Value) {
			s.stored[f.Index] = int32(i) + 1
		}
	}
}

// forget empties the memo.
func (s *Sheet) forget() {
	slots, nodes := int(s.t.slots), len(s.t.nodes)
	s.stage = cleared(s.stage, slots)
	s.values = resized(s.values, slots)
	s.bases = cleared(s.bases, len(s.p.fields))
	s.gates = cleared(s.gates, nodes)
	s.ids = cleared(s.ids, nodes)
	s.circle = cleared(s.circle, int(s.t.groups))
	s.asked = s.asked[:0]
	s.deep = 0
	s.entries = s.entries[:0]
	s.seen = nil
}

// cleared returns a slice of n zero elements in the memory of list.
func cleared[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	list = list[:n]
	clear(list)
	return list
}

// resized returns a slice of n elements whose content does not matter.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	return list[:n]
}

// Release gives the memory of a sheet back. Nothing of it may be used afterwards.
func (s *Sheet) Release() {
	p := s.p
	if p == nil {
		return
	}
	s.p, s.ch, s.t, s.links, s.competing, s.event, s.running, s.frame.Host, s.seen, s.stored = nil, nil, nil, nil, nil, nil, nil, nil, nil, nil
	p.scratch.Put(s)
}

// Steps is the number of evaluation steps so far: a count that pins the work.
func (s *Sheet) Steps() int64 { return maxSteps - s.frame.Steps }

// Nodes is the number of activations of the possible tree.
func (s *Sheet) Nodes() int { return len(s.t.nodes) }

// Pairs is the number of effect × target pairs of the possible tree.
func (s *Sheet) Pairs() int { return len(s.t.links) }

// Over returns the limit that the call passed, or nil.
func (s *Sheet) Over() *fault.Error {
	if s.over == nil {
		return nil
	}
	return &fault.Error{Code: s.over.Code, Data: s.over.Data}
}

// why notes a passed limit on its way through.
func (s *Sheet) why(v formula.Value) formula.Value {
	if v.Failed() && s.over == nil && v.Fault().Code == formula.CodeSafetyLimit {
		s.over = v.Fault()
		if name, _ := s.over.Data.Get("limit"); name.String() == `"steps"` {
			s.over = limitFault("steps", maxSteps) // the formula does not know how many there were
		}
	}
	return v
}

// eval runs a formula for a node and comes back to where it was.
func (s *Sheet) eval(x *formula.Formula, node int32) formula.Value {
	f := &s.frame
	savedNode, savedIter := f.Node, f.Iter
	f.Node = node
	v := x.Eval(f)
	f.Node, f.Iter = savedNode, savedIter
	return s.why(v)
}

func (s *Sheet) evalAmount(a *amount, node int32) formula.Value {
	if a.formula == nil {
		return a.literal
	}
	return s.eval(a.formula, node)
}

// push begins a question. It returns the depth to come back to, and a fault
// past the limit.
func (s *Sheet) push(kind askedKind, id int32) (outer int32, failed *formula.Fault) {
	return s.opened(asked{kind: kind, id: id})
}

// question begins one whose answer is not kept: nothing but the open questions
// tells that it asks itself.
func (s *Sheet) question(q asked) (outer int32, failed *formula.Fault) {
	if slices.Contains(s.asked, q) {
		return s.deep, s.loopOf(q)
	}
	return s.opened(q)
}

// opened puts a question on the open ones.
func (s *Sheet) opened(q asked) (outer int32, failed *formula.Fault) {
	if len(s.asked) >= maxValueDepth {
		s.over = limitFault("value-depth", maxValueDepth)
		return s.deep, s.over
	}
	s.asked = append(s.asked, q)
	outer, s.deep = s.deep, 0
	return outer, nil
}

// pop ends a question. Its depth is one more than that of the deepest it asked,
// remembered or not, so that the limit does not depend on what was asked first.
func (s *Sheet) pop(outer int32) (depth int32) {
	s.asked = s.asked[:len(s.asked)-1]
	depth = s.deep + 1
	if depth > maxValueDepth && s.over == nil {
		s.over = limitFault("value-depth", maxValueDepth)
	}
	s.deep = max(outer, depth)
	return depth
}

// recall notes the depth of a remembered answer.
func (s *Sheet) recall(depth int32) { s.deep = max(s.deep, depth) }

// loop is the fault of a question that asks itself: the path from its smallest
// id around to the same.
func (s *Sheet) loop(kind askedKind, id int32) *formula.Fault {
	return s.loopOf(asked{kind: kind, id: id})
}

func (s *Sheet) loopOf(q asked) *formula.Fault {
	from := len(s.asked) - 1
	for from > 0 && s.asked[from] != q {
		from--
	}
	var path []string
	for _, a := range s.asked[from:] {
		if name := s.askedName(a); len(path) == 0 || path[len(path)-1] != name {
			path = append(path, name)
		}
	}
	smallest := 0
	for i := range path {
		if path[i] < path[smallest] {
			smallest = i
		}
	}
	path = slices.Concat(path[smallest:], path[:smallest])
	return &formula.Fault{Code: "loop", Data: ojson.Object(ojson.Field("path", ojson.Strings(path)))}
}

func (s *Sheet) askedName(a asked) string {
	switch a.kind {
	case askedValue:
		return s.slotName(a.id)
	case askedBase:
		return s.slotName(a.id) + "#base"
	case askedCircle:
		for _, n := range s.t.order {
			if s.t.nodes[n].group == a.id {
				return s.nodeID(n)
			}
		}
	case askedChoice:
		return s.choicePath(a.id, a.part, a.slot)
	case askedCounter:
		return s.nodeID(a.id) + "#counter"
	case askedGroup:
		g := s.p.groups[a.part]
		return s.nodeID(max(s.holderOf(a.id, g.name, g.ofRules), 0)) + "#" + g.name
	}
	return s.nodeID(a.id)
}

// slotName is a field's id, or a computed value's <entry>#<name>.
func (s *Sheet) slotName(slot int32) string {
	if int(slot) < len(s.p.fields) {
		return s.p.fields[slot].def.ID
	}
	in := &s.t.instances[s.t.computedOf[int(slot)-len(s.p.fields)]]
	return in.id + "#" + s.p.typ(in.item).computed[slot-in.slots].def.ID
}
