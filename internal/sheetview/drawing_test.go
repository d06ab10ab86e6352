package sheetview_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

func TestSheet(t *testing.T) {
	x := open(t)
	golden(t, "sheet", x.hero(t, "en").Sheet(sheetview.Style{}))
	// Texts that a language lacks are English ones.
	golden(t, "sheet_de_60", x.hero(t, "de").Sheet(sheetview.Style{Width: 60}))
}

// A new character has choices to make and nothing else; what it has that the game
// does not know is named by its id.
func TestSheetOfOthers(t *testing.T) {
	for name, file := range map[string]string{
		"sheet_new": `{"specVersion":"1.0","id":"new","creating":true}`,
		"sheet_odd": `{"specVersion":"1.0","id":"odd","inventory":{"e1":{"item":"gone:sword","quantity":3}},
			"features":{"e2":{"item":"tide:diver"}},"choices":{"e2/style":["wrong"],"e9/x":["y"]},"fields":{"gone:hp":3,"tide:age":"old"}}`,
	} {
		x := openCharacter(t, ojson.MustParse(file))
		golden(t, name, x.hero(t, "en").Sheet(sheetview.Style{}))
	}
}

func TestExplain(t *testing.T) {
	h := open(t).hero(t, "en")
	var all strings.Builder
	for _, q := range []struct {
		field string
		depth int
	}{
		{"tide:guard", 0}, {"tide:vigor.max", 3}, {"tide:crafts.diving.bonus", 1}, {"tide:vigor.left", 1},
		{"tide:luck", 1}, {"tide:reach", 1}, {"tide:traits.wit.score", 1}, {"tide:depth", 1}, {"tide:echo", 2},
	} {
		text, ok := h.Explain(q.field, q.depth, sheetview.Style{})
		if !ok {
			t.Fatalf("%s is not known", q.field)
		}
		all.WriteString(text + "\n")
	}
	golden(t, "explain", all.String())
	if _, ok := h.Explain("tide:none", 1, sheetview.Style{}); ok {
		t.Error("a field that does not exist is explained")
	}
}

func TestExplainJSON(t *testing.T) {
	h := open(t).hero(t, "en")
	v, ok := h.ExplainJSON("tide:vigor.max", 1)
	if !ok {
		t.Fatal("the field is not known")
	}
	want := ojson.MustParse(`{"field":"tide:vigor.max","value":9,"base":7,"breakdown":[
		{"op":"base","value":7,"source":"tide:vigor.max#base","kind":"formula","status":"applied","formula":"6 + traits.heart.mod","reads":[
			{"field":"tide:traits.heart.mod","value":1,"base":1.33333333333,"breakdown":[
				{"op":"base","value":1.33333333333,"source":"tide:traits.heart.mod#base","kind":"formula","status":"applied","formula":"(traits.heart.score - 8) / 3"},
				{"op":"round","mode":"floor","value":1,"status":"applied"}]}]},
		{"op":"add","value":2,"source":"e6/+tide:deep-breath#vigor","stackKey":"breath","status":"applied"},
		{"op":"add","value":1,"source":"e6/gift@1/tide:lucky#vigor","stackKey":"breath","status":"suppressed","by":"e6/+tide:deep-breath#vigor"}]}`)
	if !ojson.Equal(v, want) {
		t.Errorf("got  %s\nwant %s", v, want)
	}
}

func TestChoices(t *testing.T) {
	x := open(t)
	h := x.hero(t, "en")
	golden(t, "choices", h.Choices(sheetview.Style{}))
	options, errs := x.character.ListOptions("e6/gift@1", ojson.Value{})
	if errs != nil {
		t.Fatal(errs)
	}
	golden(t, "options", h.Options("e6/gift@1", options, sheetview.Style{}))
}

func TestChanged(t *testing.T) {
	x := open(t)
	b := x.book("en")
	changes := ojson.MustParse(`[
		{"type":"adjust","field":"tide:vigor.left","by":-9,"tags":["cold"]},
		{"type":"set","field":"tide:mood","value":"calm"},
		{"type":"removeItem","entry":"e4"},
		{"type":"unchoose","path":"e6/gift@1"},
		{"type":"choose","path":"e6/gift@1","option":"tide:strong"},
		{"type":"addItem","item":"tide:net","quantity":2},
		{"type":"equip","entry":"e1","equipped":false},
		{"type":"toggleEffect","id":"e8"},
		{"type":"setState","entry":"e2","state":"worn","value":0},
		{"type":"adjustQuantity","copies":{"type":"tide:tool","where":"it.quantity == 0"},"by":1},
		{"type":"setExtension","key":"note","value":1}]`)
	done, errs := x.character.ApplyChanges(changes.Items(), rules.ApplyOptions{})
	if errs != nil {
		t.Fatal(errs)
	}
	got := sheetview.Changed(heroOf(t, b, x.character), heroOf(t, b, done.Character), done.JSON(), sheetview.Style{})
	golden(t, "changed", got)

	same, errs := x.character.ApplyChanges(nil, rules.ApplyOptions{})
	if errs != nil {
		t.Fatal(errs)
	}
	got = sheetview.Changed(heroOf(t, b, x.character), heroOf(t, b, same.Character), same.JSON(), sheetview.Style{})
	if !strings.Contains(got, "A calm mind") || strings.Contains(got, "new ") {
		t.Errorf("of no change it shows\n%s", got)
	}
}

// Codes for colours are written when they are wanted, and change nothing else.
func TestColor(t *testing.T) {
	h := open(t).hero(t, "en")
	plain, colored := h.Sheet(sheetview.Style{}), h.Sheet(sheetview.Style{Color: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("codes where none are wanted")
	}
	codes := regexp.MustCompile("\x1b\\[[0-9;]*m")
	if !codes.MatchString(colored) {
		t.Error("no codes where they are wanted")
	}
	if codes.ReplaceAllString(colored, "") != plain {
		t.Error("the text differs by more than the codes")
	}
}
