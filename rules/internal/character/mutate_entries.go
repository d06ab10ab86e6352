package character

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// full is the error of a file that has as many entries as it may.
func (c *Character) full() *fault.Error {
	if len(c.Copies)+len(c.Templates)+len(c.Effects) >= MaxEntries {
		return limitError("entries", MaxEntries)
	}
	return nil
}

// AddCopy adds a copy with an id that nothing in the file has. The caller sees
// to that with [Character.Holds]; the state is taken over and need not be sorted.
func (c *Character) AddCopy(e Copy) *fault.Error {
	if err := c.full(); err != nil {
		return err
	}
	i, _ := c.findCopy(e.ID)
	own(c, partCopies, &c.Copies)
	c.touch(placePart(e.Place))
	e.seq, e.raw = c.next(), newCopy(e.Item)
	e.writeQuantity()
	e.writeEquipped()
	if e.State = c.newState(e.State); len(e.State) > 0 {
		e.raw = changedState(e.raw, entryOrder, e.State)
	}
	c.Copies = slices.Insert(c.Copies, i, e)
	c.took(e.ID)
	return nil
}

// RemoveCopies removes the copies among ids, and the picks below them.
func (c *Character) RemoveCopies(ids []string) {
	own(c, partCopies, &c.Copies)
	gone := set(ids)
	c.Copies = slices.DeleteFunc(c.Copies, func(e Copy) bool {
		if !gone.has(e.ID) {
			return false
		}
		c.touch(placePart(e.Place))
		c.removed(e.ID)
		return true
	})
}

// removed does what belongs to the removal of any entry: its id is not given
// again, and the picks below it go.
func (c *Character) removed(id string) {
	c.took(id)
	c.RemovePicksBelow(id)
}

// idSet holds ids; of one it needs no map.
type idSet struct {
	one  string
	many map[string]bool
}

func set(ids []string) idSet {
	if len(ids) == 1 {
		return idSet{one: ids[0]}
	}
	many := make(map[string]bool, len(ids))
	for _, id := range ids {
		many[id] = true
	}
	return idSet{many: many}
}

func (s idSet) has(id string) bool { return id == s.one || s.many[id] }

// changing returns a copy that may be written into, nil where there is none.
func (c *Character) changing(id string) *Copy {
	i, ok := c.findCopy(id)
	if !ok {
		return nil
	}
	own(c, partCopies, &c.Copies)
	e := &c.Copies[i]
	c.touch(placePart(e.Place))
	return e
}

func (e *Copy) writeQuantity() {
	e.raw = changed(e.raw, entryOrder, "quantity", ojson.Int(e.Quantity), e.Quantity == 1)
}

func (e *Copy) writeEquipped() {
	e.raw = changed(e.raw, entryOrder, "equipped", ojson.Bool(e.Equipped), !e.Equipped)
}

func (e *Applied) writeOn() {
	e.raw = changed(e.raw, effectOrder, "on", ojson.Bool(e.On), e.On)
}

// SetQuantity changes the quantity of a copy that the file holds.
func (c *Character) SetQuantity(id string, quantity int64) {
	if e := c.changing(id); e != nil {
		e.Quantity = quantity
		e.writeQuantity()
	}
}

// SetEquipped changes whether a copy that the file holds is equipped.
func (c *Character) SetEquipped(id string, equipped bool) {
	if e := c.changing(id); e != nil {
		e.Equipped = equipped
		e.writeEquipped()
	}
}

// SetState stores a state member of a copy or an applied effect that the file
// holds; a value of kind None removes it.
func (c *Character) SetState(id, name string, v formula.Value) {
	if e := c.changing(id); e != nil {
		e.State = c.withState(e.State, name, v)
		e.raw = changedState(e.raw, entryOrder, e.State)
		return
	}
	if e := c.changingEffect(id); e != nil {
		e.State = c.withState(e.State, name, v)
		e.raw = changedState(e.raw, effectOrder, e.State)
	}
}

// withState returns a state with one member changed. Clones share states, so
// that it never writes into the old one.
func (c *Character) withState(state []Stored, name string, v formula.Value) []Stored {
	list := append(make([]Stored, 0, len(state)+1), state...)
	if v.Kind() != formula.None {
		return c.put(list, name, v)
	}
	if i, ok := findStored(list, name); ok {
		list = slices.Delete(list, i, i+1)
	}
	return list
}

// newState returns the state of a new entry as the file holds it.
func (c *Character) newState(given []Stored) []Stored {
	var list []Stored
	for _, s := range given {
		list = c.put(list, s.ID, s.Value)
	}
	return list
}

// AddTemplate applies a template; see [Character.AddCopy] about the id.
func (c *Character) AddTemplate(id, template string) *fault.Error {
	if err := c.full(); err != nil {
		return err
	}
	own(c, partTemplates, &c.Templates)
	c.touch(partTemplates)
	c.Templates = append(c.Templates, Template{ID: id, Template: template, raw: newTemplate(id, template)})
	c.took(id)
	return nil
}

// RemoveTemplate removes a template and the picks below it, and reports whether
// it was there.
func (c *Character) RemoveTemplate(id string) bool {
	i := c.findTemplate(id)
	if i < 0 {
		return false
	}
	own(c, partTemplates, &c.Templates)
	c.touch(partTemplates)
	c.Templates = slices.Delete(c.Templates, i, i+1)
	c.removed(id)
	return true
}

// AddEffect applies an effect; see [Character.AddCopy] about the id and state.
func (c *Character) AddEffect(e Applied) *fault.Error {
	if err := c.full(); err != nil {
		return err
	}
	own(c, partEffects, &c.Effects)
	c.touch(partEffects)
	e.raw = newEffect(e.ID, e.Effect)
	if e.State = c.newState(e.State); len(e.State) > 0 {
		e.raw = changedState(e.raw, effectOrder, e.State)
	}
	e.writeOn()
	c.Effects = append(c.Effects, e)
	c.took(e.ID)
	return nil
}

// RemoveEffects removes the applied effects among ids, and the picks below them.
func (c *Character) RemoveEffects(ids []string) {
	own(c, partEffects, &c.Effects)
	gone := set(ids)
	c.Effects = slices.DeleteFunc(c.Effects, func(e Applied) bool {
		if !gone.has(e.ID) {
			return false
		}
		c.touch(partEffects)
		c.removed(e.ID)
		return true
	})
}

// changingEffect returns an applied effect that may be written into.
func (c *Character) changingEffect(id string) *Applied {
	i := c.findEffect(id)
	if i < 0 {
		return nil
	}
	own(c, partEffects, &c.Effects)
	c.touch(partEffects)
	e := &c.Effects[i]
	return e
}

// SwitchEffects switches the applied effects among ids on or off, by what they
// are.
func (c *Character) SwitchEffects(ids []string, on func(was bool) bool) {
	own(c, partEffects, &c.Effects)
	these := set(ids)
	for i := range c.Effects {
		if e := &c.Effects[i]; these.has(e.ID) {
			c.touch(partEffects)
			e.On = on(e.On)
			e.writeOn()
		}
	}
}
