package change

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// The limits of batches (docs/rules/limits.md).
const (
	MaxChanges = 1_000
	MaxParts   = 100
	MaxFaces   = 1_000 // dice of one call
)

// DecodeBatch reads a list of changes, with every shape error of every change.
// Paths begin with the given one, such as "/changes". A batch beyond a limit has
// that one error, without a path.
func DecodeBatch(changes []ojson.Value, path string) ([]*Change, []*fault.Error) {
	if len(changes) > MaxChanges {
		return nil, []*fault.Error{exceeded("changes", MaxChanges)}
	}
	var d decoder
	list := make([]*Change, 0, len(changes))
	all := make([]Change, len(changes))
	for i, item := range changes {
		d.change(&all[i], item, fault.Index(path, i))
		list = append(list, &all[i])
	}
	if errs := d.result(); errs != nil {
		return nil, errs
	}
	return list, nil
}

// Decode reads one change. Paths are relative to it.
func Decode(v ojson.Value) (*Change, []*fault.Error) {
	var d decoder
	c := &Change{}
	d.change(c, v, "")
	if errs := d.result(); errs != nil {
		return nil, errs
	}
	return c, nil
}

// exceeded is the failure of a whole call.
func exceeded(limit string, most int64) *fault.Error {
	return fault.New(limitCode, "",
		ojson.Field("limit", ojson.String(limit)), ojson.Field("max", ojson.Int(most)))
}

// decoder collects what is wrong with changes.
type decoder struct {
	errs  fault.List
	limit *fault.Error
}

func (d *decoder) result() []*fault.Error {
	if d.limit != nil {
		return []*fault.Error{d.limit}
	}
	if d.errs.Empty() {
		return nil
	}
	return d.errs.Sorted()
}

func (d *decoder) change(c *Change, v ojson.Value, path string) {
	if v.Kind() != ojson.KindObject {
		d.wrongType(path, fault.WantObject)
		return
	}
	typ, ok := v.Get("type")
	name, isText := typ.AsString()
	s, known := shapeOf(name)
	switch {
	case !ok:
		d.missing(path, "type")
		return
	case !isText:
		d.wrongType(fault.Key(path, "type"), fault.WantText)
		return
	case !known:
		d.errs.Addf("unknown-change-type", fault.Key(path, "type"), ojson.Field("type", typ))
		return
	}
	c.Type, c.Raw = s.typ, v
	if s.typ == Equip || s.typ == ApplyEffect {
		c.On = true
	}
	for _, m := range v.Members() {
		if m.Key == "type" {
			continue
		}
		i := slices.IndexFunc(s.members, func(x member) bool { return x.name == m.Key })
		if i < 0 {
			d.unknown(path, m.Key)
			continue
		}
		c.has |= 1 << i
		d.member(c, s.members[i], m.Value, path)
	}
	for i, m := range s.members {
		if m.required && c.has&(1<<i) == 0 {
			d.missing(path, m.name)
		}
	}
	if s.oneOf != nil {
		d.oneOf(v, s.oneOf, path)
	}
	if s.typ == Adjust {
		d.parts(c, v, path)
	}
}

// oneOf reports none and several of members of which one must be there.
func (d *decoder) oneOf(v ojson.Value, names []string, path string) {
	var found []string
	for _, name := range names {
		if _, ok := v.Get(name); ok {
			found = append(found, name)
		}
	}
	switch {
	case len(found) == 0:
		d.errs.Addf("missing-member", path,
			ojson.Field("member", ojson.String(names[0])), ojson.Field("or", ojson.Strings(names[1:])))
	case len(found) > 1:
		d.conflicting(path, found...)
	}
}

// member reads one member into its place in c.
func (d *decoder) member(c *Change, m member, v ojson.Value, parent string) {
	at := place{parent, m.name}
	switch m.kind {
	case aText, aNewID:
		d.textMember(c, m, v, at)
	case aBoolean:
		c.On = d.boolean(v, at)
	case anInteger:
		c.By = d.number(v, at)
		if c.By.Kind() == formula.Number && !c.By.IsInteger() {
			d.wrongType(at.path(), fault.WantInteger)
		}
	case aCount:
		c.Quantity = d.atLeast(v, at, 0)
	case aNumber:
		c.By = d.number(v, at)
	case aValue:
		c.Value = d.value(v, at, true)
	case aState:
		c.States = d.states(v, at)
	case someTags:
		c.Tags = d.tags(v, at)
	case someFaces:
		c.Faces = d.faces(v, at)
	case someParts:
		c.Parts = d.partList(v, at)
	case copyQuery:
		c.Copies = d.query(v, at, true)
	case effectQuery:
		c.Applied = d.query(v, at, false)
	case anything:
		c.Any = v
	case aRelease:
		c.Any = v
		if v.Kind() != ojson.KindObject && !v.IsNull() {
			d.wrongType(at.path(), fault.WantObject)
		}
	}
}

func (d *decoder) textMember(c *Change, m member, v ojson.Value, at place) {
	s := d.text(v, at)
	switch m.name {
	case "field":
		c.Field = s
	case "item", "template", "effect":
		c.Content = s
	case "entry", "id":
		c.ID = s
	case "state":
		c.State = s
	case "path":
		c.Path = s
	case "option":
		c.Option = s
	case "key":
		c.Key = s
	}
	if m.kind == aNewID && v.Kind() == ojson.KindString && !character.ValidID(s) {
		d.errs.Addf("invalid-id", at.path(), ojson.Field("id", v))
	}
}

// parts reports what does not go together in an adjust.
func (d *decoder) parts(c *Change, v ojson.Value, path string) {
	_, hasParts := v.Get("parts")
	if _, hasTags := v.Get("tags"); hasTags && hasParts {
		d.conflicting(path, "parts", "tags")
	}
	direction := 0
	for i := range c.Parts {
		sign := c.Parts[i].By.Sign()
		if sign*direction < 0 {
			d.errs.Addf("invalid-value", fault.Key(fault.Index(fault.Key(path, "parts"), i), "by"))
		} else if sign != 0 {
			direction = sign
		}
	}
}
