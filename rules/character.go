package rules

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/engine"
)

// Character is a character file prepared for a ruleset: decoded, its homebrew
// loaded on top. It is immutable and may be shared by goroutines; applying
// changes gives a new one.
type Character struct {
	rules   *Ruleset
	program *engine.Program
	file    *character.Character
}

// Character prepares a character file. The file is not changed. Paths of errors
// begin in the file.
func (r *Ruleset) Character(file ojson.Value) (*Character, []*Error) {
	c, errs := character.Decode(file)
	if errs != nil {
		return nil, errs
	}
	p, errs := r.with(c.Homebrew)
	if errs != nil {
		return nil, one(&Error{Code: "invalid-homebrew", Path: "/homebrew", Data: errorData(errs)})
	}
	return &Character{rules: r, program: p, file: c}, nil
}

// JSON is the character file. One that nothing changed comes back as it was,
// byte for byte; members that the engine does not know keep their place.
func (c *Character) JSON() ojson.Value { return c.file.JSON() }

// ID is the character's id.
func (c *Character) ID() string { return c.file.ID }

// errorData is {errors: […]}.
func errorData(errs []*Error) ojson.Value {
	return ojson.Object(ojson.Field("errors", ErrorsJSON(errs)))
}

// ErrorsJSON writes errors as data: [{code, path?, data?}].
func ErrorsJSON(errs []*Error) ojson.Value {
	out := make([]ojson.Value, 0, len(errs))
	for _, e := range errs {
		out = append(out, e.JSON())
	}
	return ojson.Array(out...)
}
