package formula

// aggregate is a function over a query or a list.
type aggregate struct {
	walk
	kind aggregator
	each Load // what is asked of each candidate; nil for the candidate itself
}

type aggregator uint8

const (
	countOf aggregator = iota
	sumOf
	anyOf
	allOf
	highestOf
	lowestOf
)

func aggregatorNamed(name string) (kind aggregator, ok bool) {
	switch name {
	case "count":
		return countOf, true
	case "sum":
		return sumOf, true
	case "any":
		return anyOf, true
	case "all":
		return allOf, true
	case "highest":
		return highestOf, true
	case "lowest":
		return lowestOf, true
	}
	return 0, false
}

func isAggregator(name string) bool {
	_, ok := aggregatorNamed(name)
	return ok
}

// ofNumbers reports whether the function takes numbers, not conditions.
func (k aggregator) ofNumbers() bool { return k == sumOf || k >= highestOf }

// aggregate compiles a call such as sum(copies('class'), it.state.level).
func (c *compiler) aggregate(n *node, sc Scope) (Operand, *Problem) {
	kind, _ := aggregatorNamed(n.text)
	if len(n.kids) == 0 || len(n.kids) > 2 {
		return Operand{}, argumentCount(n.text, 1, 2, len(n.kids)).at(c.text, n.span)
	}
	a := &aggregate{kind: kind}
	parts := []Operand{{}}
	w, inner, content, bad, known := c.query(n.kids[0], sc)
	switch {
	case bad != nil:
		return Operand{}, bad
	case known:
		a.walk = w
		parts[0].Content = content
	default:
		list, bad := c.listed(kind, n, sc)
		if bad != nil {
			return list, bad
		}
		a.walk = walk{list: list.Load, cost: 1}
		inner = listScope{Scope: sc, item: Operand{Type: list.Type.item(), Load: listItem, Content: list.Content}}
		parts[0] = list
	}

	needsEach := kind == allOf || known && kind.ofNumbers()
	if needsEach && len(n.kids) < 2 {
		return Operand{}, argumentCount(n.text, 2, 2, 1).at(c.text, n.span)
	}
	if len(n.kids) == 2 {
		wanted := BoolType
		if kind.ofNumbers() {
			wanted = NumberType
		}
		op, bad := c.want(n.kids[1], inner, wanted)
		if bad != nil {
			return op, bad
		}
		a.each = op.Load
		a.cost += int64(n.kids[1].size)
		parts = append(parts, op)
	}
	gives := NumberType
	if kind == anyOf || kind == allOf {
		gives = BoolType
	}
	return c.made(n, gives, a.run, parts...)
}

// listed compiles a first argument that is a list. Without a second one, its
// items must fit the function themselves.
func (c *compiler) listed(kind aggregator, n *node, sc Scope) (Operand, *Problem) {
	wanted := AnyList
	if len(n.kids) == 1 && kind.ofNumbers() {
		wanted = NumberList
	}
	return c.want(n.kids[0], sc, wanted)
}

// listScope resolves `it` in what is asked of each item of a list.
type listScope struct {
	Scope
	item Operand
}

func listItem(f *Frame) Value { return f.Iter.Elem }

func (s listScope) Name(path string) (Operand, *Problem) {
	switch {
	case path == "it":
		return s.item, nil
	case len(path) > 3 && path[:3] == "it.":
		return Operand{}, named(CodeUnknownName, path)
	}
	return s.Scope.Name(path)
}

// cursor is one walk of an aggregate over its candidates.
type cursor struct {
	items []Value
	at    int
}

// next moves on; the result is true, false at the end, or a fault.
func (a *aggregate) next(f *Frame, c *cursor) Value {
	if a.list == nil {
		return a.candidate(f)
	}
	if c.at == len(c.items) {
		return Boolean(false)
	}
	f.Steps -= a.cost
	if f.Steps < 0 {
		return outOfSteps()
	}
	f.Iter.Elem = c.items[c.at]
	c.at++
	return Boolean(true)
}

// run is the Load of the aggregate.
func (a *aggregate) run(f *Frame) Value {
	var c cursor
	if a.list != nil {
		list := a.list(f)
		if list.kind != List {
			return wants(List, list)
		}
		c.items = list.ref.items
	}
	saved := f.Iter
	if a.list == nil {
		a.src.Start(f)
	}
	var v Value
	switch a.kind {
	case countOf:
		v = a.count(f, &c)
	case sumOf:
		v = a.sum(f, &c)
	case anyOf, allOf:
		v = a.search(f, &c)
	default:
		v = a.extreme(f, &c)
	}
	f.Iter = saved
	return v
}

// ask gives what is asked of the candidate, which must be of a kind.
func (a *aggregate) ask(f *Frame, kind Kind) Value {
	v := f.Iter.Elem
	if a.each != nil {
		v = a.each(f)
	}
	if v.kind != kind {
		return wants(kind, v)
	}
	return v
}

func (a *aggregate) count(f *Frame, c *cursor) Value {
	n := int64(0)
	for {
		v := a.next(f, c)
		if !v.Truth() {
			if v.kind == Failed {
				return v
			}
			return Int(n)
		}
		if a.each == nil {
			n++
			continue
		}
		if v = a.ask(f, Bool); v.kind == Failed {
			return v
		}
		n += v.num
	}
}

func (a *aggregate) sum(f *Frame, c *cursor) Value {
	total := Int(0)
	for {
		v := a.next(f, c)
		if !v.Truth() {
			if v.kind == Failed {
				return v
			}
			return total
		}
		if v = a.ask(f, Number); v.kind == Failed {
			return v
		}
		next := Add(total, v)
		if total.den != 1 || v.den != 1 || next.den != 1 {
			if next = f.weigh(total, v, next); next.kind == Failed {
				return next
			}
		}
		total = next
	}
}

// search is any and all: both end at the first candidate that decides.
func (a *aggregate) search(f *Frame, c *cursor) Value {
	wanted := a.kind == anyOf
	for {
		v := a.next(f, c)
		if !v.Truth() {
			if v.kind == Failed {
				return v
			}
			return Boolean(!wanted)
		}
		if a.each != nil {
			v = a.ask(f, Bool)
		}
		if v.kind == Failed || v.Truth() == wanted {
			return v
		}
	}
}

func (a *aggregate) extreme(f *Frame, c *cursor) Value {
	var best Value
	for {
		v := a.next(f, c)
		if !v.Truth() {
			switch {
			case v.kind == Failed:
				return v
			case best.kind == None:
				return fault(CodeEmptySelection)
			}
			return best
		}
		if v = a.ask(f, Number); v.kind == Failed {
			return v
		}
		order := 0
		if best.kind != None {
			order = Compare(v, best)
			if v = f.weigh(v, best, v); v.kind == Failed {
				return v
			}
		}
		if best.kind == None || a.kind == highestOf && order > 0 || a.kind == lowestOf && order < 0 {
			best = v
		}
	}
}
