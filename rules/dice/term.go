package dice

import "slices"

// The limits of docs/rules/limits.md. MaxExplosions is of dice in one chain, and of
// rerolls of one die.
const (
	MaxDice       = 1_000
	MaxSides      = 1_000_000
	MaxExplosions = 100
	// maxDigits is how many dice one number may be read of.
	maxDigits = 15
)

// Roll is what is rolled: terms, and the plain numbers of a notation.
type Roll struct {
	Terms []Term
	Add   int64
}

// Term is a group of equal dice.
type Term struct {
	Count int64 // 0 or less: none
	Sides int64 // faces 1…Sides
	Faces []Face
	Name  string // of a die with faces of its own
	Keep  Keep
	// Explode, Reroll and so on are nil where nothing of the kind happens.
	Explode  *Explode
	Reroll   *Reroll
	Min, Max *int64 // what one die counts as at least and at most
	Success  []Success
	Read     Read
	WhenZero *Term // rolled instead where Count is 0 or less
	Subtract bool
	Source   string // who added the term; for logs
}

// Face is a face of a die of its own.
type Face struct {
	ID      string
	Value   int64
	Symbols []Symbol
}

// Symbol is what a face counts for beside its value.
type Symbol struct {
	Name  string
	Count int64
}

// KeepMode says which dice count.
type KeepMode uint8

// The ways of keeping.
const (
	KeepAll KeepMode = iota
	KeepHighest
	KeepLowest
	DropHighest
	DropLowest
)

// Keep is a way of keeping with its number of dice.
type Keep struct {
	Mode  KeepMode
	Count int64
}

// Explode gives one more die for each face that meets On as it fell, the greatest
// where On is empty.
type Explode struct {
	On    Test
	Chain bool  // the extra die is part of the one it came from
	Times int64 // how often for one die; 0: as long as it happens; below 0: never
}

// Reroll rolls faces that meet On, as they fell, again.
type Reroll struct {
	On    Test
	Until bool // until one does not; else once for each die
}

// Success counts By for a die whose value, or named face, meets On.
type Success struct {
	On Test
	By int64
}

// Read says how the kept dice make a number.
type Read uint8

// The ways of reading.
const (
	Sum Read = iota
	Digits
	Percentile
)

// Problem is why a notation or a roll is refused.
type Problem struct {
	Code     string // invalid-dice, invalid-faces, number-too-large or safety-limit-exceeded
	Offset   int    // in the notation, in bytes
	Expected string
	Limit    string
	Index    int // of a face
}

func limit(name string) *Problem { return &Problem{Code: "safety-limit-exceeded", Limit: name} }

// Resolved is the term that is rolled: WhenZero where there are no dice.
func (t Term) Resolved() Term {
	if t.Count > 0 || t.WhenZero == nil {
		return t
	}
	z := *t.WhenZero
	z.WhenZero, z.Subtract, z.Source = nil, t.Subtract, t.Source
	return z
}

// ready is the term as it is rolled.
func (t *Term) ready() Term {
	r := t.Resolved()
	if r.Faces != nil {
		r.Sides = int64(len(r.Faces))
	}
	if r.Explode != nil && r.Explode.Times < 0 {
		r.Explode = nil
	}
	return r
}

// leads reports whether dice of the term may lead to others.
func (t *Term) leads() bool { return t.Explode != nil || t.Reroll != nil }

// dice is how many dice are rolled at first; anything above MaxDice is refused
// and need not be exact.
func (t *Term) dice() int64 {
	if t.Count <= 0 || t.Sides <= 0 {
		return 0
	}
	n := min(t.Count, MaxDice+1)
	if t.Read == Percentile {
		n++ // the units
	}
	return n
}

// kept is how many of n dice are kept.
func (t *Term) kept(n int64) int64 {
	count := max(0, t.Keep.Count)
	switch t.Keep.Mode {
	case KeepHighest, KeepLowest:
		return min(n, count)
	case DropHighest, DropLowest:
		return max(0, n-count)
	}
	return n
}

// highest reports whether the high dice are those that are kept.
func (t *Term) highest() bool { return t.Keep.Mode == KeepHighest || t.Keep.Mode == DropLowest }

// face is what a face is worth by itself, and its name.
func (t *Term) face(n int64) (value int64, name string) {
	if t.Faces == nil {
		return n, ""
	}
	f := &t.Faces[n-1]
	return f.Value, f.ID
}

// meets reports whether a face meets a test.
func (t *Term) meets(test *Test, face int64) bool {
	value, name := t.face(face)
	return test.Meets(value, name)
}

// explodes reports whether a face leads to one more die.
func (t *Term) explodes(face int64) bool {
	if t.Explode == nil {
		return false
	}
	if !t.Explode.On.Empty() {
		return t.meets(&t.Explode.On, face)
	}
	if t.Faces == nil {
		return face == t.Sides
	}
	value, _ := t.face(face)
	return !slices.ContainsFunc(t.Faces, func(f Face) bool { return f.Value > value })
}

// value is what a die counts as, and the name of its face.
func (t *Term) value(face int64) (v int64, name string) {
	v, name = t.face(face)
	if t.Min != nil {
		v = max(v, *t.Min)
	}
	if t.Max != nil {
		v = min(v, *t.Max)
	}
	return v, name
}

// successes is what a value counts.
func (t *Term) successes(value int64, name string) int64 {
	for i := range t.Success {
		if t.Success[i].On.Meets(value, name) {
			return t.Success[i].By
		}
	}
	return 0
}

// Test says which values or faces something is about. Everything that is set
// must hold; Values and Names are alternatives of each other.
type Test struct {
	Values               []int64
	Names                []string
	Eq, Gte, Gt, Lte, Lt *int64
}

// Empty reports whether nothing is set.
func (t *Test) Empty() bool {
	return len(t.Values) == 0 && len(t.Names) == 0 && t.Eq == nil && t.Gte == nil && t.Gt == nil && t.Lte == nil && t.Lt == nil
}

// Meets reports whether a value, or the face of that name, meets the test.
func (t *Test) Meets(value int64, name string) bool {
	if len(t.Values)+len(t.Names) > 0 && !slices.Contains(t.Values, value) && (name == "" || !slices.Contains(t.Names, name)) {
		return false
	}
	return compares(value, t.Eq, t.Gte, t.Gt, t.Lte, t.Lt)
}

// equal reports whether two tests are written alike.
func (t *Test) equal(u *Test) bool {
	same := func(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }
	return slices.Equal(t.Values, u.Values) && slices.Equal(t.Names, u.Names) && same(t.Eq, u.Eq) &&
		same(t.Gte, u.Gte) && same(t.Gt, u.Gt) && same(t.Lte, u.Lte) && same(t.Lt, u.Lt)
}

func compares(v int64, eq, gte, gt, lte, lt *int64) bool {
	return (eq == nil || v == *eq) && (gte == nil || v >= *gte) && (gt == nil || v > *gt) &&
		(lte == nil || v <= *lte) && (lt == nil || v < *lt)
}
