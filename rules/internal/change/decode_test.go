package change_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/change"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// row is a member of a type as docs/rules/changes.md has it.
type row struct {
	name  string
	need  bool   // the change is refused without it
	value string // one that is right
	wrong string // one of the wrong JSON type
}

// docs is the table of docs/rules/changes.md. Of members with "or" one must be
// there; the first one stands in the valid change.
var docs = []struct {
	typ  string
	or   []row
	rows []row
}{
	{"set", nil, []row{{"field", true, `"hp"`, `1`}, {"value", true, `3`, `{}`}}},
	{"adjust", []row{{"by", true, `-3`, `"3"`}, {"parts", true, `[{"by":-3,"tags":["fire"]},{"by":0}]`, `{}`}},
		[]row{{"field", true, `"hp"`, `null`}, {"faces", false, `[1,20]`, `1`}}},
	{"addItem", nil, []row{{"item", true, `"sword"`, `1`}, {"entry", false, `"my-sword"`, `1`}, {"quantity", false, `0`, `"1"`},
		{"equipped", false, `true`, `1`}, {"state", false, `{"charges":3,"list":[1,"a"]}`, `[]`}}},
	{"removeItem", []row{{"entry", true, `"e1"`, `1`}, {"copies", true, `{"type":"weapon"}`, `"e1"`}}, nil},
	{"equip", []row{{"entry", true, `"e1"`, `1`}, {"copies", true, `{"type":"weapon","where":"it.equipped","limit":1}`, `[]`}},
		[]row{{"equipped", false, `false`, `0`}}},
	{"setState", []row{{"entry", true, `"e1"`, `1`}, {"copies", true, `{"type":"weapon"}`, `[]`}, {"applied", true, `{}`, `[]`}},
		[]row{{"state", true, `"charges"`, `{}`}, {"value", true, `"x"`, `[{}]`}}},
	{"adjustState", []row{{"entry", true, `"e1"`, `1`}, {"copies", true, `{"type":"weapon"}`, `[]`}, {"applied", true, `{"where":"true","limit":2}`, `[]`}},
		[]row{{"state", true, `"charges"`, `{}`}, {"by", true, `0.5`, `"x"`}}},
	{"setQuantity", []row{{"entry", true, `"e1"`, `1`}, {"copies", true, `{"type":"weapon"}`, `[]`}},
		[]row{{"quantity", true, `3`, `1.5`}}},
	{"adjustQuantity", []row{{"entry", true, `"e1"`, `1`}, {"copies", true, `{"type":"weapon"}`, `[]`}},
		[]row{{"by", true, `-3`, `1.5`}}},
	{"applyTemplate", nil, []row{{"template", true, `"elf"`, `1`}, {"id", false, `"t"`, `1`}}},
	{"removeTemplate", nil, []row{{"id", true, `"t"`, `1`}}},
	{"applyEffect", nil, []row{{"effect", true, `"prone"`, `1`}, {"id", false, `"x"`, `1`}, {"state", false, `{}`, `1`}, {"on", false, `true`, `1`}}},
	{"removeEffect", []row{{"id", true, `"x"`, `1`}, {"applied", true, `{}`, `[]`}}, nil},
	{"toggleEffect", []row{{"id", true, `"x"`, `1`}, {"applied", true, `{}`, `[]`}}, []row{{"on", false, `false`, `1`}}},
	{"choose", nil, []row{{"path", true, `"e1/feat"`, `1`}, {"option", true, `"lucky"`, `1`}}},
	{"unchoose", nil, []row{{"path", true, `"e1/feat"`, `1`}, {"option", false, `"lucky"`, `1`}}},
	{"setExtension", nil, []row{{"key", true, `"app"`, `1`}, {"value", true, `{"a":[null]}`, ``}}},
	{"finishCreation", nil, nil},
	{"setHomebrew", nil, []row{{"homebrew", true, `{"id":"mine"}`, `[]`}}},
	{"dismissFollowUp", nil, []row{{"id", true, `"f1"`, `1`}}},
	{"clearFollowUp", nil, []row{{"id", true, `"f1"`, `1`}}},
}

// write returns a change with the rows, and with replaced values; "-" leaves a
// member out.
func write(typ string, rows []row, replace map[string]string) string {
	text := fmt.Sprintf(`{"type":%q`, typ)
	for _, r := range rows {
		value := r.value
		if v, ok := replace[r.name]; ok {
			value = v
		}
		if value != "-" {
			text += fmt.Sprintf(",%q:%s", r.name, value)
		}
	}
	return text + "}"
}

// decodeText returns the errors of a change as texts.
func decodeText(text string) string {
	c, errs := change.Decode(ojson.MustParse(text))
	if (c == nil) != (len(errs) > 0) {
		return "neither or both of a change and errors"
	}
	return texts(errs)
}

func texts(errs []*fault.Error) string {
	var list []string
	for _, e := range errs {
		list = append(list, e.Code+" "+e.Path)
	}
	return strings.Join(list, "; ")
}

func TestShapes(t *testing.T) {
	check := func(text, want string) {
		t.Helper()
		if got := decodeText(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	var types []change.Type
	for _, d := range docs {
		types = append(types, change.Type(d.typ))
		alternatives := [][]row{nil}
		if d.or != nil {
			alternatives = nil
			for _, r := range d.or {
				alternatives = append(alternatives, []row{r})
			}
		}
		for _, first := range alternatives {
			rows := append(first, d.rows...)
			check(write(d.typ, rows, nil), "")
			for _, r := range rows {
				without := ""
				if r.need {
					without = "missing-member "
				}
				check(write(d.typ, rows, map[string]string{r.name: "-"}), without)
				if r.wrong != "" {
					got := decodeText(write(d.typ, rows, map[string]string{r.name: r.wrong}))
					if !strings.HasPrefix(got, "wrong-type /"+r.name) || strings.Contains(got, ";") {
						t.Errorf("%s of %s is %s: got %q", r.name, d.typ, r.wrong, got)
					}
				}
			}
			check(write(d.typ, append(rows, row{name: "note", value: "1"}), nil), "unknown-member /note")
		}
		for i := 1; i < len(d.or); i++ {
			check(write(d.typ, append([]row{d.or[0], d.or[i]}, d.rows...), nil), "conflicting-members ")
		}
	}
	if diff := cmp.Diff(types, change.Types()); diff != "" {
		t.Error(diff)
	}
	if len(docs) != 21 {
		t.Errorf("%d types", len(docs))
	}
}

func TestValuesThatNoChangeHas(t *testing.T) {
	for text, want := range map[string]string{
		`null`:         "wrong-type ",
		`[]`:           "wrong-type ",
		`{}`:           "missing-member ",
		`{"type":1}`:   "wrong-type /type",
		`{"type":"x"}`: "unknown-change-type /type",
		`{"type":"set","field":"a","value":[[1]]}`:                                                 "wrong-type /value",
		`{"type":"set","field":"a","value":1e400}`:                                                 "invalid-value /value",
		`{"type":"set","field":"a","value":9007199254740993}`:                                      "invalid-value /value",
		`{"type":"set","field":"a","value":[1e-30]}`:                                               "invalid-value /value",
		`{"type":"set","value":{},"x":1}`:                                                          "missing-member ; wrong-type /value; unknown-member /x",
		`{"type":"adjust","field":"a","by":1e19}`:                                                  "invalid-value /by",
		`{"type":"adjust","field":"a","by":1,"tags":["a",2]}`:                                      "wrong-type /tags/1",
		`{"type":"adjust","field":"a","by":1,"tags":"a"}`:                                          "wrong-type /tags",
		`{"type":"adjust","field":"a","by":1,"faces":[0,1.5,"a"]}`:                                 "invalid-value /faces/0; wrong-type /faces/1; wrong-type /faces/2",
		`{"type":"adjust","field":"a","parts":[]}`:                                                 "invalid-value /parts",
		`{"type":"adjust","field":"a","parts":[1]}`:                                                "wrong-type /parts/0",
		`{"type":"adjust","field":"a","parts":[{"tags":[]},{"by":1,"of":2},{"by":1,"tags":1}]}`:    "missing-member /parts/0; unknown-member /parts/1/of; wrong-type /parts/2/tags",
		`{"type":"adjust","field":"a","parts":[{"by":2},{"by":0},{"by":-1},{"by":1}]}`:             "invalid-value /parts/2/by",
		`{"type":"adjust","field":"a","parts":[{"by":2}],"tags":["x"]}`:                            "conflicting-members ",
		`{"type":"addItem","item":"a","entry":"rules"}`:                                            "invalid-id /entry",
		`{"type":"addItem","item":"a","entry":"a/b"}`:                                              "invalid-id /entry",
		`{"type":"addItem","item":"a","entry":""}`:                                                 "invalid-id /entry",
		`{"type":"addItem","item":"a","quantity":-1}`:                                              "invalid-value /quantity",
		`{"type":"addItem","item":"a","quantity":1e17}`:                                            "invalid-value /quantity",
		`{"type":"addItem","item":"a","state":{"a/b":null,"c":{}}}`:                                "wrong-type /state/a~1b; wrong-type /state/c",
		`{"type":"applyEffect","effect":"a","id":"rules~x"}`:                                       "invalid-id /id",
		`{"type":"applyTemplate","template":"a","id":"` + strings.Repeat("a", 101) + `"}`:          "invalid-id /id",
		`{"type":"removeItem","copies":{}}`:                                                        "missing-member /copies",
		`{"type":"removeItem","copies":{"type":1,"where":2,"limit":0,"from":"all"}}`:               "unknown-member /copies/from; invalid-value /copies/limit; wrong-type /copies/type; wrong-type /copies/where",
		`{"type":"removeEffect","applied":{"type":"x","limit":"1"}}`:                               "wrong-type /applied/limit; unknown-member /applied/type",
		`{"type":"setState","entry":"a","copies":{"type":"b"},"applied":{},"state":"s","value":1}`: "conflicting-members ",
		`{"type":"setHomebrew","homebrew":"x"}`:                                                    "wrong-type /homebrew",
	} {
		if got := decodeText(text); sorted(got) != sorted(want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		`{"type":"set","field":"a","value":null}`,
		`{"type":"setState","entry":"a","state":"s","value":null}`,
		`{"type":"setExtension","key":"a","value":null}`,
		`{"type":"setHomebrew","homebrew":null}`,
	} {
		if got := decodeText(text); got != "" {
			t.Errorf("%s: got %q", text, got)
		}
	}
}

// sorted makes lists of errors comparable without their order.
func sorted(list string) string {
	parts := strings.Split(list, "; ")
	for i := range parts {
		for j := i + 1; j < len(parts); j++ {
			if parts[j] < parts[i] {
				parts[i], parts[j] = parts[j], parts[i]
			}
		}
	}
	return strings.Join(parts, "; ")
}

func TestDecodedMembers(t *testing.T) {
	read := func(text string) *change.Change {
		t.Helper()
		c, errs := change.Decode(ojson.MustParse(text))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return c
	}
	c := read(`{"type":"adjust","field":"hp","parts":[{"by":-1.5,"tags":["fire","cold"]},{"by":-2}],"faces":[3,4]}`)
	if c.Field != "hp" || len(c.Parts) != 2 || !formula.Equal(c.Parts[0].By, formula.Ratio(-3, 2)) ||
		!cmp.Equal(c.Parts[0].Tags, []string{"fire", "cold"}) || !cmp.Equal(c.Faces, []int64{3, 4}) || c.Has("by") || !c.Has("faces") {
		t.Errorf("%+v", c)
	}
	// Numbers are kept to 12 digits where they are stored.
	c = read(`{"type":"set","field":"hp","value":[0.12345678901251,1]}`)
	if got := c.Value.JSON().String(); got != "[0.123456789013,1]" {
		t.Error(got)
	}
	c = read(`{"type":"equip","copies":{"type":"weapon","where":"it.equipped","limit":3}}`)
	if !c.On || *c.Copies != (change.Query{Type: "weapon", Where: "it.equipped", Limit: 3}) || c.Applied != nil {
		t.Errorf("%+v", c)
	}
	if c = read(`{"type":"equip","entry":"e1","equipped":false}`); c.On || c.ID != "e1" {
		t.Errorf("%+v", c)
	}
	if c = read(`{"type":"toggleEffect","id":"e1"}`); c.Has("on") || c.ID != "e1" {
		t.Errorf("%+v", c)
	}
	if c = read(`{"type":"applyEffect","effect":"x","state":{"b":1,"a":"t"}}`); !c.On || c.Content != "x" || len(c.States) != 2 || c.States[0].ID != "b" {
		t.Errorf("%+v", c)
	}
}

func TestWhatIsWrittenIntoChanges(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"addItem","quantity":2,"item":"a","equipped":true}`: `{"type":"addItem","quantity":2,"item":"a","entry":"e7","equipped":true}`,
		`{"effect":"a","type":"applyEffect"}`:                        `{"effect":"a","id":"e7","type":"applyEffect"}`,
		`{"type":"applyTemplate","template":"a"}`:                    `{"type":"applyTemplate","template":"a","id":"e7"}`,
	} {
		c, errs := change.Decode(ojson.MustParse(text))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := c.WithID("e7").String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	c, _ := change.Decode(ojson.MustParse(`{"type":"adjust","field":"a","by":1}`))
	if got := c.WithFaces([]int64{3, 6}).String(); got != `{"type":"adjust","field":"a","by":1,"faces":[3,6]}` {
		t.Error(got)
	}
}

func TestBatches(t *testing.T) {
	_, errs := change.DecodeBatch(ojson.MustParse(`[{"type":"x"},{"type":"finishCreation"},{"type":"set","field":"a"},{"type":"choose"}]`).Items(), "/changes")
	if got, want := texts(errs), "unknown-change-type /changes/0/type; missing-member /changes/2; missing-member /changes/3; missing-member /changes/3"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	list, errs := change.DecodeBatch(nil, "/changes")
	if list == nil || len(list) != 0 || errs != nil {
		t.Error(list, errs)
	}
	many := func(n int, item string) string {
		return strings.TrimSuffix(strings.Repeat(item+",", n), ",")
	}
	for _, test := range []struct{ text, limit string }{
		{`[` + many(1000, `{"type":"finishCreation"}`) + `]`, ""},
		{`[` + many(1001, `{"type":"finishCreation"}`) + `]`, "changes"},
		{`[{"type":"adjust","field":"a","parts":[` + many(100, `{"by":1}`) + `]}]`, ""},
		{`[{"type":"adjust","field":"a","parts":[` + many(101, `{"by":1}`) + `]},1]`, "parts"},
		{`[{"type":"adjust","field":"a","by":1,"faces":[` + many(1000, `1`) + `]}]`, ""},
		{`[{"type":"adjust","field":"a","by":1,"faces":[` + many(1001, `1`) + `]}]`, "dice"},
	} {
		_, errs := change.DecodeBatch(ojson.MustParse(test.text).Items(), "/changes")
		got := ""
		if len(errs) == 1 && errs[0].Code == "safety-limit-exceeded" && errs[0].Path == "" {
			name, _ := errs[0].Data.Get("limit")
			got, _ = name.AsString()
		} else if errs != nil {
			t.Errorf("%.60s: %v", test.text, errs)
		}
		if got != test.limit {
			t.Errorf("%.60s: limit %q, want %q", test.text, got, test.limit)
		}
	}
}
