package formula

import "github.com/open-actor-models/oam/ojson"

// Query is a compiled predicate over a source. It is immutable and may run in
// several frames at the same time.
type Query struct {
	walk
	content bool
	size    int
}

// CompileQuery compiles a predicate that is written apart from its query. inner
// resolves its names, `it` among them. An empty where lets every candidate pass.
func CompileQuery(src Source, inner Scope, where string) (*Query, *Problem) {
	q := &Query{walk: walk{src: src, cost: 1}, content: src.Content}
	if where == "" {
		return q, nil
	}
	root, bad := parse(where)
	if bad != nil {
		return nil, bad
	}
	c := compiler{text: where}
	op, bad := c.predicate(&q.walk, root, inner)
	if bad != nil {
		return nil, bad
	}
	q.content = q.content && op.Content
	q.size = root.size
	return q, nil
}

// Each calls visit for the candidates that count, in the source's order, until
// it returns false. The result is None, or the fault that ended the walk. Each
// raw candidate charges 1 and the size of the predicate. f.Iter is what it was
// before.
func (q *Query) Each(f *Frame, visit func(f *Frame) bool) Value {
	saved := f.Iter
	q.src.Start(f)
	v := q.candidate(f)
	for v.Truth() && visit(f) {
		v = q.candidate(f)
	}
	f.Iter = saved
	if v.kind == Failed {
		return v
	}
	return Value{}
}

// Test asks the predicate alone, without the gate, about the candidate at which
// f.Iter stands: a boolean or a fault. It charges the size of the predicate.
func (q *Query) Test(f *Frame) Value {
	if !f.charge(q.size) {
		return outOfSteps()
	}
	v := Boolean(true)
	if q.first != nil {
		v = q.first(f)
	}
	if q.rest != nil && v.Truth() {
		v = q.rest(f)
	}
	return v
}

// Content reports whether candidates and predicate depend on content only.
func (q *Query) Content() bool { return q.content }

// Size is the number of nodes of the predicate.
func (q *Query) Size() int { return q.size }

// walk finds the candidates that count. Asked in this order, which ports must
// keep: the conjuncts that read content only, the gate, the other conjuncts.
type walk struct {
	src         Source
	first, rest Load  // conjuncts that read content only, and others; nil for none
	cost        int64 // of each raw candidate
	list        Load  // the walk is over this list instead
}

// candidate moves f.Iter to the next candidate that counts. The result is true,
// false at the end, or a fault.
func (w *walk) candidate(f *Frame) Value {
	for w.src.Next(f) {
		f.Steps -= w.cost
		if f.Steps < 0 {
			return outOfSteps()
		}
		if w.first != nil {
			if v := w.first(f); v.kind != Bool {
				return wants(Bool, v)
			} else if v.num == 0 {
				continue
			}
		}
		if w.src.Gate != nil {
			if v := w.src.Gate(f); v.kind != Bool {
				return wants(Bool, v)
			} else if v.num == 0 {
				continue
			}
		}
		if w.rest != nil {
			if v := w.rest(f); v.kind != Bool {
				return wants(Bool, v)
			} else if v.num == 0 {
				continue
			}
		}
		return Boolean(true)
	}
	return Boolean(false)
}

// predicate compiles the condition of a walk.
func (c *compiler) predicate(w *walk, n *node, inner Scope) (Operand, *Problem) {
	all := Operand{Type: BoolType, Content: true}
	for _, part := range n.conjuncts(nil) {
		op, bad := c.want(part, inner, BoolType)
		if bad != nil {
			return op, bad
		}
		if op.Content || op.Const {
			w.first = both(w.first, op.Load)
		} else {
			w.rest = both(w.rest, op.Load)
			all.Content = false
		}
	}
	w.cost += int64(n.size)
	return all, nil
}

// both is a conjunct after others, if there are any.
func both(before, load Load) Load {
	if before == nil {
		return checked(load)
	}
	return andLoad(before, load)
}

// checked has the value of a lone conjunct tested as andLoad tests the others.
func checked(load Load) Load {
	return func(f *Frame) Value {
		v := load(f)
		if v.kind != Bool {
			return wants(Bool, v)
		}
		return v
	}
}

// query compiles the first argument of an aggregator; known is false when it is
// no query. Leading texts are the query's arguments, one more argument is its
// predicate.
func (c *compiler) query(n *node, sc Scope) (w walk, inner Scope, content bool, bad *Problem, known bool) {
	if n.kind != callNode {
		return w, nil, false, nil, false
	}
	args := leadingTexts(n)
	src, inner, bad, known := sc.Query(n.text, args)
	switch {
	case !known:
		return w, nil, false, nil, false
	case len(n.kids) > len(args)+1:
		// Before what the scope says: it was not shown all that stands for its arguments.
		first := n.kids[len(args)]
		bad = problem(CodeQueryArgument, ojson.Field("name", ojson.String(n.text)))
		return w, nil, false, bad.at(c.text, first.span), true
	case bad != nil:
		return w, nil, false, c.scoped(bad, n), true
	}
	w = walk{src: src, cost: 1}
	content = src.Content
	if len(n.kids) > len(args) {
		op, bad := c.predicate(&w, n.kids[len(args)], inner)
		if bad != nil {
			return w, nil, false, bad, true
		}
		content = content && op.Content
	}
	return w, inner, content, nil, true
}

// isQuery reports whether a call is one that only an aggregator can take.
func (c *compiler) isQuery(n *node, sc Scope) bool {
	_, _, _, known := sc.Query(n.text, leadingTexts(n))
	return known
}

func leadingTexts(n *node) (args []Operand) {
	for _, kid := range n.kids {
		if kid.kind != literalNode || kid.val.kind != Text {
			break
		}
		args = append(args, Constant(kid.val))
	}
	return args
}
