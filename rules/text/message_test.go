package text_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/data"
	"github.com/open-actor-models/oam/rules/i18n"
	"github.com/open-actor-models/oam/rules/text"
)

func TestFormat(t *testing.T) {
	const dice = `{n, plural, =0 {no dice} one {# die} few {# kości} many {# kości!} other {# dice}}`
	name := func(id string) string { return strings.ToUpper(id) }
	for _, c := range []struct{ lang, message, data, want string }{
		{"en", "plain", `{}`, "plain"},
		{"en", "{a} and {b}", `{"a":1,"b":["x",2]}`, "1 and x, 2"},
		{"en", "{id} is gone", `{"id":"x"}`, "X is gone"},
		{"en", "{none}", `{}`, "?"},
		{"en", "{{a}} {a}", `{"a":1}`, "{a} 1"},
		{"en", dice, `{"n":0}`, "no dice"},
		{"en", dice, `{"n":1}`, "1 die"},
		{"en", dice, `{"n":2}`, "2 dice"},
		{"en", dice, `{"n":1.5}`, "1.5 dice"},
		// One, few and many of Polish: 1, 2 to 4 but not 12 to 14, the rest.
		{"pl", dice, `{"n":1}`, "1 die"},
		{"pl", dice, `{"n":3}`, "3 kości"},
		{"pl", dice, `{"n":13}`, "13 kości!"},
		{"pl", dice, `{"n":22}`, "22 kości"},
		{"pl", dice, `{"n":1.5}`, "1.5 dice"},
		// Arabic has all six.
		{"ar", `{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}`, `{"n":0}`, "z"},
		{"ar", `{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}`, `{"n":2}`, "t"},
		{"ar", `{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}`, `{"n":7}`, "f"},
		{"ar", `{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}`, `{"n":11}`, "m"},
		{"ar", `{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}`, `{"n":100}`, "x"},
		{"de-CH", `{n, plural, one {# Würfel} other {# Würfel!}}`, `{"n":1}`, "1 Würfel"},
		{"en", `{kind, select, fire {burnt by {who}} other {hurt}}`, `{"kind":"fire","who":"a"}`, "burnt by A"},
		{"en", `{kind, select, fire {burnt} other {hurt}}`, `{"kind":"cold"}`, "hurt"},
		{"en", `{n, plural, one {{k, select, a {# A} other {#}}} other {no}}`, `{"n":1,"k":"a"}`, "1 A"},
	} {
		m, problem := text.Parse(c.message)
		if problem != nil {
			t.Errorf("%s: %+v", c.message, problem)
			continue
		}
		if got := m.Format(c.lang, ojson.MustParse(c.data), name); got != c.want {
			t.Errorf("%s in %s of %s is %q, want %q", c.message, c.lang, c.data, got, c.want)
		}
	}
}

func TestNoMessage(t *testing.T) {
	for message, want := range map[string]text.Problem{
		"a {":                   {3, "name"},
		"a {b":                  {4, "} or ,"},
		"a } b":                 {2, "{"},
		"{n, plural, one {x}}":  {20, "other"},
		"{n, weird, other {x}}": {9, "plural or select"},
		"{n, plural, other x}":  {18, "{"},
		strings.Repeat("{n, select, other {", 20): {153, "less depth"},
		strings.Repeat("x", 10_001):               {10_000, "end"},
	} {
		_, problem := text.Parse(message)
		if problem == nil || problem.Expected != want.Expected || problem.Offset != want.Offset && !strings.Contains(want.Expected, "depth") {
			t.Errorf("%.40s: %+v, want %+v", message, problem, want)
		}
	}
}

// The engine's own sentences are messages, and name only members that their codes
// have.
func TestEnglish(t *testing.T) {
	kinds := map[string]ojson.Value{"errors": data.ErrorCodes(), "issues": data.IssueCodes(), "warnings": data.WarningCodes()}
	for _, s := range i18n.English().Members() {
		sentence, _ := s.Value.AsString()
		m, problem := text.Parse(sentence)
		if problem != nil {
			t.Errorf("%s: %+v", s.Key, problem)
			continue
		}
		kind, code, _ := strings.Cut(s.Key, ".")
		entry, ok := kinds[kind].Get(code)
		if !ok {
			t.Errorf("%s is no code", s.Key)
		}
		members, _ := entry.Get("data")
		for _, name := range m.Names() {
			has := slices.ContainsFunc(members.Members(), func(x ojson.Member) bool { return strings.TrimSuffix(x.Key, "?") == name })
			if !has && name != "path" && name != "source" {
				t.Errorf("%s names %s, which its data has not", s.Key, name)
			}
		}
	}
}

// FuzzMessage: no text makes it panic or run on, and what parses formats.
func FuzzMessage(f *testing.F) {
	f.Add("{n, plural, =1 {x} other {# {k, select, a {b} other {}}}}", `{"n":3,"k":"a"}`)
	f.Add("{{}}", `{"n":1e18}`)
	f.Fuzz(func(t *testing.T, message, values string) {
		m, problem := text.Parse(message)
		if problem != nil {
			if problem.Offset < 0 || problem.Offset > len(message) {
				t.Fatalf("offset %d of %d", problem.Offset, len(message))
			}
			return
		}
		v, err := ojson.Parse([]byte(values))
		if err != nil {
			return
		}
		m.Format("pl", v, nil)
	})
}

// A book asks the language, its parents, then English; the pack of the id first,
// then the others; and has names for the parts of actions.
func TestBook(t *testing.T) {
	release := func(id, kind, i18n string) string {
		return `{"id":"` + id + `","version":"1.0.0","kind":"` + kind + `","release":{"requires":{"g":"*"},"i18n":` + i18n + `}}`
	}
	rs := ojson.MustParse(`{"packs":[` +
		release("g", "game", `{"en":{"content.axe.name":"Axe","action.hit.name":"Hit","action.hit.step.roll.name":"To hit","action.hit.result.miss.name":"You miss","field.hp.name":"Hit points"},"de":{"content.axe.name":"Axt"}}`) + `,` +
		release("c", "content", `{"en":{"content.axe.name":"Wrong"},"de-CH":{"field.hp.name":"Läbe"},"de":{"action.hit.name":"Schlag"}}`) +
		`],"fields":{"g:hp":{}},"contentTypes":{},"content":{"g:axe":{"type":"g:x"}},"rules":{}}`)
	english, swiss := text.NewBook(rs, i18n.English(), "en"), text.NewBook(rs, i18n.English(), "de-CH")
	for _, c := range []struct{ got, want string }{
		{english.Content("g:axe"), "Axe"}, {swiss.Content("g:axe"), "Axt"},
		{swiss.Field("g:hp"), "Läbe"}, // a pack may bring texts for another's ids
		{english.Action("g:hit"), "Hit"},
		{english.Step("g:hit", "use/roll@2@1"), "To hit"},
		{english.Band("g:hit", "roll", "miss"), "You miss"},
		{english.Band("g:hit", "roll", "near-miss"), "Near miss"},
		{english.StepOption("g:hit", "ask", "g:axe"), "Axe"},
		{english.StepOption("g:hit", "ask", "lastStand"), "Last stand"},
		{english.Param("g:hit", "coverBonus"), "Cover bonus"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
