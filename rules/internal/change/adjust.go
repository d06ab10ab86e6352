package change

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// MaxOverflowDepth is how often an adjust may go on to another field.
const MaxOverflowDepth = 16

// blow is an adjust on its way to a field: a magnitude with a direction.
type blow struct {
	field *ruleset.Field
	cause string
	down  bool
	parts []part
	tags  []string // of all parts
	// requested is the magnitude that the change asked for, None for an overflow.
	requested formula.Value
	steps     []step
	depth     int
}

// part is a part of an adjust: what is left of it, and its tags.
type part struct {
	amount formula.Value
	tags   []string
}

// adjust moves a number: incoming effects, absorbing, the field, overflow.
func (b *batch) adjust(c *Change) *fault.Error {
	f, err := b.storedField(c.Field)
	if err != nil {
		return err
	}
	if !numeric(&f.Shape) {
		return unknown("wrong-value", "/field", "field", f.ID)
	}
	if err := b.knownTags(c); err != nil {
		return err
	}
	w := blow{field: f, cause: "adjust"}
	direction := 0
	add := func(by formula.Value, tags []string) {
		if by.Sign() != 0 {
			direction = by.Sign()
		}
		w.parts = append(w.parts, part{formula.Abs(by), tags})
		for _, t := range tags {
			if !slices.Contains(w.tags, t) {
				w.tags = append(w.tags, t)
			}
		}
	}
	if c.Parts == nil {
		add(c.By, c.Tags)
	}
	for _, p := range c.Parts {
		add(p.By, p.Tags)
	}
	w.down = direction < 0
	w.requested = sum(w.parts)
	if len(w.tags) > 0 && direction != 0 {
		if err := b.incoming(&w, c.Parts != nil); err != nil {
			return err
		}
	}
	return b.land(&w)
}

// knownTags refuses tags that nothing knows: a misspelt one would pass every
// resistance in silence.
func (b *batch) knownTags(c *Change) *fault.Error {
	check := func(tags []string, path string) *fault.Error {
		for i, t := range tags {
			if !b.p.RS.KnownTag(t) {
				return unknown("unknown-tag", fault.Index(path, i), "tag", t)
			}
		}
		return nil
	}
	if err := check(c.Tags, "/tags"); err != nil {
		return err
	}
	for i, p := range c.Parts {
		if err := check(p.Tags, fault.Key(fault.Index("/parts", i), "tags")); err != nil {
			return err
		}
	}
	return nil
}

func sum(parts []part) formula.Value {
	total := formula.Int(0)
	for _, p := range parts {
		total = formula.Add(total, p.amount)
	}
	return total
}

// land lets what is dealt be absorbed, moves the field by the rest, and hands on
// what goes beyond its bounds.
func (b *batch) land(w *blow) *fault.Error {
	if w.depth > MaxOverflowDepth {
		return exceeded("overflow-depth", MaxOverflowDepth)
	}
	dealt := sum(w.parts)
	if dealt.Failed() {
		return failed(dealt.Fault(), "/field")
	}
	// The field stands before what absorbed for it, although that comes first.
	at := len(b.adjustments)
	b.adjustments = append(b.adjustments, adjustment{})
	rest := dealt
	if w.down {
		for _, i := range w.field.AbsorbedBy {
			if rest.Sign() <= 0 {
				break
			}
			if b.spent += nodeSteps; b.spent > maxSteps {
				return exceeded("steps", maxSteps)
			}
			taken, err := b.absorb(b.p.RS.Fields[i], rest)
			if err != nil {
				return err
			}
			rest = formula.Sub(rest, taken)
		}
	}
	m, err := b.move(w.field, signed(rest, w.down))
	if err != nil {
		return err
	}
	b.adjustments[at] = adjustment{
		change: b.index, field: w.field.ID, cause: w.cause, down: w.down, requested: w.requested, steps: w.steps,
		dealt: dealt, absorbed: formula.Sub(dealt, rest), from: m.from, to: m.to, excess: m.excess,
	}
	e := event{change: b.index, field: w.field, down: w.down, tags: w.tags, dealt: dealt, excess: m.excess}
	if w.cause == "overflow" {
		e.overflow = dealt
	}
	b.events = append(b.events, e)

	next := w.field.Above
	if w.down {
		next = w.field.Below
	}
	if next < 0 || m.excess.Sign() <= 0 {
		return nil
	}
	return b.land(&blow{
		field: b.p.RS.Fields[next], cause: "overflow", down: w.down,
		parts: []part{{amount: m.excess}}, depth: w.depth + 1,
	})
}

// absorb lets a field give what it has above its minimum, and returns how much.
func (b *batch) absorb(f *ruleset.Field, most formula.Value) (formula.Value, *fault.Error) {
	s, err := b.now()
	if err != nil {
		return most, err
	}
	v := s.Value(f.Index)
	low, _ := s.Bounds(f.Index)
	for _, x := range [...]formula.Value{v, low} {
		if x.Failed() {
			return x, failed(x.Fault(), "/field")
		}
	}
	if low.Kind() == formula.None {
		low = formula.Int(0)
	}
	taken := formula.Min(formula.Sub(v, low), most)
	if taken.Sign() <= 0 {
		return formula.Int(0), nil
	}
	m, err := b.move(f, formula.Neg(taken))
	if err != nil {
		return taken, err
	}
	b.adjustments = append(b.adjustments, adjustment{
		change: b.index, field: f.ID, cause: "absorb", down: true, from: m.from, to: m.to,
	})
	return formula.Sub(m.from, m.to), nil
}

// movement is what became of a field's value.
type movement struct{ from, to, excess formula.Value }

// move moves the value of a field within its bounds, and its stored number by as
// much.
func (b *batch) move(f *ruleset.Field, by formula.Value) (m movement, err *fault.Error) {
	if f.Formula != nil {
		return m, unknown("computed-field", "/field", "field", f.ID)
	}
	s, err := b.now()
	if err != nil {
		return m, err
	}
	m.from = s.Value(f.Index)
	low, high := s.Bounds(f.Index)
	stored := s.Stored(f.Index)
	for _, x := range [...]formula.Value{m.from, low, high, stored} {
		if x.Failed() {
			return m, failed(x.Fault(), "/field")
		}
	}
	want := formula.Add(m.from, by)
	if f.Round != ruleset.NoRound {
		want = rounded(f.Round, want)
	}
	m.to = clamp(want, low, high)
	if m.to.Failed() {
		return m, failed(m.to.Fault(), "/field")
	}
	m.excess = formula.Sub(m.to, want)
	if by.Sign() > 0 {
		m.excess = formula.Neg(m.excess)
	}
	m.excess = formula.Max(m.excess, formula.Int(0))
	moved := formula.Sub(m.to, m.from)
	if moved.Sign() == 0 {
		return m, nil
	}
	stored, err = storable(&f.Shape, formula.Add(stored, moved))
	if err != nil {
		return m, err.Under("/field")
	}
	b.touchFields()
	b.ch.SetField(f.ID, stored)
	return m, nil
}

// signed gives a magnitude its direction.
func signed(v formula.Value, down bool) formula.Value {
	if down {
		return formula.Neg(v)
	}
	return v
}

// adjustment is what happened to one field.
type adjustment struct {
	change           int
	field, cause     string
	down             bool
	requested, dealt formula.Value // magnitudes; None where they mean nothing
	absorbed, excess formula.Value
	from, to         formula.Value
	steps            []step
}

// json writes {change?, field, cause, requested?, steps?, dealt?, absorbed?,
// from, to, by, excess?}.
func (a *adjustment) json() ojson.Value {
	list := make([]ojson.Member, 0, 11)
	add := func(name string, v ojson.Value) { list = append(list, ojson.Field(name, v)) }
	if a.cause != maxDrop {
		add("change", ojson.Int(int64(a.change)))
	}
	add("field", ojson.String(a.field))
	add("cause", ojson.String(a.cause))
	if a.requested.Kind() == formula.Number {
		add("requested", signed(a.requested, a.down).JSON())
	}
	if len(a.steps) > 0 {
		items := make([]ojson.Value, 0, len(a.steps))
		for i := range a.steps {
			items = append(items, a.steps[i].json())
		}
		add("steps", ojson.Array(items...))
	}
	if a.dealt.Kind() == formula.Number {
		add("dealt", signed(a.dealt, a.down).JSON())
	}
	if a.absorbed.Sign() > 0 {
		add("absorbed", signed(a.absorbed, a.down).JSON())
	}
	add("from", a.from.JSON())
	add("to", a.to.JSON())
	add("by", formula.Sub(a.to, a.from).JSON())
	if a.excess.Sign() > 0 {
		add("excess", signed(a.excess, a.down).JSON())
	}
	return ojson.Object(list...)
}
