package ruleset

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// maxMigrations is the number of migrations of one release.
const maxMigrations = 1_000

// moveDraft is a move as it is written. What it leads to is looked up when all
// migrations of the release are read: it may be what a later one moves.
type moveDraft struct {
	Move
	kind   MoveKind
	place  node  // of the whole
	target *node // the id that it leads to
	values []member
	split  []member
	done   bool // looked up
}

// migrationDraft is what a release lists for one version.
type migrationDraft struct {
	pack    int
	to      string
	moves   []*moveDraft
	changes []ojson.Value
}

// migrations decodes the migrations of all releases.
func (d *decoder) migrations(roots []node) {
	for _, root := range roots {
		n, ok := root.get("migrations")
		if !ok {
			continue
		}
		items := d.items(n)
		if len(items) > maxMigrations {
			d.exceed("migrations", maxMigrations, n)
			return
		}
		var drafts []*migrationDraft
		for _, item := range items {
			drafts = append(drafts, d.migration(item))
		}
		slices.SortStableFunc(drafts, func(a, b *migrationDraft) int { return CompareVersions(a.to, b.to) })
		d.checkMigrations(joined(drafts))
	}
}

// joined puts what is for one version together.
func joined(drafts []*migrationDraft) (out []*migrationDraft) {
	for _, m := range drafts {
		if n := len(out); n > 0 && CompareVersions(out[n-1].to, m.to) == 0 {
			out[n-1].moves = append(out[n-1].moves, m.moves...)
			out[n-1].changes = append(out[n-1].changes, m.changes...)
			continue
		}
		out = append(out, m)
	}
	return out
}

// migration reads one migration.
func (d *decoder) migration(n node) *migrationDraft {
	m := &migrationDraft{pack: n.pack()}
	o := d.object(n, "to", "types", "fields", "content", "choices", "options", "states", "links", "changes")
	if to, ok := d.need(o, "to"); ok {
		if m.to = d.version(to); m.to != "" && CompareVersions(m.to, d.rs.Packs[m.pack].Version) > 0 {
			d.fail("invalid-version", to, ojson.Field("version", ojson.String(m.to)))
		}
	}
	for kind := range MoveKinds {
		part, ok := o.get(kind.Member())
		if !ok {
			continue
		}
		for _, x := range d.entries(part) {
			if kind != MoveOption && kind != MoveState {
				m.moves = append(m.moves, d.move(kind, "", d.oldID(m.pack, x.key), x.node))
				continue
			}
			for _, inner := range d.entries(x.node) {
				m.moves = append(m.moves, d.move(kind, d.oldID(m.pack, x.key), inner.key, inner.node))
			}
		}
	}
	if part, ok := o.get("changes"); ok {
		for _, item := range d.items(part) {
			change, ok := d.change(item)
			if !ok {
				continue
			}
			if len(change.Formulas) > 0 {
				d.fail("invalid-value", item, ojson.Field("expected", ojson.String("no formulas")))
			}
			m.changes = append(m.changes, change.Change)
		}
	}
	return m
}

// oldID qualifies an id of the pack as it was.
func (d *decoder) oldID(pack int, id string) string {
	if strings.Contains(id, ":") {
		return id
	}
	return d.rs.Packs[pack].ID + ":" + id
}

// move reads what became of one thing: an id, null, or an object with to and
// values, split, or replacement.
func (d *decoder) move(kind MoveKind, of, from string, n node) *moveDraft {
	m := &moveDraft{Move: Move{Of: of, From: from}, kind: kind, place: n}
	switch k := n.kind(); {
	case k == ojson.KindNull:
	case k == ojson.KindObject && kind == MoveContent:
		o := d.object(n, "replacement")
		if to, ok := d.need(o, "replacement"); ok {
			m.Replaced, m.target = true, &to
		}
	case k == ojson.KindObject && kind == MoveField && hasMember(n, "split"):
		o := d.object(n, "split")
		part, _ := o.get("split")
		m.split = d.entries(part)
		if part.kind() == ojson.KindObject && len(m.split) == 0 {
			d.fail("invalid-value", part)
		}
	case k == ojson.KindObject && (kind == MoveField || kind == MoveState):
		o := d.object(n, "to", "values")
		if to, ok := o.get("to"); ok {
			m.target = &to
		}
		if values, ok := d.need(o, "values"); ok {
			m.values = d.entries(values)
		}
		if m.target == nil { // the values alone changed
			m.target = &node{value: ojson.String(from), at: n.at}
		}
	case k == ojson.KindString:
		m.target = &n
	case kind == MoveContent || kind == MoveField || kind == MoveState:
		d.wrongType(n, fault.WantText|fault.WantObject)
	default:
		d.wrongType(n, fault.WantText)
	}
	return m
}
