package formula

import (
	"math"
	"math/big"

	"github.com/open-actor-models/oam/ojson"
)

// Kind says what a [Value] holds.
type Kind uint8

// The kinds of a Value. The zero Value is None: nothing is there.
const (
	None Kind = iota
	Number
	Bool
	Text
	List
	Failed
)

// String returns the name of the kind as the data of faults have it.
func (k Kind) String() string {
	switch k {
	case Number:
		return "number"
	case Bool:
		return "boolean"
	case Text:
		return "text"
	case List:
		return "list"
	case Failed:
		return "failed"
	default:
		return "none"
	}
}

// Value is what a formula gives: an exact number, a boolean, a text, a list of
// these, nothing, or the fault that kept it from giving one. A Value is
// immutable, 32 bytes, passed by value, and may be shared between goroutines.
//
// Do not compare Values with ==; use [Equal].
type Value struct {
	// A number that fits is num/den, reduced, den > 0, num never the least
	// int64, so that it can be negated. All other values have den 0, so that
	// den alone tells a small integer (1) or a small number (not 0). A boolean
	// has its truth in num.
	num, den int64
	ref      *boxed
	kind     Kind
}

// boxed holds what does not fit into the words of a Value. Only one member is
// set; none is ever changed.
type boxed struct {
	rat   *big.Rat
	text  string
	items []Value
	fault *Fault
}

// Fault is why an evaluation failed: a code of docs/rules/formulas.md and data,
// never a text for people. It must not be changed.
type Fault struct {
	Code string
	Data ojson.Value
}

// Int returns an integer.
func Int(i int64) Value {
	if i == math.MinInt64 {
		return fromRat(new(big.Rat).SetInt64(i))
	}
	return Value{num: i, den: 1, kind: Number}
}

// Ratio returns n/d. A d of 0 gives the fault division-by-zero.
func Ratio(n, d int64) Value {
	if d == 0 {
		return divisionByZero()
	}
	if n == math.MinInt64 || d == math.MinInt64 {
		return fromRat(new(big.Rat).SetFrac(big.NewInt(n), big.NewInt(d)))
	}
	return reduced(n, d)
}

// Boolean returns a truth value.
func Boolean(b bool) Value {
	if b {
		return Value{num: 1, kind: Bool}
	}
	return Value{kind: Bool}
}

// String returns a text.
func String(s string) Value { return Value{kind: Text, ref: &boxed{text: s}} }

// ListOf returns a list; the slice is taken over. Items are numbers, booleans
// and texts. A failed item is the result; a list or None among the items is the
// fault type-mismatch.
func ListOf(items []Value) Value {
	for _, v := range items {
		switch v.kind {
		case Failed:
			return v
		case None, List:
			return mismatch("scalar", v.kind)
		}
	}
	return Value{kind: List, ref: &boxed{items: items}}
}

// Fail returns a failed value.
func Fail(f *Fault) Value { return Value{kind: Failed, ref: &boxed{fault: f}} }

// Kind returns the kind of v.
func (v Value) Kind() Kind { return v.kind }

// Failed reports whether v is a fault.
func (v Value) Failed() bool { return v.kind == Failed }

// Fault returns the fault of a failed value, nil for any other.
func (v Value) Fault() *Fault {
	if v.kind != Failed {
		return nil
	}
	return v.ref.fault
}

// Truth reports whether v is the boolean true.
func (v Value) Truth() bool { return v.kind == Bool && v.num != 0 }

// Text returns the text of a text value, "" for any other.
func (v Value) Text() string {
	if v.kind != Text {
		return ""
	}
	return v.ref.text
}

// Items returns the items of a list, nil for any other value. The slice is
// shared and must not be changed.
func (v Value) Items() []Value {
	if v.kind != List {
		return nil
	}
	return v.ref.items
}

// IsInteger reports whether v is a number without a fraction.
func (v Value) IsInteger() bool {
	if v.kind != Number {
		return false
	}
	return v.den == 1 || v.den == 0 && v.ref.rat.IsInt()
}

// AsInt returns an integer that is greater than the least int64 and at most
// the greatest; ok is false for anything else.
func (v Value) AsInt() (i int64, ok bool) { return v.num, v.den == 1 }

// IsZero reports whether v is the number 0.
func (v Value) IsZero() bool { return v.den != 0 && v.num == 0 }

// Sign returns -1, 0 or 1 for a number, 0 for anything else.
func (v Value) Sign() int {
	switch {
	case v.kind != Number:
		return 0
	case v.den == 0:
		return v.ref.rat.Sign()
	case v.num > 0:
		return 1
	case v.num < 0:
		return -1
	}
	return 0
}

// InRange reports whether v is a number of at most [MaxNumber] in magnitude.
func InRange(v Value) bool {
	switch {
	case v.kind != Number:
		return false
	case v.den == 1:
		return -MaxNumber <= v.num && v.num <= MaxNumber
	}
	return Compare(Abs(v), Int(MaxNumber)) <= 0
}

// String returns the JSON text of v, for tests and logs.
func (v Value) String() string {
	if v.kind == Failed {
		return "failed " + v.ref.fault.Code + " " + v.ref.fault.Data.String()
	}
	return v.JSON().String()
}

// Equal reports whether two values are the same: numbers by their exact value,
// lists item by item, faults by code and data. Values of different kinds are
// never equal; None equals None.
func Equal(a, b Value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case Number:
		if a.den != 0 || b.den != 0 {
			return a.num == b.num && a.den == b.den
		}
		return a.ref.rat.Cmp(b.ref.rat) == 0
	case Bool:
		return a.num == b.num
	case Text:
		return a.ref.text == b.ref.text
	case List:
		return equalItems(a.ref.items, b.ref.items)
	case Failed:
		x, y := a.ref.fault, b.ref.fault
		return x == y || x.Code == y.Code && ojson.Equal(x.Data, y.Data)
	}
	return true
}

func equalItems(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}
