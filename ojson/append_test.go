package ojson_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
)

// TestAppendString is item 7.
func TestAppendString(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", `""`},
		{"plain", "a b", `"a b"`},
		{"quote and backslash", `a"b\c`, `"a\"b\\c"`},
		{"short escapes", "\b\f\n\r\t", `"\b\f\n\r\t"`},
		{"other control characters", "\x00\x01\x1f", `"\u0000\u0001\u001f"`},
		{"DEL", "\x7f", "\"\x7f\""},
		{"no slash", "a/b", `"a/b"`},
		{"no HTML", "<a>&'", `"<a>&'"`},
		{"line separators", "a\u2028b\u2029", `"a\u2028b\u2029"`},
		{"their neighbours", "\u2027\u202a\u2038\u2068\u3028", "\"\u2027\u202a\u2038\u2068\u3028\""},
		{"other text", "äß€漢😀\uFEFF\uFFFD", "\"äß€漢😀\uFEFF\uFFFD\""},
		{"invalid bytes", "a\xffb\xc3", "\"a\uFFFDb\uFFFD\""},
		{"a cut character, byte by byte", "\xe2\x82x", "\"\uFFFD\uFFFDx\""},
		{"a surrogate as UTF-8", "\xed\xa0\x80", "\"\uFFFD\uFFFD\uFFFD\""},
		{"escapes in a row", "\n\n\"\u2028\xff\n", `"\n\n\"\u2028` + "\uFFFD" + `\n"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			const before = "before "
			if got := string(ojson.AppendString([]byte(before), test.text)); got != before+test.want {
				t.Errorf("%q is written as %s, want %s", test.text, got, test.want)
			}
			if got := ojson.String(test.text).String(); got != test.want {
				t.Errorf("the value of %q is written as %s, want %s", test.text, got, test.want)
			}
			key := ojson.Object(ojson.Field(test.text, ojson.Value{})).String()
			if want := "{" + test.want + ":null}"; key != want {
				t.Errorf("the key %q is written as %s, want %s", test.text, key, want)
			}
		})
	}
}

func TestAppend(t *testing.T) {
	v := ojson.Object(
		ojson.Field("null", ojson.Value{}),
		ojson.Field("bools", ojson.Array(ojson.Bool(true), ojson.Bool(false))),
		ojson.Field("numbers", ojson.Array(ojson.Int(-1), ojson.Float(2.5), ojson.Float(1e16))),
		ojson.Field("empty", ojson.Array(ojson.Array(), ojson.Object(), ojson.String(""))),
		ojson.Field("strings", ojson.Strings([]string{"a", "b"})),
		ojson.Field("no strings", ojson.Strings(nil)),
	)
	want := `{"null":null,"bools":[true,false],"numbers":[-1,2.5,10000000000000000],` +
		`"empty":[[],{},""],"strings":["a","b"],"no strings":[]}`
	if got := v.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(v.Append([]byte("x"))); got != "x"+want {
		t.Errorf("Append lost what was there: %.20s", got)
	}
	// Values may be built deeper than Parse reads.
	deep := ojson.Value{}
	for range 1000 {
		deep = ojson.Array(deep)
	}
	if got := deep.String(); got != strings.Repeat("[", 1000)+"null"+strings.Repeat("]", 1000) {
		t.Error("a deep value is written wrongly")
	}
}
