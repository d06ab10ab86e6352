package upgrade

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Migrate applies the migrations of the new packs that the character has not
// seen: those between the version it was saved with and the new one. It returns
// the changed file, with the new versions, and the report. The changes that
// migrations propose are returned apart: they need the new rules.
func Migrate(old, rules *ruleset.Ruleset, file ojson.Value) (moved ojson.Value, report []ojson.Value, changes []Proposed) {
	saved := savedVersions(old, file)
	types := map[string]string{}
	for i, pack := range rules.Packs {
		from, known := saved[pack.ID]
		if !known {
			from = pack.Version // a pack that is new to the character
		}
		for _, m := range rules.Migrations {
			if m.Pack != i || ruleset.CompareVersions(m.To, from) <= 0 || ruleset.CompareVersions(m.To, pack.Version) > 0 {
				continue
			}
			x := &mover{old: old, new: rules, types: types, m: m, label: pack.ID + "@" + m.To, file: file}
			x.apply()
			file, report = x.file, append(report, x.report...)
			for n, c := range m.Changes {
				changes = append(changes, Proposed{Change: c, Migration: x.label, Number: n})
			}
		}
	}
	file, lines := stamp(rules, file)
	return file, append(report, lines...), changes
}

// Proposed is a change of a migration.
type Proposed struct {
	Change    ojson.Value
	Migration string
	Number    int
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
		before, had := packs.Get(p.ID)
		if after := ojson.String(p.Version); !ojson.Equal(before, after) {
			packs = packs.With(p.ID, after)
			if had {
				report = append(report, line("pack", fault.Key("/packs", p.ID), "", "version", before, after, ""))
			}
		}
	}
	return file.With("packs", packs), report
}

// GonePicks takes away picks whose option no pack has any more, so that their
// choices are open again.
func GonePicks(rules *ruleset.Ruleset, file ojson.Value) (ojson.Value, []ojson.Value) {
	choices, ok := file.Get("choices")
	if !ok || choices.Kind() != ojson.KindObject {
		return file, nil
	}
	kept := map[string]ojson.Member{}
	var report []ojson.Value
	for _, c := range members(choices) {
		var options []ojson.Value
		for i, o := range c.Value.Items() {
			text, _ := o.AsString()
			if known(rules, text) {
				options = append(options, o)
				continue
			}
			report = append(report, line("pick", fault.Index(fault.Key("/choices", c.Key), i), "", "gone", o, ojson.Value{}, ""))
		}
		switch {
		case len(options) > 0:
			kept[c.Key] = ojson.Field(c.Key, ojson.Array(options...))
		case c.Value.Len() == 0:
			kept[c.Key] = c
		}
	}
	if report == nil {
		return file, nil
	}
	return file.With("choices", rebuilt(choices, kept)), report
}

// known reports whether an option may still mean something: a content or field
// that there is, or an inline option, which only its choice knows.
func known(rules *ruleset.Ruleset, option string) bool {
	if !strings.Contains(option, ":") {
		return true
	}
	if _, ok := rules.Content(option); ok {
		return true
	}
	_, ok := rules.Field(option)
	return ok
}

// Line is a line of the report that does not come from a migration.
func Line(kind, path, why string, before, after ojson.Value) ojson.Value {
	return line(kind, path, "", why, before, after, "")
}

// Failed is the line of a change of a migration that could not be applied.
func (p Proposed) Failed(err *fault.Error) ojson.Value {
	return line("change", fault.Index("/migrations/changes", p.Number), "", "failed", p.Change, err.JSON(), p.Migration)
}
