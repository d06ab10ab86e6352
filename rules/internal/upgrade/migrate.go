package upgrade

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// maxSteps and maxChanges are the limits steps and changes of
// docs/rules/limits.md; looking at a member of a file counts as memberSteps.
const (
	maxChanges  = 1_000
	maxSteps    = 2_000_000
	memberSteps = 10
)

// size is how many members, items and picks a migration looks at.
func size(file ojson.Value) (n int) {
	for _, m := range file.Members() {
		n += m.Value.Len()
		for _, inner := range m.Value.Members() {
			n += inner.Value.Len()
			state, _ := inner.Value.Get("state")
			n += state.Len()
		}
	}
	return n
}

// Migrate applies the migrations of the new packs that the character has not
// seen: those between the version it was saved with and the new one. It returns
// the changed file, with the new versions, and the report. The changes that
// migrations propose are returned apart: they need the new rules. Too much work
// is the error safety-limit-exceeded.
func Migrate(old, rules *ruleset.Ruleset, file ojson.Value) (moved ojson.Value, report []ojson.Value, changes []Proposed, over *fault.Error) {
	saved := savedVersions(old, file)
	t := newTracker(old, rules)
	var labels []string
	for i, pack := range rules.Packs {
		from, known := saved[pack.ID]
		if !known {
			from = pack.Version // a pack that is new to the character
		}
		for _, m := range rules.Migrations {
			if m.Pack == i && ruleset.CompareVersions(m.To, from) > 0 {
				t.rest, labels = append(t.rest, m), append(labels, pack.ID+"@"+m.To)
			}
		}
	}
	steps := 0
	for _, label := range labels {
		x := &mover{tracker: t, m: t.rest[0], label: label, file: file}
		if x.m.Any() {
			if steps += memberSteps * size(file); steps > maxSteps {
				return file, nil, nil, fault.New("safety-limit-exceeded", "",
					ojson.Field("limit", ojson.String("steps")), ojson.Field("max", ojson.Int(maxSteps)))
			}
			x.apply()
		}
		file, report = x.file, append(report, x.report...)
		for _, c := range x.m.Changes {
			changes = append(changes, Proposed{Change: c, Migration: label})
		}
		t.step(x.items)
	}
	if len(changes) > maxChanges {
		return file, nil, nil, fault.New("safety-limit-exceeded", "",
			ojson.Field("limit", ojson.String("changes")), ojson.Field("max", ojson.Int(maxChanges)))
	}
	file, lines := stamp(rules, file)
	return file, append(report, lines...), changes, nil
}

// Proposed is a change of a migration.
type Proposed struct {
	Change    ojson.Value
	Migration string // pack@version
}

// savedVersions are the versions that a character was saved with: its own words,
// else those of the ruleset that it was used with.
func savedVersions(old *ruleset.Ruleset, file ojson.Value) map[string]string {
	saved := map[string]string{}
	for _, p := range old.Packs {
		saved[p.ID] = p.Version
	}
	packs, _ := file.Get("packs")
	for _, p := range packs.Members() {
		if v, ok := p.Value.AsString(); ok {
			saved[p.Key] = v
		}
	}
	return saved
}

// stamp writes the versions of the new packs into the file. Packs that are gone
// stay, with the issue that says so.
func stamp(rules *ruleset.Ruleset, file ojson.Value) (ojson.Value, []ojson.Value) {
	packs, ok := file.Get("packs")
	if !ok || packs.Kind() != ojson.KindObject {
		packs = ojson.Object()
	}
	var report []ojson.Value
	for _, p := range rules.Packs {
		before, _ := packs.Get(p.ID)
		if after := ojson.String(p.Version); !ojson.Equal(before, after) {
			packs = packs.With(p.ID, after)
			report = append(report, line("pack", fault.Key("/packs", p.ID), "", "version", before, after, ""))
		}
	}
	return file.With("packs", packs), report
}

// Line is a line of the report that does not come from a migration.
func Line(kind, path, why string, before, after ojson.Value) ojson.Value {
	return line(kind, path, "", why, before, after, "")
}

// Failed is the line of a change of a migration that could not be applied.
func (p Proposed) Failed(err *fault.Error) ojson.Value {
	return line("change", p.path(), "", failed, p.Change, err.JSON(), p.Migration)
}

// Done are the lines of a change of a migration: what it did to fields, else the
// change itself, and the follow-ups that it stored.
func (p Proposed) Done(adjustments, followUps ojson.Value) (lines []ojson.Value) {
	for _, a := range adjustments.Items() {
		was, _ := a.Get("from")
		is, _ := a.Get("to")
		lines = append(lines, line("change", fault.Key("/fields", textOf(a, "field")), "", changed, was, is, p.Migration))
	}
	if lines == nil {
		lines = append(lines, line("change", p.path(), "", changed, ojson.Value{}, p.Change, p.Migration))
	}
	for _, f := range followUps.Items() {
		lines = append(lines, line("followUp", "/followUps", "", changed, ojson.Value{}, f, p.Migration))
	}
	return lines
}

// path leads to the part of a character that a change is about.
func (p Proposed) path() string {
	if field := textOf(p.Change, "field"); field != "" {
		return fault.Key("/fields", field)
	}
	if path := textOf(p.Change, "path"); path != "" {
		return fault.Key("/choices", path)
	}
	return ""
}
