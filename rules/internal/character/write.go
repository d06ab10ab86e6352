package character

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// JSON returns the file: what no mutator touched as it was read, the rest in the
// order in which it came, new members of the file and of entries where the
// format lists them.
func (c *Character) JSON() ojson.Value {
	if c.dirty == 0 {
		return c.source
	}
	members := slices.Clone(c.source.Members())
	for i := range members {
		if p := partOf(members[i].Key); c.dirty&p != 0 {
			members[i].Value = c.part(p)
		}
	}
	return ojson.Object(members...)
}

// touch marks a part of the file as changed. A member that the file does not have
// gets its place at once, so that changes in one batch and in several give the
// same bytes.
func (c *Character) touch(p parts) {
	if c.dirty&p != 0 {
		return
	}
	c.dirty |= p
	name := fileOrder[bits.TrailingZeros16(uint16(p))]
	if _, ok := c.source.Get(name); !ok {
		members := append(make([]ojson.Member, 0, c.source.Len()+1), c.source.Members()...)
		c.source = ojson.Object(place(members, fileOrder[:], name, ojson.Value{}, true)...)
	}
}

// drop takes a member out of the file.
func (c *Character) drop(p parts) {
	c.dirty &^= p
	c.source = c.source.Without(fileOrder[bits.TrailingZeros16(uint16(p))])
}

// partOf is the part that is written as a member, 0 for none.
func partOf(name string) parts {
	i := slices.Index(fileOrder[:], name)
	if i < 0 {
		return 0
	}
	return 1 << i
}

// part writes a part that mutators change.
func (c *Character) part(p parts) ojson.Value {
	switch p {
	case partFields:
		return storedJSON(c.Fields)
	case partInventory:
		return c.copiesJSON(Inventory)
	case partFeatures:
		return c.copiesJSON(Features)
	case partTemplates:
		return c.templatesJSON()
	case partEffects:
		return c.effectsJSON()
	case partChoices:
		return c.choicesJSON()
	case partFollowUps:
		return c.followUpsJSON()
	case partHomebrew:
		return c.Homebrew
	case partExtensions:
		return c.Extensions
	}
	return ojson.Int(c.NextID)
}

// fileOrder and its like are the members in the order of the format. The bit of a
// part is its index here.
var fileOrder = [...]string{
	"specVersion", "id", "packs", "fields", Inventory, Features, "templates", "effects", "choices",
	"links", "followUps", "homebrew", "extensions", "creating", "nextId",
}

var entryOrder = []string{"item", "quantity", "equipped", "state"}
var effectOrder = []string{"id", "effect", "state", "on"}

// place puts a member into a list that the caller owns: in its place where the
// list has it, else behind the nearest member before it in order. Without has it
// takes the member out.
func place(members []ojson.Member, order []string, name string, v ojson.Value, has bool) []ojson.Member {
	at := slices.IndexFunc(members, func(m ojson.Member) bool { return m.Key == name })
	switch {
	case at >= 0 && has:
		members[at].Value = v
		return members
	case at >= 0:
		return slices.Delete(members, at, at+1)
	case !has:
		return members
	}
	after := 0
	for rank := slices.Index(order, name) - 1; rank >= 0; rank-- {
		i := slices.IndexFunc(members, func(m ojson.Member) bool { return m.Key == order[rank] })
		if i >= 0 {
			after = i + 1
			break
		}
	}
	return slices.Insert(members, after, ojson.Field(name, v))
}

// storedJSON writes stored values in the order of the file.
func storedJSON(list []Stored) ojson.Value {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Stored) int { return cmp.Compare(a.seq, b.seq) })
	members := make([]ojson.Member, 0, len(list))
	for _, s := range list {
		members = append(members, ojson.Field(s.ID, s.Raw))
	}
	return ojson.Object(members...)
}

func (c *Character) copiesJSON(place string) ojson.Value {
	list := make([]*Copy, 0, len(c.Copies))
	for i := range c.Copies {
		if c.Copies[i].Place == place {
			list = append(list, &c.Copies[i])
		}
	}
	slices.SortFunc(list, func(a, b *Copy) int { return cmp.Compare(a.seq, b.seq) })
	members := make([]ojson.Member, 0, len(list))
	for _, e := range list {
		members = append(members, ojson.Field(e.ID, e.raw))
	}
	return ojson.Object(members...)
}

// changed returns an entry with one member changed. It is written at once, not
// when the file is, so that changes in one batch and in several give the same
// bytes. A member at its default is written only where the entry has it already.
func changed(entry ojson.Value, order []string, name string, v ojson.Value, byDefault bool) ojson.Value {
	if byDefault {
		if _, ok := entry.Get(name); !ok {
			return entry
		}
	}
	members := append(make([]ojson.Member, 0, entry.Len()+1), entry.Members()...)
	return ojson.Object(place(members, order, name, v, true)...)
}

// changedState returns an entry with a state, which is not written when empty.
func changedState(entry ojson.Value, order []string, state []Stored) ojson.Value {
	members := append(make([]ojson.Member, 0, entry.Len()+1), entry.Members()...)
	return ojson.Object(place(members, order, "state", storedJSON(state), len(state) > 0)...)
}

func (c *Character) templatesJSON() ojson.Value {
	items := make([]ojson.Value, 0, len(c.Templates))
	for _, t := range c.Templates {
		items = append(items, t.raw)
	}
	return ojson.Array(items...)
}

func (c *Character) effectsJSON() ojson.Value {
	items := make([]ojson.Value, 0, len(c.Effects))
	for i := range c.Effects {
		items = append(items, c.Effects[i].raw)
	}
	return ojson.Array(items...)
}

func (c *Character) choicesJSON() ojson.Value {
	list := slices.Clone(c.Picks)
	slices.SortFunc(list, func(a, b Pick) int { return cmp.Compare(a.seq, b.seq) })
	members := make([]ojson.Member, 0, len(list))
	for _, p := range list {
		members = append(members, ojson.Field(p.Path, p.raw))
	}
	return ojson.Object(members...)
}

func (c *Character) followUpsJSON() ojson.Value {
	items := make([]ojson.Value, 0, len(c.FollowUps))
	for _, f := range c.FollowUps {
		items = append(items, f.Object)
	}
	return ojson.Array(items...)
}

// newTemplate and its like write what a mutator adds.
func newTemplate(id, template string) ojson.Value {
	return ojson.Object(ojson.Field("id", ojson.String(id)), ojson.Field("template", ojson.String(template)))
}

func newEffect(id, effect string) ojson.Value {
	return ojson.Object(ojson.Field("id", ojson.String(id)), ojson.Field("effect", ojson.String(effect)))
}

func newCopy(item string) ojson.Value { return ojson.Object(ojson.Field("item", ojson.String(item))) }
