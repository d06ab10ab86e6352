package character_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// repeat writes a list of n parts, each with its number.
func repeat(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, ",")
}

func nested(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }

func limit(err *fault.Error) string {
	if err == nil || err.Code != "safety-limit-exceeded" {
		return fmt.Sprint(err)
	}
	name, _ := err.Data.Get("limit")
	most, _ := err.Data.Get("max")
	return name.String() + " " + most.String()
}

func TestLimitsOfAFile(t *testing.T) {
	const followUp = `{"id":"f%d","followUp":"x","source":"s","to":"self","required":true,"cause":{}}`
	for _, test := range []struct{ name, within, beyond, want string }{
		{"depth", `"x":` + nested(63), `"x":` + nested(64), `"document-depth" 64`},
		{"copies", `"inventory":{` + repeat(10000, `"i%d":{"item":"x"}`) + `}`,
			`"features":{` + repeat(10001, `"i%d":{"item":"x"}`) + `}`, `"entries" 10000`},
		{"all entries", `"inventory":{` + repeat(5000, `"i%d":{"item":"x"}`) + `},"templates":[` + repeat(2500, `{"id":"t%d","template":"x"}`) + `],"effects":[` + repeat(2500, `{"id":"a%d","effect":"x"}`) + `]`,
			`"inventory":{` + repeat(5000, `"i%d":{"item":"x"}`) + `},"templates":[` + repeat(2500, `{"id":"t%d","template":"x"}`) + `],"effects":[` + repeat(2501, `{"id":"a%d","effect":"x"}`) + `]`, `"entries" 10000`},
		{"picks", `"choices":{"a":[` + repeat(9999, `"%d"`) + `],"b":["x"]}`,
			`"choices":{"a":[` + repeat(9999, `"%d"`) + `],"b":["x","y"]}`, `"picks" 10000`},
		{"follow-ups", `"followUps":[` + repeat(1000, followUp) + `]`, `"followUps":[` + repeat(1001, followUp) + `]`, `"follow-ups" 1000`},
		{"homebrew", `"homebrew":{"x":"` + strings.Repeat("a", 1<<20-8) + `"}`,
			`"homebrew":{"x":"` + strings.Repeat("a", 1<<20-7) + `"}`, `"homebrew-bytes" 1048576`},
	} {
		const head = `{"specVersion":"1.0","id":"h",`
		if _, errs := character.Decode(ojson.MustParse(head + test.within + "}")); len(errs) > 0 {
			t.Errorf("%s, within: %v", test.name, errs)
		}
		_, errs := character.Decode(ojson.MustParse(head + test.beyond + "}"))
		if len(errs) != 1 || limit(errs[0]) != test.want {
			t.Errorf("%s, beyond: %v", test.name, errs)
		}
	}
}

func TestLimitsOfMutators(t *testing.T) {
	c := decode(t, ojson.MustParse(`{"specVersion":"1.0","id":"h","inventory":{`+repeat(9999, `"i%d":{"item":"x"}`)+`},"choices":{"a":[`+repeat(9999, `"%d"`)+`]},"followUps":[`+
		repeat(1000, `{"id":"f%d","followUp":"x","source":"s","to":"self","required":true,"cause":{}}`)+`]}`))
	ok(t, c.AddEffect(character.Applied{ID: "a", Effect: "x", On: true}))
	before := c.JSON().String()
	_, stored := c.AddFollowUp(nil)
	for _, test := range []struct {
		err  *fault.Error
		want string
	}{
		{c.AddEffect(character.Applied{ID: "b", Effect: "x"}), `"entries" 10000`},
		{c.AddCopy(character.Copy{ID: "b", Item: "x", Place: character.Inventory}), `"entries" 10000`},
		{c.AddTemplate("b", "x"), `"entries" 10000`},
		{c.SetPicks("b", []string{"x", "y"}), `"picks" 10000`},
		{stored, `"follow-ups" 1000`},
		{c.SetExtension("x", ojson.MustParse(nested(63))), `"document-depth" 64`},
		{c.SetHomebrew(ojson.MustParse(nested(64))), `"document-depth" 64`},
		{c.SetHomebrew(ojson.Strings([]string{strings.Repeat("a", 1<<20-3)})), `"homebrew-bytes" 1048576`},
	} {
		if limit(test.err) != test.want {
			t.Errorf("got %v, want %s", test.err, test.want)
		}
	}
	if c.JSON().String() != before {
		t.Error("what failed changed something")
	}
	ok(t, c.SetPicks("b", []string{"x"}))
	ok(t, c.SetPicks("b", []string{"y"}))
	ok(t, c.SetExtension("x", ojson.MustParse(nested(62))))
	if _, errs := character.Decode(c.JSON()); len(errs) > 0 {
		t.Error("a file within the limits cannot be read again:", errs)
	}
}
