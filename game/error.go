package game

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// InvalidParams is the code of an [Error]: the protocol's data.code for what a
// caller gave wrong.
const InvalidParams = "invalid_params"

// Error says what a caller gave wrong and where.
type Error struct {
	// Code is stable; Message is for people.
	Code string
	// Path is the full path of the wrong value: "persona.goals",
	// "state.options.maxFacts".
	Path    string
	Message string
}

func (e *Error) Error() string { return e.Message }

func invalid(path, format string, args ...any) *Error {
	return &Error{Code: InvalidParams, Path: path, Message: fmt.Sprintf(format, args...)}
}

func missing(path string) *Error {
	return invalid(path, "Missing required parameter '%s'.", path)
}

// mistyped shows the offending value, cut to a readable length (behaviours,
// item 26).
func mistyped(path, want string, got ojson.Value) *Error {
	text := got.String()
	if got.Kind() == ojson.KindNumber {
		text = got.Literal() // a number beyond all doubles would be shown as null
	}
	return invalid(path, "Parameter '%s' must be %s, not %s.", path, want, cut(text, 80))
}

// cut cuts a text to a number of characters.
func cut(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	n := 0
	for i := range text {
		if n == limit {
			return text[:i] + "…"
		}
		n++
	}
	return text
}

// blocked reports whether a model would not answer this: its guardrails stopped
// the turn, or it refused.
func blocked(err error) bool {
	var failed *model.Error
	return errors.As(err, &failed) && (failed.Code == model.GuardrailViolation || failed.Code == model.Refusal)
}

func cancelled(cause error) *model.Error {
	return &model.Error{Code: model.Cancelled, Message: "The turn was cancelled.", Err: cause}
}
