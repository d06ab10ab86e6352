package transcript

import (
	"fmt"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Read reads a saved conversation: the transcript object, or the whole result
// of session/transcript around it (behaviours, item 66). It understands the
// version "1.1", the number 1 of older writers, and with a warning other
// versions "1.x"; older shapes come out in their 1.1 form.
//
// path is the place of v in the parameters ("history"). The error is a
// [*Error]: anything that is not what its place demands, arguments that are
// not the JSON text of an object, an unknown role or kind of segment make the
// whole transcript invalid. Members this program does not know are kept.
func Read(v ojson.Value, path string) (*Transcript, error) {
	r := reader{called: map[string]bool{}}
	list, path, err := r.open(v, path)
	if err != nil {
		return nil, err
	}
	for i, e := range list.Items() {
		if err := r.entry(e, fmt.Sprintf("%s[%d]", path, i), i == 0); err != nil {
			return nil, err
		}
	}
	return &r.out, nil
}

// reader reads the entries of one transcript in order.
type reader struct {
	out Transcript
	// old tells that the save has the version 1.
	old bool
	// format is the response format of the latest prompt.
	format responseFormat
	// called holds the ids of the calls so far.
	called map[string]bool
}

// open checks the envelope and returns the list of entries with its path.
func (r *reader) open(v ojson.Value, path string) (list ojson.Value, listPath string, err error) {
	if v.Kind() != ojson.KindObject {
		return list, "", mistyped(path, "a transcript", v)
	}
	inner, err := typed(v, path, "transcript", ojson.KindObject)
	if err != nil {
		return list, "", err
	}
	if isEnvelope(inner) {
		// v is the result of session/transcript.
		v, path = inner, path+".transcript"
		if inner, err = typed(v, path, "transcript", ojson.KindObject); err != nil {
			return list, "", err
		}
	}
	name, err := text(v, path, "type")
	if err != nil {
		return list, "", err
	}
	if name != envelopeType {
		return list, "", mistyped(path+".type", `"`+envelopeType+`"`, ojson.String(name))
	}
	if err := r.version(v, path); err != nil {
		return list, "", err
	}
	path += ".transcript"
	list, err = typed(inner, path, "entries", ojson.KindArray)
	return list, path + ".entries", err
}

// isEnvelope tells an envelope, which has a transcript, from what is in it,
// which has entries.
func isEnvelope(v ojson.Value) bool {
	_, hasEntries := v.Get("entries")
	_, hasTranscript := v.Get("transcript")
	return hasTranscript && !hasEntries
}

func (r *reader) version(v ojson.Value, path string) error {
	got, ok := member(v, "version")
	path += ".version"
	switch s, isText := got.AsString(); {
	case !ok:
		return missing(path)
	case isText && s == version:
	case isText && isMinor(s):
		r.warn("'%s': version \"%s\" is read as \"%s\"", path, s, version)
	case ojson.Equal(got, ojson.Int(1)):
		r.old = true
	default:
		return mistyped(path, `"`+version+`" or another version 1`, got)
	}
	return nil
}

// isMinor reports whether s is "1." and a number.
func isMinor(s string) bool {
	const major = "1."
	if len(s) <= len(major) || s[:len(major)] != major {
		return false
	}
	for _, c := range []byte(s[len(major):]) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func (r *reader) warn(format string, args ...any) {
	r.out.Warnings = append(r.out.Warnings, fmt.Sprintf(format, args...))
}

// entry reads the next entry; first tells that it is the first one.
func (r *reader) entry(v ojson.Value, path string, first bool) error {
	if v.Kind() != ojson.KindObject {
		return mistyped(path, "an object", v)
	}
	role, err := text(v, path, "role")
	if err != nil {
		return err
	}
	switch role {
	case roleInstructions:
		return r.instructions(v, path, first)
	case rolePrompt:
		return r.prompt(v, path)
	case roleResponse:
		if _, ok := member(v, "toolCalls"); ok {
			return r.toolCalls(v, path)
		}
		return r.response(v, path)
	case roleOutput:
		return r.toolOutput(v, path)
	case roleReasoning:
		return r.reasoning(v, path)
	default:
		return mistyped(path+".role", "a known role", ojson.String(role))
	}
}

// add appends an entry that was read from v.
func (r *reader) add(e model.Entry, v ojson.Value) {
	e.Saved = v
	r.out.Entries = append(r.out.Entries, e)
}

// instructions reads an instructions entry. All are checked, but only one that
// the conversation starts with has a meaning (behaviours, items 67 and 68).
func (r *reader) instructions(v ojson.Value, path string, first bool) error {
	if _, err := identifier(v, path, "id"); err != nil {
		return err
	}
	c, err := readContents(v, path)
	if err != nil {
		return err
	}
	tools, warnings, err := readTools(v, path)
	if err != nil || !first {
		return err
	}
	r.out.HasInstructions = true
	r.out.Instructions, r.out.Tools = c.text, tools
	r.out.Warnings = append(r.out.Warnings, warnings...)
	return nil
}

// response reads an answer. A structured one is a structure segment, or the
// JSON as text where the prompt asked for a response format (behaviours, item
// 83).
func (r *reader) response(v ojson.Value, path string) error {
	id, err := identifier(v, path, "id")
	if err != nil {
		return err
	}
	c, err := readContents(v, path)
	if err != nil {
		return err
	}
	e := model.Entry{Kind: model.ResponseEntry, ID: id, Text: c.text}
	switch {
	case c.single && c.structured:
		e.Structured, e.SchemaName = true, c.source
	case c.single && r.format.asked:
		if value, err := ojson.Parse([]byte(c.text)); err == nil {
			e.Structured, e.SchemaName, e.Text = true, r.format.name, value.String()
		}
	}
	if assets, ok := v.Get("assets"); ok && r.old && assets.Kind() == ojson.KindArray && assets.Len() == 0 {
		v = v.Without("assets") // the version 1 wrote them also where there are none
	}
	r.add(e, v)
	return nil
}

// reasoning reads an entry that no model sees; what is in it beside its
// contents is only kept.
func (r *reader) reasoning(v ojson.Value, path string) error {
	id, err := identifier(v, path, "id")
	if err != nil {
		return err
	}
	e := model.Entry{Kind: model.ReasoningEntry, ID: id}
	if _, ok := member(v, "contents"); ok {
		c, err := readContents(v, path)
		if err != nil {
			return err
		}
		e.Text = c.text
	}
	r.add(e, v)
	return nil
}
