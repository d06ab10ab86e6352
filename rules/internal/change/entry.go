package change

import (
	"slices"

	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// target is an entry that a change is about. A standard copy that the file does
// not hold is saved by the change.
type target struct {
	id      string
	unsaved bool
	item    string // of unsaved ones
	place   string
}

// copies finds the copies that a change names.
func (b *batch) copies(c *Change) ([]target, *fault.Error) {
	if c.Copies == nil {
		if _, ok := b.ch.Copy(c.ID); ok {
			return []target{{id: c.ID}}, nil
		}
		if character.Standard(c.ID) {
			s, err := b.now()
			if err != nil {
				return nil, err
			}
			if e, ok := s.Entry(c.ID); ok && e.Copy {
				return []target{targetOf(e)}, nil
			}
		}
		return nil, unknown("unknown-entry", "/entry", "entry", c.ID)
	}
	entries, err := b.found(c)
	if err != nil {
		return nil, err
	}
	list := make([]target, 0, len(entries))
	for _, e := range entries {
		list = append(list, targetOf(e))
	}
	return list, nil
}

// found runs the query of a change.
func (b *batch) found(c *Change) ([]engine.Entry, *fault.Error) {
	s, err := b.now()
	if err != nil {
		return nil, err
	}
	if c.Copies != nil {
		return s.Copies(c.Copies.Type, c.Copies.Where, int(c.Copies.Limit))
	}
	return s.Applied(c.Applied.Where, int(c.Applied.Limit))
}

func targetOf(e engine.Entry) target {
	return target{id: e.ID, unsaved: e.Copy && !e.Saved, item: e.Item, place: e.Place}
}

// save stores a standard copy that is about to change.
func (b *batch) save(t target) *fault.Error {
	if _, ok := b.ch.Copy(t.id); !t.unsaved || ok {
		return nil
	}
	return b.ch.AddCopy(character.Copy{ID: t.id, Item: t.item, Place: placeOf(t.place), Quantity: 1})
}

// placeOf is where copies of a type are held; those of no type are features.
func placeOf(place string) string {
	if place == "" {
		return character.Features
	}
	return place
}

// eachCopy changes the copies that a change names.
func (b *batch) eachCopy(c *Change, do func(target)) *fault.Error {
	list, err := b.copies(c)
	if err != nil {
		return err
	}
	b.touch()
	for _, t := range list {
		if err := b.save(t); err != nil {
			return err
		}
		do(t)
	}
	return nil
}

// adjustQuantity moves a quantity, which stays between 0 and the greatest
// number.
func (b *batch) adjustQuantity(id string, by formula.Value) {
	e, _ := b.ch.Copy(id)
	sum := clamp(formula.Add(formula.Int(e.Quantity), by), formula.Int(0), formula.Int(formula.MaxNumber))
	n, _ := sum.AsInt()
	b.ch.SetQuantity(id, n)
}

// content finds the content of a new entry and checks that its type may be used
// so.
func (b *batch) content(id, path string, allowed func(*ruleset.Type) bool) (*ruleset.Type, *fault.Error) {
	c, ok := b.p.RS.Content(id)
	if !ok || c.Abstract {
		return nil, unknown("unknown-content", path, "content", id)
	}
	if c.Type < 0 || !allowed(b.p.RS.Types[c.Type]) {
		return nil, unknown("wrong-content-type", path, "content", id)
	}
	return b.p.RS.Types[c.Type], nil
}

// newID returns the id of a new entry; one that is picked is written into the
// change.
func (b *batch) newID(c *Change, path string) (string, *fault.Error) {
	if c.ID != "" {
		if b.ch.Holds(c.ID) {
			return "", unknown("duplicate-entry", path, "id", c.ID)
		}
		return c.ID, nil
	}
	id, err := b.ch.NewEntryID()
	if err == nil {
		b.written[b.index] = c.WithID(id)
	}
	return id, err
}

func (b *batch) addItem(c *Change) *fault.Error {
	t, err := b.content(c.Content, "/item", func(t *ruleset.Type) bool { return t.Copies != "" })
	if err != nil {
		return err
	}
	id, err := b.newID(c, "/entry")
	if err != nil {
		return err
	}
	if err := b.newState(t, c.States); err != nil {
		return err
	}
	quantity := int64(1)
	if c.Has("quantity") {
		quantity = c.Quantity
	}
	b.touch()
	err = b.ch.AddCopy(character.Copy{ID: id, Place: t.Copies, Item: c.Content, Quantity: quantity, Equipped: c.On, State: c.States})
	if err != nil {
		return err
	}
	return b.newBounds(id, t, c.States)
}

// removeItem removes copies with the picks below them. A standard copy goes back
// to what it is unsaved.
func (b *batch) removeItem(c *Change) *fault.Error {
	list, err := b.copies(c)
	if err != nil {
		return err
	}
	return b.removing(func() {
		ids := make([]string, 0, len(list))
		for _, t := range list {
			ids = append(ids, t.id)
		}
		b.ch.RemoveCopies(ids)
	})
}

func (b *batch) applyTemplate(c *Change) *fault.Error {
	if _, err := b.content(c.Content, "/template", func(t *ruleset.Type) bool { return t.Template }); err != nil {
		return err
	}
	id, err := b.newID(c, "/id")
	if err != nil {
		return err
	}
	b.touch()
	return b.ch.AddTemplate(id, c.Content)
}

func (b *batch) removeTemplate(c *Change) *fault.Error {
	if _, ok := b.ch.Template(c.ID); !ok {
		return unknown("unknown-entry", "/id", "entry", c.ID)
	}
	return b.removing(func() { b.ch.RemoveTemplate(c.ID) })
}

func (b *batch) applyEffect(c *Change) *fault.Error {
	t, err := b.content(c.Content, "/effect", func(t *ruleset.Type) bool { return t.Applied })
	if err != nil {
		return err
	}
	id, err := b.newID(c, "/id")
	if err != nil {
		return err
	}
	if err := b.newState(t, c.States); err != nil {
		return err
	}
	b.touch()
	if err := b.ch.AddEffect(character.Applied{ID: id, Effect: c.Content, On: c.On, State: c.States}); err != nil {
		return err
	}
	return b.newBounds(id, t, c.States)
}

// effects finds the applied effects that a change names.
func (b *batch) effects(c *Change) ([]string, *fault.Error) {
	if c.Applied == nil {
		if _, ok := b.ch.Effect(c.ID); !ok {
			return nil, unknown("unknown-entry", "/id", "entry", c.ID)
		}
		return []string{c.ID}, nil
	}
	entries, err := b.found(c)
	if err != nil {
		return nil, err
	}
	ids := make([]string, 0, len(entries))
	for _, e := range entries {
		ids = append(ids, e.ID)
	}
	return ids, nil
}

func (b *batch) removeEffect(c *Change) *fault.Error {
	ids, err := b.effects(c)
	if err != nil {
		return err
	}
	return b.removing(func() { b.ch.RemoveEffects(ids) })
}

func (b *batch) toggleEffect(c *Change) *fault.Error {
	ids, err := b.effects(c)
	if err != nil {
		return err
	}
	b.touch()
	flip := !c.Has("on")
	b.ch.SwitchEffects(ids, func(on bool) bool { return flip && !on || !flip && c.On })
	return nil
}

// stateMember finds a state member of a type, -1 for none.
func stateMember(t *ruleset.Type, name string) int {
	if t == nil {
		return -1
	}
	return slices.IndexFunc(t.State, func(m *ruleset.Member) bool { return m.Name == name })
}
