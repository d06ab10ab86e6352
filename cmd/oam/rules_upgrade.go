package main

import (
	"errors"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// rulesUpgradeCommand carries a character over to other releases of its packs.
type rulesUpgradeCommand struct {
	From      []string `sep:"none" placeholder:"DIR|FILE" help:"A pack as the character was used with; the game first. Without it those of --to: the character's own packs say from which versions it comes."`
	To        []string `required:"" sep:"none" placeholder:"DIR|FILE" help:"A pack as it is now; the game first."`
	Character string   `arg:"" help:"The character file; - for standard input."`
	Output    string   `short:"o" placeholder:"FILE" help:"Write the character here; - for standard output, in place of the report."`
	Lang      string   `default:"en" help:"The language of the packs' texts."`
	Width     int      `help:"The width of what is drawn, 40 to 120; the terminal's by default."`
	JSON      bool     `help:"Write JSON instead of text."`
}

// Run upgrades the character and tells what changed.
func (c *rulesUpgradeCommand) Run(s streams) error {
	if c.Output == "-" && c.JSON {
		return usageError{errors.New("-o - writes the character alone; --json has it too")}
	}
	file, err := readDocument(c.Character, s.in)
	if err != nil {
		return err
	}
	to, err := loadPacks(s, c.To, c.JSON)
	if err != nil {
		return err
	}
	from := to
	if len(c.From) > 0 {
		if from, err = loadPacks(s, c.From, c.JSON); err != nil {
			return err
		}
	}
	done, errs := rules.Upgrade(from.ruleset, to.ruleset, file.value)
	if errs != nil {
		return refuse(s, c.JSON, fromDocument(file, "", errs))
	}
	if c.Output != "" {
		if err := output(s, c.Output, append(done.Character.JSON().Append(nil), '\n')); err != nil || c.Output == "-" {
			return err
		}
	}
	if c.JSON {
		return printJSON(s, done.JSON())
	}
	from.lang, to.lang = c.Lang, c.Lang
	before, err := from.hold(s, file.value)
	if err != nil {
		return err
	}
	after, err := to.hold(s, done.Character.JSON())
	if err != nil {
		return err
	}
	flags := heroFlags{Width: c.Width}
	r := upgradeReport{old: before, now: after, style: flags.style(s)}
	return printText(s, r.text(done))
}

// loadPacks reads and loads packs. What is wrong with them has been told.
func loadPacks(s streams, names []string, asJSON bool) (*table, error) {
	t := &table{}
	var sources []packSource
	var problems []problem
	for _, name := range names {
		p, found, err := readPack(name)
		if err != nil {
			return nil, err
		}
		sources, problems = append(sources, p), append(problems, found...)
		t.releases = append(t.releases, p.release)
	}
	if len(problems) == 0 {
		var errs []*rules.Error
		t.ruleset, errs = rules.LoadRuleset(t.releases)
		problems = fromLoad(sources, errs)
	}
	if len(problems) > 0 {
		return nil, refuse(s, asJSON, problems)
	}
	return t, nil
}

// hold is a character under the ruleset, ready to be spoken of.
func (t *table) hold(s streams, file ojson.Value) (upgradeSide, error) {
	c, errs := t.ruleset.Character(file)
	if errs != nil {
		return upgradeSide{}, refuse(s, false, fromDocument(nil, "", errs))
	}
	t.character, t.book = c, t.bookFor(file)
	hero, _, err := t.hero(s, false)
	return upgradeSide{hero, t.book}, err
}

// upgradeSide is the character before or after, with the texts of its packs.
type upgradeSide struct {
	hero *sheetview.Hero
	book *sheetview.Book
}
