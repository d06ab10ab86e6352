package change

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// storedField finds a field that characters store.
func (b *batch) storedField(id string) (*ruleset.Field, *fault.Error) {
	f, ok := b.p.RS.Field(id)
	switch {
	case !ok:
		return nil, unknown("unknown-field", "/field", "field", id)
	case f.Formula != nil:
		return nil, unknown("computed-field", "/field", "field", id)
	}
	return f, nil
}

// set stores a value of a field, or takes it away.
func (b *batch) set(c *Change) *fault.Error {
	f, err := b.storedField(c.Field)
	if err != nil {
		return err
	}
	if c.Value.Kind() == formula.None {
		b.touchFields()
		b.ch.RemoveField(f.ID)
		return nil
	}
	if err := b.fits(&f.Shape, c.Value, "/value"); err != nil {
		return err
	}
	if c.Value.Kind() == formula.Number && (f.Min != nil || f.Max != nil) {
		low, high, known := literals(f.Min, f.Max)
		if !known {
			s, err := b.now()
			if err != nil {
				return err
			}
			low, high = s.Bounds(f.Index)
		}
		if err := outside(c.Value, low, high, "/value"); err != nil {
			return err
		}
	}
	b.touchFields()
	b.ch.SetField(f.ID, c.Value)
	return nil
}

// literals returns bounds that no formula works out.
func literals(least, most *ruleset.Amount) (low, high formula.Value, known bool) {
	if least != nil {
		if least.Formula != nil {
			return low, high, false
		}
		low = least.Literal
	}
	if most != nil {
		if most.Formula != nil {
			return low, high, false
		}
		high = most.Literal
	}
	return low, high, true
}

// fits checks a value against a type.
func (b *batch) fits(shape *ruleset.Shape, v formula.Value, path string) *fault.Error {
	if !b.p.Fits(shape, v) {
		return fault.New("wrong-value", path, ojson.Field("value", v.JSON()))
	}
	if v.Kind() == formula.Text && !b.p.Offered(shape, v.Text()) {
		return fault.New("not-an-option", path, ojson.Field("value", v.JSON()))
	}
	return nil
}

// outside checks a number against its bounds. A bound that cannot be worked out
// refuses nothing: the sheet shows its error at the value.
func outside(v, low, high formula.Value, path string) *fault.Error {
	if low.Failed() || high.Failed() || !engine.Outside(v, low, high) {
		return nil
	}
	return &fault.Error{Code: "out-of-range", Path: path, Data: engine.RangeData(v, low, high)}
}

// numeric reports whether values of a type are numbers.
func numeric(shape *ruleset.Shape) bool {
	return shape.Type == ruleset.Integer || shape.Type == ruleset.Number
}

// clamp keeps a number within bounds that may be absent; the maximum wins.
func clamp(v, low, high formula.Value) formula.Value {
	if low.Kind() == formula.Number {
		v = formula.Max(v, low)
	}
	if high.Kind() == formula.Number {
		v = formula.Min(v, high)
	}
	return v
}

// storable returns a number as a type stores it: with 12 digits, whole where the
// type wants that, within the range of numbers.
func storable(shape *ruleset.Shape, v formula.Value) (formula.Value, *fault.Error) {
	if v.Failed() {
		return v, failed(v.Fault(), "")
	}
	v, _ = formula.RoundTo12(v)
	switch {
	case v.Failed():
		return v, failed(v.Fault(), "")
	case shape.Type == ruleset.Integer && !v.IsInteger():
		return v, fault.New("not-an-integer", "", ojson.Field("value", v.JSON()))
	case !formula.InRange(v):
		return v, fault.New(formula.CodeNumberTooLarge, "", ojson.Field("max", ojson.Int(formula.MaxNumber)))
	}
	return v, nil
}
