package dice

import "slices"

// Target is what is added to a roll and what it is measured against. Numbers
// beyond those of JSON count as the greatest of these.
type Target struct {
	Add, Against int64
	HasAgainst   bool
	Min, Max     *int64 // of the total
	// Steps is how far previews may still look, and is lowered by each; nil: MaxSteps
	// for every one.
	Steps *int64
}

// Total is the total of a roll whose terms come to sum.
func (t *Target) Total(sum int64) int64 {
	total := sum + within(t.Add)
	if t.Min != nil {
		total = max(total, within(*t.Min))
	}
	if t.Max != nil {
		total = min(total, within(*t.Max))
	}
	return total
}

// maxNumber is the greatest number of JSON that is exact.
const maxNumber = 1<<53 - 1

func within(n int64) int64 { return min(max(n, -maxNumber), maxNumber) }

// Fact is what a check compares.
type Fact uint8

// The facts of a roll. FactNone is of a check that only joins others.
const (
	FactNone Fact = iota
	FactTotal
	FactSum
	FactNatural
	FactHighest
	FactLowest
	FactMatches
	FactSuccesses
	FactMargin
	FactCount
	FactSymbol
)

// Check is a test of a roll in which every number is known: everything that is
// set must hold.
type Check struct {
	Fact                 Fact
	On                   *Test  // FactCount
	Symbol               string // FactSymbol
	Eq, Gte, Gt, Lte, Lt *int64
	All                  []*Check
	Any                  []*Check // nil: not asked
	Not                  *Check
	// When is a condition that was asked before the dice fell; nil for none.
	When *bool
}

// Band is a named outcome; a nil Check always holds.
type Band struct {
	ID    string
	Check *Check
}

// Shift moves a band by so many places, positive to better ones, or to one.
type Shift struct {
	Check *Check
	From  []string // empty: any
	By    int64
	To    string
}

// Bands are outcomes, the best first, and what moves them.
type Bands struct {
	List   []Band
	Shifts []Shift
}

// Decide finds the band of a result: first the one whose check holds, last the
// one that the shifts lead to. ok is false when none holds.
func (b *Bands) Decide(r *Result, t Target) (first, last int, ok bool) {
	return b.decide(&r.Facts, r, &t)
}

// counter is what count and symbol checks ask.
type counter interface {
	count(c *Check) int64
}

func (b *Bands) decide(f *Facts, n counter, t *Target) (first, last int, ok bool) {
	first = -1
	for i := range b.List {
		if b.List[i].Check.holds(f, n, t) {
			first = i
			break
		}
	}
	if first < 0 {
		return 0, 0, false
	}
	last = first
	for i := range b.Shifts {
		s := &b.Shifts[i]
		if len(s.From) > 0 && !slices.Contains(s.From, b.List[last].ID) || !s.Check.holds(f, n, t) {
			continue
		}
		if s.To != "" {
			last = b.index(s.To, last)
			continue
		}
		most := int64(len(b.List) - 1)
		by := min(max(s.By, -most), most)
		last = int(min(max(int64(last)-by, 0), most))
	}
	return first, last, true
}

// index finds a band, or gives the one that there is.
func (b *Bands) index(id string, otherwise int) int {
	for i := range b.List {
		if b.List[i].ID == id {
			return i
		}
	}
	return otherwise
}

// holds asks a check; nil holds.
func (c *Check) holds(f *Facts, n counter, t *Target) bool {
	if c == nil {
		return true
	}
	if c.When != nil && !*c.When {
		return false
	}
	if c.Fact != FactNone {
		v, ok := c.fact(f, n, t)
		if !ok || !compares(v, c.Eq, c.Gte, c.Gt, c.Lte, c.Lt) {
			return false
		}
	}
	for _, x := range c.All {
		if !x.holds(f, n, t) {
			return false
		}
	}
	if c.Any != nil {
		some := false
		for _, x := range c.Any {
			some = some || x.holds(f, n, t)
		}
		if !some {
			return false
		}
	}
	return c.Not == nil || !c.Not.holds(f, n, t)
}

// fact is the number that a check compares; ok is false where there is none.
func (c *Check) fact(f *Facts, n counter, t *Target) (v int64, ok bool) {
	switch c.Fact {
	case FactTotal:
		return t.Total(f.Sum), true
	case FactSum:
		return f.Sum, true
	case FactNatural:
		return f.Natural()
	case FactHighest:
		return f.Highest, true
	case FactLowest:
		return f.Lowest, true
	case FactMatches:
		return f.Matches, true
	case FactSuccesses:
		return f.Successes, true
	case FactMargin:
		return t.Total(f.Sum) - within(t.Against), t.HasAgainst
	}
	return n.count(c), true
}

// Never reports a check that cannot hold, whatever falls, for its conditions.
func (c *Check) Never() bool {
	if c == nil {
		return false
	}
	if c.When != nil && !*c.When {
		return true
	}
	for _, x := range c.All {
		if x.Never() {
			return true
		}
	}
	if c.Any == nil {
		return false
	}
	for _, x := range c.Any {
		if !x.Never() {
			return false
		}
	}
	return true
}

// walk visits a check and everything in it.
func (c *Check) walk(visit func(*Check)) {
	if c == nil {
		return
	}
	visit(c)
	for _, x := range c.All {
		x.walk(visit)
	}
	for _, x := range c.Any {
		x.walk(visit)
	}
	c.Not.walk(visit)
}
