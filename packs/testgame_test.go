package packs_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// Each mechanism of the test game, from an empty character by changes alone. The
// values are worked out by hand from the pack's text.
func TestTestgame(t *testing.T) {
	release, err := packs.Release("testgame")
	if err != nil {
		t.Fatal(err)
	}
	rs, errs := rules.LoadRuleset([]ojson.Value{release})
	for _, e := range errs {
		t.Fatal(e)
	}
	for name, c := range map[string]struct{ changes, values string }{
		"one type, the best":      {apply("hymn", "song"), "saves.body 12, saves.mind 12"},
		"and the worst":           {apply("hymn") + `,` + worst, "saves.body 9"}, // 10 + 2 - 3
		"other types add":         {apply("hymn", "cover", "luck"), "saves.body 14, saves.mind 13"},
		"situational stays off":   {apply("stand", "song"), "saves.body 11"},
		"one per source":          {add("each-source", "each-source"), "steady 11"},
		"sum":                     {add("all-of-them", "all-of-them"), "steady 12"},
		"lowest":                  {add("least", "least-of-three"), "steady 11"},
		"base and armour":         {add("hide"), "guard 14"}, // 12 + min(2, 2)
		"base reads its base":     {apply("stone"), "guard 13"},
		"higher set":              {apply("stone", "bark"), "guard 13"},
		"prefer":                  {apply("low"), "lowest 5, first 8"},
		"a cap is no floor":       {set("might", "15") + `,` + apply("growth"), "might 15"},
		"a cap limits":            {set("might", "11") + `,` + apply("growth", "feast"), "might 12"},
		"capped ones come last":   {set("might", "10") + `,` + apply("growth", "feast"), "might 12"},
		"multiply exactly":        {apply("doubling", "half-more"), "factor 1.495"},
		"raise and lower":         {apply("floor"), "steady 12"},
		"lower comes after":       {apply("floor", "ceiling"), "steady 9"},
		"rounding, half":          {set("raw", "2.5"), "rounded.floor 2, rounded.ceil 3, rounded.trunc 2, rounded.round 3, rounded.roundHalfUp 3"},
		"rounding, negative half": {set("raw", "-2.5"), "rounded.floor -3, rounded.ceil -2, rounded.trunc -2, rounded.round -3, rounded.roundHalfUp -2"},
		"no numbers":              {apply("green", "tongue", "mute"), `banner "green", mood "wild", awake false, tongues ["common","bearish"]`},
		"a tag's condition":       {set("skills.climb.rank", "1") + `,` + apply("drill"), "skills.climb.total 4, skills.sneak.total 2"},
		"percent":                 {set("percent", "13"), "percentHalf 6, percentFifth 2, percentNear 3"},
		"costs":                   {set("vim", "12") + `,` + set("wit", "16"), "cost.vim 20, cost.wit 120, cost.total 140, lift 29, pace 7, stride 7"},
		"small lifts are exact":   {set("vim", "7"), "lift 9.8"},
		"temporary first":         {set("ward", "5") + `,` + harm(-7), "ward 0, vigor 18"},
		"what is beyond":          {harm(-23), "vigor 0, core 7"},
		"flat, half, twice":       {apply("flat", "fireproof", "tinder") + `,` + harm(-28, "fire"), "vigor 0, core 8"}, // 28-5=23, 11, 22 of 20
		"half once":               {apply("fireproof", "all-proof") + `,` + harm(-20, "fire"), "vigor 10"},
		"immune":                  {apply("tinder", "immune") + `,` + harm(-9, "fire"), "vigor 20"},
		"not tagged, not met":     {apply("fireproof") + `,` + harm(-9), "vigor 11"},
		"never less":              {apply("flat", "never-less") + `,` + harm(-6, "blow"), "vigor 18"},
		"never more":              {apply("never-more") + `,` + harm(-12, "blow"), "vigor 12"},
		"a falling maximum":       {set("might", "8"), "lost 16, kept 16, vigor 16"},
		"within one batch":        {set("might", "8") + `,` + set("might", "10"), "lost 20, kept 20, vigor 20"},
		"a circle needs a start":  {feature("wanderer", 1), "marks 2"}, // first-step, lonely
		"grants by level":         {feature("wanderer", 3), "marks 2"}, // first-step, far-sight
		"once from two":           {feature("wanderer", 1) + `,` + feature("keeper", 2), "marks 2, steady 11"},
		"a dawn starts both":      {feature("wanderer", 3) + `,` + choose("e1/gift@1", "testgame:dawn"), "marks 4"},
		"an unequipped charm":     {`{"type":"addItem","item":"testgame:each-source"}`, "steady 10"},
	} {
		t.Run(name, func(t *testing.T) {
			hero, errs := rs.Character(ojson.MustParse(`{"specVersion":"1.0","id":"x"}`))
			for _, e := range errs {
				t.Fatal(e)
			}
			done, errs := hero.ApplyChanges(ojson.MustParse("["+c.changes+"]").Items(), rules.ApplyOptions{})
			for _, e := range errs {
				t.Fatal(e)
			}
			s, errs := done.Character.ComputeSheet(rules.SheetOptions{})
			for _, e := range errs {
				t.Fatal(e)
			}
			for want := range strings.SplitSeq(c.values, ", ") {
				field, value, _ := strings.Cut(want, " ")
				if got, _ := s.Value("testgame:" + field); !ojson.Equal(got, ojson.MustParse(value)) {
					t.Errorf("%s is %s, want %s", field, got, value)
				}
			}
		})
	}
}

const worst = `{"type":"applyEffect","effect":"testgame:shaken","state":{"value":3}}`

func each(names []string, line func(string) string) string {
	var out []string
	for _, n := range names {
		out = append(out, line(n))
	}
	return strings.Join(out, ",")
}

func apply(names ...string) string {
	return each(names, func(n string) string { return `{"type":"applyEffect","effect":"testgame:` + n + `"}` })
}

func add(names ...string) string {
	return each(names, func(n string) string { return `{"type":"addItem","item":"testgame:` + n + `","equipped":true}` })
}

func set(field, value string) string {
	return `{"type":"set","field":"testgame:` + field + `","value":` + value + `}`
}

func choose(path, option string) string {
	return `{"type":"choose","path":"` + path + `","option":"` + option + `"}`
}

func feature(path string, rank int64) string {
	return `{"type":"addItem","item":"testgame:` + path + `","state":{"rank":` + ojson.Int(rank).String() + `}}`
}

func harm(by int64, tags ...string) string {
	m := []ojson.Member{
		ojson.Field("type", ojson.String("adjust")), ojson.Field("field", ojson.String("testgame:vigor")), ojson.Field("by", ojson.Int(by)),
	}
	if len(tags) > 0 {
		m = append(m, ojson.Field("tags", ojson.Strings(tags)))
	}
	return ojson.Object(m...).String()
}
