package upgrade

import (
	"cmp"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Level is what semantic versioning asks of a difference.
type Level uint8

// The levels, from nothing to what breaks.
const (
	None Level = iota
	Patch
	Minor
	Major
)

func (l Level) String() string { return [...]string{"none", "patch", "minor", "major"}[l] }

// Finding is one difference between two releases of a pack.
type Finding struct {
	Level    Level
	Kind, ID string
	What     string
	// Strands: what saved characters hold of it loses its meaning.
	Strands bool
}

// Missing is a move that no migration makes; Value is the value it is about, ""
// for the whole.
type Missing struct{ Member, ID, Value string }

// comparison collects the differences of one pack.
type comparison struct {
	old, new       *ruleset.Ruleset
	from, to       int // the pack in each
	oldID          string
	moves          []*ruleset.Migration // that characters of the old release meet
	findings       []Finding
	missing        []Missing
	oldJSON, fresh ojson.Value
}

// Compare lists what changed between two releases of a pack, the gravest first,
// and which migrations are missing. Both rulesets have the pack.
func Compare(old, fresh *ruleset.Ruleset, pack string) ([]Finding, []Missing) {
	find := func(rs *ruleset.Ruleset) int {
		return slices.IndexFunc(rs.Packs, func(p *ruleset.Pack) bool { return p.ID == pack })
	}
	x := &comparison{old: old, new: fresh, from: find(old), to: find(fresh), oldID: pack, oldJSON: old.JSON(), fresh: fresh.JSON()}
	for _, m := range fresh.Migrations {
		if m.Pack == x.to && ruleset.CompareVersions(m.To, old.Packs[x.from].Version) > 0 {
			x.moves = append(x.moves, m)
		}
	}
	x.head()
	x.fields()
	x.types()
	x.contents()
	x.rules()
	x.text()
	slices.SortFunc(x.findings, func(a, b Finding) int {
		return cmp.Or(-cmp.Compare(a.Level, b.Level), strings.Compare(a.Kind, b.Kind), strings.Compare(a.ID, b.ID), strings.Compare(a.What, b.What))
	})
	slices.SortFunc(x.missing, func(a, b Missing) int {
		return cmp.Or(strings.Compare(a.Member, b.Member), strings.Compare(a.ID, b.ID), strings.Compare(a.Value, b.Value))
	})
	return slices.Compact(x.findings), slices.Compact(x.missing)
}

func (x *comparison) find(level Level, kind, id, what string) {
	x.findings = append(x.findings, Finding{Level: level, Kind: kind, ID: id, What: what})
}

// strand notes what leaves saved characters behind.
func (x *comparison) strand(kind, id, what string) {
	x.findings = append(x.findings, Finding{Level: Major, Kind: kind, ID: id, What: what, Strands: true})
}

// own reports whether an id is the pack's.
func (x *comparison) own(id string) bool {
	pack, _, _ := strings.Cut(id, ":")
	return pack == x.oldID
}

// trail is what migrations make of one thing.
type trail struct {
	spoken bool   // one is about it
	to     string // what it is called in the end, "" for nothing
	split  bool
	values map[string]bool // values that are mapped on the way
}

// follow goes through the migrations. of is what belongs to it, see
// [ruleset.Move].
func (x *comparison) follow(kind ruleset.MoveKind, of, id string) trail {
	t := trail{to: id, values: map[string]bool{}}
	for _, m := range x.moves {
		was := t.to
		move, ok := m.Move(kind, of, was)
		switch kind {
		case ruleset.MoveState:
			if owner, ok := m.Move(ruleset.MoveType, "", of); ok && owner.To != "" {
				of = owner.To
			}
		case ruleset.MoveOption:
			of = choiceAfter(m, of)
		}
		if ok {
			t.spoken = true
			if t.split = move.Split != nil; t.split || move.To == "" {
				t.to = ""
				return t
			}
			for _, v := range move.Values {
				t.values[v.From] = true
			}
			t.to = move.To
		}
		if kind == ruleset.MoveChoice {
			t.to = choiceAfter(m, was)
		}
	}
	return t
}

// choiceAfter is the id of a choice after a migration, which may have renamed its
// owner too.
func choiceAfter(m *ruleset.Migration, id string) string {
	x := &mover{m: m}
	to, why := x.choiceID(id)
	if why == dropped {
		return id
	}
	return to
}

// gone notes something stored that is there no more.
func (x *comparison) gone(kind string, move ruleset.MoveKind, of, id string) {
	shown := id
	if of != "" {
		shown = of + map[ruleset.MoveKind]string{ruleset.MoveOption: "/", ruleset.MoveState: "#"}[move] + id
	}
	if x.follow(move, of, id).spoken {
		x.find(Major, kind, shown, "removed")
		return
	}
	x.strand(kind, shown, "removed")
	x.missing = append(x.missing, Missing{Member: move.Member(), ID: shown})
}

// text notes entries that are written otherwise, where nothing above saw it:
// numbers, formulas, effects.
func (x *comparison) text() {
	seen := map[string]bool{}
	for _, f := range x.findings {
		seen[f.Kind+" "+f.ID] = true
	}
	for member, kind := range map[string]string{"fields": "field", "contentTypes": "type", "content": "content"} {
		a, _ := x.oldJSON.Get(member)
		b, _ := x.fresh.Get(member)
		for _, e := range a.Members() {
			if now, ok := b.Get(e.Key); ok && x.own(e.Key) && !ojson.Equal(e.Value, now) && !seen[kind+" "+e.Key] {
				x.find(Patch, kind, e.Key, "changed")
			}
		}
	}
	for _, member := range []string{"title", "license", "attribution", "i18n", "overrides", "rules", "migrations"} {
		a, hadA := x.old.Packs[x.from].Release.Get(member)
		b, hasB := x.new.Packs[x.to].Release.Get(member)
		if hadA != hasB || !ojson.Equal(a, b) {
			x.find(Patch, "pack", member, "changed")
		}
	}
}
