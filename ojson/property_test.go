package ojson_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/ojson"
	"pgregory.net/rapid"
)

// sample is a JSON text in some free style with the value that it must have.
type sample struct {
	text  string
	value ojson.Value
}

// samples generates texts with at most depth levels. Keys of one object differ.
func samples(depth int) *rapid.Generator[sample] {
	return rapid.Custom(func(t *rapid.T) sample {
		kinds := 4
		if depth > 0 {
			kinds = 8 // containers are half of what is not a leaf
		}
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 0:
			return rapid.SampledFrom([]sample{
				{"null", ojson.Value{}}, {"true", ojson.Bool(true)}, {"false", ojson.Bool(false)},
			}).Draw(t, "word")
		case 1:
			i := rapid.Int64Range(-1<<53, 1<<53).Draw(t, "integer")
			return sample{ojson.Int(i).String(), ojson.Int(i)}
		case 2:
			f := rapid.Float64().Draw(t, "double")
			return sample{ojson.Float(f).String(), ojson.Float(f)}
		case 3:
			s := text(t)
			return sample{quoted(t, s), ojson.String(s)}
		case 4, 5:
			var items []ojson.Value
			var texts []string
			for _, s := range rapid.SliceOfN(samples(depth-1), 0, 5).Draw(t, "items") {
				items = append(items, s.value)
				texts = append(texts, space(t)+s.text+space(t))
			}
			return sample{"[" + strings.Join(texts, ",") + space(t) + "]", ojson.Array(items...)}
		default:
			var members []ojson.Member
			var texts []string
			seen := map[string]bool{}
			for range rapid.IntRange(0, 14).Draw(t, "members") {
				key := text(t)
				if seen[key] {
					continue
				}
				seen[key] = true
				s := samples(min(depth-1, 1)).Draw(t, "value")
				members = append(members, ojson.Field(key, s.value))
				texts = append(texts, space(t)+quoted(t, key)+space(t)+":"+space(t)+s.text+space(t))
			}
			return sample{"{" + strings.Join(texts, ",") + space(t) + "}", ojson.Object(members...)}
		}
	})
}

func space(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "", "", " ", "\n", "\t\r "}).Draw(t, "space")
}

// text draws the text of a string, with what is hard about text.
func text(t *rapid.T) string {
	return rapid.StringOfN(rapid.OneOf(
		rapid.RuneFrom([]rune("abcxyz 019")),
		rapid.RuneFrom([]rune("\"\\/\b\f\n\r\t\x00\x1f\x7f\u2028\u2029\uFFFD\uFEFFé漢😀\U0010FFFF")),
		rapid.Rune(),
	), 0, 6, -1).Draw(t, "text")
}

// quoted writes s as a JSON string with escapes chosen at random.
func quoted(t *rapid.T, s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		must := r < 0x20 || r == '"' || r == '\\'
		if !must && rapid.IntRange(0, 3).Draw(t, "escape") > 0 {
			b.WriteRune(r)
			continue
		}
		if i := strings.IndexRune("\"\\/\b\f\n\r\t", r); i >= 0 && rapid.Bool().Draw(t, "short") {
			b.WriteString(`\` + `"\/bfnrt`[i:i+1])
			continue
		}
		b.WriteString(unicodeEscape(t, r))
	}
	b.WriteByte('"')
	return b.String()
}

// unicodeEscape writes r as one or two \u escapes, without the help of utf16.
func unicodeEscape(t *rapid.T, r rune) string {
	digits := rapid.SampledFrom([]string{"0123456789abcdef", "0123456789ABCDEF"}).Draw(t, "digits")
	unit := func(u rune) string {
		return `\u` + digits[u>>12:u>>12+1] + digits[u>>8&15:u>>8&15+1] + digits[u>>4&15:u>>4&15+1] + digits[u&15:u&15+1]
	}
	if r < 0x10000 {
		return unit(r)
	}
	r -= 0x10000
	return unit(0xD800+r>>10) + unit(0xDC00+r&0x3FF)
}

// TestParseWhatWasWritten: every style of a value is read as that value, with
// its keys in order.
func TestParseWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := samples(4).Draw(t, "sample")
		got := parse(t, s.text)
		if !ojson.Equal(got, s.value) && !hasNonFinite(s.value) {
			t.Errorf("%s\nis read as %s\nwant       %s", s.text, got, s.value)
		}
		// Equal does not look at key order, the texts do.
		if diff := cmp.Diff(s.value.String(), got.String()); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
	})
}

func hasNonFinite(v ojson.Value) bool {
	for _, item := range v.Items() {
		if hasNonFinite(item) {
			return true
		}
	}
	for _, m := range v.Members() {
		if hasNonFinite(m.Value) {
			return true
		}
	}
	return v.Kind() == ojson.KindNumber && !v.IsFinite()
}

// TestRoundTrip: what is written is one line, reads as the same value, and is
// written the same again.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := parse(t, samples(4).Draw(t, "sample").text)
		roundTrip(t, v)
	})
}

func roundTrip(t rapid.TB, v ojson.Value) {
	t.Helper()
	written := v.String()
	for i := range len(written) {
		if written[i] < 0x20 {
			t.Errorf("control character %q in %q", written[i], written)
		}
	}
	if !utf8.ValidString(written) || strings.ContainsAny(written, "\u2028\u2029") {
		t.Errorf("wrong characters in %q", written)
	}
	again := parse(t, written)
	if !ojson.Equal(again, v) && !hasNonFinite(v) {
		t.Errorf("%s\nis read as %s", written, again)
	}
	if rewritten := again.String(); rewritten != written {
		t.Errorf("%s\nis then written as %s", written, rewritten)
	}
}

// TestStringRoundTrip: any bytes come back, invalid ones as U+FFFD each.
func TestStringRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.OneOf(
			rapid.Byte(),
			rapid.SampledFrom([]byte("\xe2\x80\xa8\xa9\xf0\x9f\x98\x80\xc3\xed\xa0\"\\a")),
		)).Draw(t, "bytes"))
		got, ok := parse(t, ojson.String(s).String()).AsString()
		if want := string([]rune(s)); !ok || got != want {
			t.Errorf("%q comes back as %q, want %q", s, got, want)
		}
	})
}
