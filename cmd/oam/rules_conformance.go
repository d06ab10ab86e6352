package main

import (
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/internal/rulecases"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// rulesConformanceCommand plays conformance cases against the engine.
type rulesConformanceCommand struct {
	Dir  string `arg:"" help:"The folder of the cases, such as conformance/rules."`
	Only string `name:"run" placeholder:"TEXT" help:"Play only the cases whose names contain this."`
	JSON bool   `help:"Write JSON instead of text."`
}

// Run plays the cases and tells what failed. Failures are exit code 1.
func (c *rulesConformanceCommand) Run(s streams) error {
	cases, unreadable := rulecases.Read(c.Dir)
	if unreadable != nil && len(cases) == 0 {
		return usageError{unreadable}
	}
	runner := rulecases.Runner{Call: rules.Call}
	played, failed := 0, 0
	var results []ojson.Value
	for _, one := range cases {
		if !strings.Contains(one.Name, c.Only) {
			continue
		}
		played++
		failures := runner.Run(one).Failures
		if len(failures) > 0 {
			failed++
		}
		var texts []string
		for _, f := range failures {
			texts = append(texts, f.String())
			if !c.JSON {
				fmt.Fprintln(s.out, f)
			}
		}
		results = append(results, ojson.Object(
			ojson.Field("case", ojson.String(one.Name)),
			ojson.Field("ok", ojson.Bool(len(failures) == 0)),
			ojson.Field("failures", ojson.Strings(texts))))
	}
	if played == 0 {
		return usageError{fmt.Errorf("%s: no case has a name like that", c.Dir)}
	}
	if unreadable != nil {
		fmt.Fprintln(s.err, "oam:", unreadable)
	}
	if c.JSON {
		if err := printJSON(s, ojson.Object(
			ojson.Field("ok", ojson.Bool(failed == 0 && unreadable == nil)),
			ojson.Field("cases", ojson.Int(int64(played))),
			ojson.Field("failed", ojson.Int(int64(failed))),
			ojson.Field("results", ojson.Array(results...)))); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(s.out, "%s played, %d failed\n", counted(played, "case"), failed)
	}
	if failed > 0 || unreadable != nil {
		return errReported
	}
	return nil
}
