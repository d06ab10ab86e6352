package main

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/schemas"
)

// jsonSchema writes a JSON Schema of a ruleset: that of a character file, with
// $defs for changes and for the ids of content. It is the engine's own schemas
// with the names of the ruleset put in, so what it refuses the engine refuses.
func jsonSchema(v *vocabulary) ojson.Value {
	character := schemaFile("character.schema.json")
	defs := []ojson.Member{
		ojson.Field("change", changeSchema()),
		ojson.Field("storedFields", storedFields(v)),
		ojson.Field("choices", choicesSchema(v)),
		ojson.Field("tag", texts(v.tags)),
		ojson.Field("contentId", contentIDs(v, func(*contentType) bool { return true })),
		ojson.Field("inventoryItem", contentIDs(v, func(t *contentType) bool { return t.place == "inventory" })),
		ojson.Field("featureItem", contentIDs(v, func(t *contentType) bool { return t.place == "features" })),
		ojson.Field("item", contentIDs(v, isHeld)),
		ojson.Field("effect", contentIDs(v, isApplied)),
		ojson.Field("template", contentIDs(v, isTemplate)),
		ojson.Field("heldType", texts(append(typeIDs(v.typesThat(isHeld)), "*"))),
		ojson.Field("stateOfItem", stateOf(v, "item", isHeld)),
		ojson.Field("stateOfEffect", stateOf(v, "effect", isApplied)),
	}
	for _, t := range v.types {
		if len(t.content) > 0 {
			defs = append(defs, ojson.Field("content:"+t.id, texts(t.content)))
		}
	}
	for _, name := range changeNames() {
		defs = append(defs, ojson.Field("change:"+name, narrowed(v, name)))
	}
	defs = append(defs, member(character, "$defs").Members()...)
	out := []ojson.Member{
		ojson.Field("$schema", ojson.String("https://json-schema.org/draft/2020-12/schema")),
		ojson.Field("title", ojson.String("Character for "+strings.Join(v.packs, ", "))),
	}
	for _, m := range narrowCharacter(character).Members() {
		switch m.Key {
		case "$schema", "$id", "title", "$defs":
		default:
			out = append(out, m)
		}
	}
	return ojson.Object(append(out, ojson.Field("$defs", ojson.Object(defs...)))...)
}

// schemaFile is one of the engine's own schemas.
func schemaFile(name string) ojson.Value {
	text, ok := schemas.File(name)
	if !ok {
		return ojson.Value{}
	}
	v, err := ojson.Parse(text)
	if err != nil {
		return ojson.Value{}
	}
	return v
}

func ref(name string) ojson.Value {
	return ojson.Object(ojson.Field("$ref", ojson.String("#/$defs/"+name)))
}

// texts is a schema of texts; of none, nothing fits.
func texts(list []string) ojson.Value {
	if len(list) == 0 {
		return ojson.Bool(false)
	}
	return ojson.Object(ojson.Field("enum", ojson.Strings(list)))
}

func anyOf(list []ojson.Value) ojson.Value {
	if len(list) == 0 {
		return ojson.Bool(false)
	}
	return ojson.Object(ojson.Field("anyOf", ojson.Array(list...)))
}

func typeIDs(list []contentType) (out []string) {
	for _, t := range list {
		out = append(out, t.id)
	}
	return out
}

// contentIDs are the ids of content of some types.
func contentIDs(v *vocabulary, is func(*contentType) bool) ojson.Value {
	var list []ojson.Value
	for _, t := range v.typesThat(is) {
		if len(t.content) > 0 {
			list = append(list, ref("content:"+t.id))
		}
	}
	return anyOf(list)
}

// valueSchema is the schema of a value.
func valueSchema(s *shape) ojson.Value {
	kind := func(name string) ojson.Member { return ojson.Field("type", ojson.String(name)) }
	switch s.kind {
	case "boolean":
		return ojson.Object(kind("boolean"))
	case "text":
		return ojson.Object(kind("string"))
	case "option":
		return texts(append([]string{""}, s.options...))
	case "list":
		item := "string"
		if s.items == "number" {
			item = "number"
		}
		return ojson.Object(kind("array"), ojson.Field("items", ojson.Object(kind(item))))
	}
	m := []ojson.Member{kind(s.kind)}
	if !s.min.IsNull() {
		m = append(m, ojson.Field("minimum", s.min))
	}
	if !s.max.IsNull() {
		m = append(m, ojson.Field("maximum", s.max))
	}
	return ojson.Object(m...)
}

func storedFields(v *vocabulary) ojson.Value {
	var m []ojson.Member
	for i := range v.fields {
		if f := &v.fields[i]; f.stored {
			m = append(m, ojson.Field(f.id, valueSchema(f)))
		}
	}
	return ojson.Object(ojson.Field("type", ojson.String("object")), ojson.Field("properties", ojson.Object(m...)), ojson.Field("additionalProperties", ojson.Bool(false)))
}

// choicesSchema is the member choices of a character.
func choicesSchema(v *vocabulary) ojson.Value {
	return ojson.Object(
		ojson.Field("type", ojson.String("object")),
		ojson.Field("propertyNames", ojson.Object(ojson.Field("pattern", ojson.String(choicePattern(v))))),
		ojson.Field("additionalProperties", ojson.Object(
			ojson.Field("type", ojson.String("array")),
			ojson.Field("items", ojson.Object(ojson.Field("type", ojson.String("string")))),
			ojson.Field("uniqueItems", ojson.Bool(true)))))
}

// choicePattern matches the paths of choices. The names in it are plain: they
// need no escapes.
func choicePattern(v *vocabulary) string {
	var ways []string
	if len(v.rules) > 0 {
		ways = append(ways, "rules/("+strings.Join(v.rules, "|")+")")
	}
	if len(v.choices) > 0 {
		ways = append(ways, ".+/("+strings.Join(v.choices, "|")+")")
	}
	if len(ways) == 0 {
		return "^$"
	}
	return "^(" + strings.Join(ways, "|") + ")(@[0-9]+)?$"
}

// stateOf says which state belongs to which content: one schema for each type.
func stateOf(v *vocabulary, key string, is func(*contentType) bool) ojson.Value {
	var list []ojson.Value
	for _, t := range v.typesThat(is) {
		if len(t.content) == 0 {
			continue
		}
		var m []ojson.Member
		for i := range t.state {
			m = append(m, ojson.Field(t.state[i].id, valueSchema(&t.state[i])))
		}
		list = append(list, ojson.Object(ojson.Field("properties", ojson.Object(
			ojson.Field(key, ref("content:"+t.id)),
			ojson.Field("state", ojson.Object(ojson.Field("properties", ojson.Object(m...)), ojson.Field("additionalProperties", ojson.Bool(false))))))))
	}
	return anyOf(list)
}
