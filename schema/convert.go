package schema

import (
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// The limits of a conversion. They are far beyond what a model can use and
// keep hostile schemas cheap.
const (
	// maxChain is how many references, allOf parts and branches may lead from
	// one schema to the next without a property or item in between (behaviours,
	// item 167).
	maxChain = 128
	// maxWork bounds the parts that are visited. Merging can give more types
	// than the source has schemas, in the worst case exponentially many.
	maxWork = 200_000
	// maxDepth bounds properties and items within each other, references
	// followed, so that recursion stays shallow.
	maxDepth = 5000
	// maxArrays bounds arrays directly within arrays. They are not hoisted, so
	// deeper ones would make a generation schema too deep for JSON readers.
	maxArrays = 64
)

// The conversion of a position goes through these stages, each in a file of its
// own:
//
//   - alias: a schema that only names another one is replaced by it;
//   - flatten (allof.go): references and allOf become a list of parts;
//   - branches (union.go): a union is distributed over what stands beside it;
//   - plain: the parts, now without any of these, become one node.
//
// Every stage is a function of the parts alone, so a result can be remembered
// under the pointers of its parts. That is what ends recursion, gives a
// definition that is used twice one type, and keeps the work linear for sane
// schemas.

// converter holds the state of one conversion.
type converter struct {
	root  ojson.Value
	paths *paths
	names names
	// done has the result of each merged position, so that positions which
	// lead to the same schemas share a node. An entry exists from the moment
	// its node does: that is how recursion ends.
	done map[string]*result
	// nulls knows the schemas that mention null, enums the enums by their lists.
	nulls    nulls
	enums    map[ojson.Value]*enumSet
	warnings []warning
	warned   map[warning]bool
	// work counts parts, budget what is left of the units of work, size is that
	// of the source in units.
	work, budget, size int
	depth              int
	// types are the types in the order in which they were made.
	types []placedType
	// top is the node of the root when that is a type.
	top *node
	// single is set when a union came down to one type.
	single bool
	arrays int // arrays around the position, up to the next type
}

// enterType is called where the children of a type are converted; the function
// that it returns, when they are done.
func (c *converter) enterType() (leave func()) {
	arrays := c.arrays
	c.arrays = 0
	return func() { c.arrays = arrays }
}

// result is a converted position.
type result struct {
	// node is nil when only null fits.
	node *node
	// text and notes make up the description at the position.
	text     string
	notes    []string
	nullable bool
	// busy marks a node that is not there yet: an array in the making.
	busy bool
}

// description joins text and notes into what the model is shown.
func (r *result) description() string {
	notes := strings.Join(r.notes, "; ")
	switch {
	case notes == "":
		return r.text
	case r.text == "":
		return notes
	default:
		return r.text + " (" + notes + ")"
	}
}

// convertRoot converts the whole schema and puts the result together.
func convertRoot(v ojson.Value, name string) (*Schema, error) {
	return newConverter(v).whole(name)
}

// whole is convertRoot for a new converter.
func (c *converter) whole(name string) (*Schema, error) {
	v := c.root
	r, err := c.position([]part{{v: v, at: c.paths.root}}, name)
	if err != nil {
		return nil, err
	}
	if r.node == nil {
		return nil, fail(c.paths.root, "null alone cannot be generated")
	}
	if r.nullable {
		c.warn(c.paths.root, "null is allowed but never generated")
	}
	c.contract(&r.node)
	r.node.prepare()
	c.warnEndless()
	if err := c.checkPrinted(); err != nil {
		return nil, err
	}
	s := &Schema{source: v, root: r.node, name: r.node.name}
	// Only types carry a name; the schema as a whole has one in any case,
	// since transcripts and model servers want it.
	if !r.node.isType() {
		s.name = typeName(titleOf([]part{{v: v}}, name))
	}
	// Objects say their description themselves.
	if r.node.kind != objectKind {
		s.text = r.description()
	}
	s.warnings = c.sortedWarnings()
	return s, nil
}

// position converts a position that is reached through a property or an item,
// or the root: where recursion is allowed.
func (c *converter) position(pos []part, hint string) (result, error) {
	if c.depth == maxDepth {
		return result{}, fail(pos[0].at, fmt.Sprintf("the schema is nested deeper than %d levels", maxDepth))
	}
	c.depth++
	defer func() { c.depth-- }()
	return c.convert(pos, hint, (*chain)(nil).start(pos))
}

// convert converts a position. hint names its type when it has no title; ch
// holds the schemas that led here without consuming any part of a value.
func (c *converter) convert(pos []part, hint string, ch *chain) (result, error) {
	for i := range pos {
		c.note(pos[i].v.Len())
	}
	if err := c.spend(len(pos), pos[0].at); err != nil {
		return result{}, err
	}
	if len(pos) == 1 {
		// Before the question for an alias, which goes through all branches of a
		// union.
		if r, ok := c.done[keyOf(pos)]; ok && !r.busy {
			return *r, nil
		}
		target, ok, err := c.alias(pos[0], hint)
		if err != nil {
			return result{}, err
		}
		if ok {
			return c.follow(pos[0], target, ch)
		}
	}
	// What follows no longer depends on how the schemas were written down,
	// so equal sets of parts share one result.
	parts, err := c.flatten(pos)
	if err != nil {
		return result{}, err
	}
	key := keyOf(parts)
	if r, ok := c.done[key]; ok {
		if r.busy {
			return result{}, fail(pos[0].at, "an array may contain itself only through an object or a union")
		}
		return *r, nil
	}
	// The first union is distributed over; the others follow when the
	// branches are converted, since they stand beside it.
	for i, p := range parts {
		for _, keyword := range [...]string{"anyOf", "oneOf"} {
			if _, ok := p.get(keyword); ok {
				return c.branches(parts, i, keyword, titleOf(pos, hint), key, ch)
			}
		}
	}
	return c.plain(parts, titleOf(pos, hint), key)
}

// plain converts a merged position without anyOf and oneOf.
func (c *converter) plain(parts []part, name, key string) (result, error) {
	place := parts[0].at
	c.noteParts(parts)
	nullable, err := c.nullable(parts)
	if err != nil {
		return result{}, err
	}
	r := result{nullable: nullable}
	r.text, r.notes = c.annotations(parts)

	// A list of values says more than a type and decides alone.
	types, err := c.declaredTypes(parts)
	if err != nil {
		return result{}, err
	}
	allowed, err := c.allowedValues(parts)
	if err != nil {
		return result{}, err
	}
	if allowed != nil {
		return c.literalNode(parts, allowed, types, name, key, r)
	}
	kind, ok := c.chooseKind(parts, types)
	if !ok {
		r.nullable = true
		return r, nil
	}
	if len(types.nonNull()) > 1 {
		c.warn(place, fmt.Sprintf("several types (%s); only %s is generated", strings.Join(types.nonNull(), ", "), kind))
	}
	return c.kindNode(kind, parts, name, key, r)
}

// kindNode converts a merged position whose kind has been decided.
func (c *converter) kindNode(k kind, parts []part, name, key string, r result) (result, error) {
	switch k {
	case objectKind:
		return c.object(parts, name, key, r)
	case arrayKind:
		return c.array(parts, name, key, r)
	}
	r.notes = append(r.notes, c.describe(parts, k)...)
	r.node = &node{kind: k}
	var err error
	switch k {
	case stringKind:
		r.node.limits, err = lengthLimits(parts)
	case integerKind, numberKind:
		r.node.limits, err = c.numberLimits(parts, k)
	}
	if err != nil {
		return result{}, err
	}
	c.done[key] = &r
	return r, nil
}

// placedType is a type with its place in the source.
type placedType struct {
	n  *node
	at *path
}

// newType makes the node of a type. The first one that is made at the outermost
// position is the root's.
func (c *converter) newType(k kind, name string, at *path) *node {
	n := &node{kind: k, name: c.names.take(name)}
	c.note(len(n.name) / textUnit)
	c.types = append(c.types, placedType{n, at})
	if c.top == nil && c.depth == 1 {
		c.top = n
	}
	return n
}
