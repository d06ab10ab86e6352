package rules

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/action"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// pausedRun is what a paused result says of its run.
type pausedRun struct {
	input     action.Input
	character ojson.Value
	links     ojson.Value
	ruleset   string
	answers   []ojson.Value
}

// pausedMember is a member of a paused result. What is worked out again is not
// read.
type pausedMember struct {
	name string
	kind ojson.Kind
	read bool
}

func pausedMembers() []pausedMember {
	return []pausedMember{
		{"ok", ojson.KindBool, false}, {"status", ojson.KindString, false},
		{"needs", ojson.KindObject, false}, {"log", ojson.KindArray, false},
		{"character", ojson.KindObject, true}, {"action", ojson.KindObject, true},
		{"params", ojson.KindObject, true}, {"situational", ojson.KindArray, true},
		{"links", ojson.KindObject, true}, {"participants", ojson.KindObject, true},
		{"ruleset", ojson.KindString, true}, {"answers", ojson.KindArray, true}, {"trace", ojson.KindArray, true},
	}
}

// readPaused reads a paused result. It came from this engine, or from anybody.
func readPaused(v ojson.Value) (*pausedRun, []*Error) {
	bad := func(path string) (*pausedRun, []*Error) { return nil, one(fault.New("invalid-paused-state", path)) }
	if v.Kind() != ojson.KindObject {
		return bad("/paused")
	}
	known := map[string]bool{}
	for _, m := range pausedMembers() {
		known[m.name] = true
		given, ok := v.Get(m.name)
		if ok && given.Kind() != m.kind || !ok && m.read {
			return bad(fault.Key("/paused", m.name))
		}
	}
	for _, m := range v.Members() {
		if !known[m.Key] {
			return bad(fault.Key("/paused", m.Key))
		}
	}
	get := func(name string) ojson.Value {
		x, _ := v.Get(name)
		return x
	}
	p := &pausedRun{character: get("character"), links: get("links"), answers: get("answers").Items()}
	p.ruleset, _ = get("ruleset").AsString()
	id, ok := readActionID(get("action"))
	if !ok {
		return bad("/paused/action")
	}
	p.input = action.Input{
		Action: id.ID, Entry: id.Entry, FollowUp: id.FollowUp,
		Params: get("params"), Participants: get("participants"), Trace: get("trace").Items(),
	}
	for i, s := range get("situational").Items() {
		text, ok := s.AsString()
		if !ok {
			return bad(fault.Index("/paused/situational", i))
		}
		p.input.Situational = append(p.input.Situational, text)
	}
	// The answers are the inputs that somebody gave, and stand in the trace too.
	given := 0
	for i, entry := range p.input.Trace {
		if entry.Kind() != ojson.KindObject {
			return bad(fault.Index("/paused/trace", i))
		}
		if auto, has := entry.Get("auto"); has {
			if on, _ := auto.AsBool(); !on {
				return bad(fault.Index("/paused/trace", i))
			}
			continue
		}
		if given >= len(p.answers) || !ojson.Equal(entry.Without("step"), p.answers[given]) {
			return bad(fault.Index("/paused/trace", i))
		}
		given++
	}
	if given != len(p.answers) {
		return bad("/paused/answers")
	}
	return p, nil
}

// readActionID reads {id, entry?, followUp?}.
func readActionID(v ojson.Value) (id ActionID, ok bool) {
	for _, m := range v.Members() {
		text, isText := m.Value.AsString()
		if !isText {
			return id, false
		}
		switch m.Key {
		case "id":
			id.ID = text
		case "entry":
			id.Entry = text
		case "followUp":
			id.FollowUp = text
		default:
			return id, false
		}
	}
	return id, id.ID != ""
}

// continued moves the error of a run that went on to where its input stands.
func continued(e *Error, answers int) *Error {
	moved := &Error{Code: e.Code, Path: "/paused" + e.Path, Data: e.Data}
	switch {
	case e.Code == "answer-mismatch":
		moved.Path = "/answer"
		moved.Data = e.Data.With("index", ojson.Int(int64(answers)))
	case e.Path == "", strings.HasPrefix(e.Path, "/dice"):
		moved.Path = e.Path
	}
	return moved
}

// startCall is the call startAction.
func (c *Character) startCall(input ojson.Value) (ojson.Value, []*Error) {
	given, _ := input.Get("action")
	id, ok := readActionID(given)
	if !ok {
		return ojson.Value{}, actionIDErrors(given)
	}
	var o ActionOptions
	o.Params, _ = input.Get("params")
	o.Links, _ = input.Get("links")
	o.Participants, _ = input.Get("participants")
	answers, _ := input.Get("answers")
	o.Answers = answers.Items()
	situational, _ := input.Get("situational")
	for i, v := range situational.Items() {
		text, ok := v.AsString()
		if !ok {
			return ojson.Value{}, one(wrongType(fault.Index("/situational", i), fault.WantText))
		}
		o.Situational = append(o.Situational, text)
	}
	var errs []*Error
	if o.Policy, errs = readPolicy(input); errs != nil {
		return ojson.Value{}, errs
	}
	if dice, ok := input.Get("dice"); ok {
		roll, err := ParseDice(dice)
		if err != nil {
			return ojson.Value{}, one(err.Under("/dice"))
		}
		o.Dice = roll
	}
	run, errs := c.StartAction(id, o)
	if errs != nil {
		return ojson.Value{}, errs
	}
	return run.JSON(), nil
}

// continueCall is the call continueAction.
func (r *Ruleset) continueCall(input ojson.Value) (ojson.Value, []*Error) {
	paused, _ := input.Get("paused")
	answer, _ := input.Get("answer")
	var o ContinueOptions
	var errs []*Error
	if o.Policy, errs = readPolicy(input); errs != nil {
		return ojson.Value{}, errs
	}
	if dice, ok := input.Get("dice"); ok {
		roll, err := ParseDice(dice)
		if err != nil {
			return ojson.Value{}, one(err.Under("/dice"))
		}
		o.Dice = roll
		if _, seeded := dice.Get("seed"); seeded {
			// The n-th die of a run is the same wherever the run was paused.
			o.Rolled = func(sides int64) { roll(sides) }
		}
	}
	run, errs := r.ContinueAction(paused, answer, o)
	if errs != nil {
		return ojson.Value{}, errs
	}
	return run.JSON(), nil
}

// actionIDErrors says what is wrong with {id, entry?, followUp?}.
func actionIDErrors(v ojson.Value) []*Error {
	var errs fault.List
	if _, ok := v.Get("id"); !ok {
		errs.Addf("missing-member", "/action", ojson.Field("member", ojson.String("id")))
	}
	for _, m := range v.Members() {
		path := fault.Key("/action", m.Key)
		switch m.Key {
		case "id", "entry", "followUp":
			if text, ok := m.Value.AsString(); !ok {
				errs.Add(wrongType(path, fault.WantText))
			} else if text == "" && m.Key == "id" {
				errs.Addf("invalid-value", path)
			}
		default:
			errs.Add(fault.UnknownMember("/action", m.Key))
		}
	}
	return errs.Sorted()
}

// readPolicy reads {dice?: roll | pause, choose?: pause | recommended}.
func readPolicy(input ojson.Value) (p Policy, errs []*Error) {
	given, _ := input.Get("policy")
	var list fault.List
	for _, m := range given.Members() {
		path := fault.Key("/policy", m.Key)
		text, _ := m.Value.AsString()
		allowed := []string{"roll", "pause"}
		switch m.Key {
		case "dice":
			p.PauseDice = text == "pause"
		case "choose":
			allowed = []string{"pause", "recommended"}
			p.Recommended = text == "recommended"
		default:
			list.Add(fault.UnknownMember("/policy", m.Key))
			continue
		}
		if text != allowed[0] && text != allowed[1] {
			list.Addf("invalid-value", path, ojson.Field("allowed", ojson.Strings(allowed)))
		}
	}
	if list.Empty() {
		return p, nil
	}
	return p, list.Sorted()
}
