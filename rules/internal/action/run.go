package action

import (
	"strconv"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// The limits of docs/rules/limits.md that hold while an action runs.
const (
	maxRunSteps  = 10_000
	maxRepeats   = 1_000
	maxDice      = 1_000
	maxProposals = 1_000
	// maxPreviews bounds what previews may look at: past it they are no longer
	// exact, and say so.
	maxPreviews = 5 * dice.MaxSteps
)

// Input is what a run depends on beside the sheet.
type Input struct {
	Action, Entry string
	// FollowUp is the stored follow-up that the run takes up, or "".
	FollowUp     string
	Params       ojson.Value
	Participants ojson.Value
	Situational  []string
	// PauseDice and Recommended are the policy.
	PauseDice, Recommended bool
	// Dice rolls one die; nil: every roll pauses. Skip is told of each die that
	// the trace has already rolled; it may be nil.
	Dice func(sides int64) int64
	Skip func(sides int64)
	// Trace are the inputs so far, Answers what comes behind them.
	Trace   []ojson.Value
	Answers []ojson.Value
	// Continues says that the first input behind the trace is an answer, whatever
	// the policy.
	Continues bool
}

// Outcome is what a run has come to.
type Outcome struct {
	Finished bool
	// Result and Data are of a finished run; Needs of a paused one.
	Result   string
	Data     ojson.Value // null for none
	Proposed []ojson.Value
	Needs    ojson.Value
	Log      []ojson.Value
	Trace    []ojson.Value
	Answers  []ojson.Value
}

// runner carries one run.
type runner struct {
	s   *engine.Sheet
	p   *engine.Program
	in  Input
	out Outcome

	// rolls are the dice behind results, for those who roll some of them again.
	rolls map[*dice.Result]dice.Roll

	// previews is what all previews of the run may still look at, together.
	previews int64

	traced, answered       int
	steps, repeats, thrown int
}

// frame is one action of the run: the one that was started, or a used one.
type frame struct {
	prog *engine.ActionProg
	node int32
	run  *engine.Run
	// prefix and suffix are what stands around a step's id in its path.
	prefix, suffix string
	views          [][]view // by role
	names          []string // of a used action: by role, its name in the action that was started
	// base are the flags of the action, by name what switched them on.
	base [][]string
	// results are the rolls so far, by their steps.
	results map[string]*dice.Result
	result  string
	data    []ojson.Member
}

// halt ends a run early: it fails, or it pauses.
type halt struct{ err *fault.Error } // nil: it waits for an input

func pausing() *halt { return &halt{} }

// Run plays an action on a sheet. Nothing else may have been asked of the sheet.
// The error's path points into the input of startAction.
func Run(s *engine.Sheet, in Input) (*Outcome, []*fault.Error) {
	r := &runner{s: s, p: s.Program(), in: in, rolls: map[*dice.Result]dice.Roll{}, previews: maxPreviews}
	f, errs := r.open()
	if errs != nil {
		return nil, errs
	}
	_, stop := r.exec(f, f.prog.Steps)
	if over := s.Over(); over != nil {
		return nil, []*fault.Error{over}
	}
	if stop != nil && stop.err != nil {
		return nil, []*fault.Error{stop.err}
	}
	if r.traced < len(in.Trace) {
		return nil, []*fault.Error{fault.New("invalid-paused-state", fault.Index("/trace", r.traced))}
	}
	r.out.Finished = stop == nil
	if r.out.Finished {
		if r.answered < len(in.Answers) {
			return nil, []*fault.Error{fault.New("answer-mismatch", fault.Index("/answers", r.answered),
				ojson.Field("index", ojson.Int(int64(r.answered))))}
		}
		r.out.Result = f.result
		if len(f.data) > 0 {
			r.out.Data = ojson.Object(f.data...)
		}
	}
	return &r.out, nil
}

// exec plays steps. done reports that an outcome has ended the action.
func (r *runner) exec(f *frame, steps []*engine.StepProg) (done bool, stop *halt) {
	for _, step := range steps {
		if r.steps++; r.steps > maxRunSteps {
			return false, over("run-steps", maxRunSteps)
		}
		on, failed := r.s.Truth(step.When, f.node)
		if failed != nil {
			return false, f.fails(step, failed)
		}
		if !on {
			continue
		}
		if done, stop = r.step(f, step); done || stop != nil {
			return done, stop
		}
	}
	return false, nil
}

func (r *runner) step(f *frame, step *engine.StepProg) (done bool, stop *halt) {
	switch step.Def.Kind {
	case ruleset.StepRoll:
		return false, r.roll(f, step)
	case ruleset.StepChoose:
		return false, r.choose(f, step)
	case ruleset.StepAllocate:
		return false, r.allocate(f, step)
	case ruleset.StepUse:
		return false, r.use(f, step)
	case ruleset.StepHandoff:
		return false, r.handoff(f, step)
	case ruleset.StepChanges:
		return false, r.propose(f, step)
	case ruleset.StepLet:
		v := kept(r.s.Eval(step.Formula, f.node))
		if v.Failed() {
			return false, f.fails(step, v.Fault())
		}
		f.run.Vars[step.Slot].Value = v
		r.log(f, step, "let", ojson.Field("value", v.JSON()))
		return false, nil
	case ruleset.StepBranch:
		on, failed := r.s.Truth(step.Formula, f.node)
		if failed != nil {
			return false, f.fails(step, failed)
		}
		if on {
			return r.exec(f, step.Then)
		}
		return r.exec(f, step.Else)
	case ruleset.StepRepeat:
		return r.repeat(f, step)
	default:
		return r.outcome(f, step)
	}
}

// repeat plays its steps so often, or for each participant.
func (r *runner) repeat(f *frame, step *engine.StepProg) (done bool, stop *halt) {
	role := step.Def.Repeat.Each
	times := int64(0)
	if role != ruleset.None {
		times = int64(len(f.run.Roles[role]))
	} else {
		var failed *formula.Fault
		if times, failed = r.s.Whole(&step.Times, f.node, 0); failed != nil {
			return false, f.fails(step, failed)
		}
	}
	suffix, pass := f.suffix, f.run.Pass
	at := -1
	if role != ruleset.None {
		at = f.run.At[role]
		if at >= 0 { // inside another repeat over the same role: that one only
			times = 1
		}
	}
	defer func() {
		f.suffix, f.run.Pass = suffix, pass
		if role != ruleset.None {
			f.run.At[role] = at
		}
	}()
	for n := int64(1); n <= times; n++ {
		if r.repeats++; r.repeats > maxRepeats {
			return false, over("repeats", maxRepeats)
		}
		f.suffix, f.run.Pass = suffix+"@"+strconv.FormatInt(n, 10), n
		if role != ruleset.None && at < 0 {
			f.run.At[role] = int(n - 1)
		}
		on, failed := r.s.Truth(step.Formula, f.node)
		if failed != nil {
			return false, f.fails(step, failed)
		}
		if !on {
			return false, nil
		}
		if done, stop = r.exec(f, step.Then); done || stop != nil {
			return done, stop
		}
	}
	return false, nil
}

// outcome ends the action with a result.
func (r *runner) outcome(f *frame, step *engine.StepProg) (done bool, stop *halt) {
	d := step.Def.Outcome
	f.result = d.Result
	if step.Formula != nil {
		v := r.s.Eval(step.Formula, f.node)
		if v.Failed() {
			return false, f.fails(step, v.Fault())
		}
		if f.result = v.Text(); !f.prog.Def.HasResult(f.result) {
			return false, &halt{fault.New("undeclared-result", "/action", f.place(step, ojson.Field("result", ojson.String(f.result)))...)}
		}
	}
	for i := range d.Data {
		v := kept(r.s.EvalAmount(&step.Params[i], f.node))
		if v.Failed() {
			return false, f.fails(step, v.Fault())
		}
		f.data = append(f.data, ojson.Field(d.Data[i].Name, v.JSON()))
	}
	var m []ojson.Member
	if f.result != "" {
		m = append(m, ojson.Field("result", ojson.String(f.result)))
	}
	if len(f.data) > 0 {
		m = append(m, ojson.Field("data", ojson.Object(f.data...)))
	}
	r.log(f, step, "outcome", m...)
	return true, nil
}

// path is where a step stands in the run.
func (f *frame) path(step *engine.StepProg) string { return f.prefix + step.Def.ID + f.suffix }

// place adds the step and the action to the data of an error.
func (f *frame) place(step *engine.StepProg, data ...ojson.Member) []ojson.Member {
	return append(data, ojson.Field("step", ojson.String(f.path(step))), ojson.Field("action", ojson.String(f.prog.Def.ID)))
}

// fails is the failure of a formula of a step.
func (f *frame) fails(step *engine.StepProg, failed *formula.Fault) *halt {
	return &halt{fault.New(failed.Code, "/action", f.place(step, failed.Data.Members()...)...)}
}

// log notes what happened.
func (r *runner) log(f *frame, step *engine.StepProg, kind string, m ...ojson.Member) {
	r.out.Log = append(r.out.Log, ojson.Object(append([]ojson.Member{
		ojson.Field("step", ojson.String(f.path(step))),
		ojson.Field("action", ojson.String(f.prog.Def.ID)),
		ojson.Field("kind", ojson.String(kind)),
	}, m...)...))
}

// over is the failure of a run that passed a limit.
func over(name string, most int64) *halt {
	return &halt{fault.New("safety-limit-exceeded", "/action",
		ojson.Field("limit", ojson.String(name)), ojson.Field("max", ojson.Int(most)))}
}

// kept is a value as it is written down: numbers with 12 digits.
func kept(v formula.Value) formula.Value {
	if v.Kind() == formula.Number {
		v, _ = formula.RoundTo12(v)
	}
	return v
}
