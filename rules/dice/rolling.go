package dice

import "slices"

// Limits say what a roll may still use.
type Limits struct {
	Used int64 // of MaxDice faces, by rolls before it
}

// Want is a die whose face is wanted.
type Want struct {
	Term  int
	Sides int64
	Name  string // of a die with faces of its own
	Why   string // "", reroll or explode
}

// Rolling is a roll that waits for faces. It is of one goroutine.
type Rolling struct {
	terms []Term
	dice  []rollingDie
	// wave are the dice whose faces are wanted, first the next.
	wave []int
	// settled are the dice of this wave that have a face.
	settled []int
	// asked counts the faces that were asked for.
	asked, limit int64
}

// rollingDie is a die with what the rules of its term still need to know.
type rollingDie struct {
	term, from int32 // from: the die that led to it, or -1
	face       int32 // 0: not yet
	why        why
	// depth is how many explosions led to it, rerolls how often it was rolled again:
	// neither passes MaxExplosions.
	depth, rerolls uint8
	replaced       bool
	extra          bool // counts with the die it came from, in a chain
}

type why uint8

const (
	rolled why = iota
	rerolled
	exploded
)

func (w why) String() string { return [...]string{"", "reroll", "explode"}[w] }

// Begin starts a roll. What can never end, or is too much, is refused:
// safety-limit-exceeded (dice, sides, explosions), number-too-large, and
// invalid-dice for dice that cannot be read as their term says.
func (r Roll) Begin(l Limits) (*Rolling, *Problem) {
	x, problem := r.start(l)
	if problem != nil {
		return nil, problem
	}
	total, leads := int64(0), false
	for i := range x.terms {
		n := x.terms[i].dice()
		if n > x.limit-total {
			return nil, limit("dice")
		}
		total += n
		leads = leads || x.terms[i].leads()
	}
	x.wave = make([]int, 0, total)
	if leads {
		x.dice = make([]rollingDie, 0, total+total/2+1)
	} else {
		x.dice = make([]rollingDie, 0, total)
	}
	for i := range x.terms {
		for range x.terms[i].dice() {
			x.want(rollingDie{term: int32(i), from: -1})
		}
	}
	return x, nil
}

// BeginAgain rolls some dice of an earlier result of the same roll again, by
// their indexes in [Result.Dice], and keeps the others as they fell. What a die
// that is rolled again had led to is gone.
func (r Roll) BeginAgain(before *Result, again func(index int) bool, l Limits) (*Rolling, *Problem) {
	x, problem := r.start(l)
	if problem != nil {
		return nil, problem
	}
	index := make([]int, len(before.Dice)) // in the new roll; -1: gone
	for i := range index {
		index[i] = -1
	}
	for _, i := range before.places() {
		d := &before.Dice[i]
		die := rollingDie{term: int32(d.Term), from: -1, face: int32(d.Face)}
		if parent := before.parent(i); parent >= 0 {
			if die.from = int32(index[parent]); die.from < 0 || x.dice[die.from].face == 0 {
				continue
			}
			t := &x.terms[d.Term]
			die.why, die.depth, die.extra = exploded, x.dice[die.from].depth+1, t.Explode != nil && t.Explode.Chain
		}
		index[i] = len(x.dice)
		if !again(i) {
			x.dice = append(x.dice, die)
			continue
		}
		die.face = 0
		if x.want(die); x.asked > x.limit {
			return nil, limit("dice")
		}
	}
	return x, nil
}

// places are the dice that count, by the places where they stand: a die that was
// rolled again stands where the first one stood.
func (r *Result) places() []int {
	place := make([]int, len(r.Dice))
	var out []int
	for i := range r.Dice {
		place[i] = i
		if r.Dice[i].Why == "reroll" {
			place[i] = place[r.Dice[i].From]
		}
		if !r.Dice[i].Replaced {
			out = append(out, i)
		}
	}
	slices.SortFunc(out, func(a, b int) int { return place[a] - place[b] })
	return out
}

// parent is the die whose explosion gave a die, or -1.
func (r *Result) parent(i int) int {
	for r.Dice[i].Why == "reroll" {
		i = r.Dice[i].From
	}
	return r.Dice[i].From
}

// start checks a roll.
func (r Roll) start(l Limits) (*Rolling, *Problem) {
	x := &Rolling{limit: max(0, MaxDice-l.Used), terms: make([]Term, len(r.Terms))}
	for i := range r.Terms {
		x.terms[i] = r.Terms[i].ready()
		if problem := x.terms[i].problem(); problem != nil {
			return nil, problem
		}
	}
	return x, nil
}

// want asks for one more die.
func (x *Rolling) want(d rollingDie) {
	x.wave = append(x.wave, len(x.dice))
	x.dice = append(x.dice, d)
	x.asked++
}

// Need are the dice whose faces are wanted next, in order; none when the roll is
// over.
func (x *Rolling) Need() []Want {
	if len(x.wave) == 0 {
		return nil
	}
	out := make([]Want, len(x.wave))
	for i, n := range x.wave {
		d := &x.dice[n]
		t := &x.terms[d.term]
		out[i] = Want{Term: int(d.term), Sides: t.Sides, Name: t.Name, Why: d.why.String()}
	}
	return out
}

// Give gives faces to the next dice: at most as many as are needed. Faces that do
// not fit are invalid-faces and change nothing. After safety-limit-exceeded
// (explosions, dice) the roll cannot go on.
func (x *Rolling) Give(faces []int64) *Problem {
	for i, face := range faces {
		if i >= len(x.wave) || face < 1 || face > x.terms[x.dice[x.wave[i]].term].Sides {
			return &Problem{Code: "invalid-faces", Index: i}
		}
	}
	for i, face := range faces {
		x.dice[x.wave[i]].face = int32(face)
	}
	settled := x.wave
	if len(x.settled) > 0 || len(faces) < len(x.wave) {
		x.settled = append(x.settled, x.wave[:len(faces)]...)
		if x.wave = x.wave[len(faces):]; len(x.wave) > 0 {
			return nil
		}
		settled = x.settled
	}
	x.wave, x.settled = nil, nil
	for _, n := range settled {
		if !x.terms[x.dice[n].term].leads() {
			continue
		}
		if problem := x.lead(n); problem != nil {
			return problem
		}
	}
	return nil
}

// lead asks for the die that a die with a face leads to.
func (x *Rolling) lead(n int) *Problem {
	d := x.dice[n]
	t := &x.terms[d.term]
	switch {
	case t.Reroll != nil && (t.Reroll.Until || d.rerolls == 0) && t.meets(&t.Reroll.On, int64(d.face)):
		if d.rerolls >= MaxExplosions {
			return limit("explosions")
		}
		x.dice[n].replaced = true
		x.want(rollingDie{term: d.term, why: rerolled, from: int32(n), depth: d.depth, rerolls: d.rerolls + 1, extra: d.extra})
	case t.explodes(int64(d.face)) && (t.Explode.Times == 0 || int64(d.depth) < t.Explode.Times):
		if d.depth >= MaxExplosions {
			return limit("explosions")
		}
		x.want(rollingDie{term: d.term, why: exploded, from: int32(n), depth: d.depth + 1, extra: t.Explode.Chain})
	}
	if x.asked > x.limit {
		return limit("dice")
	}
	return nil
}

// Copy is the same roll, to be tried on.
func (x *Rolling) Copy() *Rolling {
	c := *x
	c.dice = slices.Clone(x.dice)
	c.wave = slices.Clone(x.wave)
	c.settled = slices.Clone(x.settled)
	return &c
}
