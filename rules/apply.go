package rules

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/change"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// Dice rolls one die with the given number of sides and returns its face, from
// 1. A face outside 1…sides says that there are no more dice to be had.
type Dice func(sides int64) int64

// ApplyOptions are what a batch depends on beside ruleset, character and
// changes. The zero value is fine.
type ApplyOptions struct {
	// Strict refuses a batch that adds rules issues (error rules-issue).
	Strict bool
	// Links are views of linked characters.
	Links Links
	// Dice rolls for incoming effects with dice. Without it, and without faces in
	// the change, such a batch is refused with faces-required.
	Dice Dice
}

// Applied is what a batch of changes did.
type Applied struct {
	// Character is the changed character.
	Character *Character
	// Changes is the batch as applied: faces rolled and ids picked are written
	// in. Replaying it gives the same character and never rolls.
	Changes []ojson.Value
	// Issues are the rules issues of the changed character.
	Issues []Issue
	// Adjustments say what each adjust did to each field.
	Adjustments ojson.Value
	// FollowUps are those that this batch stored, as offers.
	FollowUps ojson.Value
}

// ApplyChanges applies changes in order, all or none (engine interface,
// applyChanges). The first error rejects the batch, its path names the change,
// and the character that came in is untouched.
func (c *Character) ApplyChanges(changes []ojson.Value, o ApplyOptions) (*Applied, []*Error) {
	links, errs := readLinks(c.program, o.Links)
	if errs != nil {
		return nil, errs
	}
	tree, over := c.tree()
	if over != nil {
		return nil, one(over)
	}
	load := func(homebrew ojson.Value) (*engine.Program, []*fault.Error) { return c.rules.with(homebrew) }
	r, errs := change.Apply(c.program, load, c.file, changes, change.Options{Strict: o.Strict, Links: links, Tree: tree, Dice: o.Dice})
	if errs != nil {
		return nil, errs
	}
	program, errs := c.rules.with(r.Character.Homebrew)
	if errs != nil {
		return nil, errs
	}
	return &Applied{
		Character:   prepare(c.rules, program, r.Character, r.Tree),
		Changes:     r.Changes.Items(),
		Issues:      r.Issues,
		Adjustments: r.Adjustments,
		FollowUps:   r.FollowUps,
	}, nil
}

// JSON is the output of applyChanges: ok, character, changes, issues,
// adjustments, followUps.
func (a *Applied) JSON() ojson.Value {
	return ojson.Object(
		ojson.Field("ok", ojson.Bool(true)),
		ojson.Field("character", a.Character.JSON()),
		ojson.Field("changes", ojson.Array(a.Changes...)),
		ojson.Field("issues", engine.IssuesJSON(a.Issues)),
		ojson.Field("adjustments", a.Adjustments),
		ojson.Field("followUps", a.FollowUps),
	)
}

func (c *Character) applyCall(input ojson.Value) (ojson.Value, []*Error) {
	var o ApplyOptions
	strict, _ := input.Get("strict")
	o.Strict, _ = strict.AsBool()
	o.Links, _ = input.Get("links")
	if given, ok := input.Get("dice"); ok {
		dice, err := ParseDice(given)
		if err != nil {
			return ojson.Value{}, one(err.Under("/dice"))
		}
		o.Dice = dice
	}
	changes, _ := input.Get("changes")
	a, errs := c.ApplyChanges(changes.Items(), o)
	if errs != nil {
		return ojson.Value{}, errs
	}
	return a.JSON(), nil
}
