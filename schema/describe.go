package schema

import "github.com/open-actor-models/oam/ojson"

// unenforced are the keywords that are described to the model and warned about
// (behaviours, item 163), with the phrase that describes them. Those of the
// last row hold for every kind; the item does not name them, but they are
// constraints like the others.
var unenforced = map[kind]map[string]string{
	stringKind: {
		"format": "format: ", "pattern": "must match the pattern ",
		"minLength": "minimum length: ", "maxLength": "maximum length: ",
		"contentEncoding": "content encoding: ", "contentMediaType": "content media type: ",
	},
	integerKind: {"multipleOf": "a multiple of "},
	numberKind:  {"multipleOf": "a multiple of "},
	arrayKind: {
		"uniqueItems": "all items differ", "contains": "contains an item that fits ",
		"unevaluatedItems": "further items fit ",
	},
	objectKind: {
		"minProperties": "minimum number of properties: ", "maxProperties": "maximum number of properties: ",
		"patternProperties": "properties by pattern: ", "dependentRequired": "properties that require others: ",
		"dependentSchemas": "conditions of properties: ", "dependencies": "dependencies of properties: ",
		"propertyNames": "property names fit ",
	},
	unionKind: {"not": "must not fit ", "if": "condition: "},
}

// describe warns about the keywords at a position that are not enforced for its
// kind and returns a note for each, in document order.
func (c *converter) describe(parts []part, k kind) (notes []string) {
	var seen map[string]bool
	for i := range parts {
		for _, m := range parts[i].v.Members() {
			phrase, ok := unenforced[k][m.Key]
			if !ok {
				phrase, ok = unenforced[unionKind][m.Key]
			}
			if !ok || idle(m, k) {
				continue
			}
			shown := clip(m.Value, warningSize)
			text := clip(m.Value, noteSize)
			if s, isText := m.Value.AsString(); isText {
				// The words of a pattern or format are clearer than their JSON
				// text with doubled backslashes.
				shown, text = "'"+cutText(s, warningSize)+"'", cutText(s, noteSize)
			}
			if m.Key == "uniqueItems" {
				text = ""
			}
			c.warn(parts[i].at, m.Key+" "+shown+" is described to the model but not enforced")
			if note := phrase + text; !seen[note] {
				if seen == nil {
					seen = map[string]bool{}
				}
				seen[note] = true
				c.note(len(note) / textUnit)
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// idle reports whether a keyword has a value that constrains nothing.
func idle(m ojson.Member, k kind) bool {
	switch m.Key {
	case "minLength", "minProperties":
		i, ok := m.Value.AsInt()
		return ok && i == 0
	case "multipleOf":
		i, ok := m.Value.AsInt()
		return ok && i == 1 && k == integerKind
	case "uniqueItems":
		b, ok := m.Value.AsBool()
		return ok && !b
	default:
		return false
	}
}
