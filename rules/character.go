package rules

import (
	"sync"

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
	// tree is everything that can be on for the character, built when first needed.
	tree func() (*engine.Tree, *Error)
}

// prepare makes a character of a decoded file; its tree is known or nil.
func prepare(r *Ruleset, p *engine.Program, file *character.Character, tree *engine.Tree) *Character {
	return &Character{rules: r, program: p, file: file, tree: sync.OnceValues(func() (*engine.Tree, *Error) {
		if tree != nil {
			return tree, nil
		}
		return p.Tree(file)
	})}
}

// sheet begins a sheet on the character's tree.
func (c *Character) sheet(o engine.Options) (*engine.Sheet, []*Error) {
	t, over := c.tree()
	if over != nil {
		return nil, one(over)
	}
	return c.program.SheetOn(t, c.file, o), nil
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
	return prepare(r, p, c, nil), nil
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
