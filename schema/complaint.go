package schema

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/open-actor-models/oam/ojson"
)

// place is the way from the root to a value, linked so that no pointer is
// built unless something is wrong.
type place struct {
	up    *place
	key   string
	index int // of an item, when key is empty; from 1 on, else 0
}

// pointer returns the JSON pointer of a place.
func (p *place) pointer() string {
	var keys []string
	for ; p != nil; p = p.up {
		if p.index > 0 {
			keys = append(keys, strconv.Itoa(p.index-1))
		} else {
			keys = append(keys, p.key)
		}
	}
	var text []byte
	for _, key := range slices.Backward(keys) {
		text = appendToken(text, key)
	}
	return string(text)
}

// complaint is a ValidationError in the making. Unions find many of them, most of
// which nobody is shown.
type complaint struct {
	at     *place
	format string
	args   []any
}

// misfitAt returns the error about a place.
func misfitAt(p *place, format string, args ...any) *complaint {
	return &complaint{p, format, args}
}

// error puts the error into words.
func (m *complaint) error() *ValidationError {
	return &ValidationError{Pointer: m.at.pointer(), Message: fmt.Sprintf(m.format, m.args...)}
}

// cut is a value that is shown cut, cutList a list of them.
type (
	cut     struct{ ojson.Value }
	cutList []ojson.Value
)

func (c cut) String() string     { return clip(c.Value, warningSize) }
func (c cutList) String() string { return clipList(c, noteSize) }
