package main

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/schemas"
)

// narrowCharacter puts the names of the ruleset into the schema of a character.
// A copy's state is known by its item.
func narrowCharacter(character ojson.Value) ojson.Value {
	copies := func(item string) ojson.Value {
		return ojson.Object(
			ojson.Field("type", ojson.String("object")),
			ojson.Field("propertyNames", ref("copyId")),
			ojson.Field("additionalProperties", ojson.Object(
				ojson.Field("allOf", ojson.Array(ref("copy"), ref("stateOfItem"))),
				ojson.Field("properties", ojson.Object(ojson.Field("item", ref(item)))))))
	}
	properties := member(character, "properties")
	properties = properties.With("fields", ref("storedFields")).With("choices", ref("choices")).
		With("inventory", copies("inventoryItem")).With("features", copies("featureItem"))
	properties = properties.With("templates", items(member(properties, "templates"), func(item ojson.Value) ojson.Value {
		return put(item, "template", ref("template"))
	}))
	properties = properties.With("effects", items(member(properties, "effects"), func(item ojson.Value) ojson.Value {
		return put(item, "effect", ref("effect")).With("allOf", ojson.Array(ref("stateOfEffect")))
	}))
	return character.With("properties", properties)
}

// items changes the schema of the items of a list.
func items(list ojson.Value, change func(ojson.Value) ojson.Value) ojson.Value {
	return list.With("items", change(member(list, "items")))
}

// put replaces the schema of a member.
func put(object ojson.Value, name string, schema ojson.Value) ojson.Value {
	return object.With("properties", member(object, "properties").With(name, schema))
}

// changeNames are the types of changes.
func changeNames() (out []string) {
	for _, name := range schemas.Names() {
		if name, ok := strings.CutPrefix(name, "changes/"); ok {
			out = append(out, strings.TrimSuffix(name, ".schema.json"))
		}
	}
	return out
}

func changeSchema() ojson.Value {
	var list []ojson.Value
	for _, name := range changeNames() {
		list = append(list, ref("change:"+name))
	}
	return anyOf(list)
}

// narrowed is the schema of a type of change with the names of the ruleset.
func narrowed(v *vocabulary, name string) ojson.Value {
	s := schemaFile("changes/" + name + ".schema.json").Without("$schema").Without("$id")
	tags := ojson.Object(ojson.Field("type", ojson.String("array")), ojson.Field("items", ref("tag")))
	switch name {
	case "set":
		return setSchema(v, s)
	case "adjust":
		var numbers []string
		for i := range v.fields {
			if f := &v.fields[i]; f.stored && f.isNumber() {
				numbers = append(numbers, f.id)
			}
		}
		s = put(s, "field", texts(numbers))
		s = put(s, "tags", tags)
		parts := member(member(s, "properties"), "parts")
		s = put(s, "parts", items(parts, func(item ojson.Value) ojson.Value { return put(item, "tags", tags) }))
	case "addItem":
		s = put(s, "item", ref("item")).With("allOf", ojson.Array(ref("stateOfItem")))
	case "applyEffect":
		s = put(s, "effect", ref("effect")).With("allOf", ojson.Array(ref("stateOfEffect")))
	case "applyTemplate":
		s = put(s, "template", ref("template"))
	case "choose":
		s = put(s, "path", ojson.Object(ojson.Field("type", ojson.String("string")), ojson.Field("pattern", ojson.String(choicePattern(v)))))
	case "setState", "adjustState":
		s = put(s, "state", texts(stateNames(v)))
	}
	if copies := member(member(s, "properties"), "copies"); !copies.IsNull() {
		s = put(s, "copies", put(copies, "type", ref("heldType")))
	}
	return s
}

// setSchema says which values each stored field takes. Fields of one type stand
// together.
func setSchema(v *vocabulary, s ojson.Value) ojson.Value {
	var order []string
	fields := map[string][]string{}
	schema := map[string]ojson.Value{}
	for i := range v.fields {
		f := &v.fields[i]
		if !f.stored {
			continue
		}
		value := valueSchema(f)
		key := value.String()
		if _, ok := schema[key]; !ok {
			order = append(order, key)
			schema[key] = value
		}
		fields[key] = append(fields[key], f.id)
	}
	var ways []ojson.Value
	for _, key := range order {
		null := ojson.Object(ojson.Field("type", ojson.String("null")))
		ways = append(ways, ojson.Object(ojson.Field("properties", ojson.Object(
			ojson.Field("field", texts(fields[key])),
			ojson.Field("value", anyOf([]ojson.Value{schema[key], null}))))))
	}
	return s.With("allOf", ojson.Array(anyOf(ways)))
}

// stateNames are the names of the states of copies and applied effects.
func stateNames(v *vocabulary) (out []string) {
	for _, t := range v.typesThat(func(t *contentType) bool { return isHeld(t) || isApplied(t) }) {
		for i := range t.state {
			out = append(out, t.state[i].id)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// indented writes JSON for people to read.
func indented(v ojson.Value) string {
	var out strings.Builder
	indent(&out, v, "\n")
	out.WriteByte('\n')
	return out.String()
}

// indent writes a value whose members begin with a line end and spaces; what is
// short or holds nothing nested stays on its line.
func indent(out *strings.Builder, v ojson.Value, lead string) {
	const shortest = 100
	if v.Kind() != ojson.KindObject && v.Kind() != ojson.KindArray || v.Len() == 0 {
		out.WriteString(v.String())
		return
	}
	if text := v.String(); len(text) <= shortest {
		out.WriteString(text)
		return
	}
	opening, closing := "{", "}"
	if v.Kind() == ojson.KindArray {
		opening, closing = "[", "]"
	}
	out.WriteString(opening)
	inner := lead + "  "
	for i, m := range v.Members() {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(inner + ojson.String(m.Key).String() + ": ")
		indent(out, m.Value, inner)
	}
	for i, item := range v.Items() {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(inner)
		indent(out, item, inner)
	}
	out.WriteString(lead + closing)
}
