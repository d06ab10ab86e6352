package change

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// newState checks the state that a new entry begins with.
func (b *batch) newState(t *ruleset.Type, given []character.Stored) *fault.Error {
	for _, s := range given {
		path := fault.Key("/state", s.ID)
		i := stateMember(t, s.ID)
		if i < 0 {
			return unknown("unknown-state", path, "state", s.ID)
		}
		if err := b.fits(&t.State[i].Shape, s.Value, path); err != nil {
			return err
		}
	}
	return nil
}

// newBounds checks the numbers of a new entry's state, whose bounds may read the
// entry.
func (b *batch) newBounds(id string, t *ruleset.Type, given []character.Stored) *fault.Error {
	for _, given := range given {
		i := stateMember(t, given.ID)
		m := t.State[i]
		if given.Value.Kind() != formula.Number || m.Min == nil && m.Max == nil {
			continue
		}
		low, high, known := literals(m.Min, m.Max)
		if !known {
			s, err := b.now()
			if err != nil {
				return err
			}
			e, ok := s.Entry(id)
			if !ok {
				continue
			}
			_, low, high = s.State(e, i)
		}
		if err := outside(given.Value, low, high, fault.Key("/state", given.ID)); err != nil {
			return err
		}
	}
	return nil
}

// stateful finds the entries whose state a change is about.
func (b *batch) stateful(c *Change) ([]engine.Entry, *fault.Error) {
	if c.Copies != nil || c.Applied != nil {
		return b.found(c)
	}
	s, err := b.now()
	if err != nil {
		return nil, err
	}
	if e, ok := s.Entry(c.ID); ok && (e.Copy || e.Applied) {
		return []engine.Entry{e}, nil
	}
	_, held := b.ch.Copy(c.ID)
	_, applied := b.ch.Effect(c.ID)
	if held || applied {
		// Its content is gone, so nothing says which state it may have.
		return nil, unknown("unknown-state", "/state", "state", c.State)
	}
	return nil, unknown("unknown-entry", "/entry", "entry", c.ID)
}

// newValue is a value that a state member gets.
type newValue struct {
	entry engine.Entry
	value formula.Value
}

// setState checks all values before it stores one.
func (b *batch) setState(c *Change) *fault.Error {
	return b.states(c, func(s *engine.Sheet, e engine.Entry, i int) (formula.Value, *fault.Error) {
		m := e.Type.State[i]
		if c.Value.Kind() == formula.None {
			return c.Value, nil
		}
		if err := b.fits(&m.Shape, c.Value, "/value"); err != nil {
			return c.Value, err
		}
		if c.Value.Kind() == formula.Number && (m.Min != nil || m.Max != nil) {
			_, low, high := s.State(e, i)
			return c.Value, outside(c.Value, low, high, "/value")
		}
		return c.Value, nil
	})
}

// adjustState moves a number of a state within its bounds.
func (b *batch) adjustState(c *Change) *fault.Error {
	return b.states(c, func(s *engine.Sheet, e engine.Entry, i int) (formula.Value, *fault.Error) {
		m := e.Type.State[i]
		if !numeric(&m.Shape) {
			return formula.Value{}, unknown("wrong-value", "/state", "state", m.Name)
		}
		v, low, high := s.State(e, i)
		for _, x := range [...]formula.Value{v, low, high} {
			if x.Failed() {
				return x, failed(x.Fault(), "/state")
			}
		}
		v, err := storable(&m.Shape, clamp(formula.Add(v, c.By), low, high))
		if err != nil {
			err = err.Under("/by")
		}
		return v, err
	})
}

// states works out the new values of the entries that a change names, all from
// the same sheet, and stores them.
func (b *batch) states(c *Change, work func(*engine.Sheet, engine.Entry, int) (formula.Value, *fault.Error)) *fault.Error {
	entries, err := b.stateful(c)
	if err != nil || len(entries) == 0 {
		return err
	}
	s, err := b.now()
	if err != nil {
		return err
	}
	list := make([]newValue, 0, len(entries))
	for _, e := range entries {
		i := stateMember(e.Type, c.State)
		if i < 0 {
			return fault.New("unknown-state", "/state",
				ojson.Field("state", ojson.String(c.State)), ojson.Field("entry", ojson.String(e.ID)))
		}
		v, err := work(s, e, i)
		if err != nil {
			return err
		}
		list = append(list, newValue{e, v})
	}
	b.touch()
	for _, n := range list {
		if err := b.save(targetOf(n.entry)); err != nil {
			return err
		}
		b.ch.SetState(n.entry.ID, c.State, n.value)
	}
	return nil
}
