package i18n_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/data"
	"github.com/open-actor-models/oam/rules/i18n"
)

// TestYAML holds en.json to en.yaml, order included.
func TestYAML(t *testing.T) {
	text, err := os.ReadFile("en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var texts yaml.MapSlice
	if err := yaml.Unmarshal(text, &texts); err != nil {
		t.Fatal(err)
	}
	members := make([]ojson.Member, 0, len(texts))
	for _, item := range texts {
		members = append(members, ojson.Field(item.Key.(string), ojson.String(item.Value.(string))))
	}
	if got, want := i18n.English().String(), ojson.Object(members...).String(); got != want {
		t.Errorf("en.json is not en.yaml:\n%s\n%s", got, want)
	}
}

// TestTexts holds the texts to the codes: one sentence for each, with
// placeholders for members only that are always there.
func TestTexts(t *testing.T) {
	lists := map[string]ojson.Value{"errors": data.ErrorCodes(), "issues": data.IssueCodes(), "warnings": data.WarningCodes()}
	n := 0
	for prefix, codes := range lists {
		for _, c := range codes.Members() {
			n++
			key := prefix + "." + c.Key
			v, _ := i18n.English().Get(key)
			text, _ := v.AsString()
			if !strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q is no sentence", key, text)
			}
			var known []string
			members, _ := c.Value.Get("data")
			for _, m := range members.Members() {
				known = append(known, m.Key)
			}
			// Where a formula is wrong there is always the place in it.
			if slices.Contains(known, "formula?") && strings.HasPrefix(c.Key, "formula-") {
				known = append(known, "column")
			}
			for _, p := range regexp.MustCompile(`\{(.*?)\}`).FindAllStringSubmatch(text, -1) {
				if !slices.Contains(known, p[1]) {
					t.Errorf("%s: {%s} is no member that is always there: %v", key, p[1], known)
				}
			}
		}
	}
	if texts := i18n.English().Len(); texts != n {
		t.Errorf("%d texts for %d codes", texts, n)
	}
}
