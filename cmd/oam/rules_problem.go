package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packdir"
	"github.com/open-actor-models/oam/rules"
	"github.com/open-actor-models/oam/rules/i18n"
	words "github.com/open-actor-models/oam/rules/text"
)

// problem is an error or a warning with its place, if it has one.
type problem struct {
	warning bool
	code    string
	place   packdir.Place
	// first is where something stood before that is there twice.
	first packdir.Place
	// pointer is the JSON Pointer for who has no place.
	pointer string
	message string
	data    ojson.Value
}

// sentences are the standard texts of codes.
func sentences() map[string]string { return words.Texts(i18n.English()) }

// fromFolder is a problem of reading a folder.
func (p *packSource) fromFolder(f packdir.Problem) problem {
	out := problem{code: f.Code, place: p.at(f.Place), data: f.Data, message: folderMessage(f)}
	if f.First.File != "" {
		out.first = p.at(f.First)
	}
	return out
}

// locate gives a problem of loading the place in its pack: pointer leads into
// {releases: […]}.
func locate(packs []packSource, code, pointer string, data ojson.Value) (place packdir.Place, local string) {
	rest, ok := strings.CutPrefix(pointer, "/releases/")
	if !ok { // about all of them: the last is the one that is looked at
		if last := &packs[len(packs)-1]; last.bundle != nil {
			place, _ = last.bundle.Locate("")
			return last.at(place), pointer
		}
		return place, pointer
	}
	number, rest, nested := strings.Cut(rest, "/")
	if nested {
		rest = "/" + rest
	}
	for i := range packs {
		if fmt.Sprint(i) != number {
			continue
		}
		p := &packs[i]
		if p.bundle == nil {
			return packdir.Place{File: p.name}, rest
		}
		if offset, ok := member(data, "offset").AsInt(); ok {
			return p.at(named(p.bundle.LocateIn(rest, int(offset)), data)), rest
		}
		place, _ := p.bundle.Locate(rest)
		if aboutKey(code) {
			return p.at(place), rest
		}
		if v, exact := p.bundle.LocateValue(rest); exact && v.Line == place.Line && v.File == place.File {
			place = v
		}
		return p.at(place), rest
	}
	return place, pointer
}

// named widens a place in a formula to the name that stands there.
func named(place packdir.Place, data ojson.Value) packdir.Place {
	name, _ := member(data, "name").AsString()
	line := []rune(place.Text)
	if from := place.Column - 1; from >= 0 && from <= len(line) && strings.HasPrefix(string(line[from:]), name) {
		place.End = max(place.End, place.Column+len([]rune(name)))
	}
	return place
}

// aboutKey reports whether a code is about the name of what it points at.
func aboutKey(code string) bool {
	switch code {
	case "unknown-member", "missing-member", "conflicting-members", "invalid-id", "duplicate-id", "reserved-name", "id-clash", "inherit-cycle", "dead-content", "missing-text", "unused-text", "broken-text":
		return true
	}
	return false
}

func member(v ojson.Value, key string) ojson.Value {
	m, _ := v.Get(key)
	return m
}

// fromLoad are the errors of loading packs.
func fromLoad(packs []packSource, errs []*rules.Error) (out []problem) {
	texts := sentences()
	for _, e := range errs {
		p := problem{code: e.Code, data: e.Data, message: words.Sentence(texts, "en", "errors", e.Code, e.Data, nil)}
		p.place, p.pointer = locate(packs, e.Code, e.Path, e.Data)
		out = append(out, p)
	}
	return out
}

// fromDocument are errors whose paths lead into a document, behind a prefix.
func fromDocument(d *document, prefix string, errs []*rules.Error) (out []problem) {
	texts := sentences()
	for _, e := range errs {
		p := problem{code: e.Code, data: e.Data, pointer: e.Path, message: words.Sentence(texts, "en", "errors", e.Code, e.Data, nil)}
		if rest, ok := strings.CutPrefix(e.Path, prefix); ok && d != nil {
			p.place = d.place(rest)
		}
		out = append(out, p)
	}
	return out
}

// oneLine is a problem as one line: place, code, message.
func (p *problem) oneLine() string {
	var out strings.Builder
	switch {
	case p.place.Line > 0:
		fmt.Fprintf(&out, "%s:%d:%d: ", p.place.File, p.place.Line, p.place.Column)
	case p.place.File != "":
		out.WriteString(p.place.File + ": ")
	}
	if p.pointer != "" && p.place.Line == 0 {
		out.WriteString(p.pointer + ": ")
	}
	out.WriteString(p.note())
	return sheetview.Printable(out.String())
}

// note is a problem without its place.
func (p *problem) note() string {
	out := p.code
	if p.warning {
		out = "warning: " + out
	}
	if p.message != "" && p.message != p.code {
		out += ": " + strings.TrimPrefix(p.message, p.code+" ")
	}
	return out
}

// caret writes a problem with the line that it is about.
func (p *problem) caret(w io.Writer) error {
	if p.place.File == "" {
		_, err := fmt.Fprintln(w, p.oneLine())
		return err
	}
	p.place.File = sheetview.Printable(p.place.File)
	if err := packdir.Caret(w, p.place, p.note()); err != nil {
		return err
	}
	if p.first.File != "" {
		return packdir.Caret(w, p.first, "it stands here first")
	}
	return nil
}

// json is a problem as data.
func (p *problem) json() ojson.Value {
	m := []ojson.Member{ojson.Field("code", ojson.String(p.code))}
	if p.place.File != "" {
		m = append(m, ojson.Field("file", ojson.String(p.place.File)))
	}
	if p.place.Line > 0 {
		m = append(m, ojson.Field("line", ojson.Int(int64(p.place.Line))), ojson.Field("column", ojson.Int(int64(p.place.Column))))
	}
	if p.pointer != "" {
		m = append(m, ojson.Field("path", ojson.String(p.pointer)))
	}
	m = append(m, ojson.Field("message", ojson.String(p.message)))
	if !p.data.IsNull() {
		m = append(m, ojson.Field("data", p.data))
	}
	return ojson.Object(m...)
}

func problemsJSON(list []problem) ojson.Value {
	out := make([]ojson.Value, len(list))
	for i := range list {
		out[i] = list[i].json()
	}
	return ojson.Array(out...)
}

// refuse tells problems that ended a command: one line each on the error
// stream, or as JSON on the output.
func refuse(s streams, asJSON bool, list []problem) error {
	if asJSON {
		out := ojson.Object(ojson.Field("ok", ojson.Bool(false)), ojson.Field("errors", problemsJSON(list)))
		if _, err := fmt.Fprintln(s.out, out); err != nil {
			return err
		}
		return errReported
	}
	for i := range list {
		fmt.Fprintln(s.err, "oam:", list[i].oneLine())
	}
	return errReported
}
