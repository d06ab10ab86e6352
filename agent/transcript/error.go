package transcript

import (
	"fmt"

	"github.com/open-actor-models/oam/ojson"
)

// Error says why a value is not a transcript. It is what the protocol reports
// as invalid_params.
type Error struct {
	// Path is the place in the parameters, such as
	// "history.transcript.entries[3].toolCalls[0].arguments".
	Path string
	// Message is a sentence that names the path in single quotes.
	Message string
}

func (e *Error) Error() string { return e.Message }

// mistyped returns the error for a value that is not what it must be; want is
// a phrase such as "an array" (behaviours, item 26).
func mistyped(path, want string, got ojson.Value) error {
	return &Error{path, fmt.Sprintf("Parameter '%s' must be %s, got %s.", path, want, shown(got))}
}

// missing returns the error for a value that is not there (behaviours, item
// 27).
func missing(path string) error {
	return &Error{path, fmt.Sprintf("Missing required parameter '%s'.", path)}
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
