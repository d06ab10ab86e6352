package scripted

import (
	"fmt"

	"github.com/open-actor-models/oam/ojson"
)

// SpecError says what is wrong with a script. It is what the protocol reports
// as invalid_params.
type SpecError struct {
	// Path is the place in the parameters, such as "model.steps[0].delayMs".
	Path string
	// Message is a sentence that names the path in single quotes.
	Message string
}

func (e *SpecError) Error() string { return e.Message }

// mistyped returns the error for a value that is not what it must be; want is
// a phrase such as "an array" (behaviours, item 26).
func mistyped(path, want string, got ojson.Value) error {
	return &SpecError{path, fmt.Sprintf("Parameter '%s' must be %s, got %s.", path, want, shown(got))}
}

// missing returns the error for a value that is not there (behaviours, item
// 27).
func missing(path string) error {
	return &SpecError{path, fmt.Sprintf("Missing required parameter '%s'.", path)}
}

// shown is the JSON of a refused value, cut to 80 characters.
func shown(v ojson.Value) string {
	const limit = 80
	text, n := v.String(), 0
	for i := range text {
		if n == limit {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
