package bridge

import (
	"fmt"
	"slices"
	"time"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// Params reads the parameters of a request, or an object inside them. Null
// members count as absent (protocol, section 1). Errors are invalid_params
// errors that name the full path of the parameter.
type Params struct {
	value ojson.Value
	path  string // "" at the top, else "options", "requests[1]"
}

// NewParams returns the Params of an object that is found at path; path is ""
// for the parameters of a request.
func NewParams(object ojson.Value, path string) Params { return Params{object, path} }

// Value returns the whole object.
func (p Params) Value() ojson.Value { return p.value }

// Path returns the full path of a member, for messages.
func (p Params) Path(key string) string {
	if p.path == "" {
		return key
	}
	return p.path + "." + key
}

// Has reports whether the member is there, be it null.
func (p Params) Has(key string) bool {
	_, ok := p.value.Get(key)
	return ok
}

// Get returns a member; ok is false when it is absent or null.
func (p Params) Get(key string) (v ojson.Value, ok bool) {
	v, ok = p.value.Get(key)
	return v, ok && !v.IsNull()
}

// Require returns a member that must be there.
func (p Params) Require(key string) (ojson.Value, error) {
	v, ok := p.Get(key)
	if !ok {
		return v, MissingParam(p.Path(key))
	}
	return v, nil
}

// String returns a required string.
func (p Params) String(key string) (string, error) {
	v, err := p.Require(key)
	if err != nil {
		return "", err
	}
	s, ok := v.AsString()
	if !ok {
		return "", BadParam(p.Path(key), "a string", v)
	}
	return s, nil
}

// OptionalString returns a string, or the fallback when it is absent.
func (p Params) OptionalString(key, fallback string) (string, error) {
	if _, ok := p.Get(key); !ok {
		return fallback, nil
	}
	return p.String(key)
}

// OptionalBool returns a boolean, or the fallback when it is absent.
func (p Params) OptionalBool(key string, fallback bool) (bool, error) {
	v, ok := p.Get(key)
	if !ok {
		return fallback, nil
	}
	b, ok := v.AsBool()
	if !ok {
		return false, BadParam(p.Path(key), "a boolean", v)
	}
	return b, nil
}

// OptionalInt returns an integer of at least low, or the fallback when it is
// absent. 3.0 is an integer, 3.2 and numbers of 2^53 and more are not.
func (p Params) OptionalInt(key string, low, fallback int) (int, error) {
	v, ok := p.Get(key)
	if !ok {
		return fallback, nil
	}
	i, ok := v.AsInt()
	if !ok || i < int64(low) {
		return 0, BadParam(p.Path(key), fmt.Sprintf("an integer of at least %d", low), v)
	}
	return int(i), nil
}

// OptionalFloat returns a finite number from low to high, or nil when it is
// absent.
func (p Params) OptionalFloat(key string, low, high float64) (*float64, error) {
	v, ok := p.Get(key)
	if !ok {
		return nil, nil
	}
	f, ok := v.AsFloat()
	if !ok || !v.IsFinite() || f < low || f > high {
		want := fmt.Sprintf("a number from %g to %g", low, high)
		if high >= maxFloat {
			want = fmt.Sprintf("a finite number of at least %g", low)
		}
		return nil, BadParam(p.Path(key), want, v)
	}
	return &f, nil
}

const maxFloat = 1e308

// maxSeconds is the longest time limit, one day.
const maxSeconds = 86400

// OptionalSeconds returns a time limit, or the fallback when it is absent. Like
// every …TimeoutSeconds parameter it is a finite number from 0 to 86400, and 0
// means no limit.
func (p Params) OptionalSeconds(key string, fallback time.Duration) (time.Duration, error) {
	f, err := p.OptionalFloat(key, 0, maxSeconds)
	if err != nil || f == nil {
		return fallback, err
	}
	if d := time.Duration(*f * float64(time.Second)); d > 0 || *f == 0 {
		return d, nil
	}
	return time.Nanosecond, nil // a limit below the resolution is still a limit
}

// OptionalObject returns the Params of an object; ok is false when it is
// absent.
func (p Params) OptionalObject(key string) (object Params, ok bool, err error) {
	v, ok := p.Get(key)
	if !ok {
		return NewParams(ojson.Object(), p.Path(key)), false, nil
	}
	if v.Kind() != ojson.KindObject {
		return Params{}, false, BadParam(p.Path(key), "an object", v)
	}
	return NewParams(v, p.Path(key)), true, nil
}

// OptionalArray returns the items of an array, nil when it is absent.
func (p Params) OptionalArray(key string) ([]ojson.Value, error) {
	v, ok := p.Get(key)
	if !ok {
		return nil, nil
	}
	if v.Kind() != ojson.KindArray {
		return nil, BadParam(p.Path(key), "an array", v)
	}
	if v.Len() == 0 {
		return []ojson.Value{}, nil // not nil: the array is there
	}
	return v.Items(), nil
}

// OptionalStrings returns an array of strings, nil when it is absent.
func (p Params) OptionalStrings(key string) ([]string, error) {
	items, err := p.OptionalArray(key)
	if err != nil || items == nil {
		return nil, err
	}
	list := make([]string, len(items))
	for i, item := range items {
		s, ok := item.AsString()
		if !ok {
			return nil, BadParam(fmt.Sprintf("%s[%d]", p.Path(key), i), "a string", item)
		}
		list[i] = s
	}
	return list, nil
}

// UnknownWarnings returns a warning for each member that is not among the known
// ones, in document order.
func (p Params) UnknownWarnings(known ...string) []string {
	var warnings []string
	for _, m := range p.value.Members() {
		if !slices.Contains(known, m.Key) {
			warnings = append(warnings, fmt.Sprintf("Unknown parameter '%s' was ignored.", p.Path(m.Key)))
		}
	}
	return warnings
}

// MissingParam is the error for a required parameter that is absent.
func MissingParam(path string) *jsonrpc.Error {
	return jsonrpc.InvalidParams(fmt.Sprintf("Missing required parameter '%s'.", path))
}

// BadParam is the error for a parameter of the wrong type or out of range. want
// completes "must be"; the offending value is shown, cut to a readable length.
func BadParam(path, want string, got ojson.Value) *jsonrpc.Error {
	return jsonrpc.InvalidParams(fmt.Sprintf("Parameter '%s' must be %s, not %s.", path, want, excerpt(got)))
}

// excerpt is the JSON text of a value, cut to about 80 characters.
func excerpt(v ojson.Value) string {
	const limit = 80
	if v.Kind() == ojson.KindNumber {
		// A literal beyond the range of a double would be written as null.
		return cutRunes(v.Literal(), limit)
	}
	return cutRunes(v.String(), limit)
}

func cutRunes(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
