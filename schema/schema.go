package schema

import (
	"slices"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// Schema is a converted JSON Schema (bridge protocol, section 9). It is
// immutable and safe for concurrent use.
type Schema struct {
	source   ojson.Value
	name     string
	root     *node
	text     string // description of a root that is neither object nor named
	warnings []string
	size     int
}

// Parse converts a schema. v must be an object. name is the name of the root
// type when the schema has no title; characters that a type name cannot have
// are replaced (behaviours, item 172).
//
// The error is an [*Error]; when v is no object at all it also is
// [ErrNotSchema].
func Parse(v ojson.Value, name string) (*Schema, error) {
	if v.Kind() != ojson.KindObject {
		return nil, notSchema("a schema must be an object, not " + v.Kind().String())
	}
	s, err := convertRoot(v, name)
	if err != nil {
		return nil, err
	}
	return s.measured(), nil
}

// ParseText is like [Parse] but also takes a string that holds the JSON text of
// a schema object (behaviours, items 44 and 62). Text that is no JSON, or JSON
// of something else, gives an [*Error] that is [ErrNotSchema].
func ParseText(v ojson.Value, name string) (*Schema, error) {
	text, ok := v.AsString()
	if !ok {
		return Parse(v, name)
	}
	parsed, err := ojson.Parse([]byte(text))
	if err != nil {
		return nil, notSchema("the text of the schema is not JSON: " + err.Error())
	}
	return Parse(parsed, name)
}

// Empty returns the schema of an object without properties, which tools
// without parameters have (behaviours, item 62).
func Empty(name string) *Schema {
	name = typeName(name)
	empty := &Schema{
		source: ojson.Object(
			ojson.Field("type", ojson.String("object")),
			ojson.Field("properties", ojson.Object()),
		),
		name: name,
		root: &node{kind: objectKind, name: name},
	}
	return empty.measured()
}

// Source returns the schema as it was given, parsed if it was text.
func (s *Schema) Source() ojson.Value { return s.source }

// Name returns the name of the root type: ASCII letters, digits and
// underscores, not beginning with a digit.
func (s *Schema) Name() string { return s.name }

// Size returns the number of characters of the generation schema's JSON text,
// which is about what it costs in a prompt.
func (s *Schema) Size() int { return s.size }

// measured fills in the size of a schema that is otherwise complete. Agents ask
// for it before every step.
func (s *Schema) measured() *Schema {
	s.size = utf8.RuneCountInString(s.Generation().String())
	return s
}

// IsObject reports whether all values are objects, as the arguments of a tool
// are.
func (s *Schema) IsObject() bool {
	return s.root.kind == objectKind || s.root.kind == unionKind && !slices.ContainsFunc(s.root.edges, func(e edge) bool {
		return e.to == nil || e.to.kind != objectKind
	})
}

// Warnings lists what the model is not held to, one "<pointer>: <text>" each,
// in document order (behaviours, item 155). The slice must not be changed.
func (s *Schema) Warnings() []string { return s.warnings }
