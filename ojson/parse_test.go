package ojson_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"pgregory.net/rapid"
)

// parse returns the value of a text that must be JSON.
func parse(t rapid.TB, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("Parse(%.80q): %v", text, err)
	}
	return v
}

// TestAccepted lists texts and how they are written again.
func TestAccepted(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"null", `null`, `null`},
		{"booleans", `[true,false]`, `[true,false]`},
		{"empty containers", `[ ] `, `[]`},
		{"empty object", `{ }`, `{}`},
		{"white space", " \t\r\n{ \"a\" : [ 1 , 2 ] } \n", `{"a":[1,2]}`},
		{"nested empties", `[[],{},[{}]]`, `[[],{},[{}]]`},
		{"empty key", `{"":""}`, `{"":""}`},
		{"item 2: byte-order mark", "\uFEFF{}", `{}`},
		{"item 2: byte-order mark and space", "\uFEFF \n1", `1`},
		{"item 4: all escapes", `"\"\\\/\b\f\n\r\t\u0041\u00e9"`, `"\"\\/\b\f\n\r\tAé"`},
		{"item 4: surrogate pair", `"\ud83d\ude00 \uD83D\uDE00"`, `"😀 😀"`},
		{"item 4: last pair", `"\udbff\udfff"`, `"` + "\U0010FFFF" + `"`},
		{"item 4: NUL as an escape", `"\u0000"`, `"\u0000"`},
		{"item 4: DEL is no control character", "\"\x7f\"", "\"\x7f\""},
		{"item 4: replacement character", `"\ufffd` + "\uFFFD" + `"`, "\"\uFFFD\uFFFD\""},
		{"item 5: last value, first place", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{"item 5: three times in a row", `{"a":1,"a":2,"a":3,"b":4,"b":5}`, `{"a":3,"b":5}`},
		{"item 5: equal after unescaping", `{"\u0061":1,"a":2}`, `{"a":2}`},
		{"item 5: each level for itself", `{"a":{"a":1},"b":{"a":2}}`, `{"a":{"a":1},"b":{"a":2}}`},
		{"item 5: keys differ by case", `{"a":1,"A":2}`, `{"a":1,"A":2}`},
		{"item 6: key order", `{"z":1,"a":{"y":1,"b":2},"m":3}`, `{"z":1,"a":{"y":1,"b":2},"m":3}`},
		{"item 9: beyond a double", `[1e999,-1E400]`, `[null,null]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := parse(t, test.text).String(); got != test.want {
				t.Errorf("%s is written as %s, want %s", test.text, got, test.want)
			}
		})
	}
}

// TestRejected lists texts that are not JSON, and where that shows.
func TestRejected(t *testing.T) {
	tests := []struct {
		name, text string
		offset     int
		reason     string
	}{
		{"nothing", ``, 0, "unexpected end"},
		{"white space only", " \n", 2, "unexpected end"},
		{"byte-order mark only", "\uFEFF", 3, "unexpected end"},
		{"byte-order mark after a space", " \uFEFF1", 1, "unexpected character"},
		{"two byte-order marks", "\uFEFF\uFEFF1", 3, "unexpected character"},
		{"two values", `1 2`, 2, "after the value"},
		{"a bracket too many", `[]]`, 2, "after the value"},
		{"words", `True`, 0, "unexpected character"},
		{"half a word", `[nul]`, 1, "unexpected character"},
		{"a longer word", `nulls`, 4, "after the value"},
		{"not a number", `NaN`, 0, "unexpected character"},
		{"infinity", `-Infinity`, 1, "digit"},
		{"white space of other kinds", "\v1", 0, "unexpected character"},
		{"comment", `[1/**/]`, 2, "expected ',' or ']'"},
		{"single quotes", `{'a':1}`, 1, "key in double quotes"},
		{"bare key", `{a:1}`, 1, "key in double quotes"},
		{"number as key", `{1:1}`, 1, "key in double quotes"},
		{"no colon", `{"a" 1}`, 5, "':'"},
		{"no value", `{"a":}`, 5, "unexpected character"},
		{"wrong bracket", `[1}`, 2, "expected ',' or ']'"},
		{"wrong brace", `{"a":1]`, 6, "expected ',' or '}'"},
		{"open array", `[1`, 2, "unexpected end"},
		{"open array after a comma", `[1,`, 3, "unexpected end"},
		{"open object", `{"a":1`, 6, "unexpected end"},
		{"open object without key", `{`, 1, "key"},
		{"open string", `"abc`, 4, "string without an end"},
		{"open escape", `"\`, 1, "string without an end"},
		{"item 4: leading zero", `01`, 2, "leading zeros"},
		{"item 4: leading zeros", `-00.5`, 3, "leading zeros"},
		{"item 4: point without digits", `1.`, 2, "decimal point"},
		{"item 4: point without digits, then e", `1.e5`, 2, "decimal point"},
		{"item 4: point first", `.5`, 0, "unexpected character"},
		{"item 4: plus sign", `+1`, 0, "unexpected character"},
		{"item 4: minus alone", `-`, 1, "digit"},
		{"item 4: exponent without digits", `1e+`, 3, "exponent"},
		{"item 4: hexadecimal", `0x10`, 1, "after the value"},
		{"item 4: trailing comma in an array", `[1,]`, 3, "unexpected character"},
		{"item 4: trailing comma in an object", `{"a":1,}`, 7, "key"},
		{"item 4: comma alone", `[,]`, 1, "unexpected character"},
		{"item 4: newline in a string", "\"a\nb\"", 2, "control character"},
		{"item 4: tab after an escape", "\"\\n\tb\"", 3, "control character"},
		{"item 4: last control character", "\"a\x1f\"", 2, "control character"},
		{"item 4: last control character after an escape", "\"\\n\x1f\"", 3, "control character"},
		{"item 4: NUL in a string", "\"\x00\"", 1, "control character"},
		{"item 4: unknown escape", `"\x41"`, 1, "unknown escape"},
		{"item 4: escaped quote of the wrong kind", `"\'"`, 1, "unknown escape"},
		{"item 4: short unicode escape", `"\u12"`, 1, "four hexadecimal digits"},
		{"item 4: bad unicode escape", `"\u12g4"`, 1, "four hexadecimal digits"},
		{"item 4: capital U", `"\U0041"`, 1, "unknown escape"},
		{"item 4: high surrogate alone", `"\ud83d"`, 1, "unpaired surrogate"},
		{"item 4: high surrogate, then text", `"\ud83dabcdef"`, 1, "unpaired surrogate"},
		{"item 4: two high surrogates", `"\ud83d\ud83d"`, 1, "unpaired surrogate"},
		{"item 4: high surrogate, then a letter", `"\ud83d\u0041"`, 1, "unpaired surrogate"},
		{"item 4: low surrogate alone", `"\ude00"`, 1, "unpaired surrogate"},
		{"item 4: low before high", `"\ude00\ud83d"`, 1, "unpaired surrogate"},
		{"invalid UTF-8", "\"ab\xff\"", 3, "invalid UTF-8"},
		{"overlong UTF-8", "\"\xc0\x80\"", 1, "invalid UTF-8"},
		{"surrogate as UTF-8", "\"\xed\xa0\x80\"", 1, "invalid UTF-8"},
		{"cut UTF-8", "\"\xe2\x82\"", 1, "invalid UTF-8"},
		{"invalid UTF-8 beside an escape", "\"\\n\xff\"", 4, "invalid UTF-8"},
		{"invalid UTF-8 in a key", "{\"\xff\":1}", 2, "invalid UTF-8"},
		{"invalid UTF-8 outside of strings", "[\xff]", 1, "unexpected character"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, err := ojson.Parse([]byte(test.text))
			var syntax *ojson.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("Parse(%q) = %v, %v, want a SyntaxError", test.text, v, err)
			}
			if syntax.Offset != test.offset || !strings.Contains(syntax.Reason, test.reason) {
				t.Errorf("Parse(%q): %v, want %q at byte %d", test.text, err, test.reason, test.offset)
			}
			if !v.IsNull() {
				t.Errorf("Parse(%q) returned %v beside the error", test.text, v)
			}
		})
	}
}

// TestDepth is item 3.
func TestDepth(t *testing.T) {
	forms := []struct{ name, opening, inner, closing string }{
		{"arrays", `[`, ``, `]`},
		{"objects", `{"a":`, `1`, `}`},
		{"arrays with neighbours", `[[],{},`, `1`, `,[[]]]`},
	}
	for _, form := range forms {
		t.Run(form.name, func(t *testing.T) {
			levels := func(n int) string {
				return strings.Repeat(form.opening, n) + form.inner + strings.Repeat(form.closing, n)
			}
			spare := strings.Count(form.closing, "[") // levels of the neighbours below the deepest
			if _, err := ojson.Parse([]byte(levels(ojson.MaxDepth - spare))); err != nil {
				t.Errorf("%d levels: %v", ojson.MaxDepth, err)
			}
			_, err := ojson.Parse([]byte(levels(ojson.MaxDepth + 1)))
			if err == nil || !strings.Contains(err.Error(), "nested deeper than 100 levels") {
				t.Errorf("%d levels: %v", ojson.MaxDepth+1, err)
			}
			if _, err := ojson.Parse([]byte(strings.Repeat(form.opening, 1e6))); err == nil {
				t.Error("a million levels were accepted")
			}
		})
	}
	// What is closed no longer counts.
	parse(t, `[`+strings.Repeat(`[[]],{"a":{}},`, 1000)+`[]]`)
}

// TestLarge reads an array of a million items and an object of many members.
func TestLarge(t *testing.T) {
	const n = 1_000_000
	text := "[0" + strings.Repeat(",0", n-1) + "]"
	v := parse(t, text)
	if v.Len() != n {
		t.Errorf("%d items, want %d", v.Len(), n)
	}
	if v.String() != text {
		t.Error("the array is not written as it was read")
	}
	long := strings.Repeat("long ", 1<<20)
	if s, ok := parse(t, `"`+long+`"`).AsString(); !ok || s != long {
		t.Error("a long string changed")
	}
}

// TestParserReuse checks that a Parser carries nothing over to the next text,
// neither from a good one nor from a broken one, and keeps no reference to it.
func TestParserReuse(t *testing.T) {
	var p ojson.Parser
	texts := []string{
		`{"a":[1,{"b":"\u00e9\n"}],"c":null}`,
		`[1,2,{"a":"b`,
		strings.Repeat(`[`, 101),
		`{"a":1,"a":[[["x"]]]}`,
		`[` + strings.Repeat(`"item",`, 5000) + `0]`,
		`"\ud83d"`,
		`{"other":"text"}`,
	}
	for range 3 {
		for _, text := range texts {
			want, wantErr := ojson.Parse([]byte(text))
			data := []byte(text)
			got, err := p.Parse(data)
			for i := range data {
				data[i] = '?'
			}
			if !ojson.Equal(got, want) || got.String() != want.String() {
				t.Errorf("%.40s: got %v, want %v", text, got, want)
			}
			if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Errorf("%.40s: error %v, want %v", text, err, wantErr)
			}
		}
	}
}
