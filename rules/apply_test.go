package rules_test

import (
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

func BenchmarkAdjust(b *testing.B) {
	rs := bigRuleset(b)
	c := prepared(b, rs, bigHero())
	changes := []ojson.Value{ojson.MustParse(`{"type":"adjust","field":"big:hp.current","by":-7,"tags":["fire"]}`)}
	b.ReportAllocs()
	for b.Loop() {
		if _, errs := c.ApplyChanges(changes, rules.ApplyOptions{}); errs != nil {
			b.Fatal(errs[0])
		}
	}
}
