package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// The limits of docs/rules/limits.md that hold while releases are loaded.
const (
	maxDepth        = 64
	maxFields       = 20_000
	maxContents     = 50_000
	maxInheritDepth = 32
	maxFormulas     = 200_000
	maxSteps        = 2_000_000
	// maxMembers is the number of members and items that are read, and that
	// merging and each may make: small files that inherit and repeat are big
	// rulesets.
	maxMembers = 500_000
	// maxEachBytes is the text that each may make, as much as a release has.
	maxEachBytes = 16 << 20
	// maxRequires is the number of packs that one requires.
	maxRequires = 1_000
	// maxRange is the length of a version range in bytes.
	maxRange = 256
)

// limitError is the error of a place that passes a limit.
func limitError(pointer, name string, most int64) *fault.Error {
	return fault.New("safety-limit-exceeded", pointer,
		ojson.Field("limit", ojson.String(name)), ojson.Field("max", ojson.Int(most)))
}

// budget counts what a load may still do of one thing.
type budget struct {
	left  int64
	most  int64
	limit string
	done  bool // its error is reported
}

// spend takes n and reports whether it was there.
func (b *budget) spend(n int) bool {
	b.left -= int64(n)
	return b.left >= 0
}

// report adds the limit's error once.
func (b *budget) report(errs *fault.List, at *At) {
	if !b.done {
		b.done = true
		errs.Add(limitError(at.Pointer(), b.limit, b.most))
	}
}

// deep reports whether v nests deeper than most levels.
func deep(v ojson.Value, most int) bool {
	switch v.Kind() {
	case ojson.KindObject:
		if most == 0 {
			return true
		}
		for _, m := range v.Members() {
			if deep(m.Value, most-1) {
				return true
			}
		}
	case ojson.KindArray:
		if most == 0 {
			return true
		}
		for _, i := range v.Items() {
			if deep(i, most-1) {
				return true
			}
		}
	}
	return false
}
