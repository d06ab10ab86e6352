package game

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// fields reads the members of one object. Null members count as absent. The
// first error is kept, and what is read after it does not matter.
type fields struct {
	object ojson.Value
	// path is the place of the object.
	path string
	// bare leaves the offending value out of messages, as clients compare
	// those about personas literally (behaviours, item 27).
	bare bool
	err  error
}

// openFields begins to read an object.
func openFields(v ojson.Value, path string, bare bool) *fields {
	f := &fields{object: v, path: path, bare: bare}
	if v.Kind() != ojson.KindObject {
		f.fail(path, "an object", v)
	}
	return f
}

func (f *fields) at(key string) string { return f.path + "." + key }

func (f *fields) fail(path, want string, got ojson.Value) {
	if f.err != nil {
		return
	}
	if f.bare {
		f.err = invalid(path, "Parameter '%s' must be %s.", path, want)
	} else {
		f.err = mistyped(path, want, got)
	}
}

func (f *fields) get(key string) (ojson.Value, bool) {
	v, _ := f.object.Get(key)
	return v, !v.IsNull()
}

func (f *fields) text(key, fallback string) string {
	v, ok := f.get(key)
	if !ok {
		return fallback
	}
	s, ok := v.AsString()
	if !ok {
		f.fail(f.at(key), "a string", v)
	}
	return s
}

// texts returns a list of strings, which is not nil when the member is there.
func (f *fields) texts(key string, fallback []string) []string {
	v, ok := f.get(key)
	if !ok {
		return fallback
	}
	if v.Kind() != ojson.KindArray {
		f.fail(f.at(key), "an array", v)
		return fallback
	}
	list := make([]string, v.Len())
	for i, item := range v.Items() {
		if list[i], ok = item.AsString(); !ok {
			f.fail(fmt.Sprintf("%s[%d]", f.at(key), i), "a string", item)
		}
	}
	return list
}

func (f *fields) flag(key string, fallback bool) bool {
	v, ok := f.get(key)
	if !ok {
		return fallback
	}
	b, ok := v.AsBool()
	if !ok {
		f.fail(f.at(key), "a boolean", v)
	}
	return b
}

// integer returns an integer from low to high; a high of noBound is none.
func (f *fields) integer(key string, low, high, fallback int) int {
	v, ok := f.get(key)
	if !ok {
		return fallback
	}
	i, ok := v.AsInt()
	switch {
	case ok && i >= int64(low) && i <= int64(high):
	case high == noBound:
		f.fail(f.at(key), fmt.Sprintf("an integer of at least %d", low), v)
	default:
		f.fail(f.at(key), fmt.Sprintf("an integer from %d to %d", low, high), v)
	}
	return int(i)
}

// noBound is the largest integer that parameters may have (behaviours, item 28).
const noBound = 1<<53 - 1

// number returns a finite number from low to high, nil when it is absent.
func (f *fields) number(key string, low, high float64) *float64 {
	v, ok := f.get(key)
	if !ok {
		return nil
	}
	x, _ := v.AsFloat()
	if !v.IsFinite() || x < low || x > high {
		want := fmt.Sprintf("a number from %g to %g", low, high)
		if high == math.MaxFloat64 {
			want = fmt.Sprintf("a finite number of at least %g", low)
		}
		f.fail(f.at(key), want, v)
	}
	return &x
}

// unknown returns the full paths of the members that are not among the known
// ones, in document order.
func (f *fields) unknown(known []string) []string {
	var paths []string
	for _, m := range f.object.Members() {
		if !slices.Contains(known, m.Key) {
			paths = append(paths, f.at(m.Key))
		}
	}
	return paths
}

// mergePatch applies a JSON merge patch (RFC 7386).
func mergePatch(target, patch ojson.Value) ojson.Value {
	if patch.Kind() != ojson.KindObject {
		return patch
	}
	if target.Kind() != ojson.KindObject {
		target = ojson.Object()
	}
	for _, m := range patch.Members() {
		if m.Value.IsNull() {
			target = target.Without(m.Key)
			continue
		}
		old, _ := target.Get(m.Key)
		target = target.With(m.Key, mergePatch(old, m.Value))
	}
	return target
}

// blank reports whether a text says nothing.
func blank(text string) bool { return strings.TrimSpace(text) == "" }
