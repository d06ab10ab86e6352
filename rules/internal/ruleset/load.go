package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// homebrewKey names the place of a character's own release (see [Ruleset.With]).
const homebrewKey = "homebrew"

// Load makes a ruleset of pack releases in load order. It returns either the
// ruleset or errors, whose paths point into loadRuleset's input (/releases/0/…).
// It may be called concurrently; the ruleset is never changed afterwards.
func Load(releases []ojson.Value) (*Ruleset, []*fault.Error) {
	roots := make([]node, len(releases))
	for i, v := range releases {
		roots[i] = node{value: v, at: &At{Release: i}}
	}
	return load(roots)
}

// With makes the ruleset of r's releases and one more: a character's own, of
// kind homebrew. It is what loading all of them together would give. Paths of
// errors in the homebrew begin with /homebrew; an error in another release,
// which an override of the homebrew brings out, keeps its path under /releases.
func (r *Ruleset) With(homebrew ojson.Value) (*Ruleset, []*fault.Error) {
	roots := make([]node, 0, len(r.Packs)+1)
	for i, p := range r.Packs {
		roots = append(roots, node{value: p.Release, at: &At{Release: i}})
	}
	roots = append(roots, node{value: homebrew, at: &At{Release: len(r.Packs), Key: homebrewKey}})
	return load(roots)
}

// loader carries the releases from their JSON to what the decoder reads.
type loader struct {
	rs    *Ruleset
	names *names
	errs  *fault.List
	roots []node
	merge merger

	fields, types, contents drafts
	rules                   drafts // one for each pack, in load order
	byType                  [][]int32

	// each: what it may still do, where its queries run, and the overrides of
	// fields that it makes.
	expand, expandBytes budget
	frame               *formula.Frame
	lateFields          []override
	late                drafts

	// broken is set when something could not be put together, so that decoding
	// it would only report what follows from that.
	broken bool
}

// load goes through the stages: heads, drafts with their overrides, inheritance,
// each, decoding, cycles. A stage reports all errors it finds.
func load(roots []node) (*Ruleset, []*fault.Error) {
	l := &loader{rs: &Ruleset{}, errs: &fault.List{}, roots: roots}
	l.rs.Packs = readHeads(roots, l.errs)
	if !l.errs.Empty() {
		return nil, l.errs.Sorted()
	}
	l.names = newNames(l.rs.Packs)
	l.rs.names = l.names
	l.merge = newMerger(l.names, l.errs)
	l.collect()
	l.overrides()
	if !l.broken {
		l.inherit()
	}
	if !l.broken {
		l.mergeOverrides()
	}
	in := &source{}
	if !l.broken && !l.merge.budget.done {
		in = l.source()
	}
	if l.broken || l.merge.budget.done {
		return nil, l.errs.Sorted()
	}
	d := &decoder{rs: l.rs, names: l.names, errs: l.errs}
	d.decode(*in)
	d.migrations(l.roots)
	if !l.errs.Empty() {
		return nil, l.errs.Sorted()
	}
	l.rs.indexActions()
	l.rs.indexRules()
	l.rs.resolved = in
	l.rs.Conflicts = l.conflicts()
	if l.checkCycles(); !l.errs.Empty() {
		return nil, l.errs.Sorted()
	}
	return l.rs, nil
}
