package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
)

// roll decodes a roll step: o is the step, n its roll.
func (x *actionDecoder) roll(o object, n node) *RollStep {
	r := &RollStep{}
	m := x.object(n, "dice", "variants", "times", "again", "add", "tags", "dieMin", "against", "min", "max")
	key, part, ok := x.exactlyOne(m, "dice", "again")
	switch {
	case !ok:
	case key == "dice":
		r.Dice = x.dices(part)
	default:
		r.Again = x.again(part)
		for _, other := range []string{"variants", "times"} {
			if m.has(other) {
				x.misplaced(m, other, "again")
			}
		}
	}
	if variants, ok := m.get("variants"); ok {
		for _, v := range x.named(variants, plainName) {
			f := x.FindFlag(v.key)
			if f == None {
				x.unresolved(v.node, "flag", v.key, "unknown-reference")
				continue
			}
			r.Variants = append(r.Variants, Variant{f, x.dices(v.node)})
		}
	}
	for _, a := range []struct {
		key  string
		into **Amount
	}{{"times", &r.Times}, {"add", &r.Add}, {"dieMin", &r.DieMin}, {"against", &r.Against}, {"min", &r.Min}, {"max", &r.Max}} {
		if part, ok := m.get(a.key); ok {
			*a.into = x.number(part)
		}
	}
	if tags, ok := m.get("tags"); ok {
		// A text is no list: it is a formula that gives one.
		if tags.kind() == ojson.KindString {
			r.TagsText = x.formula(tags)
		} else {
			r.Tags = x.tagRefs(tags)
		}
	}
	x.bands(o, r)
	return r
}

// again decodes {roll, only?, lowest?, highest?}.
func (x *actionDecoder) again(n node) *Again {
	o := x.object(n, "roll", "only", "lowest", "highest")
	a := &Again{}
	if roll, ok := x.need(o, "roll"); ok {
		a.Roll, _ = x.text(roll)
		if _, before := x.rolls[a.Roll]; !before {
			x.unresolved(roll, "roll", a.Roll, "unknown-reference")
		}
	}
	if only, ok := o.get("only"); ok {
		t := x.faceTest(only)
		a.Only = &t
	}
	a.Lowest, a.Highest = x.optionalCount(o, "lowest"), x.optionalCount(o, "highest")
	x.conflicting(o, "lowest", "highest")
	return a
}

// bands decodes the outcomes of a roll and what moves them.
func (x *actionDecoder) bands(o object, r *RollStep) {
	var ids seen
	var names []string
	if n, ok := o.get("bands"); ok {
		for _, item := range x.items(n) {
			b := x.object(item, "id", "test")
			band := &Band{At: item.at}
			band.ID, ok = x.partID(b, &ids)
			if test, has := b.get("test"); has {
				band.Test = x.check(test, 0)
			}
			if ok {
				names = append(names, band.ID)
				r.Bands = append(r.Bands, band)
			}
		}
	}
	n, ok := o.get("shift")
	if !ok {
		return
	}
	if !o.has("bands") {
		x.missing(o.node, "bands")
	}
	bandRef := func(n node) string {
		id, ok := x.text(n)
		if ok && !slices.Contains(names, id) {
			x.unresolved(n, "band", id, "unknown-reference")
		}
		return id
	}
	for _, item := range x.items(n) {
		s := x.object(item, "test", "from", "by", "to")
		shift := &Shift{}
		if test, has := s.get("test"); has {
			shift.Test = x.check(test, 0)
		}
		if from, has := s.get("from"); has {
			for _, f := range x.items(from) {
				shift.From = append(shift.From, bandRef(f))
			}
		}
		switch key, part, ok := x.exactlyOne(s, "by", "to"); {
		case !ok:
		case key == "by":
			shift.By = x.small(part)
		default:
			shift.To = bandRef(part)
		}
		r.Shifts = append(r.Shifts, shift)
	}
}

// factNames are the members of a check that compare a number of the roll, in
// the order of their facts.
func factNames() []string {
	return []string{"total", "sum", "natural", "highest", "lowest", "matches", "successes", "margin"}
}

// maxCheckDepth is how deep checks may stand in each other.
const maxCheckDepth = 16

// check decodes a structured test.
func (x *actionDecoder) check(n node, depth int) *Check {
	if depth > maxCheckDepth {
		x.exceed("check-depth", maxCheckDepth, n)
		return nil
	}
	c := &Check{At: n.at}
	o := x.object(n, append(factNames(), "count", "symbol", "all", "any", "not", "when")...)
	for i, key := range factNames() {
		if part, ok := o.get(key); ok {
			c.Facts = append(c.Facts, x.fact(dice.FactTotal+dice.Fact(i), x.object(part, comparisons()...)))
		}
	}
	if part, ok := o.get("count"); ok {
		p := x.object(part, append(comparisons(), "on")...)
		f := x.fact(dice.FactCount, p)
		if on, ok := x.need(p, "on"); ok {
			t := x.faceTest(on)
			f.On = &t
		}
		c.Facts = append(c.Facts, f)
	}
	if part, ok := o.get("symbol"); ok {
		p := x.object(part, append(comparisons(), "name")...)
		f := x.fact(dice.FactSymbol, p)
		if name, ok := x.need(p, "name"); ok {
			f.Symbol, _ = x.name(name)
		}
		c.Facts = append(c.Facts, f)
	}
	if list, ok := o.get("all"); ok {
		c.All = x.checks(list, depth)
	}
	if list, ok := o.get("any"); ok {
		c.Any = x.checks(list, depth)
	}
	if part, ok := o.get("not"); ok {
		c.Not = x.check(part, depth+1)
	}
	c.When = x.optionalFormula(o, "when")
	if o.kind() == ojson.KindObject && len(c.Facts) == 0 && c.All == nil && c.Any == nil && c.Not == nil && c.When == nil {
		x.fail("missing-member", n, ojson.Field("member", ojson.String("total")))
	}
	return c
}

func (x *actionDecoder) checks(n node, depth int) []*Check {
	out := []*Check{}
	for _, item := range x.items(n) {
		if c := x.check(item, depth+1); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// fact decodes the comparisons of one fact.
func (x *actionDecoder) fact(f dice.Fact, o object) FactCheck {
	c := FactCheck{Fact: f}
	x.someOf(o)
	for i, key := range comparisons() {
		if part, ok := o.get(key); ok {
			c.Bounds[i] = x.number(part)
		}
	}
	return c
}
