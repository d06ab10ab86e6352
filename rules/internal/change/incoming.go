package change

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// passage is one adjust on its way through the incoming effects.
type passage struct {
	b     *batch
	w     *blow
	list  []engine.Incoming // by stage, then instance order
	mixed bool              // the change has parts
	// beaten remembers, for each stack key and part, which effects lost to which.
	beaten map[contest]map[int]int
}

// contest is a stack key within one part.
type contest struct {
	key  string
	part int
}

// incoming lets the parts of an adjust pass through the effects that meet them.
func (b *batch) incoming(w *blow, mixed bool) *fault.Error {
	s, err := b.now()
	if err != nil {
		return err
	}
	list, problem := s.Incoming(w.field.Index, w.down)
	if problem != nil {
		return failed(problem, "/field")
	}
	p := &passage{b: b, w: w, list: list, mixed: mixed, beaten: map[contest]map[int]int{}}
	for i := range list {
		if err := p.pass(i); err != nil {
			return err
		}
	}
	return nil
}

// pass applies one effect to the parts that it meets.
func (p *passage) pass(i int) *fault.Error {
	in := &p.list[i]
	if p.b.spent > maxSteps {
		return exceeded("steps", maxSteps)
	}
	var met []int
	for j := range p.w.parts {
		if !in.Meets(p.w.parts[j].tags) {
			continue
		}
		by, err := p.loser(i, j)
		if err != nil {
			return err
		}
		if by < 0 {
			met = append(met, j)
			continue
		}
		v := formula.Value{}
		if !in.HasDice() {
			v = in.Value(p.event(p.w.parts[j].amount))
		}
		p.note(in, j, step{value: v, status: "suppressed", by: p.list[by].ID, before: p.w.parts[j].amount, after: p.w.parts[j].amount})
	}
	if len(met) == 0 {
		return nil
	}
	if in.Def.PerPart {
		for _, j := range met {
			if err := p.once(in, []int{j}); err != nil {
				return err
			}
		}
		return nil
	}
	if flat(in.Def.Op) || in.HasDice() {
		return p.once(in, met)
	}
	for _, j := range met {
		if err := p.once(in, []int{j}); err != nil {
			return err
		}
	}
	return nil
}

// flat reports whether an operation has an amount of its own, which is spent
// once.
func flat(op ruleset.Op) bool { return op == ruleset.OpAdd || op == ruleset.OpSubtract }

// once works the effect's value out, or rolls it, and uses it on the parts.
func (p *passage) once(in *engine.Incoming, parts []int) *fault.Error {
	total := formula.Int(0)
	for _, j := range parts {
		total = formula.Add(total, p.w.parts[j].amount)
	}
	e := p.event(total)
	on, problem := in.When(e)
	if problem != nil {
		return failed(problem, "/field")
	}
	if !on {
		for _, j := range parts {
			amount := p.w.parts[j].amount
			p.note(in, j, step{status: "inactive", before: amount, after: amount})
		}
		return nil
	}
	var v formula.Value
	var faces []int64
	if in.HasDice() {
		var err *fault.Error
		if v, faces, err = p.b.dice.roll(in, e, p.b.o.Dice); err != nil {
			return err
		}
	} else if v = in.Value(e); v.Failed() {
		return failed(v.Fault(), "/field")
	}
	if flat(in.Def.Op) {
		return p.spend(in, parts, v, faces)
	}
	for _, j := range parts {
		if err := p.use(in, j, v, v, faces); err != nil {
			return err
		}
	}
	return nil
}

// spend uses a flat amount across parts in order: what makes less is used up
// part by part, what makes more goes into the first.
func (p *passage) spend(in *engine.Incoming, parts []int, v formula.Value, faces []int64) *fault.Error {
	left := v
	if in.Def.Op == ruleset.OpAdd {
		left = formula.Neg(v)
	}
	if left.Sign() <= 0 {
		return p.use(in, parts[0], v, v, faces)
	}
	for n, j := range parts {
		used := formula.Min(left, p.w.parts[j].amount)
		if n > 0 && used.Sign() <= 0 {
			continue
		}
		share := used
		if in.Def.Op == ruleset.OpAdd {
			share = formula.Neg(used)
		}
		if err := p.use(in, j, share, v, faces); err != nil {
			return err
		}
		left = formula.Sub(left, used)
	}
	return nil
}

// use applies an operation to one part, and notes it as a step with the value of
// the effect.
func (p *passage) use(in *engine.Incoming, j int, x, value formula.Value, faces []int64) *fault.Error {
	before := p.w.parts[j].amount
	after := before
	switch in.Def.Op {
	case ruleset.OpAdd:
		after = formula.Add(before, x)
	case ruleset.OpSubtract:
		after = formula.Sub(before, x)
	case ruleset.OpMultiply:
		after = formula.Mul(before, x)
	case ruleset.OpRaise:
		after = formula.Max(before, x)
	case ruleset.OpLower:
		after = formula.Min(before, x)
	}
	after = formula.Max(after, formula.Int(0))
	if in.Def.Round != ruleset.NoRound {
		after = formula.Max(rounded(in.Def.Round, after), formula.Int(0))
	}
	if after.Failed() {
		return failed(after.Fault(), "/field")
	}
	p.w.parts[j].amount = after
	p.note(in, j, step{value: value, faces: faces, status: "applied", before: before, after: after})
	return nil
}

func rounded(mode ruleset.Round, v formula.Value) formula.Value { return engine.Rounded(mode, v) }

// event is what formulas of effects may read.
func (p *passage) event(amount formula.Value) *engine.Event {
	e := &engine.Event{Amount: amount, Direction: "up"}
	if p.w.down {
		e.Direction = "down"
	}
	return e
}

// noteSteps is what a listed step counts for among the steps of a call.
const noteSteps = 30

// note lists a step.
func (p *passage) note(in *engine.Incoming, j int, s step) {
	p.b.spent += noteSteps
	s.stage, s.op, s.source, s.part = "", in.Def.Op, in.ID, -1
	if in.Def.Stage < len(p.w.field.Stages) {
		s.stage = p.w.field.Stages[in.Def.Stage]
	}
	if p.mixed {
		s.part = j
	}
	p.w.steps = append(p.w.steps, s)
}

// loser returns the effect to which effect i loses within a part, -1 where it
// applies.
func (p *passage) loser(i, j int) (int, *fault.Error) {
	def := p.list[i].Def
	if def.StackKey == "" || def.Keep == ruleset.KeepAll || def.Keep == ruleset.KeepSum {
		return -1, nil
	}
	c := contest{def.StackKey, j}
	lost, decided := p.beaten[c]
	if !decided {
		var err *fault.Error
		if lost, err = p.decide(c); err != nil {
			return -1, err
		}
		p.beaten[c] = lost
	}
	if by, ok := lost[i]; ok {
		return by, nil
	}
	return -1, nil
}

// decide compares the effects of one stack key that meet a part, at its amount
// so far. Dice are not rolled to be compared: of a key with dice the first
// applies.
func (p *passage) decide(c contest) (map[int]int, *fault.Error) {
	e := p.event(p.w.parts[c.part].amount)
	var rivals []int
	var values []formula.Value
	dice := false
	for i := range p.list {
		in := &p.list[i]
		if in.Def.StackKey != c.key || !in.Meets(p.w.parts[c.part].tags) {
			continue
		}
		on, problem := in.When(e)
		if problem != nil {
			return nil, failed(problem, "/field")
		}
		if !on {
			continue
		}
		v := formula.Int(0)
		if in.HasDice() {
			dice = true
		} else if v = in.Value(e); v.Failed() {
			return nil, failed(v.Fault(), "/field")
		}
		rivals, values = append(rivals, i), append(values, v)
	}
	lost := map[int]int{}
	if len(rivals) == 0 {
		return lost, nil
	}
	if p.list[rivals[0]].Def.Keep == ruleset.KeepOnePerSource {
		for n, i := range rivals {
			first := slices.IndexFunc(rivals, func(k int) bool { return p.list[k].Content == p.list[i].Content })
			if first < n {
				lost[i] = rivals[first]
			}
		}
		return lost, nil
	}
	best := 0
	for n := range rivals {
		order := formula.Compare(values[n], values[best])
		if !dice && (p.list[rivals[n]].Def.Keep == ruleset.KeepLowest && order < 0 ||
			p.list[rivals[n]].Def.Keep == ruleset.KeepHighest && order > 0) {
			best = n
		}
	}
	for n, i := range rivals {
		if n != best {
			lost[i] = rivals[best]
		}
	}
	return lost, nil
}

// step is what an incoming effect did to a part.
type step struct {
	stage         string
	op            ruleset.Op
	source        string
	value         formula.Value // None for dice that were not rolled
	part          int           // -1 where the adjust has no parts
	faces         []int64
	status        string // applied, suppressed, or inactive: its condition is false
	by            string // the effect that won over a suppressed one
	before, after formula.Value
}

// json writes {stage?, op, source, value?, part?, faces?, status, by?, reason?,
// before, after}.
func (s *step) json() ojson.Value {
	list := make([]ojson.Member, 0, 10)
	add := func(name string, v ojson.Value) { list = append(list, ojson.Field(name, v)) }
	if s.stage != "" {
		add("stage", ojson.String(s.stage))
	}
	add("op", ojson.String(opName(s.op)))
	add("source", ojson.String(s.source))
	if s.value.Kind() == formula.Number {
		add("value", s.value.JSON())
	}
	if s.part >= 0 {
		add("part", ojson.Int(int64(s.part)))
	}
	if s.faces != nil {
		add("faces", faceList(s.faces))
	}
	add("status", ojson.String(s.status))
	switch s.status {
	case "suppressed":
		add("by", ojson.String(s.by))
	case "inactive":
		add("reason", ojson.String("when"))
	}
	add("before", s.before.JSON())
	add("after", s.after.JSON())
	return ojson.Object(list...)
}

func opName(op ruleset.Op) string {
	switch op {
	case ruleset.OpAdd:
		return "add"
	case ruleset.OpSubtract:
		return "subtract"
	case ruleset.OpMultiply:
		return "multiply"
	case ruleset.OpRaise:
		return "raise"
	}
	return "lower"
}
