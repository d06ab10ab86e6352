package packdir_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packdir"
)

// TestWritten: a value that is written in any style is read as that value.
func TestWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := writer{t}
		v := w.object(3)
		text := w.members(v, 0)
		b, problems := packdir.ReadFile("f.yaml", []byte(text))
		if len(problems) > 0 {
			t.Fatalf("%s\n%v", text, summaries(problems))
		}
		if got, want := b.Release.String(), v.String(); got != want {
			t.Fatalf("%s\ngot  %s\nwant %s", text, got, want)
		}
	})
}

// writer draws values and writes them as YAML.
type writer struct{ t *rapid.T }

func (w writer) pick(n int) int { return rapid.IntRange(0, n-1).Draw(w.t, "pick") }

func (w writer) object(depth int) ojson.Value {
	var members []ojson.Member
	for range 1 + w.pick(4) {
		members = append(members, ojson.Field(w.word(), w.value(depth-1)))
	}
	return ojson.Object(members...) // keys that stand twice have gone
}

func (w writer) value(depth int) ojson.Value {
	n := 6
	if depth <= 0 {
		n = 4
	}
	switch w.pick(n) {
	case 0:
		return ojson.Int(int64(w.pick(2000) - 1000))
	case 1:
		return ojson.MustParse([]string{"true", "false", "null", "0.10", "-1.5"}[w.pick(5)])
	case 4:
		return w.object(depth)
	case 5:
		var items []ojson.Value
		for range 1 + w.pick(3) {
			items = append(items, w.value(depth-1))
		}
		return ojson.Array(items...)
	}
	return ojson.String(w.word())
}

func (w writer) word() string {
	return rapid.StringMatching(`[a-z .:#,'"\\{}\[\]\n0-9?!|>-]{0,12}|[a-zé竜]{1,8}( [a-z]{1,5}){0,3}`).Draw(w.t, "text")
}

// quoted writes a text between quotes.
func (w writer) quoted(s string) string {
	if !strings.Contains(s, "\n") && w.pick(2) == 0 {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return ojson.String(s).String()
}

// isWord reports whether a text can stand without quotes.
func isWord(s string) bool {
	return s != "" && s != "null" && s != "true" && s != "false" &&
		strings.Trim(s, " ") == s && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzé竜 ") == ""
}

func (w writer) scalar(v ojson.Value) string {
	s, ok := v.AsString()
	switch {
	case !ok:
		return v.String()
	case isWord(s) && w.pick(3) > 0:
		return s
	}
	return w.quoted(s)
}

// block writes a text as lines below a key, if it can be.
func (w writer) block(v ojson.Value, indent int) (string, bool) {
	s, ok := v.AsString()
	if !ok || s == "" || strings.HasPrefix(s, "\n") || w.pick(3) > 0 {
		return "", false
	}
	body, chomp := s, "-"
	if strings.HasSuffix(s, "\n") {
		body, chomp = s[:len(s)-1], "+"
	}
	if body == "" || strings.HasSuffix(body, "\n") {
		return "", false
	}
	lines := strings.Split(body, "\n")
	space := strings.Repeat(" ", indent+3)
	return "|3" + chomp + "\n" + space + strings.Join(lines, "\n"+space) + "\n", true
}

func (w writer) flow(v ojson.Value) string {
	var parts []string
	for _, m := range v.Members() {
		parts = append(parts, w.scalar(ojson.String(m.Key))+": "+w.flow(m.Value))
	}
	for _, item := range v.Items() {
		parts = append(parts, w.flow(item))
	}
	sep := []string{", ", ",", " ,\n ", ", # c\n"}[w.pick(4)]
	switch v.Kind() {
	case ojson.KindObject:
		return "{" + strings.Join(parts, sep) + "}"
	case ojson.KindArray:
		return "[" + strings.Join(parts, sep) + "]"
	}
	return w.scalar(v)
}

func (w writer) members(v ojson.Value, indent int) string {
	var out strings.Builder
	for _, m := range v.Members() {
		out.WriteString(strings.Repeat(" ", indent) + w.scalar(ojson.String(m.Key)) + []string{": ", ":   ", " : "}[w.pick(3)])
		out.WriteString(w.below(m.Value, indent))
	}
	return out.String()
}

func (w writer) items(v ojson.Value, indent int) string {
	var out strings.Builder
	for _, item := range v.Items() {
		out.WriteString(strings.Repeat(" ", indent) + "- ")
		if item.Len() > 0 && w.pick(2) == 0 { // on the same line
			text := ""
			if item.Kind() == ojson.KindObject {
				text = w.members(item, indent+2)
			} else {
				text = w.items(item, indent+2)
			}
			out.WriteString(text[indent+2:])
			continue
		}
		out.WriteString(w.below(item, indent))
	}
	return out.String()
}

// below writes what follows a key or dash, to the end of its last line.
func (w writer) below(v ojson.Value, indent int) string {
	if text, ok := w.block(v, indent); ok {
		return text
	}
	if v.Len() == 0 || w.pick(3) == 0 {
		return w.flow(v) + []string{"\n", " # c\n", "\n\n# d\n"}[w.pick(3)]
	}
	deeper := indent + 1 + w.pick(3)
	if v.Kind() == ojson.KindObject {
		return "# c\n" + w.members(v, deeper)
	}
	return "\n" + w.items(v, deeper)
}
