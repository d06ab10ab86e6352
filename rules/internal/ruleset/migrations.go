package ruleset

import (
	"cmp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// Migration says what became of what a version of a pack renamed, split or
// dropped (docs/rules/upgrades.md). Whatever a release lists for one version is
// one migration, and its moves are made at once.
type Migration struct {
	Pack    int
	To      string // version
	Moves   [MoveKinds][]Move
	Changes []ojson.Value
}

// MoveKind is a sort of things that migrations move.
type MoveKind uint8

// The kinds, in the order in which reports have them.
const (
	MoveType MoveKind = iota
	MoveField
	MoveContent
	MoveChoice
	MoveOption
	MoveState
	MoveLink
	MoveKinds // how many there are
)

// Member is the member of a migration that holds the moves of a kind.
func (k MoveKind) Member() string {
	return [...]string{"types", "fields", "content", "choices", "options", "states", "links"}[k]
}

// word is what errors call one thing of the kind.
func (k MoveKind) word() string {
	return [...]string{"type", "field", "content", "choice", "option", "state", "link"}[k]
}

// Move says what became of one thing. Of and From need not be known any more.
type Move struct {
	Of       string // what it belongs to: the choice of an option, the type of a state
	From     string // qualified where ids have packs
	To       string // of a choice the id; "" where it was dropped or split
	Replaced bool   // To stands for content that was dropped
	Values   []ValueMove
	Split    []SplitPart
}

// ValueMove is a value that became another.
type ValueMove struct {
	From string        // text of the old value, see [ValueText]
	To   formula.Value // None kind: it was dropped
}

// SplitPart is a field that gets a part of an old value.
type SplitPart struct {
	Field   string
	Formula *formula.Formula
}

// ValueText is how migrations name a stored value: a text as it is, anything
// else as JSON, numbers in one form.
func ValueText(v ojson.Value) string {
	if text, ok := v.AsString(); ok {
		return text
	}
	if x, failed := formula.FromJSON(v); failed == nil {
		return x.JSON().String()
	}
	return v.String()
}

// Move finds what became of one thing.
func (m *Migration) Move(kind MoveKind, of, from string) (*Move, bool) {
	i, ok := slices.BinarySearchFunc(m.Moves[kind], Move{Of: of, From: from}, compareMoves)
	if !ok {
		return nil, false
	}
	return &m.Moves[kind][i], true
}

// Any reports whether the migration moves anything.
func (m *Migration) Any() bool {
	return slices.ContainsFunc(m.Moves[:], func(list []Move) bool { return len(list) > 0 })
}

func compareMoves(a, b Move) int {
	return cmp.Or(strings.Compare(a.Of, b.Of), strings.Compare(a.From, b.From))
}

// CompareVersions orders semantic versions; one that is none comes first.
func CompareVersions(a, b string) int {
	x, errX := semver.StrictNewVersion(a)
	y, errY := semver.StrictNewVersion(b)
	switch {
	case errX != nil && errY != nil:
		return strings.Compare(a, b)
	case errX != nil:
		return -1
	case errY != nil:
		return 1
	}
	return x.Compare(y)
}
