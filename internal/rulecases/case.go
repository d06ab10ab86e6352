package rulecases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Case is one case file.
type Case struct {
	// Name is the path of the file below the folder of cases, without its
	// extension: "d20/D01".
	Name string
	// Number, Rule and Source are for people: the number of the case in its list, the
	// rule in a sentence, and where the right values are from.
	Number, Rule, Source string
	// Releases are the packs in load order.
	Releases []ojson.Value
	// Character is the file that the first step gets.
	Character ojson.Value
	Steps     []Step
}

// Step is one call.
type Step struct {
	Call string
	// Input is an object: the members beside those that the runner adds.
	Input ojson.Value
	// Expect is a pattern of the output, null for none. See [Match].
	Expect ojson.Value
	// Errors is a pattern of the errors with which the call must fail, null when it
	// must not fail.
	Errors ojson.Value
	// Absent are pointers into the output that lead nowhere.
	Absent []string
	// Same says that the character comes back as it was, byte for byte.
	Same bool
	// Apply says that what a finished run proposes for the character itself is
	// applied before the next step.
	Apply bool
}

// Calls lists the calls that a step may make.
func Calls() []string {
	return []string{"loadRuleset", "computeSheet", "listOptions", "applyChanges", "startAction", "continueAction",
		"upgrade", "checkRelease"}
}

// parseCase reads a case. Whatever it does not know is an error, so that a
// misspelt expectation is not passed over.
func parseCase(name string, v ojson.Value, release func(path string) (ojson.Value, error)) (*Case, error) {
	o := reader{at: name}
	o.object(v, "case", "rule", "source", "releases", "character", "steps")
	c := &Case{
		Name:      name,
		Number:    o.text(v, "case"),
		Rule:      o.text(v, "rule"),
		Source:    o.text(v, "source"),
		Character: ojson.Object(ojson.Field("specVersion", ojson.String("1.0")), ojson.Field("id", ojson.String("hero"))),
	}
	for i, r := range o.list(v, "releases", true) {
		if path, ok := r.AsString(); ok {
			read, err := release(path)
			if err != nil {
				o.bad("/releases/%d: %v", i, err)
			}
			r = read
		}
		c.Releases = append(c.Releases, r)
	}
	if file, ok := v.Get("character"); ok {
		c.Character = file
	}
	for i, s := range o.list(v, "steps", true) {
		o.at = fmt.Sprintf("%s: step %d", name, i+1)
		c.Steps = append(c.Steps, o.step(s))
	}
	if len(c.Steps) == 0 {
		o.bad("a case has at least one step")
	}
	return c, o.err
}

// step reads a step of a case.
func (o *reader) step(v ojson.Value) Step {
	o.object(v, "call", "input", "expect", "errors", "absent", "same", "apply")
	s := Step{Call: o.text(v, "call"), Input: ojson.Object()}
	if !slices.Contains(Calls(), s.Call) {
		o.bad("unknown call %q", s.Call)
	}
	if in, ok := v.Get("input"); ok {
		o.object(in)
		s.Input = in
	}
	if expect, ok := v.Get("expect"); ok {
		if err := checkPattern(expect); err != nil {
			o.bad("expect: %v", err)
		}
		s.Expect = expect
	}
	if errs, ok := v.Get("errors"); ok {
		o.errors(errs)
		s.Errors = errs
	}
	for _, p := range o.list(v, "absent", false) {
		pointer, ok := p.AsString()
		if !ok || !strings.HasPrefix(pointer, "/") {
			o.bad("absent holds JSON Pointers")
		}
		s.Absent = append(s.Absent, pointer)
	}
	if same, ok := v.Get("same"); ok {
		if s.Same, ok = same.AsBool(); !ok || s.Call != "applyChanges" {
			o.bad("same is true or false, and belongs to applyChanges")
		}
	}
	if apply, ok := v.Get("apply"); ok {
		if s.Apply, ok = apply.AsBool(); !ok || s.Call != "startAction" && s.Call != "continueAction" {
			o.bad("apply is true or false, and belongs to startAction and continueAction")
		}
	}
	if s.Errors.IsNull() && s.Expect.IsNull() && s.Absent == nil && !s.Same {
		o.bad("a step that expects nothing shows nothing")
	}
	return s
}

// errors checks a pattern of errors: a list of them, or {"$has": …} for a list
// that is too long to be written down.
func (o *reader) errors(v ojson.Value) {
	if err := checkPattern(v); err != nil {
		o.bad("errors: %v", err)
	}
	list := v
	if has, ok := v.Get("$has"); ok {
		list = has
	}
	if list.Kind() != ojson.KindArray || list.Len() == 0 {
		o.bad("errors is a list with errors in it, or $has with one")
	}
	for _, e := range list.Items() {
		o.object(e, "code", "path", "data")
		o.text(e, "code")
	}
}

// reader collects the first error of a case file.
type reader struct {
	at  string
	err error
}

func (o *reader) bad(format string, args ...any) {
	if o.err == nil {
		o.err = fmt.Errorf("%s: %s", o.at, fmt.Sprintf(format, args...))
	}
}

// object checks that v is an object with known members; no names allow all.
func (o *reader) object(v ojson.Value, names ...string) {
	if v.Kind() != ojson.KindObject {
		o.bad("%s stands where an object belongs", v.Kind())
	}
	for _, m := range v.Members() {
		if len(names) > 0 && !slices.Contains(names, m.Key) {
			o.bad("unknown member %q", m.Key)
		}
	}
}

// text reads a member that must be a text with something in it.
func (o *reader) text(v ojson.Value, name string) string {
	m, _ := v.Get(name)
	text, _ := m.AsString()
	if text == "" {
		o.bad("%s is missing or no text", name)
	}
	return text
}

func (o *reader) list(v ojson.Value, name string, needed bool) []ojson.Value {
	m, ok := v.Get(name)
	if ok && m.Kind() != ojson.KindArray || !ok && needed {
		o.bad("%s is missing or no array", name)
	}
	return m.Items()
}
