package ruleset

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/ojson"
)

// Small files whose parts inherit, repeat or list each other grow at most to a
// limit.
func TestHostileReleasesEndSoon(t *testing.T) {
	many := func(n int, one func(i int) string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(one(i))
		}
		return b.String()
	}
	number := strconv.Itoa
	for name, test := range map[string]struct{ body, code string }{
		"unknown members": {`"fields": {"a": {` + many(200_000, func(i int) string { return `"m` + number(i) + `": 1` }) + `}}`, "too-many-errors"},
		"inherited options": {`"contentTypes": {"t": {}}, "content": {"p": {"type": "t", "choices": {"o": {"options": [` +
			many(500, func(i int) string { return `{"id": "o` + number(i) + `"}` }) + `]}}},` +
			many(1_000, func(i int) string { return `"c` + number(i) + `": {"inherit": "p"}` }) + `}`, "safety-limit-exceeded"},
		"inherited data": {`"contentTypes": {"t": {"data": {` + many(2_000, func(i int) string { return `"d` + number(i) + `": {}` }) + `}}}, "content": {` +
			many(5_000, func(i int) string { return `"c` + number(i) + `": {"type": "t"}` }) + `}`, "safety-limit-exceeded"},
		"wide data": {`"contentTypes": {"t": {"data": {` + many(2_000, func(i int) string { return `"d` + number(i) + `": {}` }) + `}}}, "content": {` +
			many(5_000, func(i int) string { return `"c` + number(i) + `": {"type": "t", "data": {"d1": 1}}` }) + `}`, "safety-limit-exceeded"},
		"many options": {`"rules": {"choices": {"a": {"options": [` + many(50_001, func(i int) string { return `{"id": "o` + number(i) + `"}` }) + `]}}}`,
			"safety-limit-exceeded"},
		"many formulas": {`"rules": {"actions": {"go": {}}, "offers": [{"id": "a", "when": "true", "action": "go", "params": {` +
			many(200_000, func(i int) string { return `"p` + number(i) + `": "1"` }) + `}}]}`, "safety-limit-exceeded"},
		"long options": {`"contentTypes": {"t": {"data": {"o": {"type": "option", "options": [` +
			many(20_000, func(i int) string { return `"o` + number(i) + `"` }) + `]}}}}, "content": {` +
			many(20_000, func(i int) string { return `"c` + number(i) + `": {"type": "t", "data": {"o": "o19999"}}` }) + `}`, "safety-limit-exceeded"},
		"fields of a tag": {`"fields": {` + many(5_000, func(i int) string { return `"f` + number(i) + `": {"tags": ["t"]}` }) + `}, "rules": {"choices": {` +
			many(5_000, func(i int) string {
				return `"c` + number(i) + `": {"from": {"fields": {"tag": "t", "except": []}}}`
			}) + `}}`, "safety-limit-exceeded"},
	} {
		release := parse(t, `{`+gameHead+`, `+test.body+`}`)
		began := time.Now()
		_, errs := Load([]ojson.Value{release})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		found := false
		for _, e := range errs {
			found = found || e.Code == test.code
		}
		if !found {
			t.Errorf("%s: no %s in %v", name, test.code, errs)
		}
	}
}
