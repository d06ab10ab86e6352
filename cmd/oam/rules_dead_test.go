package main

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// TestDeadContent says of each way to reach content that it is one: x is the
// content that is asked about, of the type t unless the case says otherwise.
func TestDeadContent(t *testing.T) {
	const head = `"version":"1.0.0","specVersion":"1.0"`
	for name, c := range map[string]struct {
		parts string // members of the release beside content and contentTypes
		types string // more content types, and a comma before each
		more  string // more content
		dead  string
	}{
		"nothing":                  {dead: "x"},
		"granted by the rules":     {parts: `,"rules":{"grants":[{"content":"x"}]}`},
		"granted by what is held":  {types: `,"tool":{"copies":"inventory"}`, more: `,"a":{"type":"tool","grants":[{"content":"x"}]}`},
		"granted by what is dead":  {more: `,"a":{"type":"t","grants":[{"content":"x"}]}`, dead: "a x"},
		"applied":                  {types: `,"c":{"applied":true}`, more: `,"y":{"type":"c"}`, dead: "x"},
		"a template":               {types: `,"c":{"template":true}`, more: `,"y":{"type":"c"}`, dead: "x"},
		"offered":                  {parts: `,"rules":{"choices":{"a":{"from":{"type":"t"}}}}`},
		"offered of what one has":  {parts: `,"rules":{"choices":{"a":{"from":{"type":"t","from":"all"}}}}`, dead: "x"},
		"granted by an option":     {parts: `,"rules":{"choices":{"a":{"options":[{"id":"o","grants":[{"content":"x"}]}]}}}`},
		"offered below an option":  {parts: `,"rules":{"choices":{"a":{"options":[{"id":"o","choices":{"b":{"from":{"type":"t"}}}}]}}}`},
		"fields are made of it":    {parts: `,"fields":{"n.{a}":{"each":{"a":{"type":"t"}},"default":1}}`},
		"a formula reads its type": {parts: `,"fields":{"n":{"formula":"count( content( 't' ) )"}}`},
		"data refers to its type":  {types: `,"c":{"data":{"of":{"type":"ref","of":"t"}}}`},
		"a field has it as option": {parts: `,"fields":{"n":{"type":"option","options":{"type":"t"}}}`},
	} {
		release := ojson.MustParse(`{"id":"g","kind":"game",` + head + c.parts +
			`,"contentTypes":{"t":{}` + c.types + `},"content":{"x":{"type":"t"}` + c.more + `}}`)
		rs, errs := rules.LoadRuleset([]ojson.Value{release})
		if errs != nil {
			t.Fatalf("%s: %v", name, errs)
		}
		var got []string
		for _, d := range deadContent(rs.JSON(), 0) {
			got = append(got, strings.TrimPrefix(d.id, "g:"))
		}
		if strings.Join(got, " ") != c.dead {
			t.Errorf("%s: dead is %v, not %q", name, got, c.dead)
		}
	}
}

// TestDeadContentOfOne tells only the content of the pack that is checked, and
// sees what other packs reach.
func TestDeadContentOfOne(t *testing.T) {
	game := ojson.MustParse(`{"id":"g","kind":"game","version":"1.0.0","specVersion":"1.0","contentTypes":{"t":{},"u":{}},
		"content":{"lost":{"type":"t"}},"rules":{"choices":{"a":{"from":{"type":"u"}}}}}`)
	more := ojson.MustParse(`{"id":"m","kind":"content","version":"1.0.0","specVersion":"1.0","requires":{"g":"*"},
		"content":{"found":{"type":"u"},"gone":{"type":"t"}}}`)
	rs, errs := rules.LoadRuleset([]ojson.Value{game, more})
	if errs != nil {
		t.Fatal(errs)
	}
	got := deadContent(rs.JSON(), 1)
	if len(got) != 1 || got[0].id != "m:gone" || got[0].pointer != "/content/gone" {
		t.Errorf("dead: %v", got)
	}
}
