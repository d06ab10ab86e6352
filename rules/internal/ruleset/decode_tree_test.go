package ruleset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
)

func TestChoicesAreDecoded(t *testing.T) {
	rs := mustLoad(t, with(t, "content", "x", `{"type": "plain", "choices": {
		"style": {"options": [
			{"id": "two", "tags": ["lone"], "effects": [{"id": "e", "target": "num", "op": "add", "value": 1}], "actions": {"swing": {}}},
			{"id": "one", "choices": {"more": {"options": [{"id": "deep"}]}}}], "min": "num", "max": null, "recommended": ["one"]},
		"feat": {"from": {"type": "held", "where": "true", "from": "held"}, "slotsAt": [4, 6], "counter": "num", "unique": true, "recommended": ["sword"]},
		"skill": {"from": {"fields": {"tag": "numbers", "except": ["mod"]}}, "slots": 2, "activate": false, "when": "yes",
		          "effects": [{"id": "e", "target": {"pick": true}, "op": "add", "value": 2}]},
		"both": {"from": {"fields": ["pool", "num"]}, "at": 3, "min": 0, "max": 2},
		"team": {"from": {"group": "friends"}}
	}, "groups": {"friends": {"type": "held", "from": "own", "where": "true"}}}`))
	x := content(t, rs, "g:x")
	var names []string
	for _, c := range x.Choices {
		names = append(names, c.Name+" "+c.ID)
	}
	if got := strings.Join(names, ", "); got != "both g:x#both, feat g:x#feat, skill g:x#skill, style g:x#style, team g:x#team" {
		t.Error(got)
	}
	both, feat, skill, style, team := x.Choices[0], x.Choices[1], x.Choices[2], x.Choices[3], x.Choices[4]
	fields := func(list []int) string {
		var ids []string
		for _, f := range list {
			ids = append(ids, rs.Fields[f].ID)
		}
		return strings.Join(ids, " ")
	}
	if fields(both.Fields) != "g:num g:pool" || both.Level != 3 || !both.Leveled || amountText(both.Min)+amountText(both.Max) != "02" {
		t.Errorf("both: %+v", both)
	}
	if !slices.Equal(feat.SlotsAt, []int{4, 6}) || feat.From.From != "held" || !feat.Unique || feat.Counter.Text != "num" || feat.Leveled ||
		!slices.Equal(feat.Recommended, []string{"g:sword"}) || feat.Record {
		t.Errorf("feat: %+v", feat)
	}
	if fields(skill.Fields) != "g:num" || amountText(skill.Slots) != "2" || !skill.Record || skill.When.Text != "yes" ||
		skill.Effects[0].Target != TargetPick || skill.Effects[0].Name != "e" {
		t.Errorf("skill: %+v", skill)
	}
	if team.From.From != "group" || team.From.Group != "friends" || team.From.Type != None || x.Groups[0].Name != "friends" || x.Groups[0].Query.From != "own" {
		t.Errorf("team: %+v", team.From)
	}
	if !style.NoMax || style.Max != nil || amountText(style.Min) != "(num)" || !slices.Equal(style.Recommended, []string{"one"}) ||
		!slices.Equal(style.Labels, []string{"two", "one"}) {
		t.Errorf("style: %+v", style)
	}
	two, one := rs.Contents[style.Options[0]], rs.Contents[style.Options[1]]
	if two.ID != "g:x#style/two" || two.Type != None || two.Index != style.Options[0] || two.Index < rs.Named || len(two.Effects) != 1 {
		t.Errorf("two: %+v", two)
	}
	if a := two.Actions[0]; a.ID != "g:x#style/two#swing" || a.Name != "swing" {
		t.Errorf("two: action %+v", a)
	}
	deep := rs.Contents[one.Choices[0].Options[0]]
	if one.Choices[0].ID != "g:x#style/one#more" || deep.ID != "g:x#style/one#more/deep" {
		t.Errorf("deep: %s in %s", deep.ID, one.Choices[0].ID)
	}
	if i, code := rs.ContentIndex(0, "x#style/two"); code != "" || i != two.Index {
		t.Errorf("an inline option is found at %d, %s", i, code)
	}
	if !rs.KnownTag("lone") || !slices.Contains(rs.Tags, "slashing") || rs.KnownTag("ice") {
		t.Error("known tags:", rs.Tags)
	}
}

func TestRunsAreDecoded(t *testing.T) {
	rs := mustLoad(t, with(t, "content", "x", `{"type": "plain", "actions": {"rest": {"when": "yes"}, "own": {}}, "followUps": [
		{"id": "a", "on": {"excess": "num", "direction": "down", "tags": ["fire"]}, "action": "rest", "params": {"z": "num", "b": [1]}, "required": true, "to": {"link": "pet"}},
		{"id": "b", "becomes": "num == 0", "when": "yes", "changes": [
			{"type": "addItem", "item": "sword", "quantity": "num + 1"}, {"type": "adjust", "field": "num", "parts": [{"by": "-num", "tags": ["fire"]}]},
			{"type": "equip", "copies": {"limit": 1, "type": "held", "where": "true"}}, {"value": "pool", "type": "set", "field": "num"}]}
	], "offers": [
		{"id": "a", "when": "yes", "action": "g:rest"},
		{"id": "b", "when": "yes", "create": {"link": "pet", "creation": "rest"}, "required": true},
		{"id": "c", "when": "yes", "create": {"link": "pet", "creation": "elsewhere:start"}}]}`))
	x := content(t, rs, "g:x")
	a, b := x.FollowUps[0], x.FollowUps[1]
	if a.ID != "g:x#a" || a.Name != "a" || a.Trigger != OnExcess || rs.Fields[a.Field].ID != "g:num" || !a.Down || a.Up ||
		!slices.Equal(a.Tags, []string{"fire"}) || !a.Required {
		t.Errorf("a: %+v", a)
	}
	// The content's own action hides the one of the rules.
	if a.Run.Action != "g:x#rest" || a.Run.To != "" || rs.Links[a.Run.ToLink].ID != "g:pet" {
		t.Errorf("a: run %+v", a.Run)
	}
	if p := a.Run.Params; len(p) != 2 || p[0].Name != "b" || amountText(&p[0].Value) != "[1]" || amountText(&p[1].Value) != "(num)" {
		t.Errorf("a: params %+v", p)
	}
	if b.Trigger != Becomes || b.Becomes.Text != "num == 0" || b.Field != None || b.Run.To != "self" || b.Run.ToLink != None {
		t.Errorf("b: %+v", b)
	}
	var changes []string
	for _, c := range b.Run.Changes {
		text := c.Change.String()
		for _, f := range c.Formulas {
			text += fmt.Sprintf(" %s=(%s)", f.Name, f.Text.Text)
		}
		changes = append(changes, text)
	}
	want := []string{
		`{"type":"addItem","item":"g:sword","quantity":"num + 1"} quantity=(num + 1)`,
		`{"type":"adjust","field":"g:num","parts":[{"by":"-num","tags":["fire"]}]} parts/0/by=(-num)`,
		`{"type":"equip","copies":{"type":"g:held","where":"true","limit":1}}`,
		`{"type":"set","field":"g:num","value":"pool"} value=(pool)`,
	}
	if !slices.Equal(changes, want) {
		t.Errorf("changes\n%s", strings.Join(changes, "\n"))
	}
	if o := x.Offers[0]; o.ID != "g:x#a" || o.Run.Action != "g:rest" || o.Link != None || o.Required {
		t.Errorf("offer a: %+v", o)
	}
	if o := x.Offers[1]; rs.Links[o.Link].ID != "g:pet" || o.Creation != "g:rest" || !o.Required || o.Run.Action != "" {
		t.Errorf("offer b: %+v", o)
	}
	if x.Offers[2].Creation != "elsewhere:start" {
		t.Errorf("offer c: %+v", x.Offers[2])
	}
	if x.Actions[1].Name != "rest" || x.Actions[1].When.Text != "yes" {
		t.Errorf("actions: %+v", x.Actions[1])
	}
}

func TestGrantsAndTestsAreDecoded(t *testing.T) {
	rs := mustLoad(t, with(t, "content", "x", `{"type": "plain", "when": "yes", "counter": "pool", "tags": ["b", "a"], "display": [1],
		"grants": [{"content": "sword", "at": 5, "when": "yes", "counter": "num"}, {"content": "one"}],
		"standardCopies": ["sword"],
		"prerequisites": [{"id": "strong", "test": "num > 3", "data": {"least": 4}}],
		"constraints": [{"id": "strong", "test": "num < 9"}]}`))
	x := content(t, rs, "g:x")
	if x.When.Text != "yes" || x.Counter.Text != "pool" || !slices.Equal(x.Tags, []string{"a", "b"}) || x.Display.String() != "[1]" {
		t.Errorf("x: %+v", x)
	}
	g := x.Grants[0]
	if rs.Contents[g.Content].ID != "g:sword" || g.Level != 5 || !g.Leveled || g.When.Text != "yes" || g.Counter.Text != "num" || x.Grants[1].Leveled {
		t.Errorf("grant: %+v", g)
	}
	if s := x.StandardCopies[0]; rs.Contents[s.Item].ID != "g:sword" || s.When != nil {
		t.Errorf("standard copy: %+v", s)
	}
	if p := x.Prerequisites[0]; p.ID != "g:x#strong" || p.Test.Text != "num > 3" || p.Data.String() != `{"least":4}` {
		t.Errorf("prerequisite: %+v", p)
	}
	if c := x.Constraints[0]; c.ID != "g:x#strong" || !c.Data.IsNull() {
		t.Errorf("constraint: %+v", c)
	}
}

// The rules of two packs are one activation: the parts of the game first, each
// named after its pack, ids meaning what its own pack means.
func TestRulesAreAddedUp(t *testing.T) {
	part := func(id, field string) string {
		return `{"id": "` + id + `", "version": "1.0.0", "specVersion": "1.0", ` + map[bool]string{
			true: `"kind": "game"`, false: `"kind": "content", "requires": {"z": "^1.0.0"}`}[id == "z"] + `,
		"fields": {"num": {}, "` + field + `": {}},
		"rules": {"counter": "num", "tags": ["` + field + `"],
			"effects": [{"id": "e", "target": "num", "op": "add", "value": 1}],
			"choices": {"pick": {"options": [{"id": "o"}]}, "a": {"from": {"fields": ["num"]}}},
			"constraints": [{"id": "c", "test": "true"}],
			"actions": {"rest": {}},
			"offers": [{"id": "f", "when": "true", "action": "rest"}],
			"tables": {"t": {"values": {"1": "x"}, "default": ["a", "b"]}, "s": {"steps": [[5, 2], [-1.5, 1]], "below": 0}},
			"links": {"l": {"reads": {"num": {"type": "integer", "default": 4}, "other:x": "text", "` + field + `": "boolean"}}}}}`
	}
	rs := mustLoad(t, parse(t, part("z", "first")), parse(t, part("a", "second")))
	r := rs.Rules
	if r.ID != "rules" || r.Index != None || r.Type != None {
		t.Errorf("rules: %+v", r)
	}
	line := func(parts ...string) string { return strings.Join(parts, " ") }
	got := line(r.Effects[0].Name, rs.Fields[r.Effects[0].Field].ID, r.Effects[1].Name, rs.Fields[r.Effects[1].Field].ID,
		r.Choices[0].Name, r.Choices[1].Name, r.Choices[2].Name, r.Choices[3].ID,
		rs.Contents[r.Choices[1].Options[0]].ID, rs.Contents[r.Choices[3].Options[0]].ID,
		r.Constraints[0].ID, r.Constraints[1].ID, r.Actions[1].ID, r.Offers[0].Name, r.Offers[1].ID,
		r.Offers[0].Run.Action, r.Offers[1].Run.Action)
	want := line("z:e", "z:num", "a:e", "a:num", "z:a", "z:pick", "a:a", "a:pick", "z:pick/o", "a:pick/o",
		"z:c", "a:c", "a:rest", "z:f", "a:f", "z:rest", "a:rest")
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if rs.Counter == nil || rs.Counter.Pack != 1 {
		t.Errorf("counter: %+v", rs.Counter)
	}
	i := slices.IndexFunc(rs.Conflicts, func(c Conflict) bool { return c.Kind == "rules" && c.Member == "/counter" })
	if i < 0 || rs.Conflicts[i].Winner != "a" || !slices.Equal(rs.Conflicts[i].Packs, []string{"z", "a"}) {
		t.Errorf("conflicts: %+v", rs.Conflicts)
	}
	if !slices.Equal(rs.Tags, []string{"first", "second"}) {
		t.Error("tags:", rs.Tags)
	}
	var tables []string
	for _, table := range rs.Tables {
		tables = append(tables, table.ID)
	}
	if got := line(tables...); got != "a:s a:t z:s z:t" {
		t.Error("tables:", got)
	}
	if s := rs.Tables[0]; s.Steps[0].From.JSON().String() != "-1.5" || s.Steps[1].Value.JSON().String() != "2" || s.Else.JSON().String() != "0" {
		t.Errorf("steps: %+v", s)
	}
	if v := rs.Tables[1]; v.Values["1"].Text() != "x" || v.Else.JSON().String() != `["a","b"]` {
		t.Errorf("values: %+v", v)
	}
	if i, code := rs.TableIndex(1, "t"); code != "" || rs.Tables[i].ID != "a:t" {
		t.Errorf("table t of a is %d, %s", i, code)
	}
	l := rs.Links[1]
	if l.ID != "z:l" || len(l.Reads) != 3 || l.Reads[0].Field != "other:x" || l.Reads[0].Default.JSON().String() != `""` ||
		l.Reads[1].Field != "z:first" || l.Reads[1].Type != Boolean || l.Reads[2].Default.JSON().String() != "4" {
		t.Errorf("link: %+v", l)
	}
}

func TestGrantOfTwoPacks(t *testing.T) {
	game := parse(t, `{`+gameHead+`, "contentTypes": {"t": {}}, "content": {"c": {"type": "t"}}, "rules": {"grants": [{"content": "c"}]}}`)
	more := parse(t, `{"id": "m", "version": "1.0.0", "specVersion": "1.0", "kind": "content", "requires": {"g": "^1.0.0"}, "rules": {"grants": [{"content": "c"}]}}`)
	_, errs := Load([]ojson.Value{game, more})
	if got, want := describe(errs, "/releases/1/rules"), "duplicate-id /grants/0/content"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A child in another pack inherits what the parent's author meant, and adds
// what its own author means.
func TestInheritedPartsKeepTheirPack(t *testing.T) {
	game := parse(t, `{`+gameHead+`, "fields": {"num": {}}, "contentTypes": {"t": {}},
		"content": {"p": {"type": "t", "effects": [{"id": "a", "target": "num", "op": "add", "value": "num"}]}}}`)
	more := parse(t, `{"id": "m", "version": "1.0.0", "specVersion": "1.0", "kind": "content", "requires": {"g": "^1.0.0"}, "fields": {"num": {}},
		"content": {"c": {"inherit": "p", "effects": {"append": [{"id": "b", "target": "num", "op": "add", "value": "num"}]}}}}`)
	rs := mustLoad(t, game, more)
	c := content(t, rs, "m:c")
	if c.Pack != 1 || len(c.Effects) != 2 {
		t.Fatalf("c: %+v", c)
	}
	for i, want := range []string{"g:num", "m:num"} {
		e := c.Effects[i]
		if got := rs.Fields[e.Field].ID; got != want || e.Pack != i || e.Value.Formula.Pack != i {
			t.Errorf("effect %s is on %s, of pack %d", e.ID, got, e.Pack)
		}
	}
	if got := c.Effects[0].At.Pointer(); got != "/releases/0/content/p/effects/0" {
		t.Error("place of an inherited effect:", got)
	}
}
