package rulecases

import (
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Runner plays cases.
type Runner struct {
	// Call runs a call of the engine interface: {ok: false, errors} when it fails.
	Call func(name string, input ojson.Value) ojson.Value
	// Check says what is wrong with an input or output of a call; side is "input"
	// or "output". Nil checks nothing. Inputs that the engine refuses for their
	// shape or at load are not shown to it.
	Check func(call, side string, v ojson.Value) error
	// Kind is the kind of an error code: "shape", "load" or "runtime". Without it
	// the input of a call that failed is not shown to Check.
	Kind func(code string) string
	// Orders is the number of further runs of each case with its members in other
	// orders; 0 stands for two.
	Orders int
}

// Result is what playing a case gave.
type Result struct {
	Case     *Case
	Failures []Failure
	// Inputs and Outputs are those of the steps, without the runner's own calls.
	Inputs, Outputs []ojson.Value
}

// Failure is something that a case shows to be wrong.
type Failure struct {
	Case string
	// Step counts from 1; 0 is the runner's own loadRuleset.
	Step int
	Call string
	// What says which promise is broken, "" for the case's own expectation.
	What string
	Difference
}

// String is a report of several lines: the place, what was expected and what
// came.
func (f Failure) String() string {
	text := fmt.Sprintf("%s: step %d (%s)", f.Case, f.Step, f.Call)
	if f.What != "" {
		text += ": " + f.What
	}
	if f.Pointer != "" {
		text += "\n  at       " + f.Pointer
	}
	return text + "\n  expected " + shorten(f.Expected) + "\n  got      " + shorten(f.Got)
}

// shorten keeps a report readable when a whole sheet is wrong.
func shorten(text string) string {
	const most = 600
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + fmt.Sprintf(" … (%d bytes)", len(text))
}

// Run plays a case: once as it is, and again with the members of its releases
// and of its character in other orders, which must change nothing.
func (r Runner) Run(c *Case) *Result {
	p := r.play(c, c.Releases, c.Character)
	runs := r.Orders
	if runs == 0 {
		runs = 2
	}
	for _, order := range orders(runs) {
		releases := reordered(ojson.Array(c.Releases...), order).Items()
		other := Runner{Call: r.Call}.play(c, releases, reordered(c.Character, order))
		if len(p.Outputs) != len(other.Outputs) {
			p.fail(min(len(p.Outputs), len(other.Outputs)), "another order of members ends the case",
				Difference{"", fmt.Sprintf("%d steps", len(p.Outputs)), fmt.Sprintf("%d steps", len(other.Outputs))})
		}
		for i := range min(len(p.Outputs), len(other.Outputs)) {
			for _, d := range differences(p.Outputs[i], other.Outputs[i]) {
				p.fail(i, "another order of members gives another result", d)
			}
		}
	}
	return &p.Result
}

// differences compares the outputs of a step in two runs: byte for byte, but for
// what is handed back as it was written. That is the character, and the releases
// in the ruleset's packs; their members may stand in another order.
func differences(expected, got ojson.Value) []Difference {
	var found []Difference
	for _, path := range [][]string{{"character"}, {"ruleset", "packs"}} {
		a, b := inside(expected, path), inside(got, path)
		if !ojson.Equal(a, b) {
			d := difference(a, b)
			d.Pointer = "/" + strings.Join(path, "/") + d.Pointer
			found = append(found, d)
		}
		expected, got = without(expected, path), without(got, path)
	}
	if expected.String() != got.String() {
		found = append(found, difference(expected, got))
	}
	return found
}

// inside is the member at the end of a path of names, null when there is none.
func inside(v ojson.Value, path []string) ojson.Value {
	for _, name := range path {
		v, _ = v.Get(name)
	}
	return v
}

// without returns v without the member at the end of a path of names.
func without(v ojson.Value, path []string) ojson.Value {
	if len(path) == 1 {
		return v.Without(path[0])
	}
	inner, ok := v.Get(path[0])
	if !ok {
		return v
	}
	return v.With(path[0], without(inner, path[1:]))
}

// difference is where two values that are not the same begin to differ.
func difference(expected, got ojson.Value) Difference {
	whole := Difference{"", expected.String(), got.String()}
	if expected.Kind() != got.Kind() || expected.Len() != got.Len() {
		return whole
	}
	for i, m := range expected.Members() {
		o := got.Members()[i]
		if m.Key != o.Key {
			if inner, ok := got.Get(m.Key); ok && !ojson.Equal(inner, m.Value) {
				o = ojson.Field(m.Key, inner)
			} else {
				continue
			}
		}
		if m.Value.String() != o.Value.String() {
			d := difference(m.Value, o.Value)
			d.Pointer = key("", m.Key) + d.Pointer
			return d
		}
	}
	for i, item := range expected.Items() {
		if o := got.Items()[i]; item.String() != o.String() {
			d := difference(item, o)
			d.Pointer = fmt.Sprintf("/%d", i) + d.Pointer
			return d
		}
	}
	return whole
}
