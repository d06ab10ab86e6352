package action

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// allocation is a distribution that is asked for.
type allocation struct {
	r      *runner
	d      *ruleset.AllocateStep
	fields []*ruleset.Field
	low    formula.Value // None: no bound was written
	high   formula.Value
	budget formula.Value
}

// allocate asks for amounts.
func (r *runner) allocate(f *frame, step *engine.StepProg) *halt {
	a := &allocation{r: r, d: step.Def.Allocate}
	for _, i := range a.d.Fields {
		a.fields = append(a.fields, r.p.RS.Fields[i])
	}
	for _, x := range []struct {
		amount *engine.Amount
		into   *formula.Value
	}{{&step.Allocate.Min, &a.low}, {&step.Allocate.Max, &a.high}, {&step.Allocate.Budget, &a.budget}} {
		if *x.into = r.s.EvalAmount(x.amount, f.node); x.into.Failed() {
			return f.fails(step, x.into.Fault())
		}
	}
	if len(a.fields) == 0 {
		return nil
	}
	var amounts []formula.Value
	var cost formula.Value
	stop := r.input(f, step, question{
		kind:  "allocate",
		needs: func() []ojson.Member { return []ojson.Member{ojson.Field("allocate", a.needs())} },
		take: func(input ojson.Value) (ojson.Value, bool) {
			var ok bool
			if amounts, cost, ok = a.read(input); !ok {
				return ojson.Value{}, false
			}
			return ojson.Object(ojson.Field("amounts", a.json(amounts))), true
		},
	})
	if stop != nil {
		return stop
	}
	given := map[int]formula.Value{}
	for i, v := range amounts {
		if v.Kind() != formula.None {
			given[a.fields[i].Index] = v
		}
	}
	f.run.Amounts[step.Slot] = given
	m := []ojson.Member{ojson.Field("amounts", a.json(amounts))}
	if cost.Kind() == formula.Number {
		m = append(m, ojson.Field("cost", cost.JSON()))
	}
	r.log(f, step, "allocate", m...)
	return nil
}

// json writes amounts by field, in the order of the ruleset.
func (a *allocation) json(amounts []formula.Value) ojson.Value {
	var m []ojson.Member
	for i, v := range amounts {
		if v.Kind() != formula.None {
			m = append(m, ojson.Field(a.fields[i].ID, v.JSON()))
		}
	}
	return ojson.Object(m...)
}

// needs says what may be given to what.
func (a *allocation) needs() ojson.Value {
	fields := make([]ojson.Value, 0, len(a.fields))
	for _, field := range a.fields {
		m := []ojson.Member{ojson.Field("field", ojson.String(field.ID))}
		if v := a.r.s.Value(field.Index); !v.Failed() {
			m = append(m, ojson.Field("value", v.JSON()))
		}
		if a.low.Kind() == formula.Number {
			m = append(m, ojson.Field("min", a.low.JSON()))
		}
		if a.high.Kind() == formula.Number {
			m = append(m, ojson.Field("max", a.high.JSON()))
		}
		fields = append(fields, ojson.Object(m...))
	}
	m := []ojson.Member{ojson.Field("fields", ojson.Array(fields...))}
	if a.d.Values != nil {
		values := make([]ojson.Value, len(a.d.Values))
		for i, v := range a.d.Values {
			values[i] = v.JSON()
		}
		return ojson.Object(append(m, ojson.Field("values", ojson.Array(values...)))...)
	}
	m = append(m, ojson.Field("budget", a.budget.JSON()))
	if costs := a.costs(); len(costs) > 0 {
		m = append(m, ojson.Field("cost", ojson.Object(costs...)))
	}
	return ojson.Object(m...)
}

// costs are the prices of whole amounts within the bounds, where there are few.
func (a *allocation) costs() []ojson.Member {
	const most = 200
	low, okLow := a.least().AsInt()
	high, okHigh := a.high.AsInt()
	if a.d.Cost == ruleset.None || !okLow || !okHigh || high-low > most {
		return nil
	}
	var m []ojson.Member
	for n := low; n <= high; n++ {
		if c := a.r.s.TableValue(a.d.Cost, formula.Int(n)); c.Kind() == formula.Number {
			m = append(m, ojson.Field(formula.Int(n).String(), c.JSON()))
		}
	}
	return m
}

// least is what a field gets that the answer leaves out.
func (a *allocation) least() formula.Value {
	if a.low.Kind() == formula.Number {
		return a.low
	}
	return formula.Int(0)
}

// read checks {amounts}. Amounts are parallel to the fields; None for a field
// that gets nothing.
func (a *allocation) read(input ojson.Value) (amounts []formula.Value, cost formula.Value, ok bool) {
	given, has := input.Get("amounts")
	if !has || !only(input, "amounts") || given.Kind() != ojson.KindObject {
		return nil, cost, false
	}
	amounts = make([]formula.Value, len(a.fields))
	for _, m := range given.Members() {
		i := slices.IndexFunc(a.fields, func(f *ruleset.Field) bool { return f.ID == m.Key })
		if i < 0 {
			return nil, cost, false
		}
		v, problem := formula.FromJSON(m.Value)
		if problem != nil || !a.r.p.Fits(&a.fields[i].Shape, v) {
			return nil, cost, false
		}
		amounts[i] = v
	}
	if a.d.Values != nil {
		return amounts, cost, a.fitsValues(amounts)
	}
	cost = formula.Int(0)
	for i, v := range amounts {
		if v.Kind() == formula.None {
			v = a.least()
			if amounts[i] = v; !a.r.p.Fits(&a.fields[i].Shape, v) {
				return nil, cost, false
			}
		}
		if formula.Compare(v, a.least()) < 0 || a.high.Kind() == formula.Number && formula.Compare(v, a.high) > 0 {
			return nil, cost, false
		}
		price := v
		if a.d.Cost != ruleset.None {
			price = a.r.s.TableValue(a.d.Cost, v)
		}
		if price.Kind() != formula.Number {
			return nil, cost, false
		}
		cost = formula.Add(cost, price)
	}
	return amounts, cost, !cost.Failed() && formula.Compare(cost, a.budget) <= 0
}

// fitsValues reports whether each amount is one of the values, each used once,
// and as many are used as can be.
func (a *allocation) fitsValues(amounts []formula.Value) bool {
	left := slices.Clone(a.d.Values)
	used := 0
	for _, v := range amounts {
		if v.Kind() == formula.None {
			continue
		}
		i := slices.IndexFunc(left, func(x formula.Value) bool { return formula.Equal(x, v) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
		used++
	}
	return used == min(len(a.fields), len(a.d.Values))
}
