package ruleset

import (
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// Migration says what became of what a release renamed, split or dropped
// (docs/rules/upgrades.md). Old ids are qualified; they need not be known.
type Migration struct {
	Pack    int
	To      string // version
	At      *At
	Fields  []FieldMove
	Content []Move
	Choices []Move // From: qualified choice id; To: the new name
	Options []OptionMove
	States  []StateMove
	Links   []Move
	Changes []ojson.Value
}

// Move is one id that became another, or nothing.
type Move struct {
	From, To string // To is "" where it was dropped
	Replaced bool   // To stands for what was dropped
}

// FieldMove is what became of a stored field.
type FieldMove struct {
	Move
	Values []ValueMove
	Split  []SplitPart
}

// ValueMove is a value that became another.
type ValueMove struct {
	From string // text of the old value
	To   formula.Value
}

// SplitPart is a field that gets a part of an old value.
type SplitPart struct {
	Field   string
	Formula *formula.Formula
}

// OptionMove is an inline option of a choice.
type OptionMove struct {
	Choice string // qualified
	Move
}

// StateMove is a state member of a content type.
type StateMove struct {
	Type string // qualified
	Move
	Values []ValueMove
}

// maxMigrations is the number of migrations of one release.
const maxMigrations = 1_000

// migrations decodes the migrations of all releases, each by version.
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
		first := len(d.rs.Migrations)
		for _, item := range items {
			d.rs.Migrations = append(d.rs.Migrations, d.migration(item))
		}
		slices.SortStableFunc(d.rs.Migrations[first:], func(a, b *Migration) int { return CompareVersions(a.To, b.To) })
	}
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

func (d *decoder) migration(n node) *Migration {
	m := &Migration{Pack: n.pack(), At: n.at}
	o := d.object(n, "to", "fields", "content", "choices", "options", "states", "links", "changes")
	if to, ok := d.need(o, "to"); ok {
		if m.To = d.version(to); m.To != "" && CompareVersions(m.To, d.rs.Packs[m.Pack].Version) > 0 {
			d.fail("invalid-version", to, ojson.Field("version", ojson.String(m.To)))
		}
	}
	if part, ok := o.get("fields"); ok {
		for _, x := range d.entries(part) {
			m.Fields = append(m.Fields, d.fieldMove(m.Pack, x))
		}
	}
	if part, ok := o.get("content"); ok {
		for _, x := range d.entries(part) {
			m.Content = append(m.Content, d.contentMove(m.Pack, x))
		}
	}
	if part, ok := o.get("choices"); ok {
		for _, x := range d.entries(part) {
			to, _ := d.name(x.node)
			m.Choices = append(m.Choices, Move{From: d.oldID(m.Pack, x.key), To: to})
		}
	}
	if part, ok := o.get("options"); ok {
		for _, choice := range d.entries(part) {
			for _, x := range d.entries(choice.node) {
				move := OptionMove{Choice: d.oldID(m.Pack, choice.key), Move: Move{From: x.key}}
				if x.node.kind() != ojson.KindNull {
					move.To, _ = d.name(x.node)
				}
				m.Options = append(m.Options, move)
			}
		}
	}
	if part, ok := o.get("states"); ok {
		for _, typ := range d.entries(part) {
			for _, x := range d.entries(typ.node) {
				m.States = append(m.States, d.stateMove(m.Pack, typ.key, x))
			}
		}
	}
	if part, ok := o.get("links"); ok {
		for _, x := range d.entries(part) {
			move := Move{From: d.oldID(m.Pack, x.key)}
			if x.node.kind() != ojson.KindNull {
				if l := d.linkRef(x.node); l != None {
					move.To = d.rs.Links[l].ID
				}
			}
			m.Links = append(m.Links, move)
		}
	}
	if part, ok := o.get("changes"); ok {
		for _, item := range d.items(part) {
			change, ok := d.change(item)
			if ok && len(change.Formulas) > 0 {
				d.fail("invalid-value", item, ojson.Field("expected", ojson.String("no formulas")))
			}
			m.Changes = append(m.Changes, change.Change)
		}
	}
	// However they were written, moves are made in one order.
	slices.SortStableFunc(m.Fields, func(a, b FieldMove) int { return strings.Compare(a.From, b.From) })
	slices.SortStableFunc(m.Content, func(a, b Move) int { return strings.Compare(a.From, b.From) })
	slices.SortStableFunc(m.States, func(a, b StateMove) int { return strings.Compare(a.Type+"#"+a.From, b.Type+"#"+b.From) })
	slices.SortStableFunc(m.Links, func(a, b Move) int { return strings.Compare(a.From, b.From) })
	for i := range m.Fields {
		slices.SortStableFunc(m.Fields[i].Split, func(a, b SplitPart) int { return strings.Compare(a.Field, b.Field) })
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

// fieldMove decodes what became of a field: an id, null, {to?, values} or
// {split}.
func (d *decoder) fieldMove(pack int, m member) FieldMove {
	f := FieldMove{Move: Move{From: d.oldID(pack, m.key)}}
	stored := func(n node) string {
		i := d.fieldRef(n)
		if i == None {
			return ""
		}
		if d.rs.Fields[i].Formula != nil {
			d.fail("invalid-value", n, ojson.Field("field", ojson.String(d.rs.Fields[i].ID)), ojson.Field("expected", ojson.String("stored field")))
		}
		return d.rs.Fields[i].ID
	}
	switch m.node.kind() {
	case ojson.KindNull:
	case ojson.KindObject:
		o := d.object(m.node, "to", "values", "split")
		if split, ok := o.get("split"); ok {
			d.conflicting(o, "split", "values")
			d.conflicting(o, "split", "to")
			for _, part := range d.entries(split) {
				target := stored(node{value: ojson.String(part.key), at: part.node.at})
				f.Split = append(f.Split, SplitPart{target, d.splitFormula(part.node)})
			}
			return f
		}
		f.To = f.From
		if to, ok := o.get("to"); ok {
			f.To = stored(to)
		}
		if values, ok := d.need(o, "values"); ok {
			f.Values = d.valueMoves(values)
		}
	default:
		f.To = stored(m.node)
	}
	return f
}

func (d *decoder) valueMoves(n node) []ValueMove {
	var out []ValueMove
	for _, x := range d.entries(n) {
		v := ValueMove{From: x.key}
		switch x.node.kind() {
		case ojson.KindArray:
			v.To, _ = d.list(x.node, anyItem)
		case ojson.KindNull:
		default:
			v.To, _ = d.scalar(x.node)
		}
		out = append(out, v)
	}
	return out
}

func (d *decoder) contentMove(pack int, m member) Move {
	c := Move{From: d.oldID(pack, m.key)}
	to := m.node
	if m.node.kind() == ojson.KindObject {
		o := d.object(m.node, "replacement")
		c.Replaced = true
		var ok bool
		if to, ok = d.need(o, "replacement"); !ok {
			return c
		}
	}
	if to.kind() != ojson.KindNull {
		if i := d.liveContent(to); i != None {
			c.To = d.rs.Contents[i].ID
		}
	}
	return c
}

func (d *decoder) stateMove(pack int, typ string, m member) StateMove {
	s := StateMove{Type: d.oldID(pack, typ), Move: Move{From: m.key}}
	target := func(n node) string {
		name, ok := d.text(n)
		i, code := d.names.typ(pack, typ)
		if ok && code == "" && !slices.ContainsFunc(d.rs.Types[i].State, func(x *Member) bool { return x.Name == name }) {
			d.unresolved(n, "state", name, "unknown-reference")
		}
		return name
	}
	switch m.node.kind() {
	case ojson.KindNull:
	case ojson.KindObject:
		o := d.object(m.node, "to", "values")
		s.To = m.key
		if to, ok := o.get("to"); ok {
			s.To = target(to)
		}
		if values, ok := d.need(o, "values"); ok {
			s.Values = d.valueMoves(values)
		}
	default:
		s.To = target(m.node)
	}
	return s
}

// splitFormula compiles a formula over the old value.
func (d *decoder) splitFormula(n node) *formula.Formula {
	t := d.formula(n)
	if t == nil {
		return nil
	}
	x, problem := formula.Compile(t.Text, oldScope{}, formula.AnyType)
	if problem != nil {
		code, more := LoadCode(problem)
		d.fail(code, n, append([]ojson.Member{
			ojson.Field("formula", ojson.String(clip(t.Text))), ojson.Field("offset", ojson.Int(int64(problem.Pos.Offset))),
			ojson.Field("line", ojson.Int(int64(problem.Pos.Line))), ojson.Field("column", ojson.Int(int64(problem.Pos.Column))),
		}, more...)...)
		return nil
	}
	return x
}

// oldScope knows one name: old, the value that a formula of a split is about. Its
// frames have the value as their host.
type oldScope struct{}

// Name resolves old (formula.Scope).
func (oldScope) Name(path string) (formula.Operand, *formula.Problem) {
	if path != "old" {
		return formula.Operand{}, &formula.Problem{Code: "unknown-name", Data: ojson.Object(ojson.Field("name", ojson.String(path)))}
	}
	return formula.Operand{Type: formula.AnyType, Load: func(f *formula.Frame) formula.Value { return f.Host.(formula.Value) }}, nil
}

// Call knows no function beside those of the language.
func (oldScope) Call(string, []formula.Operand) (formula.Operand, *formula.Problem, bool) {
	return formula.Operand{}, nil, false
}

// Query knows no query.
func (oldScope) Query(string, []formula.Operand) (formula.Source, formula.Scope, *formula.Problem, bool) {
	return formula.Source{}, nil, nil, false
}
