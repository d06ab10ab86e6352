package rulecases

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// play is a case under way.
type play struct {
	Runner
	Result
	// ruleset is null until it is needed.
	ruleset, character ojson.Value
	// run is what the last run was started with, paused its last paused output,
	// answers what it was answered. A run that was ever given dice is not played
	// again: no answers say what was rolled.
	run, paused ojson.Value
	answers     []ojson.Value
	rolled      bool
}

// play makes the calls of a case with the given documents.
func (r Runner) play(c *Case, releases []ojson.Value, character ojson.Value) *play {
	p := &play{Runner: r, Result: Result{Case: c}, character: character}
	for i, s := range c.Steps {
		var base []ojson.Member
		switch s.Call {
		case "loadRuleset":
			base = append(base, ojson.Field("releases", ojson.Array(releases...)))
		case "checkRelease":
			base = append(base, ojson.Field("old", ojson.Array(releases...)))
		default:
			if p.ruleset.IsNull() && !p.load(releases) {
				return p
			}
			switch s.Call {
			case "continueAction":
				base = append(base, ojson.Field("ruleset", p.ruleset), ojson.Field("paused", p.paused))
			case "upgrade":
				newer, ok := p.newer(i, s)
				if !ok {
					return p
				}
				base = append(base, ojson.Field("old", p.ruleset), ojson.Field("new", newer), ojson.Field("character", p.character))
			default:
				base = append(base, ojson.Field("ruleset", p.ruleset), ojson.Field("character", p.character))
			}
		}
		input := ojson.Object(base...)
		given := s.Input
		if s.Call == "upgrade" {
			given = given.Without("releases")
		}
		for _, m := range given.Members() {
			input = input.With(m.Key, m.Value) // in the place of the runner's own
		}
		output := p.call(i, s.Call, input)
		p.Inputs, p.Outputs = append(p.Inputs, input), append(p.Outputs, output)
		p.judge(i, s, output)
		p.check(i, s.Call, input, output)
		if failed(output) {
			continue
		}
		switch s.Call {
		case "loadRuleset":
			p.ruleset, _ = output.Get("ruleset")
		case "applyChanges":
			before, _ := input.Get("character")
			p.character, _ = output.Get("character")
			if s.Same {
				p.equal(i, "the character changed", before, p.character)
			}
			p.replay(i, input, output)
		case "startAction", "continueAction":
			p.ran(i, s, input, output)
		}
	}
	return p
}

// newer loads the releases that a step of upgrade brings.
func (p *play) newer(i int, s Step) (ojson.Value, bool) {
	releases, _ := s.Input.Get("releases")
	output := p.Call("loadRuleset", ojson.Object(ojson.Field("releases", releases)))
	ruleset, ok := output.Get("ruleset")
	if !ok {
		p.fail(i, "the newer releases do not load", Difference{"", `{"ok":true}`, output.String()})
	}
	return ruleset, ok
}

// ran notes a run that went on, plays it again from its answers, and applies
// what it proposes where the step says so.
func (p *play) ran(i int, s Step, input, output ojson.Value) {
	_, dice := input.Get("dice")
	if s.Call == "startAction" {
		p.run, p.answers, p.rolled = input, nil, dice
		given, _ := input.Get("answers")
		p.answers = append(p.answers, given.Items()...)
	} else {
		answer, _ := input.Get("answer")
		p.answers, p.rolled = append(p.answers, answer), p.rolled || dice
	}
	if _, own := s.Input.Get("paused"); !own && !p.rolled && !p.run.IsNull() {
		again := p.Call("startAction", p.run.With("answers", ojson.Array(p.answers...)))
		p.equal(i, "starting with the answers gives something else", output, again)
	}
	if status, _ := output.Get("status"); ojson.Equal(status, ojson.String("paused")) {
		p.paused = output
		return
	}
	if !s.Apply {
		return
	}
	var changes []ojson.Value
	proposed, _ := output.Get("proposedChanges")
	for _, c := range proposed.Items() {
		if to, _ := c.Get("to"); ojson.Equal(to, ojson.String("self")) {
			change, _ := c.Get("change")
			changes = append(changes, change)
		}
	}
	done := p.Call("applyChanges", ojson.Object(ojson.Field("ruleset", p.ruleset), ojson.Field("character", p.character), ojson.Field("changes", ojson.Array(changes...))))
	if failed(done) {
		p.fail(i, "what the run proposes cannot be applied", Difference{"", "success", done.String()})
		return
	}
	p.character, _ = done.Get("character")
}

// load loads the ruleset for steps that need one.
func (p *play) load(releases []ojson.Value) bool {
	input := ojson.Object(ojson.Field("releases", ojson.Array(releases...)))
	output := p.call(-1, "loadRuleset", input)
	p.check(-1, "loadRuleset", input, output)
	if p.ruleset, _ = output.Get("ruleset"); p.ruleset.IsNull() {
		p.fail(-1, "the releases do not load", Difference{"", `{"ok":true}`, output.String()})
		return false
	}
	return true
}

// call makes a call. One that returns no object is a failure of its own.
func (p *play) call(i int, name string, input ojson.Value) ojson.Value {
	output := p.Call(name, input)
	if output.Kind() != ojson.KindObject {
		p.fail(i, "", Difference{"", "an object", output.String()})
	}
	return output
}

// judge compares an output with what the step says.
func (p *play) judge(i int, s Step, output ojson.Value) {
	switch {
	case !s.Errors.IsNull():
		pattern := ojson.Object(ojson.Field("ok", ojson.Bool(false)), ojson.Field("errors", s.Errors))
		for _, d := range Match(pattern, output) {
			p.fail(i, "", d)
		}
	case failed(output):
		p.fail(i, "the call failed", Difference{"", "success", output.String()})
		return
	}
	if !s.Expect.IsNull() {
		for _, d := range Match(s.Expect, output) {
			p.fail(i, "", d)
		}
	}
	for _, pointer := range s.Absent {
		if v, ok := lookup(output, pointer); ok {
			p.fail(i, "", Difference{pointer, "nothing", v.String()})
		}
	}
}

// replay applies the changes of an output to the character that the step had.
// They hold all faces and ids, so that no dice are needed and nothing differs.
func (p *play) replay(i int, input, output ojson.Value) {
	changes, _ := output.Get("changes")
	again := p.Call("applyChanges", input.Without("dice").With("changes", changes))
	p.equal(i, "replaying the output's changes gives something else", output, again)
}

func (p *play) equal(i int, what string, expected, got ojson.Value) {
	if expected.String() != got.String() {
		p.fail(i, what, difference(expected, got))
	}
}

// check shows input and output to Check. An input may be wrong when the engine
// says so: the schemas need not see all that the engine refuses.
func (p *play) check(i int, call string, input, output ojson.Value) {
	if p.Check == nil {
		return
	}
	errs, _ := output.Get("errors")
	refused := slices.ContainsFunc(errs.Items(), func(e ojson.Value) bool {
		code, _ := e.Get("code")
		text, _ := code.AsString()
		return p.Kind == nil || p.Kind(text) != "runtime"
	})
	if !refused {
		p.checkSide(i, call, "input", input)
	}
	p.checkSide(i, call, "output", output)
}

func (p *play) checkSide(i int, call, side string, v ojson.Value) {
	if err := p.Check(call, side, v); err != nil {
		p.fail(i, "the "+side+" does not match its schema", Difference{"", "a valid " + side, err.Error()})
	}
}

// fail notes a failure of the step with an index, -1 for the runner's own call.
func (p *play) fail(i int, what string, d Difference) {
	call := "loadRuleset"
	if i >= 0 {
		call = p.Case.Steps[i].Call
	}
	p.Failures = append(p.Failures, Failure{p.Case.Name, i + 1, call, what, d})
}

// failed reports whether a call failed as a whole.
func failed(output ojson.Value) bool {
	ok, _ := output.Get("ok")
	yes, isBool := ok.AsBool()
	return isBool && !yes
}
