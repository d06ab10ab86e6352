package action

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// rolled is a roll with everything known but the faces.
type rolled struct {
	d    *ruleset.RollStep
	roll dice.Roll
	// again is the earlier roll of which some dice are rolled once more.
	again *dice.Result
	which func(index int) bool

	modifiers []modifier
	add       int64
	target    dice.Target
	flags     []flagState
	variant   string
	times     int64
	timed     bool
	bands     dice.Bands
}

// modifier is a number that is added, or would be.
type modifier struct {
	value              int64
	source, status, by string
	reason             string
}

// flagState is a flag of a roll, with what switches it on.
type flagState struct {
	name    string
	on      bool
	sources []string
}

// roll makes a roll: what is rolled, the faces, the total, the band.
func (r *runner) roll(f *frame, step *engine.StepProg) *halt {
	base := f.run.Flags
	defer func() { f.run.Flags = base }()
	x, failed := r.prepare(f, step)
	if failed != nil {
		return f.fails(step, failed)
	}
	summary := x.summary()
	result, stop := r.throw(f, step, x, summary)
	if stop != nil {
		return stop
	}
	facts := &f.run.Rolls[step.Slot]
	*facts = engine.RollFacts{
		Made: true, Sum: result.Sum, Total: x.target.Total(result.Sum),
		Highest: result.Highest, Lowest: result.Lowest, Matches: result.Matches, Successes: result.Successes,
	}
	facts.Margin = facts.Total - x.target.Against
	natural, one := result.Natural()
	facts.Natural = natural
	for _, d := range result.Dice {
		if d.Kept {
			facts.Faces = append(facts.Faces, formula.Int(d.Face))
			facts.Values = append(facts.Values, formula.Int(d.Value))
		}
	}
	facts.Symbols = result.Symbols()
	m := []ojson.Member{
		ojson.Field("summary", summary), ojson.Field("dice", diceJSON(result)),
		ojson.Field("sum", ojson.Int(facts.Sum)), ojson.Field("total", ojson.Int(facts.Total)),
	}
	if one {
		m = append(m, ojson.Field("natural", ojson.Int(natural)))
	}
	m = append(m, ojson.Field("highest", ojson.Int(facts.Highest)), ojson.Field("lowest", ojson.Int(facts.Lowest)),
		ojson.Field("matches", ojson.Int(facts.Matches)))
	if result.Counted {
		m = append(m, ojson.Field("successes", ojson.Int(facts.Successes)))
	}
	if len(facts.Symbols) > 0 {
		m = append(m, ojson.Field("symbols", symbolsJSON(facts.Symbols)))
	}
	if x.target.HasAgainst {
		m = append(m, ojson.Field("margin", ojson.Int(facts.Margin)))
	}
	if len(x.bands.List) > 0 {
		if first, last, ok := x.bands.Decide(result, x.target); ok {
			facts.Band, facts.Rank = x.bands.List[last].ID, int64(last)+1
			m = append(m, ojson.Field("band", ojson.String(facts.Band)))
			if first != last {
				m = append(m, ojson.Field("shifted", ojson.String(x.bands.List[first].ID)))
			}
		}
	}
	r.rolls[result] = x.roll
	f.results[step.Def.ID] = result
	r.log(f, step, "roll", m...)
	return nil
}

// prepare works out what is rolled and against what.
func (r *runner) prepare(f *frame, step *engine.StepProg) (*rolled, *formula.Fault) {
	d, p := step.Def.Roll, step.Roll
	x := &rolled{d: d, times: 1}
	x.target.Steps = &r.previews
	tags := d.Tags
	if p.Tags != nil {
		v := r.s.Eval(p.Tags, f.node)
		if v.Failed() {
			return nil, v.Fault()
		}
		for _, tag := range v.Items() {
			tags = append(tags, tag.Text())
		}
	}
	effects, failed := r.s.RollEffects(tags)
	if failed != nil {
		return nil, failed
	}
	r.switchFlags(f, x, effects)
	if failed := r.whatIsRolled(f, step, x, effects); failed != nil {
		return nil, failed
	}
	own, failed := r.s.Whole(&p.Add, f.node, 0)
	if failed != nil {
		return nil, failed
	}
	if !p.Add.Absent() {
		x.modifiers = append(x.modifiers, modifier{value: own, status: "applied"})
	}
	x.add = own + x.roll.Add
	if x.roll.Add != 0 {
		x.modifiers = append(x.modifiers, modifier{value: x.roll.Add, source: "dice", status: "applied"})
	}
	for i := range effects {
		e := &effects[i]
		if e.Def.Op != ruleset.OpAdd {
			continue
		}
		m := modifier{source: e.ID, status: e.Status, by: e.By, reason: e.Reason}
		if e.Status != "inactive" {
			if m.value, failed = engine.WholeNumber(e.Value); failed != nil {
				return nil, failed
			}
		}
		if e.Status == "applied" {
			x.add += m.value
		}
		x.modifiers = append(x.modifiers, m)
	}
	if x.add > formulaMax || x.add < -formulaMax {
		return nil, &formula.Fault{Code: "number-too-large"}
	}
	x.roll.Add = 0
	x.target.Add = x.add
	x.target.HasAgainst = !p.Against.Absent()
	if x.target.Against, failed = r.s.Whole(&p.Against, f.node, 0); failed != nil {
		return nil, failed
	}
	for _, b := range []struct {
		amount *engine.Amount
		into   **int64
	}{{&p.Low, &x.target.Min}, {&p.High, &x.target.Max}} {
		if !b.amount.Absent() {
			n, failed := r.s.Whole(b.amount, f.node, 0)
			if failed != nil {
				return nil, failed
			}
			*b.into = &n
		}
	}
	return x, r.resolveBands(f, step, x)
}

// formulaMax is the greatest number that is kept.
const formulaMax = formula.MaxNumber

// switchFlags says which flags are on for a roll: those of the action, and what
// effects on the roll add.
func (r *runner) switchFlags(f *frame, x *rolled, effects []engine.RollEffect) {
	sources := make([][]string, len(f.prog.Def.Flags))
	for i := range sources {
		sources[i] = append([]string{}, f.base[i]...)
	}
	for i := range effects {
		if e := &effects[i]; e.Def.Op == ruleset.OpFlag && e.Status == "applied" {
			if flag := f.prog.Def.FindFlag(e.Def.Flag); flag != ruleset.None {
				sources[flag] = append(sources[flag], e.ID)
			}
		}
	}
	f.run.Flags = f.cancelled(sources)
	for i, flag := range f.prog.Def.Flags {
		if len(sources[i]) > 0 {
			x.flags = append(x.flags, flagState{flag.Name, f.run.Flags[i], sources[i]})
		}
	}
}

// whatIsRolled works the dice out: those of the step or of its first variant, and
// those that effects add, so often; or some dice of an earlier roll.
func (r *runner) whatIsRolled(f *frame, step *engine.StepProg, x *rolled, effects []engine.RollEffect) *formula.Fault {
	d, p := step.Def.Roll, step.Roll
	if d.Again != nil {
		return r.rolledAgain(f, step, x)
	}
	prog := p.Dice
	for i, v := range d.Variants {
		if f.run.Flags[v.Flag] {
			prog, x.variant = p.Variants[i], f.prog.Def.Flags[v.Flag].Name
			break
		}
	}
	var failed *formula.Fault
	if x.roll, failed = r.s.Dices(prog, f.node, ""); failed != nil {
		return failed
	}
	for i := range effects {
		if e := &effects[i]; e.Def.Op == ruleset.OpDice && e.Status == "applied" {
			x.roll.Terms = append(x.roll.Terms, e.Roll.Terms...)
			x.roll.Add += e.Roll.Add
		}
	}
	if failed := r.atLeast(f, p, x); failed != nil || p.Times.Absent() {
		return failed
	}
	x.timed = true
	if x.times, failed = r.s.Whole(&p.Times, f.node, 1); failed != nil {
		return failed
	}
	for i := range x.roll.Terms {
		t := &x.roll.Terms[i]
		if x.times > maxDice || t.Count > maxDice {
			t.Count = maxDice + 1 // refused when it is rolled
		} else if t.Count > 0 {
			t.Count *= max(0, x.times)
		}
	}
	return nil
}

// atLeast lifts what each die counts as.
func (r *runner) atLeast(f *frame, p *engine.RollProg, x *rolled) *formula.Fault {
	if p.DieMin.Absent() {
		return nil
	}
	least, failed := r.s.Whole(&p.DieMin, f.node, 0)
	for i := range x.roll.Terms {
		// No plain die counts as less than 1.
		if t := &x.roll.Terms[i]; (t.Min == nil || *t.Min < least) && (least > 1 || t.Faces != nil) {
			t.Min = &least
		}
	}
	return failed
}

// rolledAgain finds the earlier roll, and which of its dice are rolled again.
func (r *runner) rolledAgain(f *frame, step *engine.StepProg, x *rolled) *formula.Fault {
	again := step.Def.Roll.Again
	before := f.results[again.Roll]
	if before == nil {
		return &formula.Fault{Code: "unknown-key", Data: ojson.Object(ojson.Field("key", ojson.String(again.Roll)))}
	}
	x.again, x.roll = before, r.rolls[before]
	lowest, failed := r.s.Whole(&step.Roll.Lowest, f.node, -1)
	if failed != nil {
		return failed
	}
	highest, failed := r.s.Whole(&step.Roll.Highest, f.node, -1)
	if failed != nil {
		return failed
	}
	chosen := before.Choose(again.Only, lowest, highest)
	x.which = func(index int) bool { return chosen[index] }
	return nil
}

// throw gets the faces, wave by wave.
func (r *runner) throw(f *frame, step *engine.StepProg, x *rolled, summary ojson.Value) (*dice.Result, *halt) {
	limits := dice.Limits{Used: int64(r.thrown)}
	var rolling *dice.Rolling
	var problem *dice.Problem
	if x.again != nil {
		rolling, problem = x.roll.BeginAgain(x.again, x.which, limits)
	} else {
		rolling, problem = x.roll.Begin(limits)
	}
	if problem != nil {
		return nil, limitHalt(problem)
	}
	given := []int64{}
	for {
		need := rolling.Need()
		if len(need) == 0 {
			break
		}
		var over *dice.Problem
		var sides []int64
		stop := r.input(f, step, question{
			kind: "dice",
			needs: func() []ojson.Member {
				m := []ojson.Member{ojson.Field("dice", needJSON(need)), ojson.Field("summary", summary)}
				if len(given) > 0 {
					m = append(m, ojson.Field("given", facesJSON(given)))
				}
				return m
			},
			auto: func() (ojson.Value, bool, *fault.Error) { return r.rollAll(f, step, rolling.Copy()) },
			take: func(input ojson.Value) (ojson.Value, bool) {
				faces, ok := facesOf(input)
				if !ok {
					return ojson.Value{}, false
				}
				next := rolling.Copy()
				if sides, over = feed(next, faces); sides == nil && over == nil {
					return ojson.Value{}, false
				}
				rolling, given = next, append(given, faces...)
				return ojson.Object(ojson.Field("faces", facesJSON(faces))), true
			},
			replayed: func() {
				for _, n := range sides {
					if r.in.Skip != nil {
						r.in.Skip(n)
					}
				}
			},
		})
		if stop != nil {
			return nil, stop
		}
		if over != nil {
			return nil, limitHalt(over)
		}
	}
	r.thrown += len(given)
	return rolling.Result(), nil
}

// feed gives faces to a roll, as many as there are: it wants all of them. The
// sides of the dice come back; nil when the faces do not fit.
func feed(rolling *dice.Rolling, faces []int64) (sides []int64, over *dice.Problem) {
	for len(faces) > 0 {
		need := rolling.Need()
		n := min(len(need), len(faces))
		if n == 0 {
			return nil, nil
		}
		for _, w := range need[:n] {
			sides = append(sides, w.Sides)
		}
		if problem := rolling.Give(faces[:n]); problem != nil {
			if problem.Code == "safety-limit-exceeded" {
				return sides, problem
			}
			return nil, nil
		}
		faces = faces[n:]
	}
	return sides, nil
}

// rollAll rolls everything that a roll wants with the dice function. A function
// that has no more dice leaves the rest to others.
func (r *runner) rollAll(f *frame, step *engine.StepProg, rolling *dice.Rolling) (ojson.Value, bool, *fault.Error) {
	if r.in.PauseDice || r.in.Dice == nil {
		return ojson.Value{}, false, nil
	}
	faces := []int64{}
	for empty := false; !empty; {
		need := rolling.Need()
		if len(need) == 0 {
			break
		}
		wave := make([]int64, 0, len(need))
		for _, w := range need {
			face := r.in.Dice(w.Sides)
			if face < 1 {
				empty = true
				break
			}
			if face > w.Sides {
				return ojson.Value{}, false, fault.New("invalid-faces", "/dice", f.place(step,
					ojson.Field("sides", ojson.Int(w.Sides)), ojson.Field("face", ojson.Int(face)))...)
			}
			wave = append(wave, face)
		}
		faces = append(faces, wave...)
		if len(wave) == 0 {
			break
		}
		if problem := rolling.Give(wave); problem != nil {
			return ojson.Value{}, false, limitHalt(problem).err
		}
	}
	return ojson.Object(ojson.Field("faces", facesJSON(faces))), len(faces) > 0, nil
}

// limitHalt is the failure of a roll that passed a limit, or that cannot be.
func limitHalt(p *dice.Problem) *halt {
	if p.Code != "safety-limit-exceeded" {
		return &halt{fault.New(p.Code, "/action")}
	}
	most := int64(maxDice)
	switch p.Limit {
	case "explosions":
		most = dice.MaxExplosions
	case "sides":
		most = dice.MaxSides
	}
	return over(p.Limit, most)
}

// facesOf reads {faces: [1, …]}.
func facesOf(input ojson.Value) ([]int64, bool) {
	list, ok := input.Get("faces")
	if !ok || !only(input, "faces") || list.Kind() != ojson.KindArray || list.Len() == 0 || list.Len() > maxDice {
		return nil, false
	}
	out := make([]int64, 0, list.Len())
	for _, item := range list.Items() {
		n, ok := item.AsInt()
		if !ok || n < 1 {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}
