package world

import (
	"fmt"
	"unicode/utf8"
)

// Error says why a path or a value was refused. Nothing was changed.
type Error struct {
	// Path is the path as it was given.
	Path string
	// Message is a sentence for people.
	Message string
}

func (e *Error) Error() string { return e.Message }

// refuse returns the error for a path as it was given; the message begins with
// the path, cut to a readable length.
func refuse(path, format string, args ...any) error {
	return &Error{Path: path, Message: fmt.Sprintf("World path '%s': %s.", cut(path, 80), fmt.Sprintf(format, args...))}
}

// cut shortens a text to limit characters, the mark of the cut not counted.
func cut(s string, limit int) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
