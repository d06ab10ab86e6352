package change_test

import (
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/change"
)

// FuzzChange reads any JSON as a change: it never panics, and gives a change or
// errors with codes.
func FuzzChange(f *testing.F) {
	for _, d := range docs {
		f.Add(write(d.typ, append(append([]row{}, d.or...), d.rows...), nil))
	}
	f.Add(`{"type":"adjust","field":"a","parts":[{"by":1},{}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ojson.Parse([]byte(text))
		if err != nil {
			t.Skip()
		}
		c, errs := change.Decode(v)
		if (c == nil) != (len(errs) > 0) {
			t.Fatalf("%v %v", c, errs)
		}
		for _, e := range errs {
			if e.Code == "" {
				t.Fatal("an error without a code")
			}
		}
		if c != nil && c.Raw.String() != v.String() {
			t.Fatal("the change is not kept as it was written")
		}
	})
}
