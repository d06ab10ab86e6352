package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/action"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// ActionID names an action of a character, as actions and offers of its sheet
// do.
type ActionID struct {
	// ID is the qualified id of the action.
	ID string
	// Entry is the activation that carries it; "" for the first one that is on.
	Entry string
	// FollowUp is the offer that the run takes up, or "". Of a stored follow-up
	// the run proposes the clearFollowUp.
	FollowUp string
}

// Policy says what a run does by itself. The zero value rolls where there is a
// dice function, and asks for everything else.
type Policy struct {
	// PauseDice pauses at every roll, also with a dice function.
	PauseDice bool
	// Recommended takes the recommended options of a question.
	Recommended bool
}

// ActionOptions are what a run depends on beside ruleset, character and action.
// The zero value is fine.
type ActionOptions struct {
	// Params are the action's parameters by name.
	Params ojson.Value
	// Situational are ids of the sheet's situational effects that are on.
	Situational []string
	Policy      Policy
	// Links and Participants are views of other characters: by link slot, and
	// for each role of the action a list of {id, values}.
	Links        Links
	Participants ojson.Value
	// Answers are given to the run's pauses, one to each.
	Answers []ojson.Value
	// Dice rolls; nil: every roll pauses.
	Dice Dice
}

// ContinueOptions are what going on depends on.
type ContinueOptions struct {
	Policy Policy
	Dice   Dice
	// Rolled, where it is not nil, is told of each die that was rolled by a dice
	// function before the pause, so that a generator can come to the same place.
	Rolled func(sides int64)
}

// Run is what an action has come to: finished, or paused.
type Run struct {
	Finished bool
	// Result and Data are what a finished run has come to; Data is null for
	// none.
	Result string
	Data   ojson.Value
	// Proposed are the changes that it proposes: [{to, character?, step, change}].
	Proposed []ojson.Value
	// Needs is what a paused run waits for.
	Needs ojson.Value
	// Log is what happened, [{step, action, kind, …}].
	Log []ojson.Value

	json  ojson.Value
	steps int64
}

// Steps counts the work of the run: evaluation steps.
func (r *Run) Steps() int64 { return r.steps }

// JSON is the output of startAction and continueAction. That of a paused run
// goes back into [Ruleset.ContinueAction], as often as one likes.
func (r *Run) JSON() ojson.Value { return r.json }

// ForSelf are the changes that the run proposes for the character itself, to be
// applied with [Character.ApplyChanges].
func (r *Run) ForSelf() []ojson.Value {
	var out []ojson.Value
	for _, p := range r.Proposed {
		to, _ := p.Get("to")
		if text, ok := to.AsString(); ok && text == "self" {
			change, _ := p.Get("change")
			out = append(out, change)
		}
	}
	return out
}

// StartAction runs an action until it is over or needs something (engine
// interface, startAction). The character is not changed: the run proposes.
func (c *Character) StartAction(id ActionID, o ActionOptions) (*Run, []*Error) {
	in := action.Input{
		Action: id.ID, Entry: id.Entry, FollowUp: id.FollowUp, Params: o.Params, Participants: o.Participants,
		Situational: o.Situational, PauseDice: o.Policy.PauseDice, Recommended: o.Policy.Recommended,
		Dice: o.Dice, Answers: o.Answers,
	}
	return c.play(in, o.Links)
}

// play runs an action and writes its output.
func (c *Character) play(in action.Input, links Links) (*Run, []*Error) {
	views, errs := readLinks(c.program, links)
	if errs != nil {
		return nil, errs
	}
	s, errs := c.sheet(engine.Options{Links: views})
	if errs != nil {
		return nil, errs
	}
	defer s.Release()
	out, errs := action.Run(s, in)
	if errs != nil {
		return nil, errs
	}
	run := &Run{Finished: out.Finished, Result: out.Result, Data: out.Data, Needs: out.Needs, Log: out.Log, steps: s.Steps()}
	if out.Finished {
		run.Proposed = out.Proposed
	}
	run.json = c.runJSON(in, links, out)
	return run, nil
}

func (c *Character) runJSON(in action.Input, links Links, out *action.Outcome) ojson.Value {
	id := []ojson.Member{ojson.Field("id", ojson.String(in.Action))}
	if in.Entry != "" {
		id = append(id, ojson.Field("entry", ojson.String(in.Entry)))
	}
	if in.FollowUp != "" {
		id = append(id, ojson.Field("followUp", ojson.String(in.FollowUp)))
	}
	m := []ojson.Member{ojson.Field("ok", ojson.Bool(true))}
	if out.Finished {
		m = append(m, ojson.Field("status", ojson.String("finished")), ojson.Field("action", ojson.Object(id...)))
		if out.Result != "" {
			m = append(m, ojson.Field("result", ojson.String(out.Result)))
		}
		if !out.Data.IsNull() {
			m = append(m, ojson.Field("data", out.Data))
		}
		return ojson.Object(append(m,
			ojson.Field("proposedChanges", ojson.Array(out.Proposed...)), ojson.Field("log", ojson.Array(out.Log...)))...)
	}
	orEmpty := func(v ojson.Value) ojson.Value {
		if v.IsNull() {
			return ojson.Object()
		}
		return v
	}
	return ojson.Object(append(m,
		ojson.Field("status", ojson.String("paused")),
		ojson.Field("needs", out.Needs),
		ojson.Field("log", ojson.Array(out.Log...)),
		ojson.Field("character", c.JSON()),
		ojson.Field("action", ojson.Object(id...)),
		ojson.Field("params", orEmpty(in.Params)),
		ojson.Field("situational", ojson.Strings(in.Situational)),
		ojson.Field("links", orEmpty(links)),
		ojson.Field("participants", orEmpty(in.Participants)),
		ojson.Field("ruleset", ojson.String(c.rules.Digest())),
		ojson.Field("answers", ojson.Array(out.Answers...)),
		ojson.Field("trace", ojson.Array(out.Trace...)))...)
}

// ContinueAction gives a paused run its answer and goes on (engine interface,
// continueAction). The run is played again from its inputs: a paused state that
// was changed is refused, or is the run that its inputs describe. Paths of errors
// point into {paused, answer}.
func (r *Ruleset) ContinueAction(paused, answer ojson.Value, o ContinueOptions) (*Run, []*Error) {
	p, errs := readPaused(paused)
	if errs != nil {
		return nil, errs
	}
	if p.ruleset != r.Digest() {
		return nil, one(fault.New("ruleset-mismatch", "/paused/ruleset"))
	}
	c, errs := r.Character(p.character)
	if errs != nil {
		return nil, under("/paused/character", errs)
	}
	in := p.input
	in.PauseDice, in.Recommended = o.Policy.PauseDice, o.Policy.Recommended
	in.Dice, in.Skip = o.Dice, o.Rolled
	in.Answers, in.Continues = []ojson.Value{answer}, true
	run, errs := c.play(in, p.links)
	for i, e := range errs {
		errs[i] = continued(e, len(p.answers))
	}
	return run, errs
}

// Digest names what the ruleset was made of: the SHA-256 of its releases in
// canonical JSON, in hexadecimal. A paused run goes on under the same only.
func (r *Ruleset) Digest() string { return r.digest() }

func digestOf(p *engine.Program) string {
	h := sha256.New()
	for _, pack := range p.RS.Packs {
		h.Write(canonicalJSON(pack.Release).Append(nil))
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// canonicalJSON has the members of every object by the bytes of their keys.
func canonicalJSON(v ojson.Value) ojson.Value {
	switch v.Kind() {
	case ojson.KindArray:
		items := slices.Clone(v.Items())
		for i := range items {
			items[i] = canonicalJSON(items[i])
		}
		return ojson.Array(items...)
	case ojson.KindObject:
		members := slices.Clone(v.Members())
		for i := range members {
			members[i].Value = canonicalJSON(members[i].Value)
		}
		slices.SortFunc(members, func(a, b ojson.Member) int { return strings.Compare(a.Key, b.Key) })
		return ojson.Object(members...)
	}
	return v
}
