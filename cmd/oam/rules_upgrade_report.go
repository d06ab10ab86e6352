package main

import (
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// upgradeReport tells people what an upgrade did.
type upgradeReport struct {
	old, now upgradeSide
	style    sheetview.Style
}

// sections are the headings of a report and the reasons below each.
func (upgradeReport) sections() [][]string {
	return [][]string{
		{"Versions", "version"},
		{"Moved", "renamed", "mapped", "split", "replaced"},
		{"Gone", "dropped", "taken", "gone"},
		{"Could not be done", "failed"},
		{"Changed", "changed"},
		{"The rules object", "issue"},
		{"The rules give now", "rules"},
	}
}

// text is the whole report.
func (r *upgradeReport) text(u *rules.Upgraded) string {
	var out strings.Builder
	for _, section := range r.sections() {
		var lines []string
		for _, l := range u.Report {
			why := textMember(l, "why")
			for _, w := range section[1:] {
				if w == why {
					lines = append(lines, r.line(l, why))
				}
			}
		}
		r.section(&out, section[0], lines)
	}
	var open []string
	for _, p := range u.Pending {
		open = append(open, r.now.hero.Choice(textMember(p, "path"))+" ("+textMember(p, "path")+")")
	}
	r.section(&out, "To be chosen", open)
	if out.Len() == 0 {
		return r.style.Plain("Nothing changed.")
	}
	return out.String()
}

func (r *upgradeReport) section(out *strings.Builder, heading string, lines []string) {
	if len(lines) == 0 {
		return
	}
	out.WriteString(r.style.Heading(heading))
	for _, l := range lines {
		out.WriteString(r.style.Plain("- " + l))
	}
}

// line is one line of the report in words.
func (r *upgradeReport) line(l ojson.Value, why string) string {
	kind, path := textMember(l, "kind"), pointer(textMember(l, "path"))
	before, hasBefore := l.Get("before")
	after, hasAfter := l.Get("after")
	if kind == "issue" {
		return strings.Join(strings.Fields(strings.Join(r.now.hero.IssueTexts(ojson.Array(after)), " ")), " ")
	}
	out := r.thing(r.old, kind, path)
	if to := pointer(textMember(l, "to")); len(to) > 0 && kind != "choice" {
		out += " → " + r.thing(r.now, kind, to)
	}
	was, is := r.value(r.old, before), r.value(r.now, after)
	switch {
	case hasBefore && hasAfter && was == is:
		out += ": " + is
	case hasBefore && hasAfter:
		out += ": " + was + " → " + is
	case hasAfter:
		out += ": " + is
	case hasBefore:
		out += ": " + was
	}
	switch why {
	case "taken":
		out += "; its place was not free"
	case "gone":
		out += "; no pack has it any more"
		if hasAfter {
			out += ", and it is kept"
		}
	}
	if m := textMember(l, "migration"); m != "" {
		out += " (" + m + ")"
	}
	return out
}

// thing names what a path is about.
func (r *upgradeReport) thing(side upgradeSide, kind string, path []string) string {
	last := ""
	if len(path) > 0 {
		last = path[len(path)-1]
	}
	switch {
	case kind == "field" || kind == "value" || kind == "change" && len(path) == 2 && path[0] == "fields":
		return side.book.Field(last)
	case kind == "computed":
		entry, name, _ := strings.Cut(last, "#")
		return side.hero.Entry(entry) + ", " + name
	case kind == "pick" && len(path) > 1:
		return side.hero.Choice(path[1]) + " (" + path[1] + ")" // several copies may have the choice
	case kind == "choice":
		return side.hero.Choice(last)
	case kind == "state" && len(path) > 3 && path[0] != "effects":
		return side.hero.Entry(path[1]) + ", " + last
	case kind == "entry" && len(path) > 1 && path[0] != "effects" && path[0] != "templates":
		return side.hero.Entry(path[1])
	case kind == "followUp":
		return "Follow-up"
	case kind == "change" && len(path) == 0:
		return "A change"
	case kind == "pack", kind == "link":
		return last
	}
	return strings.Join(path, "/")
}

// value is a value in words: content and fields by their names.
func (r *upgradeReport) value(side upgradeSide, v ojson.Value) string {
	if id := textMember(v, "followUp"); id != "" {
		return side.book.Part("followUp", id)
	}
	if code := textMember(v, "code"); code != "" { // why something failed
		return code
	}
	if item := textMember(v, "item"); item != "" && textMember(v, "type") == "" {
		return side.hero.Name(item) + r.kept(side, v)
	}
	text, ok := v.AsString()
	if !ok {
		return v.String()
	}
	if strings.Contains(text, ":") && !strings.ContainsAny(text, "/ ") {
		return side.hero.OptionName(text)
	}
	return text
}

// kept is what a copy had beside what it was a copy of.
func (r *upgradeReport) kept(side upgradeSide, v ojson.Value) (out string) {
	if n := member(v, "quantity"); !n.IsNull() {
		out += " ×" + n.String()
	}
	for _, m := range member(v, "state").Members() {
		out += ", " + m.Key + " " + r.value(side, m.Value)
	}
	return out
}

// pointer splits a JSON Pointer. What is none is one part.
func pointer(text string) []string {
	rest, ok := strings.CutPrefix(text, "/")
	if !ok {
		if text == "" {
			return nil
		}
		return []string{text}
	}
	parts := strings.Split(rest, "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return parts
}

func textMember(v ojson.Value, key string) string {
	text, _ := member(v, key).AsString()
	return text
}
