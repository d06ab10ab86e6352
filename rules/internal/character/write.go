package character

import (
	"cmp"
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
	for _, m := range written {
		if c.dirty&m.part == 0 {
			continue
		}
		v, ok := m.value(c)
		members = place(members, fileOrder, m.name, v, ok)
	}
	return ojson.Object(members...)
}

// member is a member of the file that mutators may change. value returns it, and
// false where the file shall not have it.
type member struct {
	name  string
	part  parts
	value func(c *Character) (ojson.Value, bool)
}

// written are those members.
var written = [...]member{
	{"fields", partFields, func(c *Character) (ojson.Value, bool) { return storedJSON(c.Fields), true }},
	{Inventory, partInventory, func(c *Character) (ojson.Value, bool) { return c.copiesJSON(Inventory), true }},
	{Features, partFeatures, func(c *Character) (ojson.Value, bool) { return c.copiesJSON(Features), true }},
	{"templates", partTemplates, func(c *Character) (ojson.Value, bool) { return c.templatesJSON(), true }},
	{"effects", partEffects, func(c *Character) (ojson.Value, bool) { return c.effectsJSON(), true }},
	{"choices", partChoices, func(c *Character) (ojson.Value, bool) { return c.choicesJSON(), true }},
	{"followUps", partFollowUps, func(c *Character) (ojson.Value, bool) { return c.followUpsJSON(), true }},
	{"homebrew", partHomebrew, func(c *Character) (ojson.Value, bool) { return c.Homebrew, !c.Homebrew.IsNull() }},
	{"extensions", partExtensions, func(c *Character) (ojson.Value, bool) { return c.Extensions, true }},
	{"creating", partCreating, func(c *Character) (ojson.Value, bool) { return ojson.Value{}, false }},
	{"nextId", partNextID, func(c *Character) (ojson.Value, bool) { return ojson.Int(c.NextID), true }},
}

// fileOrder and its like are the members in the order of the format.
var fileOrder = []string{
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
