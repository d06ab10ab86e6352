package change

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// event is an adjust that landed; amounts are magnitudes.
type event struct {
	change   int
	field    *ruleset.Field
	down     bool
	tags     []string
	dealt    formula.Value
	excess   formula.Value
	overflow formula.Value // what the field took as an overflow; None for none
}

// amount is what a trigger asks for.
func (e *event) amount(t ruleset.Trigger) formula.Value {
	switch t {
	case ruleset.OnDealt:
		return e.dealt
	case ruleset.OnExcess:
		return e.excess
	case ruleset.OnOverflow:
		return e.overflow
	}
	return formula.Value{}
}

// fires reports whether an adjust fires a follow-up.
func (e *event) fires(f *ruleset.FollowUp, fieldID string) bool {
	switch {
	case f.Trigger == ruleset.Becomes || e.field.ID != fieldID || e.amount(f.Trigger).Sign() <= 0:
		return false
	case e.down && !f.Down || !e.down && !f.Up:
		return false
	}
	return len(f.Tags) == 0 || slices.ContainsFunc(f.Tags, func(t string) bool { return slices.Contains(e.tags, t) })
}

// facts are what the formulas of a follow-up read of the event.
func (e *event) facts() *engine.Event {
	f := &engine.Event{Amount: e.dealt, Dealt: e.dealt, Excess: e.excess, Overflow: e.overflow, Direction: "up"}
	if e.down {
		f.Direction = "down"
	}
	if f.Overflow.Kind() == formula.None {
		f.Overflow = formula.Int(0)
	}
	return f
}

// fired is a follow-up that is to be stored: its members after the id.
type fired struct{ members []ojson.Member }

// triggers collects what the batch fires.
type triggers struct {
	found    []fired
	problems []fault.Issue
	told     map[string]bool // the problems as text
}

// full reports whether more is fired than a character can store.
func (t *triggers) full() bool { return len(t.found) > character.MaxFollowUps }

// triggered works out the follow-ups of the batch, on the sheet of its end: by
// change, then in instance order; then those that became true. A follow-up that
// cannot be worked out is not stored and an issue.
func (b *batch) triggered() ([]fired, []fault.Issue, *fault.Error) {
	if !b.touched && len(b.events) == 0 {
		return nil, nil, nil
	}
	s, err := b.now()
	if err != nil {
		return nil, nil, err
	}
	all := s.FollowUps()
	var t triggers
	for from := 0; from < len(b.events); {
		to := from
		for to < len(b.events) && b.events[to].change == b.events[from].change {
			to++
		}
		for i := range all {
			u := &all[i]
			if u.Def.Trigger == ruleset.Becomes {
				continue
			}
			if t.full() {
				return nil, nil, exceeded("follow-ups", character.MaxFollowUps)
			}
			for k := from; k < to; k++ {
				if e := &b.events[k]; e.fires(u.Def, b.p.RS.Fields[u.Def.Field].ID) {
					t.fire(u, e.facts(), ojson.Object(
						ojson.Field("change", ojson.Int(int64(e.change))),
						ojson.Field("field", ojson.String(e.field.ID)),
						ojson.Field("amount", e.amount(u.Def.Trigger).JSON())))
				}
			}
		}
		from = to
	}
	if err := b.became(all, &t); err != nil {
		return nil, nil, err
	}
	return t.found, t.problems, nil
}

// became fires follow-ups whose formula is true and was not before the batch.
func (b *batch) became(all []engine.FollowUp, t *triggers) *fault.Error {
	var now []*engine.FollowUp
	for i := range all {
		u := &all[i]
		if u.Def.Trigger != ruleset.Becomes {
			continue
		}
		switch is, problem := u.Becomes(); {
		case problem != nil:
			t.failed(u, problem)
		case is:
			now = append(now, u)
		}
	}
	if len(now) == 0 {
		return nil
	}
	s, err := b.before()
	if err != nil {
		return err
	}
	type place struct{ source, id string }
	old := s.FollowUps()
	places := make(map[place]int, len(old))
	for i := range old {
		places[place{old[i].Source, old[i].Def.ID}] = i
	}
	for _, u := range now {
		if t.full() {
			return exceeded("follow-ups", character.MaxFollowUps)
		}
		if i, ok := places[place{u.Source, u.Def.ID}]; ok {
			if was, problem := old[i].Becomes(); was && problem == nil {
				continue
			}
		}
		t.fire(u, nil, ojson.Object(ojson.Field("change", ojson.Int(int64(len(b.changes)-1)))))
	}
	return nil
}

// fire asks the follow-up's condition and works out what it proposes.
func (t *triggers) fire(u *engine.FollowUp, e *engine.Event, cause ojson.Value) {
	on, problem := u.When(e)
	if problem != nil {
		t.failed(u, problem)
		return
	}
	if !on {
		return
	}
	run, problem := u.Run(e)
	if problem != nil {
		t.failed(u, problem)
		return
	}
	members := []ojson.Member{
		ojson.Field("followUp", ojson.String(u.Def.ID)),
		ojson.Field("source", ojson.String(u.Source)),
	}
	members = append(members, run...)
	members = append(members, ojson.Field("required", ojson.Bool(u.Def.Required)), ojson.Field("cause", cause))
	t.found = append(t.found, fired{members})
}

// failed reports a follow-up that cannot be worked out, once.
func (t *triggers) failed(u *engine.FollowUp, f *formula.Fault) {
	issue := fault.Issue{
		Code: "rule-error", Source: u.Source + "#" + u.Def.Name,
		Data: ojson.Object(ojson.Field("error", engine.FaultJSON(f))),
	}
	text := issue.JSON().String()
	if t.told[text] {
		return
	}
	if t.told == nil {
		t.told = map[string]bool{}
	}
	t.told[text] = true
	t.problems = append(t.problems, issue)
}

// store puts follow-ups into the file and returns them as offers.
func (b *batch) store(list []fired) ([]ojson.Value, *fault.Error) {
	offers := make([]ojson.Value, 0, len(list))
	for _, f := range list {
		id, err := b.ch.AddFollowUp(f.members)
		if err != nil {
			return nil, err
		}
		stored, _ := b.ch.FollowUp(id)
		offers = append(offers, stored.Offer())
	}
	return offers, nil
}
