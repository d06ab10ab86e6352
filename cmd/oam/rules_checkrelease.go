package main

import (
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// rulesCheckReleaseCommand compares two releases of a pack.
type rulesCheckReleaseCommand struct {
	Old     string   `arg:"" help:"The release before: a pack folder, or a release as JSON."`
	New     string   `arg:"" help:"The release that is to come."`
	With    []string `sep:"none" placeholder:"DIR|FILE" help:"A pack that both are loaded with, such as their game."`
	WithOld []string `sep:"none" placeholder:"DIR|FILE" help:"A pack that the old release alone is loaded with."`
	WithNew []string `sep:"none" placeholder:"DIR|FILE" help:"A pack that the new release alone is loaded with."`
	JSON    bool     `help:"Write JSON instead of text."`
}

// Run tells what differs. A version that is too low, and a migration that is
// missing, are exit code 1.
func (c *rulesCheckReleaseCommand) Run(s streams) error {
	load := func(with []string, pack string) (*table, error) {
		return loadPacks(s, append(append(append([]string{}, c.With...), with...), pack), c.JSON)
	}
	old, err := load(c.WithOld, c.Old)
	if err != nil {
		return err
	}
	fresh, err := load(c.WithNew, c.New)
	if err != nil {
		return err
	}
	id := textMember(fresh.releases[len(fresh.releases)-1], "id")
	if before := textMember(old.releases[len(old.releases)-1], "id"); before != id {
		return usageError{fmt.Errorf("%s is the pack %s and %s the pack %s: two releases of one pack are compared", c.Old, before, c.New, id)}
	}
	done, bad := rules.CheckRelease(id, old.ruleset, fresh.ruleset)
	if bad != nil {
		return refuse(s, c.JSON, fromDocument(nil, "", []*rules.Error{bad}))
	}
	if c.JSON {
		err = printJSON(s, done.JSON())
	} else {
		err = printText(s, releaseText(done))
	}
	if err == nil && (!done.Sufficient || len(done.MissingMigrations) > 0) {
		err = errReported
	}
	return err
}

// releaseText tells people what two releases differ in: findings one a line, the
// verdict last.
func releaseText(c *rules.ReleaseCheck) string {
	var out strings.Builder
	width := 0
	for _, f := range c.Findings {
		width = max(width, len(textMember(f, "kind")))
	}
	key := func(f ojson.Value) string {
		return textMember(f, "kind") + " " + textMember(f, "id") + " " + textMember(f, "what")
	}
	stranded := map[string]bool{}
	for _, f := range c.Stranded {
		stranded[key(f)] = true
	}
	for _, f := range c.Findings {
		loses := ""
		if stranded[key(f)] {
			loses = "; saved characters lose it"
		}
		fmt.Fprintf(&out, "%-5s  %-*s  %s: %s%s\n", textMember(f, "level"), width, textMember(f, "kind"), textMember(f, "id"), textMember(f, "what"), loses)
	}
	for _, m := range c.MissingMigrations {
		out.WriteString(missingText(m))
	}
	verdict := "enough"
	if !c.Sufficient {
		verdict = "too little"
	}
	fmt.Fprintf(&out, "%s %s → %s: the difference is %s, the version says %s: %s\n", c.Pack, c.From, c.To, c.Level, c.Declared, verdict)
	return printableLines(out.String())
}

func missingText(m ojson.Value) string {
	text := fmt.Sprintf("a migration is missing: %s: %s", textMember(m, "member"), textMember(m, "id"))
	if v := textMember(m, "value"); v != "" {
		text += ", value " + v
	}
	return text + "\n"
}

// printableLines is a text whose lines are safe to print.
func printableLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = sheetview.Printable(lines[i])
	}
	return strings.Join(lines, "\n")
}
