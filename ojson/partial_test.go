package ojson_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"pgregory.net/rapid"
)

func TestParsePartial(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a whole text", ` {"a":[1,"b"]} `, `{"a":[1,"b"]}`},
		{"a byte-order mark", "\uFEFF[1,2", `[1]`},
		{"open object", `{`, `{}`},
		{"open array", ` [ `, `[]`},
		{"open containers", `[{"a":[[`, `[{"a":[[]]}]`},
		{"closed inside", `{"a":{"b":[1]}`, `{"a":{"b":[1]}}`},
		{"key begun", `{"a":1,"b`, `{"a":1}`},
		{"key cut in an escape", `{"a":1,"b\u00`, `{"a":1}`},
		{"key ended", `{"a":1,"b"`, `{"a":1}`},
		{"colon", `{"a":1,"b" : `, `{"a":1}`},
		{"value begun", `{"a":1,"b":"`, `{"a":1,"b":""}`},
		{"comma", `{"a":1 , `, `{"a":1}`},
		{"comma in an array", `[1,2,`, `[1,2]`},
		{"string", `"ab`, `"ab"`},
		{"string begun", `"`, `""`},
		{"string ended", `["ab"`, `["ab"]`},
		{"number ended by white space", `[12 `, `[12]`},
		{"number ended by a comma", `[12,`, `[12]`},
		{"number may go on", `[1,12`, `[1]`},
		{"zero may get a fraction", `[0`, `[]`},
		{"minus", `[-`, `[]`},
		{"point", `{"a":1.`, `{}`},
		{"fraction may go on", `[1.5`, `[]`},
		{"exponent", `[1e`, `[]`},
		{"exponent sign", `[1E+`, `[]`},
		{"exponent may go on", `[1e-5`, `[]`},
		{"number alone is a whole text", `12`, `12`},
		{"number alone with a fraction", `-1.5`, `-1.5`},
		{"word", `[true`, `[true]`},
		{"word cut off", `[null,fals`, `[null]`},
		{"word cut off in a member", `{"a":t`, `{}`},
		{"backslash", `"a\`, `"a"`},
		{"escape", `"a\n`, `"a\n"`},
		{"two backslashes", `"a\\`, `"a\\"`},
		{"three backslashes", `"a\\\`, `"a\\"`},
		{"escaped quote", `"a\"`, `"a\""`},
		{"unicode escape begun", `"a\u`, `"a"`},
		{"unicode escape cut off", `"a\u00e`, `"a"`},
		{"unicode escape", `"a\u00e9`, `"aé"`},
		{"high surrogate begun", `"a\ud8`, `"a"`},
		{"high surrogate", `"a\ud83d`, `"a"`},
		{"high surrogate and backslash", `"a\ud83d\`, `"a"`},
		{"low surrogate begun", `"a\uD83D\uD`, `"a"`},
		{"low surrogate cut off", `"a\ud83d\udfF`, `"a"`},
		{"surrogate pair", `"a\ud83d\ude00`, `"a😀"`},
		{"two bytes of three", "\"a\xe2\x82", `"a"`},
		{"one byte of two", "\"a\xc3", `"a"`},
		{"three bytes of four", "[\"é\xf0\x9f\x98", `["é"]`},
		{"whole character", `"a€`, `"a€"`},
		{"repeated key", `{"a":1,"b":2,"a":"x`, `{"a":"x","b":2}`},
		{"levels that were closed", "[" + strings.Repeat(`[],{},`, 100) + "[", "[" + strings.Repeat(`[],{},`, 100) + "[]]"},
		{"100 levels", strings.Repeat("[", 100), strings.Repeat("[", 100) + strings.Repeat("]", 100)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, ok := ojson.ParsePartial([]byte(test.text))
			if got := v.String(); !ok || got != test.want {
				t.Errorf("%q gives %s, %v, want %s", test.text, got, ok, test.want)
			}
		})
	}
}

// TestParsePartialNothing lists texts of which nothing can be kept.
func TestParsePartialNothing(t *testing.T) {
	for _, text := range []string{
		// A value has not begun, or is not certain yet.
		"", " \n", "\uFEFF", "\uFEFF ", "-", "1.", "1e", "1e+", "t", "nul", "fals",
		// These cannot become JSON.
		"x", "]", "}", ",", ":", "truE", "[trux", "[nulll", "01", "[01", "[-01", "[1.e", "[1ee", "[+", "[--", "[1 2", "[1.x",
		"[,", "[1,,", "[1,]", "[}", "[]]", "[] 1", "1 2", "\"a\"b", "{,", "{]", "{1", "{a", `{"a" 1`, `{"a",`, `{"a":}`, `{"a":,`,
		`{"a":1,}`, `{"a":1,,`, `{"a":1 "b"`, `{"a"}`, `{"a":1]`, "\"a\n", "[\"\x00", "{\"\x1f", `"\x`, `"\u12x`, `"\uz`, `"\u12"`,
		`"\udc00`, `"\udc`, `"\ude0`, `"\ud83dx`, `"\ud83d"`, `"\ud83d\n`, `"\ud83d\u0`, `"\ud83d\udb`, `"\ud83d\ud83d`, `"\ud83d\u0041`,
		"\"\xff", "\"\xc3x", "\"\xc3\\", "\"\xe0\x80", "\"\xed\xa0", "\"\xf5", "\"\x80", "\"\xf0\x9f\x98\x80\x80", "{\"\xff", "[\xc3",
		strings.Repeat("[", 101), strings.Repeat("[", 101) + "1",
	} {
		if v, ok := ojson.ParsePartial([]byte(text)); ok || !v.IsNull() {
			t.Errorf("%.20q gives %.40v, %v", text, v, ok)
		}
	}
}

// TestParsePartialPrefixes: the value of each beginning of a text is contained
// in that of every longer one, up to the whole. A number alone is the exception:
// 1 is a whole text and also the beginning of 1.5.
func TestParsePartialPrefixes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := samples(4).Draw(t, "sample").text
		var last ojson.Value
		usable := false
		for n := range len(text) + 1 {
			v, ok := ojson.ParsePartial([]byte(text[:n]))
			certain := usable && last.Kind() != ojson.KindNumber
			if certain && !ok {
				t.Fatalf("%q: nothing is left of %s", text[:n], last)
			}
			if certain && !contained(last, v) {
				t.Fatalf("%q: %s does not contain %s", text[:n], v, last)
			}
			last, usable = v, ok
		}
		if whole := parse(t, text); !usable || last.String() != whole.String() {
			t.Errorf("the whole text gives %s, want %s", last, whole)
		}
	})
}

// contained reports whether part is what a beginning of the text of whole may
// hold: only the last item or member of each container may be unfinished.
func contained(part, whole ojson.Value) bool {
	if part.Kind() != whole.Kind() || part.Len() > whole.Len() {
		return false
	}
	switch part.Kind() {
	case ojson.KindString:
		a, _ := part.AsString()
		b, _ := whole.AsString()
		return strings.HasPrefix(b, a)
	case ojson.KindArray:
		for i, item := range part.Items() {
			other := whole.Items()[i]
			if !ojson.Equal(item, other) && !(i == part.Len()-1 && contained(item, other)) {
				return false
			}
		}
	case ojson.KindObject:
		for i, m := range part.Members() {
			other := whole.Members()[i]
			if m.Key != other.Key || !ojson.Equal(m.Value, other.Value) && !(i == part.Len()-1 && contained(m.Value, other.Value)) {
				return false
			}
		}
	default:
		return ojson.Equal(part, whole)
	}
	return true
}

// TestParsePartialAfterChanges: what is no beginning of JSON gives nothing.
func TestParsePartialAfterChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := []byte(samples(3).Draw(t, "sample").text)
		data = data[:rapid.IntRange(0, len(data)).Draw(t, "cut")]
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			data = changed(t, data)
		}
		checkPartial(t, data)
	})
}

// checkPartial holds ParsePartial against a search for a way to go on.
func checkPartial(t rapid.TB, data []byte) {
	t.Helper()
	v, ok := ojson.ParsePartial(data)
	whole, possible := completed(data)
	if ok && !possible {
		t.Fatalf("%q gives %s but cannot become JSON", data, v)
	}
	if !ok && possible {
		// Then the top value must be a word or a number that is cut off.
		rest := strings.Trim(strings.TrimPrefix(string(data), "\uFEFF"), " \t\r\n")
		if strings.Trim(rest, "+-.0123456789Eaeflnrstu") != "" {
			t.Fatalf("%q gives nothing, %s was possible", data, whole)
		}
	}
	if complete, err := ojson.Parse(data); err == nil && (!ok || complete.String() != v.String()) {
		t.Fatalf("the whole text %q gives %s, %v, want %s", data, v, ok, complete)
	}
	if ok {
		roundTrip(t, v)
	}
}

// completed looks for a text that begins with data by trying all ends that one
// token may need, and the brackets that are open.
func completed(data []byte) (whole ojson.Value, ok bool) {
	inString, escaped := false, false
	closers := ""
	for _, c := range data {
		switch {
		case escaped:
			escaped = false
		case inString:
			escaped = c == '\\'
			inString = c != '"'
		case c == '"':
			inString = true
		case c == '[':
			closers = "]" + closers
		case c == '{':
			closers = "}" + closers
		case (c == ']' || c == '}') && closers != "":
			closers = closers[1:]
		}
	}
	tokens := []string{"", "0", ":0", `"":0`}
	for _, word := range []string{"true", "false", "null"} {
		for i := 1; i < len(word); i++ {
			tokens = append(tokens, word[i:])
		}
	}
	if inString {
		tokens = nil
		for _, character := range []string{
			"", "n", `\`, "0", "00", "000", "0000", "u0000", "c00", "dc00", "udc00", `\udc00`,
			"\x80", "\x80\x80", "\x80\x80\x80", "\xbf", "\xbf\xbf", "\xbf\xbf\xbf", "\x90\x80\x80", "\xa0\x80",
			"0" + `\udc00`, "00" + `\udc00`, "000" + `\udc00`, "800" + `\udc00`, "d800" + `\udc00`, "ud800" + `\udc00`,
		} {
			tokens = append(tokens, character+`"`, character+`":0`)
		}
	}
	for _, token := range tokens {
		text := append(data[:len(data):len(data)], token+closers...)
		if whole, err := ojson.Parse(text); err == nil {
			return whole, true
		}
	}
	return ojson.Value{}, false
}
