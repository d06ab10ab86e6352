package ruleset

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// moveKey names one thing that moves.
type moveKey struct {
	kind     MoveKind
	of, from string
}

// moveChecker looks up what the migrations of one release lead to, from the last
// to the first: what an earlier one leads to may be gone by now, if a later one
// moves it.
type moveChecker struct {
	*decoder
	pack int
	// all are the moves of each migration by what they move, at is the migration
	// that is looked at, now are its moves.
	all []map[moveKey]*moveDraft
	at  int
	now map[moveKey]*moveDraft
	// last is the latest migration that moves a thing.
	last map[moveKey]int
	// choices are those of the ruleset by their ids.
	choices map[string]*Choice
}

// checkMigrations resolves the migrations of one release and adds them to the
// ruleset.
func (d *decoder) checkMigrations(drafts []*migrationDraft) {
	c := &moveChecker{decoder: d, last: map[moveKey]int{}}
	for i, m := range drafts {
		moves := make(map[moveKey]*moveDraft, len(m.moves))
		for _, x := range m.moves {
			if moves[x.key()] != nil {
				d.duplicate(x.place, x.From)
				continue
			}
			moves[x.key()], c.last[x.key()] = x, i
		}
		c.all = append(c.all, moves)
	}
	first := len(d.rs.Migrations)
	for i, m := range slices.Backward(drafts) {
		c.at, c.pack, c.now = i, m.pack, c.all[i]
		out := &Migration{Pack: m.pack, To: m.to, Changes: m.changes}
		for _, x := range m.moves {
			c.resolve(x)
			out.Moves[x.kind] = append(out.Moves[x.kind], x.Move)
		}
		c.cycles(m.moves)
		c.shared(m.moves)
		for kind := range MoveKinds {
			slices.SortStableFunc(out.Moves[kind], compareMoves)
		}
		d.rs.Migrations = append(d.rs.Migrations, out)
	}
	slices.Reverse(d.rs.Migrations[first:])
}

func (m *moveDraft) key() moveKey { return moveKey{m.kind, m.Of, m.From} }

// later reports whether a migration behind this one moves a thing.
func (c *moveChecker) later(kind MoveKind, of, from string) bool {
	i, ok := c.last[moveKey{kind, of, from}]
	return ok && i > c.at
}

// renamed is what a thing is called after this migration, as it was if that
// cannot be told.
func (c *moveChecker) renamed(kind MoveKind, of, id string) string {
	m := c.now[moveKey{kind, of, id}]
	if m == nil {
		return id
	}
	if c.resolve(m); m.To == "" {
		return id
	}
	return m.To
}

// resolve looks up what a move leads to. Once is enough: moves ask for those of
// their owners.
func (c *moveChecker) resolve(m *moveDraft) {
	if m.done {
		return
	}
	m.done = true
	if m.target != nil {
		m.To = c.target(m)
	}
	if m.values != nil && m.To != "" {
		shape := c.shapeOf(m)
		for _, v := range m.values {
			m.Values = append(m.Values, c.valueMove(v, shape))
		}
	}
	if m.split != nil {
		for _, part := range m.split {
			to, ok := c.field(node{value: ojson.String(part.key), at: part.node.at})
			if f := c.splitFormula(part.node); ok && f != nil {
				m.Split = append(m.Split, SplitPart{to, f})
			}
		}
		slices.SortFunc(m.Split, func(a, b SplitPart) int { return strings.Compare(a.Field, b.Field) })
	}
}

// valueMove reads what became of one value; shape is nil where it is not known.
func (c *moveChecker) valueMove(m member, shape *Shape) ValueMove {
	v := ValueMove{From: m.key}
	switch {
	case m.node.kind() == ojson.KindNull:
	case shape != nil:
		v.To, _ = c.literal(m.node, shape)
	case m.node.kind() == ojson.KindArray:
		v.To, _ = c.list(m.node, anyItem)
	default:
		v.To, _ = c.scalar(m.node)
	}
	return v
}

// shapeOf is the shape of what the values of a move are for, nil if this release
// does not have it.
func (c *moveChecker) shapeOf(m *moveDraft) *Shape {
	if m.kind == MoveField {
		if f, ok := c.rs.Field(m.To); ok {
			return &f.Shape
		}
		return nil
	}
	if t, code := c.names.typ(c.pack, c.renamed(MoveType, "", m.Of)); code == "" {
		if s := c.rs.Types[t].member(m.To); s != nil {
			return &s.Shape
		}
	}
	return nil
}

// member finds a state member by its name.
func (t *Type) member(name string) *Member {
	i, ok := slices.BinarySearchFunc(t.State, name, func(m *Member, name string) int { return strings.Compare(m.Name, name) })
	if !ok {
		return nil
	}
	return t.State[i]
}

// splitFormula compiles a formula over the old value.
func (c *moveChecker) splitFormula(n node) *formula.Formula {
	t := c.formula(n)
	if t == nil {
		return nil
	}
	x, problem := formula.Compile(t.Text, oldScope{}, formula.AnyType)
	if problem != nil {
		code, more := LoadCode(problem)
		c.fail(code, n, append([]ojson.Member{
			ojson.Field("formula", ojson.String(clip(t.Text))), ojson.Field("offset", ojson.Int(int64(problem.Pos.Offset))),
			ojson.Field("line", ojson.Int(int64(problem.Pos.Line))), ojson.Field("column", ojson.Int(int64(problem.Pos.Column))),
		}, more...)...)
		return nil
	}
	return x
}

// cycles reports things that became each other. What takes the name of another
// one that got a new name is none.
func (c *moveChecker) cycles(moves []*moveDraft) {
	const visiting, done = 1, 2
	state := map[*moveDraft]int{}
	for _, m := range moves {
		var way []*moveDraft
		for m != nil && state[m] == 0 {
			state[m] = visiting
			way = append(way, m)
			if m.To == "" || m.values != nil && m.To == m.From {
				m = nil
				break
			}
			m = c.now[moveKey{m.kind, m.Of, m.To}]
		}
		if m != nil && state[m] == visiting {
			cycle := way[slices.Index(way, m):]
			ids := make([]string, 0, len(cycle))
			for _, x := range cycle[:min(len(cycle), 10)] {
				ids = append(ids, x.From)
			}
			first := slices.Index(ids, slices.Min(ids))
			ids = append(ids[first:len(ids):len(ids)], ids[:first]...)
			c.fail("migration-cycle", cycle[first].place, ojson.Field("cycle", ojson.Strings(ids)))
		}
		for _, x := range way {
			state[x] = done
		}
	}
}

// shared reports two things that became one where one of the two would be lost:
// all but contents and options, of which one may stand for several.
func (c *moveChecker) shared(moves []*moveDraft) {
	taken := map[moveKey]bool{}
	for _, m := range moves {
		targets := []string{m.To}
		if m.split != nil {
			targets = targets[:0]
			for _, part := range m.Split {
				targets = append(targets, part.Field)
			}
		}
		for _, to := range targets {
			key := moveKey{m.kind, m.Of, to}
			if to == "" || m.kind == MoveContent || m.kind == MoveOption {
				continue
			}
			if taken[key] {
				c.duplicate(m.place, to)
			}
			taken[key] = true
		}
	}
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
