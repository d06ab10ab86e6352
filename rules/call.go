package rules

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// Calls lists the names that [Call] knows, as the engine interface has them.
func Calls() []string {
	return []string{"applyChanges", "checkRelease", "computeSheet", "continueAction", "listOptions", "loadRuleset", "startAction", "upgrade"}
}

// Call runs a call of the engine interface with its JSON input and returns its
// JSON output. It is what other languages and the conformance cases use. A call
// that fails returns {ok: false, errors}; paths are pointers into input.
func Call(name string, input ojson.Value) ojson.Value {
	members, known := inputs()[name]
	if !known {
		return failure(one(fault.New("invalid-value", "", ojson.Field("call", ojson.String(name)))))
	}
	if errs := checkInput(input, members); errs != nil {
		return failure(errs)
	}
	switch name {
	case "loadRuleset":
		return loadCall(input)
	case "upgrade":
		return upgradeCall(input)
	case "checkRelease":
		return checkReleaseCall(input)
	}
	ruleset, _ := input.Get("ruleset")
	rs, errs := ParseRuleset(ruleset)
	if errs != nil {
		return failure(under("/ruleset", errs))
	}
	if name == "continueAction" {
		out, errs := rs.continueCall(input)
		if errs != nil {
			return failure(errs)
		}
		return out
	}
	file, _ := input.Get("character")
	c, errs := rs.Character(file)
	if errs != nil {
		return failure(under("/character", errs))
	}
	var out ojson.Value
	switch name {
	case "computeSheet":
		out, errs = c.sheetCall(input)
	case "listOptions":
		path, _ := input.Get("path")
		text, _ := path.AsString()
		links, _ := input.Get("links")
		out, errs = c.ListOptions(text, links)
	case "applyChanges":
		out, errs = c.applyCall(input)
	case "startAction":
		out, errs = c.startCall(input)
	}
	if errs != nil {
		return failure(errs)
	}
	return out
}

// inputMember is a member of a call's input.
type inputMember struct {
	name   string
	needed bool
}

// inputs lists the members of each call's input.
func inputs() map[string][]inputMember {
	base := []inputMember{{"ruleset", true}, {"character", true}}
	with := func(more ...inputMember) []inputMember { return append(slices.Clone(base), more...) }
	return map[string][]inputMember{
		"loadRuleset":  {{"releases", true}},
		"computeSheet": with(inputMember{"competing", false}, inputMember{"links", false}),
		"listOptions":  with(inputMember{"path", true}, inputMember{"links", false}),
		"startAction": with(inputMember{"action", true}, inputMember{"params", false}, inputMember{"situational", false}, inputMember{"policy", false},
			inputMember{"links", false}, inputMember{"participants", false}, inputMember{"answers", false}, inputMember{"dice", false}),
		"upgrade":        {{"old", true}, {"new", true}, {"character", true}},
		"checkRelease":   {{"pack", true}, {"old", true}, {"new", true}},
		"continueAction": {{"ruleset", true}, {"paused", true}, {"answer", true}, {"policy", false}, {"dice", false}},
		"applyChanges":   with(inputMember{"changes", true}, inputMember{"strict", false}, inputMember{"links", false}, inputMember{"dice", false}),
	}
}

// checkInput checks the members of a call's input and their kinds.
func checkInput(input ojson.Value, members []inputMember) []*Error {
	if input.Kind() != ojson.KindObject {
		return one(wrongType("", fault.WantObject))
	}
	kinds := map[string]ojson.Kind{
		"releases": ojson.KindArray, "competing": ojson.KindArray, "path": ojson.KindString,
		"changes": ojson.KindArray, "strict": ojson.KindBool,
		"ruleset": ojson.KindObject, "character": ojson.KindObject,
		"action": ojson.KindObject, "policy": ojson.KindObject, "paused": ojson.KindObject,
		"situational": ojson.KindArray, "answers": ojson.KindArray,
	}
	var errs fault.List
	for _, m := range input.Members() {
		if !slices.ContainsFunc(members, func(k inputMember) bool { return k.name == m.Key }) {
			errs.Add(fault.UnknownMember("", m.Key))
		} else if kind, fixed := kinds[m.Key]; fixed && m.Value.Kind() != kind {
			errs.Add(wrongType(fault.Key("", m.Key), fault.WantKind(kind)))
		}
	}
	for _, m := range members {
		if _, has := input.Get(m.name); m.needed && !has {
			errs.Addf("missing-member", "", ojson.Field("member", ojson.String(m.name)))
		}
	}
	if errs.Empty() {
		return nil
	}
	return errs.Sorted()
}

func loadCall(input ojson.Value) ojson.Value {
	releases, _ := input.Get("releases")
	rs, errs := LoadRuleset(releases.Items())
	if errs != nil {
		return failure(errs)
	}
	return ojson.Object(ojson.Field("ok", ojson.Bool(true)), ojson.Field("ruleset", rs.JSON()))
}

func (c *Character) sheetCall(input ojson.Value) (ojson.Value, []*Error) {
	var o SheetOptions
	competing, _ := input.Get("competing")
	for i, v := range competing.Items() {
		id, ok := v.AsString()
		if !ok {
			return ojson.Value{}, one(wrongType(fault.Index("/competing", i), fault.WantText))
		}
		o.Competing = append(o.Competing, id)
	}
	o.Links, _ = input.Get("links")
	s, errs := c.ComputeSheet(o)
	if errs != nil {
		return ojson.Value{}, errs
	}
	defer s.Release()
	return s.JSON()
}

func failure(errs []*Error) ojson.Value {
	return ojson.Object(ojson.Field("ok", ojson.Bool(false)), ojson.Field("errors", ErrorsJSON(errs)))
}

func under(prefix string, errs []*Error) []*Error {
	out := make([]*Error, len(errs))
	for i, e := range errs {
		out[i] = e.Under(prefix)
	}
	return out
}
