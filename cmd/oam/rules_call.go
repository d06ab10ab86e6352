package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// rulesCallCommand runs one call of the engine interface.
type rulesCallCommand struct {
	Name string   `arg:"" help:"The call: loadRuleset, computeSheet, listOptions, applyChanges, startAction, continueAction, upgrade or checkRelease."`
	File string   `arg:"" optional:"" default:"-" help:"The input; standard input by default."`
	Pack []string `short:"p" sep:"none" placeholder:"DIR|FILE" help:"Packs that stand in for the input's releases or ruleset."`
}

// Run writes the output as one line of JSON. A call that failed is exit code 1.
func (c *rulesCallCommand) Run(s streams) error {
	if !slices.Contains(rules.Calls(), c.Name) {
		return usageError{fmt.Errorf("there is no call %s; there are %s", c.Name, strings.Join(rules.Calls(), ", "))}
	}
	d, err := readDocument(c.File, s.in)
	if err != nil {
		return err
	}
	input := d.value
	if len(c.Pack) > 0 {
		var releases []ojson.Value
		for _, name := range c.Pack {
			p, problems, err := readPack(name)
			if err != nil {
				return err
			}
			if len(problems) > 0 {
				return refuse(s, true, problems)
			}
			releases = append(releases, p.release)
		}
		input = withReleases(c.Name, input, releases)
	}
	out := rules.Call(c.Name, input)
	if err := printJSON(s, out); err != nil {
		return err
	}
	if ok, is := member(out, "ok").AsBool(); is && !ok {
		return errReported
	}
	return nil
}

// withReleases puts releases where a call takes them: a ruleset is rebuilt from
// the releases in its packs, and from nothing else.
func withReleases(call string, input ojson.Value, releases []ojson.Value) ojson.Value {
	if input.Kind() != ojson.KindObject {
		return input
	}
	if call == "loadRuleset" {
		return input.With("releases", ojson.Array(releases...))
	}
	packs := make([]ojson.Value, len(releases))
	for i, r := range releases {
		packs[i] = ojson.Object(ojson.Field("release", r))
	}
	return input.With("ruleset", ojson.Object(ojson.Field("packs", ojson.Array(packs...))))
}
