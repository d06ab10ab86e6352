package change_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/rules/internal/change"
)

// repeated writes a list of n parts, each with its number for "#".
func repeated(n int, part string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(part, "#", fmt.Sprint(i))
	}
	return strings.Join(list, ",")
}

// TestHostileBatches runs the largest batches that the shapes allow on the largest
// characters: each ends soon, by working or by the limit of steps.
func TestHostileBatches(t *testing.T) {
	g := newTable(t, game)
	bag := `"inventory":{` + repeated(8990, `"i#":{"item":"g:sword","state":{"charges":1}}`) + `}`
	proofs := `"effects":[` + repeated(2000, `{"id":"a#","effect":"g:fireproof"}`) + `]`
	const steps = `safety-limit-exceeded {"limit":"steps","max":2000000}`
	for _, test := range []struct{ name, before, changes, want string }{
		{"additions", bag, repeated(1000, `{"type":"addItem","item":"g:sword"}`), ""},
		{"quantities", bag, repeated(1000, `{"type":"adjustQuantity","entry":"i#","by":1}`), ""},
		{"adjusts", bag, repeated(1000, `{"type":"adjust","field":"g:hp","by":-1}`), ""},
		{"a tree for each change", bag, repeated(1000, `{"type":"adjustState","entry":"i#","state":"charges","by":1}`), steps},
		{"all copies each time", bag, repeated(1000, `{"type":"equip","copies":{"type":"g:gear"}}`), steps},
		{"all effects each time", proofs, repeated(1000, `{"type":"toggleEffect","applied":{}}`), steps},
		{"all effects at once", proofs, `{"type":"removeEffect","applied":{}}`, ""},
		{"each effect on each part", proofs, `{"type":"adjust","field":"g:hp","parts":[` + repeated(100, `{"by":-1,"tags":["fire"]}`) + `]}`, steps},
	} {
		r, errs := g.apply(t, hero(t, test.before), "["+test.changes+"]", change.Options{})
		if test.want == "" && r == nil || test.want != "" && (len(errs) != 1 || errs[0].Error() != test.want) {
			t.Errorf("%s: %v", test.name, errs)
		}
	}
}
