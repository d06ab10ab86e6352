package ojson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
	"pgregory.net/rapid"
)

// The differences from encoding/json that are wanted: we refuse more than 100
// levels, unpaired surrogates and invalid UTF-8, and accept a byte-order mark.

// compare parses data with both packages and reports any other difference. It
// returns our value if there is one.
func compare(t rapid.TB, data []byte) (ojson.Value, bool) {
	t.Helper()
	v, err := ojson.Parse(data)
	plain := bytes.TrimPrefix(data, []byte("\uFEFF"))
	standard := json.Valid(plain)
	if err == nil {
		if !standard {
			t.Fatalf("only ojson accepts %q", data)
		}
		sameAny(t, v, decodeAny(t, plain))
		return v, true
	}
	var syntax *ojson.SyntaxError
	if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(data) || syntax.Reason == "" {
		t.Fatalf("%q: error %#v", data, err)
	}
	if !standard {
		return v, false
	}
	switch {
	case strings.HasPrefix(syntax.Reason, "nested deeper") && levels(plain) > ojson.MaxDepth:
	case strings.HasPrefix(syntax.Reason, "invalid UTF-8") && !utf8.Valid(data):
	case syntax.Reason == "unpaired surrogate" && regexp.MustCompile(`(?i)\\ud[89a-f]`).Match(data):
	default:
		t.Fatalf("only encoding/json accepts %q: %v", data, err)
	}
	return v, false
}

// levels returns the depth of a valid text.
func levels(data []byte) (deepest int) {
	d := json.NewDecoder(bytes.NewReader(data))
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			return deepest
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			depth++
			deepest = max(deepest, depth)
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
	}
}

func decodeAny(t rapid.TB, data []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("encoding/json: %v", err)
	}
	return v
}

// sameAny reports a difference between v and the same text in encoding/json.
func sameAny(t rapid.TB, v ojson.Value, want any) {
	t.Helper()
	same := false
	switch want := want.(type) {
	case nil:
		same = v.IsNull()
	case bool:
		b, ok := v.AsBool()
		same = ok && b == want
	case string:
		s, ok := v.AsString()
		same = ok && s == want
	case json.Number:
		f, ok := v.AsFloat()
		g, err := strconv.ParseFloat(string(want), 64)
		// Of long literals strconv is wrong, see TestLongLiterals.
		same = ok && (f == g && v.IsFinite() == (err == nil) || len(want) > 300)
	case []any:
		if same = v.Kind() == ojson.KindArray && v.Len() == len(want); same {
			for i, item := range v.Items() {
				sameAny(t, item, want[i])
			}
		}
	case map[string]any:
		if same = v.Kind() == ojson.KindObject && v.Len() == len(want); same {
			for _, m := range v.Members() {
				other, ok := want[m.Key]
				if !ok {
					t.Errorf("key %q is not in %v", m.Key, want)
				}
				sameAny(t, m.Value, other)
			}
		}
	}
	if !same {
		t.Errorf("%s, encoding/json has %#v", v, want)
	}
}

// TestDifferential feeds both packages texts that are nearly JSON.
func TestDifferential(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := []byte(samples(3).Draw(t, "sample").text)
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			data = changed(t, data)
		}
		compare(t, data)
	})
}

// changed returns data with a piece removed, doubled or put in.
func changed(t *rapid.T, data []byte) []byte {
	from := rapid.IntRange(0, len(data)).Draw(t, "from")
	to := min(len(data), from+rapid.IntRange(0, 4).Draw(t, "length"))
	piece := rapid.OneOf(
		rapid.Just(string(data[from:to])+string(data[from:to])),
		rapid.SampledFrom([]string{
			"", "0", "1", "-", "+", ".", "e", "E5", "[", "]", "{", "}", ",", ":", `"`, `""`, `"a":`, `\`, `\u`,
			`\ud83d`, `\ude00`, "null", "tru", " ", "\n", "\x00", "\x7f", "\xff", "\xc3", "é", "\uFEFF", "/", "'",
		}),
	).Draw(t, "piece")
	return []byte(string(data[:from]) + piece + string(data[to:]))
}

// TestWantedDifferences shows each of them once.
func TestWantedDifferences(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[", 101) + strings.Repeat("]", 101),
		`"\ud83d"`,
		"\"\xff\"",
	} {
		if !json.Valid([]byte(text)) {
			t.Errorf("encoding/json refuses %.20q too", text)
		}
		if _, ok := compare(t, []byte(text)); ok {
			t.Errorf("%.20q is accepted", text)
		}
	}
	if text := []byte("\uFEFF{}"); json.Valid(text) {
		t.Error("encoding/json accepts a byte-order mark")
	} else if _, ok := compare(t, text); !ok {
		t.Error("a byte-order mark is refused")
	}
}
