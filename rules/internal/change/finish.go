package change

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// maxDrop is the cause of what a falling maximum did.
const maxDrop = "max-drop"

// maxPasses bounds how often a maximum that fell makes another one fall.
const maxPasses = 16

// finish does what belongs to the whole batch: falling maximums, follow-ups,
// issues.
func (b *batch) finish() (*Result, *fault.Error) {
	if err := b.fallingMaximums(); err != nil {
		return nil, err
	}
	s, err := b.now()
	if err != nil {
		return nil, err
	}
	issues := slices.Clone(s.Issues())
	found, problems, err := b.triggered()
	if err != nil {
		return nil, err
	}
	issues = append(issues, problems...)
	if b.o.Strict {
		if err := b.strict(issues); err != nil {
			return nil, err
		}
	}
	if err := b.over(); err != nil {
		return nil, err
	}
	b.touchFields()
	offers, err := b.store(found)
	if err != nil {
		return nil, err
	}
	if b.size && character.Longer(b.ch.JSON(), character.MaxBytes) {
		return nil, exceeded("document-bytes", character.MaxBytes)
	}
	adjustments := make([]ojson.Value, 0, len(b.adjustments))
	for i := range b.adjustments {
		adjustments = append(adjustments, b.adjustments[i].json())
	}
	return &Result{
		// The clone shares its lists with b.ch, so that it is safe for goroutines.
		Character: b.ch.Clone(), Changes: ojson.Array(b.written...), Issues: issues,
		Adjustments: ojson.Array(adjustments...), FollowUps: ojson.Array(offers...), Tree: b.tree,
	}, nil
}

// over returns the limit that one of the sheets passed.
func (b *batch) over() *fault.Error {
	if b.sheet != nil {
		if err := b.sheet.Over(); err != nil {
			return err
		}
	}
	if b.opening != nil {
		return b.opening.Over()
	}
	return nil
}

// strict refuses issues that were not there before the batch.
func (b *batch) strict(issues []fault.Issue) *fault.Error {
	s, err := b.before()
	if err != nil {
		return err
	}
	old := slices.Clone(s.Issues())
	var added []fault.Issue
	for _, i := range issues {
		if at := slices.IndexFunc(old, i.Equal); at >= 0 {
			old = slices.Delete(old, at, at+1)
			continue
		}
		added = append(added, i)
	}
	if len(added) == 0 {
		return nil
	}
	return fault.New("rules-issue", "", ojson.Field("issues", issueList(added)))
}

// fallingMaximums lowers stored numbers whose maximum fell below them, until none
// is left: one that falls may be the maximum of another.
func (b *batch) fallingMaximums() *fault.Error {
	if !b.touched {
		return nil
	}
	for range maxPasses {
		drops, err := b.drops()
		if err != nil {
			return err
		}
		if len(drops) == 0 {
			return nil
		}
		b.touchFields()
		for _, d := range drops {
			b.ch.SetField(d.field, d.to)
		}
		b.adjustments = append(b.adjustments, drops...)
	}
	return nil
}

// drops lists the numbers above their maximum, by field; what stands for one that
// is not stored counts too.
func (b *batch) drops() (list []adjustment, err *fault.Error) {
	s, err := b.now()
	if err != nil {
		return nil, err
	}
	for _, f := range b.p.RS.Fields {
		if f.Formula != nil || f.Max == nil || f.Max.Formula == nil || f.KeepOnMaxDrop || !numeric(&f.Shape) {
			continue
		}
		stored := s.Stored(f.Index)
		low, high := s.Bounds(f.Index)
		if stored.Kind() != formula.Number || high.Kind() != formula.Number || formula.Compare(stored, high) <= 0 {
			continue
		}
		if low.Kind() == formula.Number && formula.Compare(low, high) > 0 {
			continue // no number fits: whatever were written would be out of range
		}
		if above, err := b.wasAbove(f); above || err != nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		if f.Type == ruleset.Integer {
			high = formula.Floor(high)
		}
		to, err := storable(&f.Shape, high)
		if err != nil {
			continue // the value of the field is an error of its own
		}
		list = append(list, adjustment{field: f.ID, cause: maxDrop, from: stored, to: to})
	}
	return list, nil
}

// wasAbove reports whether a field was above its maximum before the batch. Such
// a value is left alone.
func (b *batch) wasAbove(f *ruleset.Field) (bool, *fault.Error) {
	old, ok := b.first.RS.Field(f.ID)
	if !ok || old.Formula != nil {
		return false, nil
	}
	s, err := b.before()
	if err != nil {
		return false, err
	}
	v := s.Stored(old.Index)
	_, high := s.Bounds(old.Index)
	return v.Kind() == formula.Number && high.Kind() == formula.Number && formula.Compare(v, high) > 0, nil
}
