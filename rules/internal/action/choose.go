package action

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// choose asks for options.
func (r *runner) choose(f *frame, step *engine.StepProg) *halt {
	d, p := step.Def.Choose, step.Choose
	var options []string
	for i := range d.Options {
		on, failed := r.s.Truth(p.When[i], f.node)
		if failed != nil {
			return f.fails(step, failed)
		}
		if on {
			options = append(options, d.Options[i].ID)
		}
	}
	if d.From != nil {
		var failed *formula.Fault
		if options, failed = r.s.AskOptions(p, f.node); failed != nil {
			return f.fails(step, failed)
		}
	}
	low, failed := r.s.Whole(&p.Min, f.node, 1)
	if failed != nil {
		return f.fails(step, failed)
	}
	high, failed := r.s.Whole(&p.Max, f.node, max(1, low))
	if failed != nil {
		return f.fails(step, failed)
	}
	high = min(high, int64(len(options)))
	if low > high {
		return &halt{fault.New("no-option", "/action", f.place(step)...)}
	}
	if high <= 0 {
		return nil
	}
	var chosen []string
	automatic := false
	stop := r.input(f, step, question{
		kind: "choose",
		needs: func() []ojson.Member {
			return []ojson.Member{
				ojson.Field("options", optionsJSON(options, d.Recommended)),
				ojson.Field("min", ojson.Int(low)), ojson.Field("max", ojson.Int(high)),
			}
		},
		auto: func() (ojson.Value, bool, *fault.Error) {
			if !r.in.Recommended {
				return ojson.Value{}, false, nil
			}
			var take []string
			for _, id := range d.Recommended {
				if slices.Contains(options, id) && int64(len(take)) < high {
					take = append(take, id)
				}
			}
			automatic = len(take) > 0 && int64(len(take)) >= low
			return ojson.Object(ojson.Field("options", ojson.Strings(take))), automatic, nil
		},
		take: func(input ojson.Value) (ojson.Value, bool) {
			var ok bool
			if chosen, ok = chosenOf(input, options); !ok || int64(len(chosen)) < low || int64(len(chosen)) > high {
				return ojson.Value{}, false
			}
			return ojson.Object(ojson.Field("options", ojson.Strings(chosen))), true
		},
		replayed: func() { automatic = true },
	})
	if stop != nil {
		return stop
	}
	v := &f.run.Vars[step.Slot].Value
	if v.Kind() == formula.List {
		items := make([]formula.Value, len(chosen))
		for i, id := range chosen {
			items[i] = formula.String(id)
		}
		*v = formula.ListOf(items)
	} else if len(chosen) > 0 {
		*v = formula.String(chosen[0])
	}
	m := []ojson.Member{ojson.Field("options", ojson.Strings(chosen))}
	if automatic {
		m = append(m, ojson.Field("auto", ojson.Bool(true)))
	}
	r.log(f, step, "choose", m...)
	return nil
}

func optionsJSON(options, recommended []string) ojson.Value {
	out := make([]ojson.Value, 0, len(options))
	for _, id := range options {
		m := []ojson.Member{ojson.Field("id", ojson.String(id))}
		if slices.Contains(recommended, id) {
			m = append(m, ojson.Field("recommended", ojson.Bool(true)))
		}
		out = append(out, ojson.Object(m...))
	}
	return ojson.Array(out...)
}

// chosenOf reads {option} or {options}: different ones of those offered. They
// come back in the order in which they are offered.
func chosenOf(input ojson.Value, options []string) ([]string, bool) {
	one, single := input.Get("option")
	list, several := input.Get("options")
	if single == several || !only(input, "option", "options") {
		return nil, false
	}
	items := list.Items()
	if single {
		items = []ojson.Value{one}
	} else if list.Kind() != ojson.KindArray {
		return nil, false
	}
	taken := make([]bool, len(options))
	for _, item := range items {
		id, ok := item.AsString()
		i := slices.Index(options, id)
		if !ok || i < 0 || taken[i] {
			return nil, false
		}
		taken[i] = true
	}
	out := []string{}
	for i, id := range options {
		if taken[i] {
			out = append(out, id)
		}
	}
	return out, true
}
