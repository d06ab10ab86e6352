package character_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
)

// large is a character of about 6 KB with 60 copies.
func large() ojson.Value {
	var copies, fields, picks []string
	for i := range 60 {
		copies = append(copies, fmt.Sprintf(`"e%d":{"item":"d20:item-%d","quantity":2,"state":{"charges":%d}}`, i+1, i%17, i%7))
	}
	for i := range 30 {
		fields = append(fields, fmt.Sprintf(`"d20:field%d.value":%d`, i, i))
		picks = append(picks, fmt.Sprintf(`"e%d/feat@%d":["d20:option-%d"]`, i+1, i%5, i))
	}
	return ojson.MustParse(`{"specVersion":"1.0","id":"hero","packs":{"d20":"1.0.0"},"fields":{` + strings.Join(fields, ",") +
		`},"inventory":{` + strings.Join(copies, ",") + `},"choices":{` + strings.Join(picks, ",") + `},"nextId":61}`)
}

func BenchmarkDecode(b *testing.B) {
	v := large()
	b.SetBytes(int64(len(v.String())))
	b.ReportAllocs()
	for b.Loop() {
		if _, errs := character.Decode(v); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}

func BenchmarkChangeOneField(b *testing.B) {
	c, _ := character.Decode(large())
	b.ReportAllocs()
	for b.Loop() {
		clone := c.Clone()
		clone.SetField("d20:field7.value", formula.Int(3))
		clone.JSON()
	}
}
