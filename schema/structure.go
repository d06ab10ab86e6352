package schema

import (
	"fmt"

	"github.com/open-actor-models/oam/ojson"
)

// field is a property in the making: the parts that its name has in the merged
// schemas.
type field struct {
	name  string
	parts []part
}

// enter checks that the parts are schemas. It is called in the order of the
// properties, so that the first error in that order is reported.
func (f *field) enter() error {
	for i, p := range f.parts {
		var err error
		if f.parts[i], err = enter(p.v, p.at); err != nil {
			return err
		}
	}
	return nil
}

// Fields keep the order in which the parts name them first. A name that comes in
// several parts keeps all of its schemas: they are merged in turn when the
// property is converted, just as its objects were.

// object converts a merged position to an object type (behaviours, items 156,
// 157, 165 and 166).
func (c *converter) object(parts []part, name, key string, r result) (result, error) {
	fields, required, err := c.fields(parts)
	if err != nil {
		return result{}, err
	}
	r.notes = append(r.notes, c.describe(parts, objectKind)...)
	if len(fields) == 0 {
		c.warnOpen(parts)
	}
	// The node is known before its properties are converted: they may lead back
	// here.
	n := c.newType(objectKind, name, parts[0].at)
	n.text = c.describeAt(&r)
	r.node = n
	c.done[key] = &r
	n.edges = make([]edge, 0, len(fields))
	defer c.enterType()()
	for _, f := range fields {
		if err := f.enter(); err != nil {
			return result{}, err
		}
		pr, err := c.position(f.parts, childName(n.name, f.name))
		if err != nil {
			return result{}, err
		}
		if pr.node == nil {
			c.warn(f.parts[0].at, "null alone cannot be generated; the property is left out")
		}
		n.edges = append(n.edges, edge{
			key: f.name, text: c.describeAt(&pr), to: pr.node,
			required: required[f.name] && !pr.nullable && pr.node != nil,
		})
	}
	return r, nil
}

// fields collects the properties of the parts in their final order and the set
// of required names.
func (c *converter) fields(parts []part) ([]field, map[string]bool, error) {
	var fields []field
	index := map[string]int{}
	add := func(name string, p part) {
		i, ok := index[name]
		if !ok {
			i = len(fields)
			index[name] = i
			fields = append(fields, field{name: name})
		}
		fields[i].parts = append(fields[i].parts, p)
	}
	for i := range parts {
		list, ok := parts[i].get("properties")
		if !ok {
			continue
		}
		if list.Kind() != ojson.KindObject {
			return nil, nil, fail(c.paths.child(parts[i].at, "properties"), "properties must be an object, not "+list.Kind().String())
		}
		up := c.paths.child(parts[i].at, "properties")
		for _, m := range list.Members() {
			c.note(1 + len(m.Key)/textUnit)
			add(m.Key, part{v: m.Value, at: c.paths.child(up, m.Key)})
		}
	}
	// Only now, since a later part may have the schema of a name that an earlier
	// one requires.
	required := map[string]bool{}
	for i := range parts {
		names, err := requiredNames(&parts[i])
		if err != nil {
			return nil, nil, err
		}
		for _, name := range names {
			required[name] = true
			if _, ok := index[name]; ok {
				continue
			}
			c.warn(parts[i].at, "the required property "+clip(ojson.String(name), warningSize)+" has no schema; a string is generated")
			implied := ojson.Object(ojson.Field("type", ojson.String("string")))
			add(name, part{v: implied, at: c.paths.child(parts[i].at, "properties", name)})
		}
	}
	return inXOrder(fields, index, parts), required, c.spend(len(fields), parts[0].at)
}

// requiredNames returns the list of required of one part.
func requiredNames(p *part) ([]string, error) {
	v, ok := p.get("required")
	if !ok {
		return nil, nil
	}
	if v.Kind() != ojson.KindArray {
		return nil, fail(p.at, "required must be an array of strings, not "+v.Kind().String())
	}
	names := make([]string, 0, v.Len())
	for _, item := range v.Items() {
		name, ok := item.AsString()
		if !ok {
			return nil, fail(p.at, "required must be an array of strings; it holds "+item.Kind().String())
		}
		names = append(names, name)
	}
	return names, nil
}

// inXOrder puts the fields that x-order names first (behaviours, item 156).
// x-order is an extension: what it says about unknown properties or in other
// forms is ignored.
func inXOrder(fields []field, index map[string]int, parts []part) []field {
	var ordered []field
	placed := map[int]bool{}
	for i := range parts {
		v, _ := parts[i].get("x-order")
		for _, item := range v.Items() {
			name, ok := item.AsString()
			if j, known := index[name]; ok && known && !placed[j] {
				placed[j] = true
				ordered = append(ordered, fields[j])
			}
		}
	}
	if ordered == nil {
		return fields
	}
	for j, f := range fields {
		if !placed[j] {
			ordered = append(ordered, f)
		}
	}
	return ordered
}

// warnOpen warns about an object that may have any properties: the model
// generates none (behaviours, item 165). At the root a bare {"type":"object"}
// is how tools without parameters are written.
func (c *converter) warnOpen(parts []part) {
	listed := false
	for i := range parts {
		v, ok := parts[i].get("additionalProperties")
		if b, isBool := v.AsBool(); isBool && !b {
			return
		}
		if ok {
			c.warn(parts[i].at, "additional properties are not generated; the object stays empty")
			return
		}
		listed = listed || has(parts[i].v, "properties")
	}
	if !listed && parts[0].at.up != nil {
		c.warn(parts[0].at, "no properties are given; the object stays empty")
	}
}

// array converts a merged position to an array (behaviours, item 164).
func (c *converter) array(parts []part, name, key string, r result) (result, error) {
	if c.arrays++; c.arrays > maxArrays {
		return result{}, fail(parts[0].at, fmt.Sprintf("arrays are nested deeper than %d levels", maxArrays))
	}
	defer func() { c.arrays-- }()
	r.notes = append(r.notes, c.describe(parts, arrayKind)...)
	l, err := c.itemLimits(parts)
	if err != nil {
		return result{}, err
	}
	// Arrays are printed in place, so one that contains itself with no type in
	// between could not be written down.
	c.done[key] = &result{busy: true}
	items, err := c.itemParts(parts)
	if err != nil {
		return result{}, err
	}
	item := result{node: &node{kind: stringKind}}
	if len(items) > 0 {
		if item, err = c.position(items, childName(name, "item")); err != nil {
			return result{}, err
		}
		if item.node == nil {
			return result{}, fail(items[0].at, "null alone cannot be generated")
		}
		if item.nullable {
			c.warn(items[0].at, "null is allowed but never generated")
		}
	}
	// Items have no place for a description (item 164).
	if d := c.describeAt(&item); d != "" {
		r.notes = append(r.notes, "each item: "+d)
	}
	r.node = &node{kind: arrayKind, limits: l, edges: []edge{{to: item.node}}}
	c.done[key] = &r
	return r, nil
}

// itemParts returns the schemas of the items, none for strings.
func (c *converter) itemParts(parts []part) ([]part, error) {
	var items []part
	for i := range parts {
		p := &parts[i]
		// Item schemas by place cannot be kept apart, as all items of a generation
		// schema are alike.
		keyword, list := tuple(p)
		if keyword != "" {
			c.warn(p.at, fmt.Sprintf("%s has one schema per item; the first is generated for all", keyword))
			if list.Len() > 0 {
				item, err := enter(list.Items()[0], c.paths.childIndex(p.at, keyword, 0))
				if err != nil {
					return nil, err
				}
				items = append(items, item)
			}
			continue
		}
		v, ok := p.get("items")
		if !ok {
			continue
		}
		item, err := enter(v, c.paths.child(p.at, "items"))
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	if len(items) == 0 {
		c.warn(parts[0].at, "no items are given; strings are generated")
	}
	return items, nil
}

// tuple returns the list of schemas by place, in the new or the old form, and
// its keyword, "" when there is none.
func tuple(p *part) (keyword string, list ojson.Value) {
	for _, key := range [...]string{"prefixItems", "items"} {
		if v, ok := p.get(key); ok && v.Kind() == ojson.KindArray {
			return key, v
		}
	}
	return "", ojson.Value{}
}
