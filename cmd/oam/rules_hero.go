package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
	"github.com/open-actor-models/oam/rules/i18n"
)

// examplePack is the built-in pack that --example shows.
const examplePack = "d20"

// exampleFlag is --example or --example=PACK: the name of a pack that is built
// in, "" without the flag.
type exampleFlag string

// IsBool says that the flag may stand without a value.
func (exampleFlag) IsBool() bool { return true }

// Decode reads the value, if there is one.
func (f *exampleFlag) Decode(ctx *kong.DecodeContext) error {
	*f = examplePack
	if given := ctx.Scan.Peek(); given.Type == kong.FlagValueToken {
		ctx.Scan.Pop()
		name, _ := given.Value.(string)
		if !slices.Contains(packs.Names(), name) {
			return fmt.Errorf("no pack %q is built in, only %s", name, strings.Join(packs.Names(), ", "))
		}
		*f = exampleFlag(name)
	}
	return nil
}

// heroFlags say which character is meant, and how it is shown.
type heroFlags struct {
	Example   exampleFlag `help:"Use a pack and a character that are built in: --example is d20, --example=PACK another (slots, testgame)."`
	Pack      []string    `short:"p" sep:"none" placeholder:"DIR|FILE" help:"A pack: a folder of YAML files or a release as JSON; the game first. Without it, the packs that the character names, if they are built in."`
	Links     string      `placeholder:"FILE" help:"Views of linked characters: {slot: {id, values}}."`
	Competing []string    `sep:"none" placeholder:"ID" help:"Pick an option where effects compete, by its id <activation>#<effect>."`
	Lang      string      `default:"en" help:"The language of the packs' texts."`
	Width     int         `help:"The width of what is drawn, 40 to 120; the terminal's by default."`
	JSON      bool        `help:"Write JSON instead of text."`
}

// table is everything that a command about a character works with.
type table struct {
	ruleset   *rules.Ruleset
	character *rules.Character
	file      *document
	options   rules.SheetOptions
	book      *sheetview.Book
	releases  []ojson.Value
	lang      string
}

// style is how to draw.
func (f *heroFlags) style(s streams) sheetview.Style {
	width := f.Width
	if width == 0 {
		width = terminalWidth(s)
	}
	return sheetview.Style{Width: width, Color: isTerminal(s.out) && takesColors(s.getenv)}
}

// open loads packs and the character. A failure that has been told is
// errReported.
func (f *heroFlags) open(s streams, character string) (*table, error) {
	t := &table{lang: f.Lang}
	if f.Width < 0 {
		return nil, usageError{fmt.Errorf("--width must be at least 1, not %d", f.Width)}
	}
	if err := f.readCharacter(s, t, character); err != nil {
		return nil, err
	}
	sources, problems, err := f.sources(t)
	if err != nil {
		return nil, err
	}
	for _, p := range sources {
		t.releases = append(t.releases, p.release)
	}
	var errs []*rules.Error
	if len(problems) == 0 {
		t.ruleset, errs = rules.LoadRuleset(t.releases)
		problems = fromLoad(sources, errs)
	}
	if len(problems) > 0 {
		if !f.JSON {
			defer fmt.Fprintln(s.err, "oam: the pack has errors; 'oam rules check' shows the lines")
		}
		return nil, refuse(s, f.JSON, problems)
	}
	if t.character, errs = t.ruleset.Character(t.file.value); errs != nil {
		return nil, refuse(s, f.JSON, fromDocument(t.file, "", errs))
	}
	t.options.Competing = f.Competing
	if f.Links != "" {
		d, err := readDocument(f.Links, s.in)
		if err != nil {
			return nil, err
		}
		t.options.Links = d.value
	}
	t.book = t.bookFor(t.file.value)
	return t, nil
}

// readCharacter reads the file that was named, or takes the built-in one.
func (f *heroFlags) readCharacter(s streams, t *table, name string) (err error) {
	switch {
	case name != "":
		t.file, err = readDocument(name, s.in)
	case f.Example != "":
		var v ojson.Value
		if v, err = packs.Example(string(f.Example)); err == nil {
			t.file, err = parseDocument("example.json", v.Append(nil))
		}
	default:
		err = usageError{errors.New("which character? name its file, or see the one that is built in with --example")}
	}
	return err
}

// sources are the packs that were named; else those that are built in.
func (f *heroFlags) sources(t *table) (list []packSource, problems []problem, err error) {
	for _, name := range f.Pack {
		p, found, err := readPack(name)
		if err != nil {
			return nil, nil, err
		}
		list, problems = append(list, p), append(problems, found...)
	}
	if len(list) > 0 {
		return list, problems, nil
	}
	var names []string
	for _, m := range member(t.file.value, "packs").Members() {
		names = append(names, m.Key)
	}
	if f.Example != "" {
		names = []string{string(f.Example)}
	}
	for _, name := range names {
		if !slices.Contains(packs.Names(), name) {
			return nil, nil, usageError{fmt.Errorf("%s needs the pack %s, which is not built in: name its folder or release with --pack", shownName(t.file.name), name)}
		}
		release, err := packs.Release(name)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, packSource{name: name, release: release})
	}
	if len(list) == 0 {
		return nil, nil, usageError{fmt.Errorf("which packs? %s names none: give their folders or releases with --pack", shownName(t.file.name))}
	}
	return list, nil, nil
}

// bookFor is the book of the ruleset, with the homebrew of a character file.
func (t *table) bookFor(file ojson.Value) *sheetview.Book {
	ruleset := t.ruleset
	if homebrew := member(file, "homebrew"); !homebrew.IsNull() {
		all := append(slices.Clone(t.releases), homebrew)
		if with, errs := rules.LoadRuleset(all); errs == nil {
			ruleset = with
		}
	}
	return sheetview.NewBook(ruleset.JSON(), i18n.English(), t.lang)
}

// sheet computes the sheet of a character as JSON.
func (t *table) sheet(c *rules.Character) (ojson.Value, []*rules.Error) {
	sheet, errs := c.ComputeSheet(t.options)
	if errs != nil {
		return ojson.Value{}, errs
	}
	defer sheet.Release()
	return sheet.JSON()
}

// hero is the character with its sheet, ready to be drawn.
func (t *table) hero(s streams, asJSON bool) (*sheetview.Hero, ojson.Value, error) {
	sheet, errs := t.sheet(t.character)
	if errs != nil {
		return nil, sheet, refuse(s, asJSON, fromDocument(nil, "", errs))
	}
	return sheetview.NewHero(t.book, t.character.JSON(), sheet), sheet, nil
}

// printJSON writes a value as one line.
func printJSON(s streams, v ojson.Value) error {
	_, err := s.out.Write(append(v.Append(nil), '\n'))
	return err
}

// printText writes a drawing.
func printText(s streams, text string) error {
	_, err := s.out.WriteString(text)
	return err
}
