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

// has reports whether a schema around knows a property.
func (s *scope) has(name string) bool {
	for ; s != nil; s = s.up {
		if _, ok := s.names[name]; ok {
			return true
		}
	}
	return false
}

// nullable reports whether a schema around gives a property a schema that mentions
// null.
func (s *scope) nullable(name string) bool {
	for ; s != nil; s = s.up {
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

// names returns the names that a schema knows, collected.
func (c *validator) names(schema ojson.Value, branches bool) nameSet {
	names := nameSet{}
	c.collect(schema, names, map[ojson.Value]bool{}, branches)
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
		asked := map[ojson.Value]bool{}
		names[m.Key] = names[m.Key] || mentionsNull(c.root, m.Value, asked)
		c.budget -= len(asked)
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
		s, _ := ref.AsString()
		if target, _, ok := resolve(c.root, s); ok {
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
func (c *validator) checkObject(schema, v ojson.Value, p *place, outer *scope) *ValidationError {
	var known nameSet // all that the position may know, collected on demand
	properties, _ := schema.Get("properties")
	required, _ := schema.Get("required")
	for _, item := range required.Items() {
		name, ok := item.AsString()
		if !ok || has(v, name) {
			continue
		}
		if known == nil {
			// What a union gives a property counts here: the model is shown each branch
			// merged with what stands beside it.
			known = c.names(schema, true)
		}
		if !known[name] && !outer.nullable(name) {
			return misfitAt(p, "the required property %s is missing", clip(item, warningSize))
		}
	}
	for _, m := range v.Members() {
		if s, ok := properties.Get(m.Key); ok {
			if err := c.check(s, m.Value, &place{p, m.Key}, nil, 0); err != nil {
				return err
			}
		}
	}
	additional, _ := schema.Get("additionalProperties")
	if allowed, isBool := additional.AsBool(); !isBool || allowed || has(schema, "patternProperties") {
		return nil
	}
	for _, m := range v.Members() {
		if has(properties, m.Key) || outer.has(m.Key) {
			continue
		}
		if known == nil {
			known = c.names(schema, true)
		}
		if _, ok := known[m.Key]; !ok {
			return misfitAt(&place{p, m.Key}, "no such property")
		}
	}
	return nil
}
