package formula

import "github.com/open-actor-models/oam/ojson"

// FromJSON returns the value of a JSON number, boolean, string, or array of
// these. Anything else is the fault type-mismatch, data {expected, actual}; a
// number may be refused as by [ParseNumber].
func FromJSON(v ojson.Value) (Value, *Fault) {
	if v.Kind() != ojson.KindArray {
		return scalarFromJSON(v)
	}
	items := make([]Value, 0, v.Len())
	for _, item := range v.Items() {
		x, bad := scalarFromJSON(item)
		if bad != nil {
			return Fail(bad), bad
		}
		items = append(items, x)
	}
	return ListOf(items), nil
}

func scalarFromJSON(v ojson.Value) (Value, *Fault) {
	switch v.Kind() {
	case ojson.KindNumber:
		if i, ok := v.AsInt(); ok {
			return Int(i), nil
		}
		return ParseNumber(v.Literal())
	case ojson.KindBool:
		b, _ := v.AsBool()
		return Boolean(b), nil
	case ojson.KindString:
		s, _ := v.AsString()
		return String(s), nil
	}
	actual := "none"
	switch v.Kind() {
	case ojson.KindArray:
		actual = "list"
	case ojson.KindObject:
		actual = "object"
	}
	return refuse(fault(CodeTypeMismatch, mismatchData("scalar", actual)...))
}

// JSON returns v as a JSON value. Numbers are kept to 12 significant digits, as
// [RoundTo12] does, and written as plain decimals without an exponent. None,
// faults and numbers that RoundTo12 refuses are null.
func (v Value) JSON() ojson.Value {
	switch v.kind {
	case Number:
		return numberJSON(v)
	case Bool:
		return ojson.Bool(v.num != 0)
	case Text:
		return ojson.String(v.ref.text)
	case List:
		items := make([]ojson.Value, len(v.ref.items))
		for i, item := range v.ref.items {
			items[i] = item.JSON()
		}
		return ojson.Array(items...)
	}
	return ojson.Value{}
}

func numberJSON(v Value) ojson.Value {
	v, _ = RoundTo12(v)
	switch {
	case v.kind != Number:
		return ojson.Value{}
	case v.den == 1:
		return ojson.Int(v.num)
	}
	number, err := ojson.Parse([]byte(decimalText(v)))
	if err != nil {
		return ojson.Value{} // cannot be: the text is a JSON number
	}
	return number
}
