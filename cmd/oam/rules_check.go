package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
	words "github.com/open-actor-models/oam/rules/text"
)

// rulesCheckCommand checks one pack.
type rulesCheckCommand struct {
	Pack   string   `arg:"" name:"packdir" help:"The pack folder, or a release as JSON."`
	With   []string `sep:"none" placeholder:"DIR|FILE" help:"A pack that is loaded before it, such as its game."`
	JSON   bool     `help:"Write JSON instead of text."`
	Strict bool     `help:"Fail on warnings too."`
	Lang   string   `default:"en" placeholder:"LANGUAGE" help:"The language in which texts must be there."`
}

// Run tells every problem with its place and its line. Errors are exit code 1.
func (c *rulesCheckCommand) Run(s streams) error {
	var sources []packSource
	var problems []problem
	for _, name := range append(c.With, c.Pack) {
		p, found, err := readPack(name)
		if err != nil {
			return err
		}
		sources, problems = append(sources, p), append(problems, found...)
	}
	var warnings []problem
	var ruleset *rules.Ruleset
	if len(problems) == 0 {
		var releases []ojson.Value
		for _, p := range sources {
			releases = append(releases, p.release)
		}
		var errs []*rules.Error
		ruleset, errs = rules.LoadRuleset(releases)
		problems = fromLoad(sources, errs)
	}
	if ruleset != nil {
		warnings = c.warnings(ruleset, sources)
	}
	if err := c.report(s, problems, warnings); err != nil {
		return err
	}
	if !c.JSON {
		c.summary(s, ruleset, sources, len(problems), len(warnings))
	}
	if len(problems) > 0 || c.Strict && len(warnings) > 0 {
		return errReported
	}
	return nil
}

// warnings are those of the engine, texts that are missing, and content that
// nothing reaches; only those of the pack that is checked.
func (c *rulesCheckCommand) warnings(ruleset *rules.Ruleset, sources []packSource) (out []problem) {
	own := len(sources) - 1
	texts := sentences()
	add := func(code, pointer, message string, data ojson.Value) {
		p := problem{warning: true, code: code, data: data, message: message}
		if message == "" {
			p.message = words.Sentence(texts, "en", "warnings", code, data, nil)
		}
		p.place, p.pointer = locate(sources, code, pointer, data)
		out = append(out, p)
	}
	release := sources[own].release
	prefix := fmt.Sprintf("/releases/%d", own)
	for _, w := range ruleset.Warnings() {
		if strings.HasPrefix(w.Path, prefix+"/") {
			add(w.Code, w.Path, "", w.Data)
		}
	}
	v := ruleset.JSON()
	for _, d := range deadContent(v, own) {
		add("dead-content", prefix+d.pointer, d.message, ojson.Object(ojson.Field("content", ojson.String(d.id))))
	}
	for _, k := range words.MissingTexts(release, c.Lang) {
		language := c.Lang
		if language == "en" {
			language = "English"
		}
		message := fmt.Sprintf("There is no %s text %s.", language, k.Key)
		if k.Key == "*" {
			message = fmt.Sprintf("The pack has no %s texts: its names are made of ids.", language)
		}
		add("missing-text", prefix+k.Pointer, message, ojson.Object(ojson.Field("key", ojson.String(k.Key))))
	}
	for _, k := range words.BrokenTexts(release) {
		add("broken-text", prefix+k.Pointer, fmt.Sprintf("This is no message: %s belongs at byte %d.", k.Expected, k.Offset),
			ojson.Object(ojson.Field("key", ojson.String(k.Key)), ojson.Field("offset", ojson.Int(int64(k.Offset)))))
	}
	for _, k := range words.UnusedTexts(release) {
		add("unused-text", prefix+k.Pointer, "Nothing is called by this key.", ojson.Object(ojson.Field("key", ojson.String(k.Key))))
	}
	slices.SortStableFunc(out, func(a, b problem) int {
		return cmp.Or(strings.Compare(a.place.File, b.place.File), cmp.Compare(a.place.Line, b.place.Line), cmp.Compare(a.place.Column, b.place.Column))
	})
	return out
}

func (c *rulesCheckCommand) report(s streams, problems, warnings []problem) error {
	if c.JSON {
		return printJSON(s, ojson.Object(
			ojson.Field("ok", ojson.Bool(len(problems) == 0)),
			ojson.Field("errors", problemsJSON(problems)),
			ojson.Field("warnings", problemsJSON(warnings))))
	}
	for _, list := range [][]problem{problems, warnings} {
		for i := range list {
			if err := list[i].caret(s.out); err != nil {
				return err
			}
		}
	}
	return nil
}

// summary is the last line: what was checked, and how it went.
func (c *rulesCheckCommand) summary(s streams, ruleset *rules.Ruleset, sources []packSource, errs, warnings int) {
	release := sources[len(sources)-1].release
	id, _ := member(release, "id").AsString()
	version, _ := member(release, "version").AsString()
	if id == "" {
		id = c.Pack
	}
	if version != "" {
		id += " " + version
	}
	text := sheetview.Printable(id) + ": "
	if ruleset != nil {
		v := ruleset.JSON()
		text += fmt.Sprintf("%s, %s; ", counted(member(v, "fields").Len(), "field"), counted(member(v, "content").Len(), "content"))
	}
	fmt.Fprintf(s.out, "%s%s, %s\n", text, counted(errs, "error"), counted(warnings, "warning"))
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
