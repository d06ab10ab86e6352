package schema

import "github.com/open-actor-models/oam/ojson"

// aliasTarget is where an alias leads, with the name of its type when it has
// no title.
type aliasTarget struct {
	part
	hint string
}

// These are all aliases of Item:
//
// 	{"$ref":"#/$defs/Item"}
// 	{"$ref":"#/$defs/Item","description":"the one in the left hand"}
// 	{"allOf":[{"$ref":"#/$defs/Item"}],"description":"…"}
// 	{"anyOf":[{"$ref":"#/$defs/Item"},{"type":"null"}],"default":null}
//
// The last two are how code generators write a described or an optional reference.

// alias recognizes a schema that is only another name for another one: $ref, an
// allOf of one, or a union with one branch that is not null, beside nothing but
// annotations. Positions with the same target share its type (behaviours, items
// 168 and 170).
func (c *converter) alias(p part, hint string) (aliasTarget, bool, error) {
	keys := p.constraintKeys()
	if len(keys) != 1 {
		return aliasTarget{}, false, nil
	}
	hint = titleOf([]part{p}, hint)
	value, _ := p.get(keys[0])
	switch keys[0] {
	case "$ref":
		target, err := c.target(p, value)
		if err != nil {
			return aliasTarget{}, false, err
		}
		return aliasTarget{target, definitionName(target.at, hint)}, true, nil
	case "allOf":
		if value.Len() != 1 || value.Kind() != ojson.KindArray {
			return aliasTarget{}, false, nil
		}
		target, err := enter(value.Items()[0], c.paths.childIndex(p.at, "allOf", 0))
		return aliasTarget{target, hint}, err == nil, err
	case "anyOf", "oneOf":
		branches, _, err := c.realBranches(&p, keys[0])
		if err != nil || len(branches) != 1 {
			return aliasTarget{}, false, err
		}
		return aliasTarget{branches[0], hint}, true, nil
	}
	return aliasTarget{}, false, nil
}

// definitionName returns the key of a definition, which is its name as far as
// the author is concerned; hint for any other target.
func definitionName(at *path, hint string) string {
	if at.up != nil && at.up.up != nil && (at.up.key == "$defs" || at.up.key == "definitions") {
		return at.key
	}
	return hint
}

// follow converts the alias p through its target. Its own description wins;
// that of an object type or of the root stays with the type, any other comes
// along.
func (c *converter) follow(p part, target aliasTarget, ch *chain) (result, error) {
	ch, err := ch.push(target.at)
	if err != nil {
		// The place to mend is the reference, not what it names.
		err.(*Error).Pointer = p.at.pointer()
		return result{}, err
	}
	r, err := c.convert([]part{target.part}, target.hint, ch)
	if err != nil {
		return result{}, err
	}
	return c.annotate(r, []part{p})
}

// annotate puts the annotations of an outer schema on the result of the schema
// that it stands for.
func (c *converter) annotate(r result, outer []part) (result, error) {
	text, notes := c.annotations(outer)
	if r.node != nil && (r.node.kind == objectKind || r.node == c.top) {
		r.text, r.notes = text, notes
	} else {
		if text != "" {
			r.text = text
		}
		c.note(len(r.notes))
		r.notes = append(r.notes[:len(r.notes):len(r.notes)], notes...)
	}
	nullable, err := c.nullable(outer)
	r.nullable = r.nullable || nullable
	return r, err
}
