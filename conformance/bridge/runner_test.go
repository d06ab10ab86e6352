package bridge_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/open-actor-models/oam/ojson"
)

// TestPatterns is the judge's own trial: what each pattern accepts and refuses.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no []string
	}{
		{`1`, []string{`1`, `1.0`}, []string{`2`, `"1"`, `true`}},
		{`true`, []string{`true`}, []string{`false`, `1`, `null`}},
		{`null`, []string{`null`}, []string{`0`, `""`}},
		{`"a"`, []string{`"a"`}, []string{`"b"`, `["a"]`}},
		{`"$any"`, []string{`1`, `null`, `{}`}, nil},
		{`"$string"`, []string{`""`}, []string{`1`, `null`}},
		{`"$number"`, []string{`1`, `-0.5`}, []string{`"1"`, `true`, `null`}},
		{`"$$any"`, []string{`"$any"`}, []string{`"any"`, `"$$any"`}},
		{`[1,2]`, []string{`[1,2]`}, []string{`[2,1]`, `[1]`, `[1,2,3]`, `{}`}},
		{`[1,"$more"]`, []string{`[1]`, `[1,2]`}, []string{`[]`, `[2,1]`}},
		{`{"a":1,"b":2}`, []string{`{"a":1,"b":2}`}, []string{`{"b":2,"a":1}`, `{"a":1}`, `{"a":1,"b":2,"c":3}`, `[]`}},
		{`{"a":1,"$more":true}`, []string{`{"a":1}`, `{"a":1,"b":2}`}, []string{`{}`, `{"b":2,"a":1}`}},
		{`{"$has":{"b":1,"a":"$any"},"$lacks":["c"]}`, []string{`{"a":0,"b":1}`, `{"b":1,"d":2,"a":3}`}, []string{`{"a":0}`, `{"a":0,"b":2}`, `{"a":0,"b":1,"c":null}`, `[]`}},
		{`{"$contains":["a","b"]}`, []string{`"cab"`}, []string{`"a"`, `["a","b"]`}},
		{`{"$match":"^a+$"}`, []string{`"aa"`}, []string{`"ab"`, `1`}},
		{`{"$ref":"#"}`, []string{`{"$ref":"#"}`}, []string{`{}`}},
		{`["$bind:x","$bind:x"]`, []string{`[1,1]`, `[{"a":1,"b":2},{"a":1,"b":2}]`}, []string{`[1,2]`, `[{"a":1,"b":2},{"b":2,"a":1}]`}},
	} {
		pattern := mustParse(t, c.pattern)
		if err := checkPattern(pattern); err != nil {
			t.Errorf("%s: %v", c.pattern, err)
		}
		for _, v := range c.yes {
			if err := match(pattern, mustParse(t, v), binds{}, "$"); err != nil {
				t.Errorf("%s refuses %s: %v", c.pattern, v, err)
			}
		}
		for _, v := range c.no {
			if match(pattern, mustParse(t, v), binds{}, "$") == nil {
				t.Errorf("%s accepts %s", c.pattern, v)
			}
		}
	}
}

// TestAnyOrder: each line needs a pattern of its own, also when the first that
// fits is the wrong one.
func TestAnyOrder(t *testing.T) {
	patterns := mustParse(t, `["$any",{"a":"$bind:x"},{"b":"$bind:x"}]`).Items()
	if err := matchAnyOrder(patterns, mustParse(t, `[{"b":1},{"a":1},5]`).Items(), binds{}); err != nil {
		t.Error(err)
	}
	if matchAnyOrder(patterns, mustParse(t, `[{"b":1},{"a":2},5]`).Items(), binds{}) == nil {
		t.Error("different values were bound to one name")
	}
}

func TestRefusedFiles(t *testing.T) {
	const header = `{"case":"A case.","items":[1],"spec":"1"}` + "\n"
	for _, text := range []string{
		``, header, `{"send":{}}`, header + "{}\n", header + "no json\n",
		`{"case":"no sentence","items":[1],"spec":"1"}` + "\n" + `{"close":true}`,
		`{"case":"A case.","items":[],"spec":"1"}` + "\n" + `{"close":true}`,
		`{"case":"A case.","items":[1,1],"spec":"1"}` + "\n" + `{"close":true}`,
		`{"case":"A case.","items":[1],"spec":"1","note":1}` + "\n" + `{"close":true}`,
		`{"case":"A case.","items":[1],"spec":"1","config":{"seed":1}}` + "\n" + `{"close":true}`,
		header + `{"advance":100}`, header + `{"send":{},"expect":{}}`, header + `{"send":"text"}`,
		header + `{"expect":"$anything"}`, header + `{"expect":{"$more":true,"a":1}}`, header + `{"expect":{"$match":"("}}`,
		header + `{"expect":{"$has":[]}}`, header + `{"expect":{"$has":{},"a":1}}`, header + `{"expect":{"$has":{},"$lacks":"a"}}`,
		header + `{"expectTalk":{"npc":"gorm"}}`, header + `{"expectTalk":{"npc":"gorm","requestId":1,"line":"a","emotions":[],"response":{},"shrinks":true}}`,
		header + `{"expectSilence":false}`, header + `{"expectEnd":true}` + "\n" + `{"close":true}`,
		header + `{"expectText":{"text":"a"}}`, header + `{"sendRepeat":{"text":"a"}}`, header + `{"sendHex":"abc"}`,
	} {
		if _, err := parseCase("x", []byte(text)); err == nil {
			t.Errorf("accepted:\n%s", text)
		}
	}
}

// brokenConversations are files that a right bridge cannot hold to, by what is
// wrong with them.
func brokenConversations() map[string]string {
	const header = `{"case":"A case.","items":[1],"spec":"1"}` + "\n"
	const ping = `{"send":{"jsonrpc":"2.0","id":1,"method":"ping"}}` + "\n"
	talk := func(line, more string) string {
		return header + `{"send":{"jsonrpc":"2.0","id":1,"method":"npc/create","params":{"npc":"gorm","persona":{"name":"Gorm"},"options":{"replyFormat":"text"},"model":{"type":"scripted","steps":[{"text":"[sad] Oh no."}]}}}}` + "\n" +
			`{"expect":"$any"}` + "\n" + `{"send":{"jsonrpc":"2.0","id":2,"method":"npc/talk","params":{"npc":"gorm","line":"a","stream":true}}}` + "\n" +
			`{"expectTalk":{"npc":"gorm","requestId":2,"line":"` + line + `",` + more + `}}`
	}
	return map[string]string{
		"wrong-line":     talk("Oh.", `"emotions":["sad"],"response":"$any"`),
		"wrong-emotion":  talk("Oh no.", `"emotions":["happy"],"response":"$any"`),
		"wrong-response": talk("Oh no.", `"emotions":["sad"],"response":{"jsonrpc":"2.0","id":3,"$more":true}`),
		"never-shown":    talk("Oh no.", `"emotions":["sad"],"never":"^Oh","response":"$any"`),
		"wrong-value":    header + ping + `{"expect":{"jsonrpc":"2.0","id":2,"result":{}}}`,
		"wrong-order":    header + ping + `{"expect":{"id":1,"jsonrpc":"2.0","result":{}}}`,
		"wrong-text":     header + ping + `{"expectRaw":"{}"}`,
		"line-too-many":  header + ping + ping + `{"expect":{"jsonrpc":"2.0","id":1,"result":{}}}`,
		"no-silence":     header + ping + `{"expectSilence":true}`,
		"line-too-few":   header + `{"close":true}` + "\n" + `{"expect":"$any"}`,
		"not-the-end":    header + ping + `{"expectEnd":true}`,
		"no-such-text":   header + ping + `{"expectText":{"method":"session/event","context":{},"requestId":1,"text":"a"}}`,
		"no-third-value": header + ping + ping + `{"expectAnyOrder":[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]}`,
	}
}

func TestBrokenConversations(t *testing.T) {
	for name, text := range brokenConversations() {
		c, err := parseCase(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			p := startInProcess(t, c.config)
			defer p.close()
			if play(ctx, c, p) == nil {
				t.Errorf("%s was not noticed", name)
			}
		})
	}
}

func mustParse(t *testing.T, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
