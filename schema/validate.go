package schema

import "github.com/open-actor-models/oam/ojson"

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
	if err := newValidator(s, v).check(s.source, v, nil, nil, 0); err != nil {
		return err.error()
	}
	return nil
}

func newValidator(s *Schema, v ojson.Value) *validator {
	return &validator{root: s.source, nulls: nulls{root: s.source}, budget: maxSteps + stepsPerValue*size(v)}
}

// A validation may take maxSteps and some more for each value within the value.
// Unions within merged unions could make the number of steps exponential. Work
// that is not the same for each schema and value counts as more than one step.
const (
	maxSteps      = 1_000_000
	stepsPerValue = 16
	// bytesPerStep is how much of a text is read in a step, looksPerStep how many
	// items of a list.
	bytesPerStep = 64
	looksPerStep = 4
)

// maxTried bounds the outcomes that are remembered; more would cost more memory
// than they save time.
const maxTried = 1 << 16

// maxNesting bounds the schemas that apply to one value through references,
// allOf and unions.
const maxNesting = 4 * maxChain

// size returns the number of values in v, itself included. Long texts count as
// several.
func size(v ojson.Value) int {
	n := 1 + textSize(v)/bytesPerStep
	for _, item := range v.Items() {
		n += size(item)
	}
	for _, m := range v.Members() {
		n += len(m.Key)/bytesPerStep + size(m.Value)
	}
	return n
}

// validator checks one value.
type validator struct {
	root   ojson.Value
	budget int
	// tried has the outcome of branches, so that a union which is reached in
	// several ways is checked once.
	tried map[trial]outcome
	// What has been found out about schemas: names of properties, references by
	// the schema that they stand in, whether null is mentioned, enums.
	known map[asked]nameSet
	refs  map[ojson.Value]ojson.Value
	nulls nulls
	picks map[choiceKey]*choice
}

type trial struct {
	schema, value ojson.Value
	outer         *scope
}

// outcome is what came of a trial. Equal values may be at several places, so own
// marks a complaint about the value itself and not about one within it.
type outcome struct {
	err *complaint
	own bool
}

// The source is walked as it is, not compiled first: most schemas check a few
// values in their life, and a walk leaves nothing behind in memory. Since parts
// that the conversion ignored are walked too, nothing about them is certain but
// that the walk must end.

// check holds v against one schema. outer holds the names of properties that
// schemas around this one know at the same position; depth counts those
// schemas.
func (c *validator) check(schema, v ojson.Value, p *place, outer *scope, depth int) *complaint {
	c.budget -= 1 + textSize(v)/bytesPerStep
	if c.budget < 0 || depth > maxNesting {
		return misfitAt(p, "the schema is too complex to check this value")
	}
	if b, isBool := schema.AsBool(); isBool {
		if !b {
			return misfitAt(p, "no value is allowed here")
		}
		return nil
	}
	if err := c.checkType(schema, v, p); err != nil {
		return err
	}
	if err := c.checkLiterals(schema, v, p); err != nil {
		return err
	}
	var err *complaint
	switch v.Kind() {
	case ojson.KindNumber:
		err = c.checkBounds(schema, v, p)
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
func (c *validator) checkMerged(schema, v ojson.Value, p *place, outer *scope, depth int) *complaint {
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
		target, err := c.follow(schema, ref, p)
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
func (c *validator) follow(schema, ref ojson.Value, p *place) (ojson.Value, *complaint) {
	target, ok := c.target(schema, ref)
	if !ok {
		// Only schemas that the conversion had no use for can be broken.
		return ojson.Value{}, misfitAt(p, "the schema has a $ref that cannot be resolved: %s", cut{ref})
	}
	return target, nil
}

// target returns what the reference of a schema leads to. Each is read once.
func (c *validator) target(schema, ref ojson.Value) (ojson.Value, bool) {
	target, ok := c.refs[schema]
	if ok {
		return target, true
	}
	s, _ := ref.AsString()
	c.budget -= len(s) / bytesPerStep
	if target, ok = resolve(c.root, s); ok {
		if c.refs == nil {
			c.refs = map[ojson.Value]ojson.Value{}
		}
		c.refs[schema] = target
	}
	return target, ok
}

// checkUnion accepts v when one branch does. When just one branch takes values
// of this type, its complaint is the useful one.
func (c *validator) checkUnion(branches []ojson.Value, v ojson.Value, p *place, outer *scope, depth int) *complaint {
	var closest *complaint
	near := 0
	for _, b := range branches {
		// Looking a trial up reads the text of the value.
		c.budget -= 1 + textSize(v)/bytesPerStep
		t := trial{b, v, outer}
		o, known := c.tried[t]
		if !known {
			o.err = c.check(b, v, p, outer, depth+1)
			o.own = o.err != nil && o.err.at == p
			if c.tried == nil {
				c.tried = map[trial]outcome{}
			}
			if len(c.tried) == maxTried {
				clear(c.tried) // values are checked in order and do not come back
			}
			c.tried[t] = o
		}
		if o.err == nil {
			return nil
		}
		// A complaint about something inside means that the branch got somewhere.
		if !o.own || !c.otherType(b, v) {
			closest, near = o.err, near+1
			if o.own && o.err.at != p {
				closest = &complaint{p, o.err.format, o.err.args}
			}
		}
	}
	if near == 1 {
		return closest
	}
	return misfitAt(p, "%s fits none of the %d alternatives", cut{v}, len(branches))
}

// otherType reports whether a branch excludes v by its type alone.
func (c *validator) otherType(schema, v ojson.Value) bool {
	for range maxChain {
		ref, ok := schema.Get("$ref")
		if !ok {
			break
		}
		c.budget--
		if schema, ok = c.target(schema, ref); !ok {
			return false
		}
	}
	return c.checkType(schema, v, nil) != nil
}

// checkArray checks the length of an array and its items.
func (c *validator) checkArray(schema, v ojson.Value, p *place) *complaint {
	for _, key := range [...]string{"minItems", "maxItems"} {
		bound, _ := schema.Get(key)
		c.budget -= textSize(bound) / bytesPerStep
	}
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
		if err := c.check(items, item, &place{up: p, index: i + 1}, nil, 0); err != nil {
			return err
		}
	}
	return nil
}
