package rules

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/engine"
)

// SheetOptions are what a sheet depends on beside ruleset and character. The zero
// value is fine.
type SheetOptions struct {
	// Competing are picked options of competitions, as ids of the sheet's
	// competing; ids that name no active option are ignored.
	Competing []string
	// Links are views of linked characters.
	Links Links
}

// Sheet is a computed sheet. It belongs to one goroutine.
type Sheet struct{ sheet *engine.Sheet }

// ComputeSheet computes the whole sheet of a character (engine interface,
// computeSheet). Fields that cannot be computed carry their error; only a limit
// or a wrong link fails the call.
func (c *Character) ComputeSheet(o SheetOptions) (*Sheet, []*Error) {
	links, errs := readLinks(c.program, o.Links)
	if errs != nil {
		return nil, errs
	}
	s, errs := c.sheet(engine.Options{Competing: o.Competing, Links: links})
	if errs != nil {
		return nil, errs
	}
	if over := s.Everything(); over != nil {
		s.Release()
		return nil, one(over)
	}
	return &Sheet{s}, nil
}

// JSON is the output of computeSheet: values, effects, actions, situational,
// pending, offers, choices, competing, issues, copies, copyNames,
// standardCopies, activations and copyLimits. The error is a limit.
func (s *Sheet) JSON() (ojson.Value, []*Error) {
	out, over := s.sheet.ComputeSheet()
	if over != nil {
		return ojson.Value{}, one(over)
	}
	return out, nil
}

// Value is the value of a field by its qualified id, as JSON; ok is false for a
// field that the ruleset does not have and for one that failed.
func (s *Sheet) Value(field string) (v ojson.Value, ok bool) {
	f, ok := s.sheet.Program().RS.Field(field)
	if !ok {
		return ojson.Value{}, false
	}
	x := s.sheet.Value(f.Index)
	if x.Failed() {
		return ojson.Value{}, false
	}
	return x.JSON(), true
}

// Issues are the rules issues of the character.
func (s *Sheet) Issues() []Issue { return s.sheet.Issues() }

// Steps and Nodes count the work: evaluation steps, and activations of the tree.
func (s *Sheet) Steps() int64 { return s.sheet.Steps() }

// Nodes is the number of activations that were possible, on or off.
func (s *Sheet) Nodes() int { return s.sheet.Nodes() }

// Pairs is the number of effect × target pairs of these activations.
func (s *Sheet) Pairs() int { return s.sheet.Pairs() }

// Release gives the memory of the sheet back for the next one. It is optional;
// the sheet must not be used afterwards.
func (s *Sheet) Release() { s.sheet.Release() }

// ListOptions lists the options of a choice by its path (engine interface,
// listOptions): {options: [{id, eligible, picked, recommended, reasons}]}. A
// path that leads to no choice that applies is unknown-choice.
func (c *Character) ListOptions(path string, links Links) (ojson.Value, []*Error) {
	views, errs := readLinks(c.program, links)
	if errs != nil {
		return ojson.Value{}, errs
	}
	s, errs := c.sheet(engine.Options{Links: views})
	if errs != nil {
		return ojson.Value{}, errs
	}
	defer s.Release()
	out, failed := s.ListOptions(path)
	if failed != nil {
		return ojson.Value{}, one(failed)
	}
	return out, nil
}
