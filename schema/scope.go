package schema

import (
	"github.com/open-actor-models/oam/ojson"
)

// JSON Schema judges additionalProperties by the properties of the same schema
// alone, so that two closed objects merged by allOf exclude each other. Authors
// who write this mean the merged object, the conversion generates it, and the
// validator has to let it pass: hence the scopes. A branch of a union sees what
// stands beside the union but not its sibling branches, or the branches of a
// closed union could not be told apart.

// nameSet holds names of properties; true are those whose schemas mention null.
type nameSet map[string]bool

// scope is the set of property names that the schemas around a schema know at
// the same position. additionalProperties false looks there, because the model
// is shown all of them as one object.
type scope struct {
	names nameSet
	up    *scope
}

// knows reports whether a schema around knows a property.
func (c *validator) knows(s *scope, name string) bool {
	for ; s != nil; s = s.up {
		c.budget -= 1 + len(name)/bytesPerStep
		if _, ok := s.names[name]; ok {
			return true
		}
	}
	return false
}

// nullable reports whether a schema around gives a property a schema that mentions
// null.
func (c *validator) nullable(s *scope, name string) bool {
	for ; s != nil; s = s.up {
		c.budget -= 1 + len(name)/bytesPerStep
		if s.names[name] {
			return true
		}
	}
	return false
}

// extend returns the scope for the schemas that are merged with schema, outer
// itself if that adds nothing.
func (c *validator) extend(outer *scope, schema, v ojson.Value) *scope {
	// Names matter to objects only.
	if v.Kind() != ojson.KindObject {
		return nil
	}
	names := c.names(schema, false)
	if len(names) == 0 {
		return outer
	}
	return &scope{names: names, up: outer}
}

// asked is a question for the names that a schema knows.
type asked struct {
	schema   ojson.Value
	branches bool
}

// names returns the names that a schema knows, collected once per schema.
func (c *validator) names(schema ojson.Value, branches bool) nameSet {
	a := asked{schema, branches}
	names, ok := c.known[a]
	if !ok {
		names = nameSet{}
		c.collect(schema, names, map[ojson.Value]bool{}, branches)
		if c.known == nil {
			c.known = map[asked]nameSet{}
		}
		c.known[a] = names
	}
	return names
}

// collect adds the names that a schema knows through $ref and allOf, and with
// branches through unions too: a branch must not allow the properties of its
// siblings, but what stands beside a union must allow those of its branches.
func (c *validator) collect(schema ojson.Value, names nameSet, seen map[ojson.Value]bool, branches bool) {
	if schema.Len() == 0 || seen[schema] {
		return
	}
	seen[schema] = true
	properties, _ := schema.Get("properties")
	for _, m := range properties.Members() {
		c.budget -= len(m.Key) / bytesPerStep
		names[m.Key] = names[m.Key] || c.nulls.mentioned(m.Value)
	}
	required, _ := schema.Get("required")
	c.budget -= 1 + properties.Len() + required.Len()
	if c.budget < 0 {
		return // the next check says so
	}
	for _, item := range required.Items() {
		name, ok := item.AsString()
		if _, known := names[name]; ok && !known {
			names[name] = false
		}
	}
	if ref, ok := schema.Get("$ref"); ok {
		if target, ok := c.target(schema, ref); ok {
			c.collect(target, names, seen, branches)
		}
	}
	for _, key := range [...]string{"allOf", "anyOf", "oneOf"} {
		if key != "allOf" && !branches {
			continue
		}
		list, _ := schema.Get(key)
		for _, s := range list.Items() {
			c.collect(s, names, seen, branches)
		}
	}
}

// checkObject checks properties, required and additionalProperties false.
func (c *validator) checkObject(schema, v ojson.Value, p *place, outer *scope) *complaint {
	var known nameSet // all that the position may know, collected on demand
	properties, _ := schema.Get("properties")
	required, _ := schema.Get("required")
	c.budget -= required.Len() / looksPerStep
	for _, item := range required.Items() {
		name, ok := item.AsString()
		c.budget -= len(name) / bytesPerStep
		if !ok || has(v, name) {
			continue
		}
		if known == nil {
			// What a union gives a property counts here: the model is shown each branch
			// merged with what stands beside it.
			known = c.names(schema, true)
		}
		if !known[name] && !c.nullable(outer, name) {
			return misfitAt(p, "the required property %s is missing", cut{item})
		}
	}
	c.budget -= v.Len() / looksPerStep
	for _, m := range v.Members() {
		// Looking a key up reads all of it.
		c.budget -= len(m.Key) / bytesPerStep
		if s, ok := properties.Get(m.Key); ok {
			if err := c.check(s, m.Value, &place{up: p, key: m.Key}, nil, 0); err != nil {
				return err
			}
		}
	}
	additional, _ := schema.Get("additionalProperties")
	if allowed, isBool := additional.AsBool(); !isBool || allowed || has(schema, "patternProperties") {
		return nil
	}
	c.budget -= v.Len() / looksPerStep
	for _, m := range v.Members() {
		if has(properties, m.Key) || c.knows(outer, m.Key) {
			continue
		}
		if known == nil {
			known = c.names(schema, true)
		}
		if _, ok := known[m.Key]; !ok {
			return misfitAt(&place{up: p, key: m.Key}, "no such property")
		}
	}
	return nil
}
