package change_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/change"
)

func compact(text string) string { return ojson.MustParse(text).String() }

func TestFollowUps(t *testing.T) {
	g := newTable(t, game)
	check := func(id, source, cause string, dc string) string {
		return `{"id":"` + id + `","kind":"ephemeral","followUp":"g:focused#check","source":"` + source + `","to":"self","action":{"id":"g:save","followUp":"` + id + `"},"params":{"dc":` + dc + `},"required":true,"cause":` + cause + `}`
	}
	for _, test := range []struct{ name, before, changes, want string }{
		{"one for each event, with its amount", effects("focused") + `,"fields":{"g:hp":20,"g:temp":30}`,
			`[{"type":"adjust","field":"g:hp","by":-12},{"type":"adjust","field":"g:hp","parts":[{"by":-20},{"by":-11,"tags":["fire"]}]}]`,
			"[" + check("f1", "a", `{"change":0,"field":"g:hp","amount":12}`, "10") + "," + check("f2", "a", `{"change":1,"field":"g:hp","amount":31}`, "15") + "]"},
		{"by change, then in instance order", effects("focused", "focused"),
			`[{"type":"adjust","field":"g:hp","by":-1},{"type":"adjust","field":"g:hp","by":-2}]`,
			"[" + check("f1", "a", `{"change":0,"field":"g:hp","amount":1}`, "10") + "," + check("f2", "b", `{"change":0,"field":"g:hp","amount":1}`, "10") + "," +
				check("f3", "a", `{"change":1,"field":"g:hp","amount":2}`, "10") + "," + check("f4", "b", `{"change":1,"field":"g:hp","amount":2}`, "10") + "]"},
		{"none for healing, none for nothing dealt", effects("focused", "immune") + `,"fields":{"g:hp":3}`,
			`[{"type":"adjust","field":"g:hp","by":5},{"type":"adjust","field":"g:hp","by":-5,"tags":["fire"]},{"type":"adjust","field":"g:hp","by":0}]`, "[]"},
		{"none from an activation that is off", `"effects":[{"id":"a","effect":"g:focused","on":false}]`, `[{"type":"adjust","field":"g:hp","by":-5}]`, "[]"},
		{"overflow, by its condition at the end", `"fields":{"g:hp":1}`, `[{"type":"adjust","field":"g:hp","by":-2},{"type":"adjust","field":"g:hp","by":-3}]`,
			`[{"id":"f1","kind":"ephemeral","followUp":"g:crit","source":"rules","to":"self","action":{"id":"g:save","followUp":"f1"},"params":{"dc":1},"required":false,"cause":{"change":1,"field":"g:wounds","amount":3}}]`},
		{"excess, with changes worked out", `"fields":{"g:hp":19}`, `[{"type":"adjust","field":"g:hp","by":4}]`,
			`[{"id":"f1","kind":"ephemeral","followUp":"g:over","source":"rules","to":"self","changes":[{"type":"set","field":"g:temp","value":3}],"required":false,"cause":{"change":0,"field":"g:hp","amount":3}}]`},
		{"becomes, after all others", `"fields":{"g:hp":0}`, `[{"type":"adjust","field":"g:hp","by":-9},{"type":"set","field":"g:name","value":"x"}]`,
			`[{"id":"f1","kind":"ephemeral","followUp":"g:crit","source":"rules","to":"self","action":{"id":"g:save","followUp":"f1"},"params":{"dc":0},"required":false,"cause":{"change":0,"field":"g:wounds","amount":9}},
			  {"id":"f2","kind":"ephemeral","followUp":"g:dead","source":"rules","to":"self","changes":[{"type":"finishCreation"}],"required":false,"cause":{"change":1}}]`},
		{"what was true does not become so", `"fields":{"g:wounds":0}`, `[{"type":"set","field":"g:name","value":"x"}]`, "[]"},
		{"what is true in between does not count", ``, `[{"type":"set","field":"g:wounds","value":0},{"type":"set","field":"g:wounds","value":1}]`, "[]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := g.must(t, hero(t, test.before), test.changes, change.Options{})
			if diff := cmp.Diff(compact(test.want), r.FollowUps.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			stored, _ := r.Character.JSON().Get("followUps")
			// An offer has its kind, and a run of its action says which offer it takes up.
			offers := strings.ReplaceAll(r.FollowUps.String(), `"kind":"ephemeral",`, "")
			offers = regexp.MustCompile(`,"followUp":"f[0-9]+"`).ReplaceAllString(offers, "")
			if got := stored.String(); got != offers && !(offers == "[]" && got == "null") {
				t.Errorf("stored %s, offered %s", got, offers)
			}
		})
	}
}

func TestAFollowUpThatCannotBeWorkedOut(t *testing.T) {
	g := newTable(t, game)
	r := g.must(t, hero(t, ""), `[{"type":"set","field":"g:drain","value":7}]`, change.Options{})
	if len(r.Issues) != 1 || r.FollowUps.Len() != 0 {
		t.Fatal(r.Issues, r.FollowUps)
	}
	i := r.Issues[0]
	e, _ := i.Data.Get("error")
	if code, _ := e.Get("code"); i.Code != "rule-error" || i.Source != "rules#g:bad" || code.String() != `"division-by-zero"` {
		t.Errorf("got %s", i.JSON())
	}
}

func TestTooManyFollowUps(t *testing.T) {
	g := newTable(t, game)
	many := make([]string, 999)
	for i := range many {
		many[i] = `{"id":"x` + ojson.Int(int64(i)).String() + `","followUp":"g:x","source":"rules","to":"self","required":true,"cause":{}}`
	}
	before := effects("focused") + `,"followUps":[` + strings.Join(many, ",") + `]`
	hit := `{"type":"adjust","field":"g:hp","by":-1}`
	g.must(t, hero(t, before), "["+hit+"]", change.Options{})
	_, errs := g.apply(t, hero(t, before), "["+hit+","+hit+"]", change.Options{})
	if len(errs) != 1 || errs[0].Error() != `safety-limit-exceeded {"limit":"follow-ups","max":1000}` {
		t.Error(errs)
	}
}
