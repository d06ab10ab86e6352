package schema

import (
	"fmt"
	"strconv"

	"github.com/open-actor-models/oam/ojson"
)

// Validate checks a value against the source schema, as far as models are held
// to it: type, enum, const, the bounds of numbers and of the length of arrays,
// properties, required, additionalProperties false, items, allOf, anyOf, $ref
// and boolean schemas. Keywords that are only described to the model (pattern,
// format, minLength and the others of item 163 of the behaviours) are not
// checked. The error is a [*ValidationError] for the first misfit found.
//
// It departs from JSON Schema where the model is shown something else:
//
//   - A required property whose schema mentions null may be absent.
//   - oneOf is checked like anyOf.
//   - additionalProperties false allows the properties of all schemas that are
//     merged at its position, and required names; beside patternProperties it
//     is not checked.
//   - Values of an enum of mixed types are also accepted as the strings that
//     the model was offered for them.
//   - Bounds that exclude everything (minimum 5, maximum 3) are not checked,
//     nor items beside or in the form of a list of schemas.
//   - Numbers beyond the range of a double fit no type.
//
// Where the conversion narrowed a schema with a warning, such as several types
// to the first, Validate accepts all that the source does.
func (s *Schema) Validate(v ojson.Value) error {
	c := validator{root: s.source, budget: maxSteps + stepsPerValue*size(v)}
	if err := c.check(s.source, v, nil, nil, 0); err != nil {
		return err
	}
	return nil
}

// A validation may take maxSteps and some more for each value within the value.
// Unions within merged unions could make the number of steps exponential.
const (
	maxSteps      = 1_000_000
	stepsPerValue = 16
)

// maxTried bounds the outcomes that are remembered; more would cost more memory
// than they save time.
const maxTried = 1 << 16

// maxNesting bounds the schemas that apply to one value through references,
// allOf and unions.
const maxNesting = 4 * maxChain

// size returns the number of values in v, itself included.
func size(v ojson.Value) int {
	n := 1
	for _, item := range v.Items() {
		n += size(item)
	}
	for _, m := range v.Members() {
		n += size(m.Value)
	}
	return n
}

// validator checks one value.
type validator struct {
	root   ojson.Value
	budget int
	// tried has the outcome of branches, so that a union which is reached in
	// several ways is checked once.
	tried map[trial]*ValidationError
}

type trial struct {
	schema, value ojson.Value
	outer         *scope
}

// place is the way from the root to a value, linked so that no pointer is
// built unless something is wrong.
type place struct {
	up  *place
	key string
}

// pointer returns the JSON pointer of a place.
func (p *place) pointer() string {
	if p == nil {
		return ""
	}
	return child(p.up.pointer(), p.key)
}

// misfitAt returns the error about a place.
func misfitAt(p *place, format string, args ...any) *ValidationError {
	return &ValidationError{Pointer: p.pointer(), Message: fmt.Sprintf(format, args...)}
}

// The source is walked as it is, not compiled first: most schemas check a few
// values in their life, and a walk leaves nothing behind in memory. Since parts
// that the conversion ignored are walked too, nothing about them is certain but
// that the walk must end.

// check holds v against one schema. outer holds the names of properties that
// schemas around this one know at the same position; depth counts those
// schemas.
func (c *validator) check(schema, v ojson.Value, p *place, outer *scope, depth int) *ValidationError {
	if c.budget--; c.budget < 0 || depth > maxNesting {
		return misfitAt(p, "the schema is too complex to check this value")
	}
	if b, isBool := schema.AsBool(); isBool {
		if !b {
			return misfitAt(p, "no value is allowed here")
		}
		return nil
	}
	if err := checkType(schema, v, p); err != nil {
		return err
	}
	if err := checkLiterals(schema, v, p); err != nil {
		return err
	}
	var err *ValidationError
	switch v.Kind() {
	case ojson.KindNumber:
		err = checkBounds(schema, v, p)
	case ojson.KindArray:
		err = c.checkArray(schema, v, p)
	case ojson.KindObject:
		err = c.checkObject(schema, v, p, outer)
	}
	if err != nil {
		return err
	}
	return c.checkMerged(schema, v, p, outer, depth)
}

// checkMerged follows $ref, allOf and unions: the schemas that apply to the
// same value.
func (c *validator) checkMerged(schema, v ojson.Value, p *place, outer *scope, depth int) *ValidationError {
	ref, hasRef := schema.Get("$ref")
	all, hasAll := schema.Get("allOf")
	anyOf, hasAny := schema.Get("anyOf")
	oneOf, hasOne := schema.Get("oneOf")
	if !hasRef && !hasAll && !hasAny && !hasOne {
		return nil
	}
	// Properties are collected once for all schemas that are merged here.
	inner := c.extend(outer, schema, v)
	if hasRef {
		target, err := c.follow(ref, p)
		if err != nil {
			return err
		}
		if err := c.check(target, v, p, inner, depth+1); err != nil {
			return err
		}
	}
	for _, part := range all.Items() {
		if err := c.check(part, v, p, inner, depth+1); err != nil {
			return err
		}
	}
	for _, branches := range [...]ojson.Value{anyOf, oneOf} {
		if branches.Len() == 0 {
			continue
		}
		if err := c.checkUnion(branches.Items(), v, p, inner, depth); err != nil {
			return err
		}
	}
	return nil
}

// follow returns the target of a reference.
func (c *validator) follow(ref ojson.Value, p *place) (ojson.Value, *ValidationError) {
	s, _ := ref.AsString()
	target, _, ok := resolve(c.root, s)
	if !ok {
		// Only schemas that the conversion had no use for can be broken.
		return ojson.Value{}, misfitAt(p, "the schema has a $ref that cannot be resolved: %s", clip(ref, warningSize))
	}
	return target, nil
}

// checkUnion accepts v when one branch does. When just one branch takes values
// of this type, its complaint is the useful one.
func (c *validator) checkUnion(branches []ojson.Value, v ojson.Value, p *place, outer *scope, depth int) *ValidationError {
	var closest *ValidationError
	near := 0
	for _, b := range branches {
		t := trial{b, v, outer}
		err, known := c.tried[t]
		if !known {
			err = c.check(b, v, p, outer, depth+1)
			if c.tried == nil {
				c.tried = map[trial]*ValidationError{}
			}
			if len(c.tried) < maxTried {
				c.tried[t] = err
			}
		}
		if err == nil {
			return nil
		}
		// A complaint about something inside means that the branch got somewhere.
		if err.Pointer != p.pointer() || !c.otherType(b, v) {
			closest, near = err, near+1
		}
	}
	if near == 1 {
		return closest
	}
	return misfitAt(p, "%s fits none of the %d alternatives", clip(v, warningSize), len(branches))
}

// otherType reports whether a branch excludes v by its type alone.
func (c *validator) otherType(schema, v ojson.Value) bool {
	for range maxChain {
		ref, ok := schema.Get("$ref")
		if !ok {
			break
		}
		s, _ := ref.AsString()
		if schema, _, ok = resolve(c.root, s); !ok {
			return false
		}
	}
	return checkType(schema, v, nil) != nil
}

// checkArray checks the length of an array and its items.
func (c *validator) checkArray(schema, v ojson.Value, p *place) *ValidationError {
	if l, err := countLimits([]part{{v: schema}}, "minItems", "maxItems"); err == nil && l != nil && !l.empty() {
		n := ojson.Int(int64(v.Len()))
		if !l.contain(n) {
			if !l.min.IsNull() && compareNumbers(n, l.min) < 0 {
				return misfitAt(p, "must have at least %s items, not %d", l.min, v.Len())
			}
			return misfitAt(p, "must have at most %s items, not %d", l.max, v.Len())
		}
	}
	items, ok := schema.Get("items")
	if keyword, _ := tuple(&part{v: schema}); !ok || keyword != "" {
		return nil
	}
	for i, item := range v.Items() {
		if err := c.check(items, item, &place{p, strconv.Itoa(i)}, nil, 0); err != nil {
			return err
		}
	}
	return nil
}
