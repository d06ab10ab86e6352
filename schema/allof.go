package schema

import (
	"github.com/open-actor-models/oam/ojson"
)

// flattener collects the parts of a position, allOf and references followed.
type flattener struct {
	c    *converter
	out  []part
	done map[partKey]bool
	// open are the parts being followed; meeting one again is a cycle.
	open map[partKey]bool
}

// flatten replaces references and allOf by what they lead to (behaviours, item
// 166). The order of the result is the order in which the parts' properties
// come. A schema that is reached twice counts once, which changes nothing about
// a conjunction and keeps the result no longer than the source.
func (c *converter) flatten(pos []part) ([]part, error) {
	c.note(len(pos))
	if len(pos) == 1 && !has(pos[0].v, "$ref") && !has(pos[0].v, "allOf") {
		return pos, nil
	}
	f := &flattener{c: c, done: map[partKey]bool{}, open: map[partKey]bool{}}
	for _, p := range pos {
		if err := f.add(p); err != nil {
			return nil, err
		}
	}
	return f.out, nil
}

// has reports whether an object has a key.
func has(v ojson.Value, key string) bool {
	_, ok := v.Get(key)
	return ok
}

// add puts p and the schemas that it stands for into the result.
func (f *flattener) add(p part) error {
	key := p.key()
	switch {
	case f.open[key]:
		return fail(p.at, "the schema refers to itself endlessly")
	// A schema that is reached in two ways (a diamond of references) is not a
	// cycle; the second time adds nothing.
	case f.done[key]:
		return nil
	case len(f.open) >= maxChain:
		return fail(p.at, "the chain of references is too long")
	}
	f.c.note(p.v.Len())
	if err := f.c.spend(1, p.at); err != nil {
		return err
	}
	if p.flat {
		f.out = append(f.out, p)
		f.done[key] = true
		return nil
	}
	f.open[key] = true
	defer func() {
		delete(f.open, key)
		f.done[key] = true
	}()

	// The keywords beside $ref and allOf come where "properties" stands among
	// the members, so that properties keep the order of the document.
	self := p
	self.flat = true
	own := false
	for _, m := range p.v.Members() {
		switch m.Key {
		case "properties":
			f.out, own = append(f.out, self), true
		case "$ref":
			target, err := f.c.target(p, m.Value)
			if err != nil {
				return err
			}
			target.level, target.muted = p.level+1, p.muted
			if err := f.add(target); err != nil {
				return err
			}
		case "allOf":
			if err := f.allOf(p, m.Value); err != nil {
				return err
			}
		}
	}
	if !own {
		f.out = append(f.out, self)
	}
	return nil
}

// allOf adds the parts of an allOf in the order of the list.
func (f *flattener) allOf(p part, list ojson.Value) error {
	at := f.c.paths.child(p.at, "allOf")
	if list.Kind() != ojson.KindArray || list.Len() == 0 {
		return fail(at, "allOf must be an array of at least one schema")
	}
	for i, v := range list.Items() {
		q, err := enter(v, f.c.paths.childIndex(p.at, "allOf", i))
		if err != nil {
			return err
		}
		q.level, q.muted = p.level+1, p.muted
		if err := f.add(q); err != nil {
			return err
		}
	}
	return nil
}

// target follows the reference of p. The part counts as written at the position
// itself until the caller says otherwise. Each reference is read once, however
// often its schema is merged.
func (c *converter) target(p part, ref ojson.Value) (part, error) {
	if p.at.target != nil {
		return *p.at.target, nil
	}
	s, ok := ref.AsString()
	if !ok {
		return part{}, fail(p.at, "$ref must be a string, not "+ref.Kind().String())
	}
	v, at, ok := c.paths.resolve(c.root, s)
	if !ok {
		return part{}, fail(p.at, "cannot resolve $ref "+clip(ref, warningSize)+"; only references within the schema work")
	}
	target, err := enter(v, at)
	if err == nil {
		p.at.target = &target
	}
	return target, err
}
