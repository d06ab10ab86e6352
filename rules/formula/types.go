package formula

// Type is what is known about a value before anything runs. A formula of a type
// other than AnyType gives a value of it, nothing (None), or a fault.
type Type uint8

// The types. AnyType is checked when the formula runs, and so are the items of
// an AnyList.
const (
	AnyType Type = iota
	NumberType
	BoolType
	TextType
	NumberList
	TextList
	BoolList
	AnyList
)

// String returns the name of the type as the data of problems have it.
func (t Type) String() string {
	switch t {
	case NumberType:
		return "number"
	case BoolType:
		return "boolean"
	case TextType:
		return "text"
	case NumberList:
		return "list of numbers"
	case TextList:
		return "list of texts"
	case BoolList:
		return "list of booleans"
	case AnyList:
		return "list"
	default:
		return "any"
	}
}

// TypeOf returns the type of a value; that of None and of a fault is AnyType, that
// of an empty or mixed list AnyList.
func TypeOf(v Value) Type {
	switch v.kind {
	case Number:
		return NumberType
	case Bool:
		return BoolType
	case Text:
		return TextType
	case List:
		items := v.ref.items
		if len(items) == 0 {
			return AnyList
		}
		for _, item := range items[1:] {
			if item.kind != items[0].kind {
				return AnyList
			}
		}
		return listOfType(TypeOf(items[0]))
	}
	return AnyType
}

func (t Type) isList() bool { return t >= NumberList }

// item returns the type of a list's items.
func (t Type) item() Type {
	switch t {
	case NumberList:
		return NumberType
	case TextList:
		return TextType
	case BoolList:
		return BoolType
	}
	return AnyType
}

// listOfType returns the type of a list of t.
func listOfType(t Type) Type {
	switch t {
	case NumberType:
		return NumberList
	case TextType:
		return TextList
	case BoolType:
		return BoolList
	}
	return AnyList
}

// join returns the type of a value that is one of a and b; ok is false when they
// have nothing in common.
func join(a, b Type) (t Type, ok bool) {
	switch {
	case a == b:
		return a, true
	case a == AnyType || b == AnyType:
		return AnyType, true
	case a == AnyList && b.isList() || b == AnyList && a.isList():
		return AnyList, true
	}
	return AnyType, false
}

// admits reports whether a value of type got may stand where t is wanted. Where
// got is not known well enough, the value is tested when it is there.
func (t Type) admits(got Type) bool {
	return t == AnyType || t == got || got == AnyType ||
		t.isList() && got.isList() && (t == AnyList || got == AnyList)
}

// matches reports whether a value that is there is of type t.
func (t Type) matches(v Value) bool {
	switch t {
	case AnyType:
		return true
	case NumberType:
		return v.kind == Number
	case BoolType:
		return v.kind == Bool
	case TextType:
		return v.kind == Text
	}
	return v.kind == List && (t == AnyList || len(v.ref.items) == 0 || TypeOf(v) == t)
}
