package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
)

// valueTypes are the types that fields have; members of data know two more.
func valueTypes() []string {
	return []string{"integer", "number", "boolean", "text", "option", "list"}
}

func dataTypes() []string { return append(valueTypes(), "ref", "dice") }

// valueType is the type with a name that one of the lists above has.
func valueType(name string) ValueType {
	switch name {
	case "number":
		return Number
	case "boolean":
		return Boolean
	case "text":
		return TextType
	case "option":
		return Option
	case "list":
		return ListType
	case "ref":
		return Ref
	case "dice":
		return Dice
	}
	return Integer
}

// numeric reports whether values of the type are numbers.
func (t ValueType) numeric() bool { return t == Integer || t == Number }

// shape reads type, options, items and of. A type that is not written is
// integer.
func (d *decoder) shape(o object, s *Shape, allowed []string) {
	s.Of = None
	if n, ok := o.get("type"); ok {
		if name, ok := d.oneOf(n, allowed...); ok {
			s.Type = valueType(name)
		}
	}
	if n, ok := o.get("options"); ok {
		if s.Type != Option {
			d.misplaced(o, "options", "type")
		} else if n.kind() == ojson.KindArray {
			s.Options = d.literalOptions(n)
		} else {
			s.OptionsFrom = d.typeQuery(n)
		}
	} else if s.Type == Option {
		d.missing(o.node, "options")
	}
	if n, ok := o.get("items"); ok {
		if s.Type != ListType {
			d.misplaced(o, "items", "type")
		} else if kind, ok := d.oneOf(n, "text", "number"); ok {
			s.Numbers = kind == "number"
		}
	}
	if n, ok := o.get("of"); ok {
		if s.Type != Ref {
			d.misplaced(o, "of", "type")
		} else {
			s.Of = d.typeRef(n)
		}
	}
}

// misplaced reports the member key, which the member other rules out.
func (d *decoder) misplaced(o object, key, other string) {
	n, _ := o.get(key)
	d.fail("conflicting-members", n, ojson.Field("members", ojson.Strings([]string{key, other})))
}

// literalOptions reads the texts of an option, in their order.
func (d *decoder) literalOptions(n node) []string {
	nodes := d.items(n)
	list := make([]string, 0, len(nodes))
	var ids seen
	for _, item := range nodes {
		s, ok := d.text(item)
		switch {
		case !ok:
		case s == "":
			// "" reads as no option.
			d.fail("invalid-value", item)
		case !ids.add(s):
			d.duplicate(item, s)
		default:
			list = append(list, s)
		}
	}
	return list
}

// bounds reads min and max, which only numbers have.
func (d *decoder) bounds(o object, s *Shape) (least, most *Amount) {
	for _, key := range []string{"min", "max"} {
		n, ok := o.get(key)
		if !ok {
			continue
		}
		if !s.Type.numeric() {
			d.misplaced(o, key, "type")
			continue
		}
		if key == "min" {
			least = d.number(n)
		} else {
			most = d.number(n)
		}
	}
	return least, most
}

// rounding reads a rounding mode.
func (d *decoder) rounding(n node) Round {
	mode, _ := d.oneOf(n, "floor", "ceil", "trunc", "round", "roundHalfUp")
	switch mode {
	case "floor":
		return Floor
	case "ceil":
		return Ceil
	case "trunc":
		return Trunc
	case "round":
		return HalfAway
	case "roundHalfUp":
		return HalfUp
	}
	return NoRound
}

// computation reads what fields and computed values have in common, after the
// shape.
func (d *decoder) computation(o object, v *Value) {
	v.Min, v.Max = d.bounds(o, &v.Shape)
	if n, ok := o.get("round"); ok {
		if v.Type.numeric() {
			v.Round = d.rounding(n)
		} else {
			d.misplaced(o, "round", "type")
		}
	}
	if n, ok := o.get("tags"); ok {
		v.Tags = d.fieldTags(n)
	}
	if n, ok := o.get("group"); ok {
		v.Group = d.label(n)
	} else if o.has("when") {
		// The condition of a base means something only where others compete.
		d.missing(o.node, "group")
	}
	v.When = d.optionalFormula(o, "when")
	d.preference(o, v)
}

// preference reads which member of a competition is recommended.
func (d *decoder) preference(o object, v *Value) {
	v.Prefer = PreferLast
	if v.Type.numeric() {
		v.Prefer = PreferHighest
	}
	n, ok := o.get("prefer")
	if !ok {
		return
	}
	name, _ := d.oneOf(n, "highest", "lowest", "first", "last")
	switch name {
	case "highest", "lowest":
		if !v.Type.numeric() {
			d.misplaced(o, "prefer", "type")
			return
		}
		if v.Prefer = PreferHighest; name == "lowest" {
			v.Prefer = PreferLowest
		}
	case "first":
		v.Prefer = PreferFirst
	case "last":
		v.Prefer = PreferLast
	}
}

// fieldTags reads tags that may have conditions.
func (d *decoder) fieldTags(n node) []FieldTag {
	nodes := d.items(n)
	list := make([]FieldTag, 0, len(nodes))
	var ids seen
	for _, item := range nodes {
		at := item
		var tag FieldTag
		if item.kind() == ojson.KindObject {
			o := d.object(item, "tag", "when")
			var ok bool
			if at, ok = d.need(o, "tag"); !ok {
				continue
			}
			if when, ok := d.need(o, "when"); ok {
				tag.When = d.formula(when)
			}
		}
		var ok bool
		if tag.Tag, ok = d.name(at); !ok {
			continue
		}
		if !ids.add(tag.Tag) {
			d.duplicate(at, tag.Tag)
			continue
		}
		list = append(list, tag)
	}
	return list
}
