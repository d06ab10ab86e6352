package packdir_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/packdir"
)

// TestValues reads one value behind a key, to the end of the file, and compares
// its JSON.
func TestValues(t *testing.T) {
	for _, c := range []struct{ yaml, want string }{
		// Numbers keep their digits.
		{"0.1", "0.1"},
		{"1.50", "1.50"},
		{"-7", "-7"},
		{"0", "0"},
		{"-0", "0"},
		{"3.0", "3"},
		{"1e3", "1000"},
		{"1E-3", "1E-3"},
		{".5", "0.5"},
		{"-.5", "-0.5"},
		{"5.", "5"},
		{"+5", "5"},
		{"12345678901234567890.123456789", "12345678901234567890.123456789"},
		{"0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"},

		// Only these words are special.
		{"true", "true"},
		{"false", "false"},
		{"null", "null"},
		{"", "null"},
		{"# nothing", "null"},
		{"yes", `"yes"`},
		{"No", `"No"`},
		{"on", `"on"`},
		{"y", `"y"`},
		{"truely", `"truely"`},
		{`"true"`, `"true"`},
		{"'null'", `"null"`},
		{`"7"`, `"7"`},

		// Everything else is text.
		{"2024-01-31", `"2024-01-31"`},
		{"12:30", `"12:30"`},
		{"1.2.3", `"1.2.3"`},
		{"1d20", `"1d20"`},
		{"10 / 3", `"10 / 3"`},
		{"-effect.state.value", `"-effect.state.value"`},
		{"(abilities.{a}.score - 10) // 2", `"(abilities.{a}.score - 10) // 2"`},
		{"min(a, b)", `"min(a, b)"`},
		{"a ? b:c", `"a ? b:c"`},
		{"a#b", `"a#b"`},
		{"a #b", `"a"`},
		{"1_a", `"1_a"`},
		{"_1", `"_1"`},
		{"0xg", `"0xg"`},
		{"1e", `"1e"`},
		{".", `"."`},
		{"...", `"..."`},
		{"a <<b", `"a <<b"`},
		{"ä ö", `"ä ö"`},

		// Quotes.
		{`'it''s'`, `"it's"`},
		{`'a\n'`, `"a\\n"`},
		{`''`, `""`},
		{`"a\tb\u00e4\U0001F409\x41\/\ \_"`, `"a\tbä🐉A/ ` + "\u00a0" + `"`},
		{`"\ud83d\udc09"`, `"🐉"`},
		{`"a: b, [c] # d"`, `"a: b, [c] # d"`},
		{"\"a  \n\n   b \\\n   c\"", `"a\nb c"`},
		{"'a\n   b\n\n\n   c'", `"a b\n\nc"`},

		// Text over lines.
		{"a\n   b\n\n   c", `"a b\nc"`},
		{"|\n   a\n    b\n\n   c\n", `"a\n b\n\nc\n"`},
		{"|-\n   a\n\n", `"a"`},
		{"|+\n   a\n\n", `"a\n\n"`},
		{"|2\n    a\n", `"  a\n"`},
		{"|2-\n    a\n", `"  a"`},
		{"|-2\n    a\n", `"  a"`},
		{">\n   a\n   b\n\n   c\n    d\n   e\n", `"a b\nc\n d\ne\n"`},
		{">- # why\n   a\n   b\n", `"a b"`},
		{"|\n", `""`},
		{"|\n   a", `"a\n"`}, // the end of the file ends a line

		// Brackets.
		{"[]", "[]"},
		{"{}", "{}"},
		{"[a, 'b', 1, [true], {c: d}, ]", `["a","b",1,[true],{"c":"d"}]`},
		{"{a: , b: [], \"c\":1, 'd': x y}", `{"a":null,"b":[],"c":1,"d":"x y"}`},
		{"{1: a, 1.50: b, yes: c}", `{"1":"a","1.50":"b","yes":"c"}`},
		{"[a:b, http://x, -1, a?]", `["a:b","http://x",-1,"a?"]`},
		{"[\n# c\na,\n\tb\n]", `["a","b"]`},
	} {
		b, problems := packdir.ReadFile("f.yaml", []byte("k: "+c.yaml))
		if len(problems) > 0 {
			t.Errorf("%q: %+v", c.yaml, problems[0])
			continue
		}
		v, _ := b.Release.Get("k")
		if got := v.String(); got != c.want {
			t.Errorf("%q: got %s, want %s", c.yaml, got, c.want)
		}
	}
}

// TestKeys: a key is its own text, whatever it looks like.
func TestKeys(t *testing.T) {
	text := strings.Join([]string{
		"1: a", "1.50: b", "0x10: c", "true: d", "null: e", "~: f", `"q: r": g`, `'': h`,
		"abilities.{a}.score: i", "a b  : j", "x[1]: k", "2024-01-01: l", "yes: m", "-1: n", "a#b: o",
	}, "\n")
	b, problems := packdir.ReadFile("f.yaml", []byte(text))
	if len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	want := `{"1":"a","1.50":"b","0x10":"c","true":"d","null":"e","~":"f","q: r":"g","":"h",` +
		`"abilities.{a}.score":"i","a b":"j","x[1]":"k","2024-01-01":"l","yes":"m","-1":"n","a#b":"o"}`
	if got := b.Release.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestStructure reads documents whose shape is what matters.
func TestStructure(t *testing.T) {
	for _, c := range []struct{ name, yaml, want string }{
		{"lists right below their key", "a:\n- b\n- c\nd: e\n", `{"a":["b","c"],"d":"e"}`},
		{"objects in lists", "a:\n  - b: 1\n    c: 2\n  -   d: 3\n      e: 4\n", `{"a":[{"b":1,"c":2},{"d":3,"e":4}]}`},
		{"lists in lists", "a:\n- - b\n  - c\n-\n  - d\n", `{"a":[["b","c"],["d"]]}`},
		{"nothing", "a:\nb:\n- \n-\n- c:\n", `{"a":null,"b":[null,null,{"c":null}]}`},
		{"values on the next line", "a:\n  b\nc:\n  \"d\"\ne:\n  [f]\ng:\n  |\n  h\n", `{"a":"b","c":"d","e":["f"],"g":"h\n"}`},
		{"blank lines of Windows", "a: |+\r\n\r\n  b\r\n\r\nc: >\r\n  d\r\n\r\n  e\r\n", `{"a":"\nb\n\n","c":"d\ne\n"}`},
		{"comments", "# a\nb: # c\n  # d\n  e: f # g\n# h\n  i: j\n#k", `{"b":{"e":"f","i":"j"}}`},
		{"line ends of Windows", "a: |\r\n  b\r\n  c\r\nd: \"e\r\n  f\"\r\ng:\r\n- h\r\n  i\r\n", `{"a":"b\nc\n","d":"e f","g":["h i"]}`},
		{"markers", "---\na: b\n...\n# end\n", `{"a":"b"}`},
		{"a value behind the marker", "--- {a: b}\n", `{"a":"b"}`},
		{"a byte-order mark", "\uFEFFa: b", `{"a":"b"}`},
		{"comments alone", "# a\n", `{}`},
		{"nothing at all", "", `{}`},
		{"indented as a whole", "  a: b\n  c: d\n", `{"a":"b","c":"d"}`},
		{"a tab behind a colon", "a:\tb\n-x:\t\t[c]\n", `{"a":"b","-x":["c"]}`},
	} {
		b, problems := packdir.ReadFile("f.yaml", []byte(c.yaml))
		if len(problems) > 0 {
			t.Errorf("%s: %+v", c.name, problems[0])
		} else if got := b.Release.String(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestEscapes reads every escape of one letter.
func TestEscapes(t *testing.T) {
	b, problems := packdir.ReadFile("f.yaml", []byte(`"a\0\a\b\t\n\v\f\r\e\ \"\/\\\N\_\L\P\`+"\t"+`\x7f": `))
	if len(problems) > 0 {
		t.Fatal(summaries(problems))
	}
	want := "a\x00\a\b\t\n\v\f\r\x1b \"/\\\u0085\u00a0\u2028\u2029\t\x7f"
	if got := b.Release.Members()[0].Key; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
