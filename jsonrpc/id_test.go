package jsonrpc_test

import (
	"math"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
	"pgregory.net/rapid"
)

func TestNewID(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"integer", `1`, `1`},
		{"zero", `0`, `0`},
		{"minus zero", `-0`, `0`},
		{"negative", `-7`, `-7`},
		{"string", `"a"`, `"a"`},
		{"empty string", `""`, `""`},
		{"string of digits", `"1"`, `"1"`},
		{"string with escapes", `"\u0061\n\/\u2028"`, `"a\n/\u2028"`},
		{"section 1: plain digits", `1.0`, `1`},
		{"section 1: plain digits from an exponent", `1e2`, `100`},
		{"section 1: plain digits, large", `1e15`, `1000000000000000`},
		{"item 10: largest", `9007199254740991`, `9007199254740991`},
		{"item 10: smallest", `-9007199254740991`, `-9007199254740991`},
		{"item 10: largest in another form", `9.007199254740991e15`, `9007199254740991`},
		{"item 11: fraction", `1.5`, `1.5`},
		{"item 11: fraction as it was sent", `-2.50`, `-2.50`},
		{"item 11: tiny", `1e-999999999`, `1e-999999999`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := parse(t, test.text)
			id, err := jsonrpc.NewID(v)
			if err != nil {
				t.Fatal(err)
			}
			if got := id.String(); got != test.want {
				t.Errorf("String = %s, want %s", got, test.want)
			}
			if got := string(id.Append([]byte("x"))); got != "x"+test.want {
				t.Errorf("Append = %s, want x%s", got, test.want)
			}
			if !ojson.Equal(id.Value(), v) {
				t.Errorf("Value = %v, want %v", id.Value(), v)
			}
			if id.IsZero() {
				t.Error("the id counts as absent")
			}
		})
	}
}

func TestNewIDRefused(t *testing.T) {
	tests := []struct{ name, text, hint string }{
		{"item 9: not finite", `1e999`, "string id"},
		{"item 9: not finite, negative", `-1e999`, "string id"},
		{"item 10: 2^53", `9007199254740992`, "string id"},
		{"item 10: 2^53+1", `9007199254740993`, "string id"},
		{"item 10: -2^53", `-9007199254740992`, "string id"},
		{"item 10: large", `-1e300`, "string id"},
		{"item 10: 64 bits", `12345678901234567890`, "string id"},
		{"item 10: fraction beyond the limit", `9007199254740992.5`, "string id"},
		{"item 10: many digits", `1` + strings.Repeat("0", 1e6), "string id"},
		{"item 12: null", `null`, "not null"},
		{"item 12: boolean", `true`, "not a boolean"},
		{"item 12: array", `[1]`, "not an array"},
		{"item 12: object", `{"id":1}`, "not an object"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			id, err := jsonrpc.NewID(parse(t, test.text))
			if err == nil {
				t.Fatalf("accepted as %.40s", id)
			}
			if err.Code != jsonrpc.CodeInvalidMessage || err.Name != "invalid_message" {
				t.Errorf("%d %s, want -32600 invalid_message", err.Code, err.Name)
			}
			if !strings.Contains(err.Message, test.hint) || len(err.Message) > 200 {
				t.Errorf("message %.300q, want %q in it", err.Message, test.hint)
			}
			if !id.IsZero() {
				t.Errorf("id %v beside the error", id)
			}
		})
	}
	if _, err := jsonrpc.NewID(ojson.Float(math.NaN())); err == nil {
		t.Error("NaN is accepted")
	}
}

func TestZeroID(t *testing.T) {
	var id jsonrpc.ID
	if !id.IsZero() || !id.Value().IsNull() || id.String() != "null" || string(id.Append(nil)) != "null" {
		t.Errorf("the zero ID is %v", id)
	}
	if jsonrpc.StringID("").IsZero() || jsonrpc.IntID(0).IsZero() || jsonrpc.StringID("null") == id {
		t.Error("an id counts as absent")
	}
}

// TestIDsAsKeys: ids are equal exactly when their texts are, wherever they
// come from.
func TestIDsAsKeys(t *testing.T) {
	if jsonrpc.StringID("1") == jsonrpc.IntID(1) {
		t.Error(`"1" equals 1`)
	}
	if jsonrpc.StringID("\xff\xff") != jsonrpc.StringID("\uFFFD\uFFFD") {
		t.Error("two ids with one text differ")
	}
	rapid.Check(t, func(t *rapid.T) {
		ids := map[jsonrpc.ID]string{}
		texts := map[string]jsonrpc.ID{}
		for _, id := range rapid.SliceOf(anyID()).Draw(t, "ids") {
			decoded, err := jsonrpc.NewID(parse(t, id.String()))
			if err != nil || decoded != id {
				t.Fatalf("%v comes back as %v, %v", id, decoded, err)
			}
			if text, ok := ids[id]; ok && text != id.String() {
				t.Fatalf("%s and %s are one key", text, id)
			}
			if other, ok := texts[id.String()]; ok && other != id {
				t.Fatalf("%s is two keys", id)
			}
			ids[id], texts[id.String()] = id.String(), id
		}
	})
}

func anyID() *rapid.Generator[jsonrpc.ID] {
	return rapid.OneOf(
		rapid.Map(rapid.Int64Range(-3, 3), jsonrpc.IntID),
		rapid.Map(rapid.Int64Range(-(1<<53-1), 1<<53-1), jsonrpc.IntID),
		rapid.Map(rapid.SampledFrom([]string{"", "1", "-1", "t-1", "null", "\xff", "\uFFFD"}), jsonrpc.StringID),
		rapid.Map(rapid.String(), jsonrpc.StringID),
	)
}

// parse returns the value of a text that must be JSON.
func parse(t rapid.TB, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("Parse(%.80q): %v", text, err)
	}
	return v
}
