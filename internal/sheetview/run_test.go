package sheetview_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
)

// preview draws a roll with a summary.
func preview(t *testing.T, summary string) string {
	t.Helper()
	needs := ojson.Object(
		ojson.Field("action", ojson.String("tide:dive")), ojson.Field("step", ojson.String("depth")),
		ojson.Field("summary", ojson.MustParse(summary)))
	return open(t).hero(t, "en").Preview(needs, sheetview.Style{})
}

// Of one plain die the faces are told that give each band; they are worked out by
// hand from the tests.
func TestPreviewOfOneDie(t *testing.T) {
	for name, c := range map[string]struct{ summary, want string }{
		"the total decides": { // 5 to 14 with the die, 10 needed: 6 and more
			`{"dice":[{"count":1,"sides":10}],"notation":"1d10","modifiers":[],"add":4,"against":10,"flags":[],
			 "bands":[{"id":"good","test":{"margin":{"gte":0}}},{"id":"bad"}]}`,
			"Good: 6 or more on the die|Bad: 5 or less on the die"},
		"the first band that holds": {
			`{"dice":[{"count":2,"sides":20,"keep":{"highest":1}}],"notation":"2d20kh1","modifiers":[],"add":6,"against":14,"flags":[],
			 "bands":[{"id":"best","test":{"any":[{"natural":{"eq":20}},{"natural":{"gte":19},"margin":{"gte":0}}]}},
			          {"id":"worst","test":{"natural":{"eq":1}}},{"id":"good","test":{"margin":{"gte":0}}},{"id":"bad"}]}`,
			"Best: 19 or more on the die|Worst: 1 on the die|Good: 8 to 18 on the die|Bad: 2 to 7 on the die"},
		"what a die counts as": { // 1 to 3 count as 3
			`{"dice":[{"count":1,"sides":6,"min":3}],"modifiers":[],"add":0,"flags":[],
			 "bands":[{"id":"low","test":{"total":{"eq":3}}},{"id":"high"}]}`,
			"Low: 3 or less on the die|High: 4 or more on the die"},
		"a bounded total": { // 9 and 10 count as 8
			`{"dice":[{"count":1,"sides":10}],"modifiers":[],"add":0,"max":8,"flags":[],
			 "bands":[{"id":"top","test":{"total":{"gt":7}}},{"id":"gap","test":{"all":[{"natural":{"gte":2}},{"not":{"natural":{"lt":5}}}]}},{"id":"rest"}]}`,
			"Top: 8 or more on the die|Gap: 5 to 7 on the die|Rest: 4 or less on the die"},
		"what never holds": {
			`{"dice":[{"count":1,"sides":4}],"modifiers":[],"add":0,"flags":[],
			 "bands":[{"id":"off","test":{"when":false,"total":{"gte":1}}},{"id":"odd","test":{"any":[{"natural":{"eq":1}},{"natural":{"eq":3}}]}},{"id":"even"}]}`,
			"Off: no face of the die|Odd: 1, 3 on the die|Even: 2, 4 on the die"},
		"anything": {
			`{"dice":[{"count":1,"sides":4}],"modifiers":[],"add":9,"flags":[],"bands":[{"id":"sure","test":{"total":{"lte":13}}}]}`,
			"Sure: anything on the die"},
		"a dropped die leaves one": {
			`{"dice":[{"count":2,"sides":6,"drop":{"lowest":1}}],"modifiers":[],"add":0,"flags":[],"bands":[{"id":"six","test":{"highest":{"eq":6}}},{"id":"less"}]}`,
			"Six: 6 on the die|Less: 5 or less on the die"},
	} {
		if got := bandsOf(preview(t, c.summary)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}

// Where a face alone says nothing, the tests are told in words.
func TestPreviewInWords(t *testing.T) {
	for name, c := range map[string]struct{ summary, want string }{
		"several dice": {
			`{"dice":[{"count":2,"sides":6}],"modifiers":[],"add":1,"against":8,"flags":[],
			 "bands":[{"id":"a","test":{"margin":{"gte":2}}},{"id":"b","test":{"total":{"gt":6,"lt":10}}},{"id":"c"}]}`,
			"A: a total of 10 or more|B: a total of 7 or more and 9 or less|C: otherwise"},
		"a die that is rolled again": {
			`{"dice":[{"count":1,"sides":6,"reroll":{"on":1,"times":"once"}}],"modifiers":[],"add":0,"flags":[],"bands":[{"id":"a","test":{"natural":{"lte":2}}}]}`,
			"A: a natural 2 or less"},
		"a pool": {
			`{"dice":[{"count":5,"sides":10}],"modifiers":[],"add":0,"flags":[],"exact":false,
			 "bands":[{"id":"a","test":{"count":{"on":{"gte":8},"gte":2},"not":{"symbol":{"name":"dark","gt":0}}}},
			          {"id":"b","test":{"successes":{"gte":1}}},{"id":"c","test":{"matches":{"gte":3}}},{"id":"d","test":{"count":{"on":[1,2],"eq":0}}}]}`,
			"A: 2 or more dice with 8 or more and not 1 or more dark|B: 1 or more successes|C: 3 or more equal dice|D: 0 dice with 1 or 2|Some of these may be out of reach."},
		"what moves a band": {
			`{"dice":[{"count":1,"sides":20}],"modifiers":[],"add":0,"flags":[],"bands":[{"id":"a","test":{"total":{"gte":10}}},{"id":"b"}],
			 "shift":[{"test":{"natural":{"eq":20}},"by":1},{"by":-2,"from":["a"]},{"to":"b","test":{"any":[{"lowest":{"eq":1}},{"sum":{"eq":2}}]}}]}`,
			"A: a total of 10 or more|B: otherwise|then 1 better with a natural 20|then 2 worse from A|then B with the lowest die 1, or dice of 2"},
	} {
		if got := bandsOf(preview(t, c.summary)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}

// bandsOf are the lines of a preview below its title.
func bandsOf(drawn string) string {
	lines := strings.Split(strings.TrimSpace(drawn), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines[1:], "|")
}

// What is rolled, what is added and why, what gives way, what is switched on.
func TestPreviewTellsSources(t *testing.T) {
	got := preview(t, `{"dice":[{"count":1,"sides":20},{"count":1,"sides":4,"source":"e1#x"},{"count":0,"sides":3}],"notation":"1d20+1d4+0d3",
		"modifiers":[{"value":5,"status":"applied"},{"value":2,"source":"dice","status":"applied"},{"value":1,"source":"e1#x","status":"suppressed","by":"e2#y"},
		{"source":"e2#z","status":"inactive","reason":"when"}],"add":7,"against":12,"min":1,
		"flags":[{"flag":"careful","on":true,"sources":["tide:dive","e2#y"]},{"flag":"rash","on":false,"sources":["e1#x"]}]}`)
	e1, e2 := open(t).hero(t, "en").Source("e1#x"), open(t).hero(t, "en").Source("e2#y")
	want := strings.Join([]string{
		"Depth: 1d20+1d4 +7 against 12, at least 1",
		"  +1d4  " + e1,
		"  +5  of the roll itself",
		"  +2  written with the dice",
		"  +1  " + e1 + " (gives way to " + e2 + ")",
		"  " + e2 + " (not now)",
		"  Careful from " + e2,
		"  Rash from " + e1 + " (cancelled)",
	}, "\n") + "\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Every die is shown as what became of it.
func TestLogEntries(t *testing.T) {
	log := ojson.MustParse(`[
		{"step":"depth","action":"tide:dive","kind":"roll","summary":{"dice":[{"count":3,"sides":6},{"count":1,"sides":4,"subtract":true}],"add":2},
		 "dice":[{"term":0,"sides":6,"face":1,"value":1,"kept":false,"replaced":true},{"term":0,"sides":6,"face":6,"value":6,"kept":true,"why":"reroll","from":0},
		  {"term":0,"sides":6,"face":2,"value":3,"kept":true},{"term":0,"sides":6,"face":5,"value":5,"kept":true,"why":"explode","from":1},{"term":0,"sides":6,"face":1,"value":1,"kept":false},
		  {"term":1,"sides":4,"face":3,"value":3,"kept":true}],"sum":11,"total":12,"margin":-1,"successes":1,"symbols":{"light":2},"band":"good","shifted":"bad"},
		{"step":"x","action":"tide:dive","kind":"let","value":3},
		{"step":"way","action":"tide:dive","kind":"choose","options":[],"auto":true},
		{"step":"gear","action":"tide:dive","kind":"allocate","amounts":{"tide:depth":2},"cost":3},
		{"step":"help","action":"tide:dive","kind":"handoff","participant":{"role":"r","id":"bo"},"run":{"action":"tide:pull"},"outcome":{"result":"well-done"}},
		{"step":"done","action":"tide:dive","kind":"outcome","result":"good"}]`)
	h := open(t).hero(t, "en")
	got := h.LogEntries(log.Items(), sheetview.Style{Width: 120})
	want := strings.Join([]string{
		"Depth: (1↻) [6] [2→3] [5!] (1) - [3] +2 = 13, bounded to 12, 1 success, 2 light (-1) Good (moved from Bad)",
		"Way: nothing (recommended)",
		"Gear: " + h.Name("tide:depth") + " 2 (for 3)",
		"Help: bo → Well done",
		"→ Good",
	}, "\n") + "\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	colored := h.LogEntries(log.Items(), sheetview.Style{Width: 120, Color: true})
	if codes := regexp.MustCompile("\x1b\\[[0-9;]*m"); colored == want || codes.ReplaceAllString(colored, "") != want {
		t.Errorf("with colours it is %q", colored)
	}
}

// A list to pick from keeps within its width; only what can be picked has numbers.
func TestNumbered(t *testing.T) {
	s := sheetview.Style{Width: 40}
	got := s.Numbered([]sheetview.Item{{Text: "one"}, {Text: "off", Note: "because", Off: true}, {Text: "two, which is longer than its line can hold"}})
	want := "   1  one\n   -  off  because\n   2  two, which is longer than its line\n      can hold\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := s.Prompt("a\x1b[2J?"); got != "a\uFFFD[2J? › " {
		t.Errorf("the prompt is %q", got)
	}
}
