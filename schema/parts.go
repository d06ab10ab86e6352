package schema

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// part is one of the schemas that apply at a position.
type part struct {
	v ojson.Value
	// at is the place of v in the source.
	at *path
	// level is 0 for the schemas written at the position itself; references and
	// allOf add to it. Descriptions of a lower level win.
	level int
	// muted hides title, description, default and examples: they belong to a
	// union, not to the branch that this part was merged with.
	muted bool
	// spentAny and spentOne hide anyOf and oneOf: their branches have been
	// distributed.
	spentAny, spentOne bool
	// flat marks a part whose $ref and allOf have been followed already.
	flat bool
}

// get returns the value of a keyword.
func (p *part) get(key string) (ojson.Value, bool) {
	switch key {
	case "anyOf":
		if p.spentAny {
			return ojson.Value{}, false
		}
	case "oneOf":
		if p.spentOne {
			return ojson.Value{}, false
		}
	case "title", "description", "default", "examples":
		if p.muted {
			return ojson.Value{}, false
		}
	}
	return p.v.Get(key)
}

// partKey identifies a part among all parts of a conversion.
type partKey struct {
	at    *path
	marks byte
}

// key returns what identifies the part.
func (p *part) key() partKey {
	k := partKey{at: p.at}
	for i, set := range [...]bool{p.muted, p.spentAny, p.spentOne} {
		if set {
			k.marks |= 1 << i
		}
	}
	return k
}

// keyOf identifies a merged position.
func keyOf(parts []part) string {
	text := make([]byte, 0, 16)
	for i := range parts {
		k := parts[i].key()
		text = append(binary.BigEndian.AppendUint32(text, k.at.id), k.marks)
	}
	return string(text)
}

// enter makes a part of a value that should be a schema. false is an error:
// nothing could be generated at the place (behaviours, item 159).
func enter(v ojson.Value, at *path) (part, error) {
	switch v.Kind() {
	case ojson.KindObject:
		return part{v: v, at: at}, nil
	case ojson.KindBool:
		if b, _ := v.AsBool(); b {
			return part{v: ojson.Object(), at: at}, nil
		}
		return part{}, fail(at, "the schema false allows no value")
	default:
		return part{}, fail(at, "a schema must be an object or true, not "+v.Kind().String())
	}
}

// chain is the list of schemas through which a position was reached without
// consuming any part of a value. A schema that comes up twice refers to
// itself endlessly.
type chain struct {
	at   *path
	up   *chain
	size int
}

// start begins a chain at a position. A position of several parts has none: what
// leads back there passes a reference, which is noticed the second time.
func (ch *chain) start(pos []part) *chain {
	if len(pos) != 1 {
		return nil
	}
	return &chain{at: pos[0].at, size: 1}
}

// push adds a schema to the chain. The error is about its length or about a schema
// that is on it already.
func (ch *chain) push(at *path) (*chain, error) {
	for l := ch; l != nil; l = l.up {
		if l.at == at {
			return nil, fail(at, "the schema refers to itself endlessly")
		}
	}
	size := 1
	if ch != nil {
		size += ch.size
	}
	if size > maxChain {
		return nil, fail(at, "the chain of references is too long")
	}
	return &chain{at: at, up: ch, size: size}, nil
}

// constraints are the keywords that say something about values. A schema with
// only one of them, and that a reference, is an alias.
var constraints = []string{
	"$ref", "additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains",
	"contentEncoding", "contentMediaType", "dependencies", "dependentRequired", "dependentSchemas",
	"else", "enum", "exclusiveMaximum", "exclusiveMinimum", "format", "if", "items", "maxContains",
	"maxItems", "maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength",
	"minProperties", "minimum", "multipleOf", "not", "oneOf", "pattern", "patternProperties",
	"prefixItems", "properties", "propertyNames", "required", "then", "type", "unevaluatedItems",
	"unevaluatedProperties", "uniqueItems", "x-order",
}

// constraintKeys returns the keywords of p that constrain values, in order.
func (p *part) constraintKeys() []string {
	var keys []string
	for _, m := range p.v.Members() {
		if _, found := slices.BinarySearch(constraints, m.Key); !found {
			continue
		}
		if _, ok := p.get(m.Key); ok {
			keys = append(keys, m.Key)
		}
	}
	return keys
}

// titleOf returns the title of a position, which names its type, or hint.
func titleOf(pos []part, hint string) string {
	for i := range pos {
		v, _ := pos[i].get("title")
		if title, _ := v.AsString(); title != "" && pos[i].level == 0 {
			return title
		}
	}
	return hint
}

// annotations returns the description of a merged position and the notes about
// its default and examples (behaviours, item 163).
func (c *converter) annotations(parts []part) (text string, notes []string) {
	level := -1
	for i := range parts {
		v, _ := parts[i].get("description")
		if s, _ := v.AsString(); s != "" && (level < 0 || parts[i].level < level) {
			text, level = s, parts[i].level
		}
	}
	noted := -1
	for i := range parts {
		if n := annotationNotes(&parts[i]); n != nil && (noted < 0 || parts[i].level < noted) {
			notes, noted = n, parts[i].level
		}
	}
	for _, n := range notes {
		c.note(len(n) / textUnit)
	}
	return text, notes
}

// annotationNotes returns the notes about default and examples of one part.
func annotationNotes(p *part) (notes []string) {
	// The default null says that a property may be left out, which the model
	// sees already; the word null would only mislead it.
	if v, ok := p.get("default"); ok && !v.IsNull() {
		notes = append(notes, "default: "+clip(v, noteSize))
	}
	if v, _ := p.get("examples"); v.Len() > 0 && v.Kind() == ojson.KindArray {
		var shown []string
		for _, e := range v.Items()[:min(3, v.Len())] {
			shown = append(shown, clip(e, noteSize))
		}
		notes = append(notes, "examples: "+strings.Join(shown, ", "))
	}
	return notes
}
