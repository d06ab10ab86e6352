package ruleset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// amountText writes an amount: a literal as JSON, a formula in brackets.
func amountText(a *Amount) string {
	switch {
	case a == nil:
		return "none"
	case a.Formula != nil:
		return "(" + a.Formula.Text + ")"
	}
	return a.Literal.JSON().String()
}

func TestFieldsAreDecoded(t *testing.T) {
	rs := loadBody(t, `"fields": {
		"hp": {"min": 0, "max": "hpMax", "default": "hpMax", "absorbedBy": ["temp"], "overflow": {"below": "str", "above": "temp"},
		       "onMaxDrop": "keep", "stages": ["flat", "half"], "display": {"group": "top"}},
		"hpMax": {"type": "number", "formula": "10 / 3", "round": "roundHalfUp", "tags": ["max", {"tag": "vital", "when": "true"}]},
		"temp": {}, "str": {"default": 12},
		"name": {"type": "text", "default": "5 + 5"},
		"kind": {"type": "option", "options": ["a", "b"], "group": "kinds", "when": "false"},
		"bag": {"type": "list", "items": "number", "default": [2, 1]},
		"of": {"type": "option", "options": {"type": "plain", "where": "true"}, "default": "one", "prefer": "first"},
		"low": {"prefer": "lowest"}
	}, "contentTypes": {"plain": {}}, "content": {"one": {"type": "plain"}}`)
	var ids []string
	for i, f := range rs.Fields {
		ids = append(ids, f.ID)
		if f.Index != i {
			t.Errorf("%s has the index %d at %d", f.ID, f.Index, i)
		}
	}
	if !slices.IsSorted(ids) {
		t.Errorf("fields are not by id: %v", ids)
	}
	hp := field(t, rs, "g:hp")
	temp, str := field(t, rs, "g:temp").Index, field(t, rs, "g:str").Index
	if got := amountText(hp.Min) + amountText(hp.Max) + amountText(hp.Default); got != "0(hpMax)(hpMax)" {
		t.Error("hp:", got)
	}
	if !slices.Equal(hp.AbsorbedBy, []int{temp}) || hp.Below != str || hp.Above != temp || !hp.KeepOnMaxDrop {
		t.Errorf("hp: %+v", hp)
	}
	if !slices.Equal(hp.Stages, []string{"flat", "half"}) || hp.Display.String() != `{"group":"top"}` {
		t.Errorf("hp: %+v", hp)
	}
	top := field(t, rs, "g:hpMax")
	if top.Formula.Text != "10 / 3" || top.Default != nil || top.Round != HalfUp || top.Prefer != PreferHighest || top.Below != None {
		t.Errorf("hpMax: %+v", top)
	}
	if top.Tags[0] != (FieldTag{Tag: "max"}) || top.Tags[1].Tag != "vital" || top.Tags[1].When.Text != "true" {
		t.Errorf("hpMax: tags %+v", top.Tags)
	}
	for id, want := range map[string]string{
		"str": "12", "temp": "0", "name": `"5 + 5"`, "kind": `""`, "bag": "[2,1]", "of": `"g:one"`,
	} {
		if got := amountText(field(t, rs, "g:"+id).Default); got != want {
			t.Errorf("%s: default %s, want %s", id, got, want)
		}
	}
	kind := field(t, rs, "g:kind")
	if kind.Group != "kinds" || kind.When.Text != "false" || kind.Prefer != PreferLast || !slices.Equal(kind.Options, []string{"a", "b"}) {
		t.Errorf("kind: %+v", kind)
	}
	of := field(t, rs, "g:of")
	if rs.Types[of.OptionsFrom.Type].ID != "g:plain" || of.OptionsFrom.Where.Text != "true" || of.Prefer != PreferFirst {
		t.Errorf("of: %+v", of)
	}
	for mode, want := range map[string]Round{"floor": Floor, "ceil": Ceil, "trunc": Trunc, "round": HalfAway, "roundHalfUp": HalfUp} {
		if got := field(t, loadBody(t, `"fields": {"a": {"round": "`+mode+`"}}`), "g:a").Round; got != want {
			t.Errorf("%s is read as %d", mode, got)
		}
	}
	if field(t, rs, "g:low").Prefer != PreferLowest {
		t.Error("low: lowest is not preferred")
	}
	if got := hp.Max.Formula.At.Pointer(); got != "/releases/0/fields/hp/max" {
		t.Error("place of a formula:", got)
	}
}

func TestTypesAndDataAreDecoded(t *testing.T) {
	rs := loadBody(t, `"contentTypes": {
		"weapon": {"copies": "inventory", "max": 5, "perItem": "1 + 1", "active": "copy.equipped", "counter": "3", "nameFrom": "name",
			"data": {"b": {"default": 2}, "a": {"type": "text"}, "d": {"type": "dice", "default": "1d6"}, "r": {"type": "ref", "of": "mark", "default": "dot"},
			         "o": {"type": "option", "options": {"type": "mark"}}, "must": {"type": "list", "required": true}, "half": {"type": "number"}},
			"state": {"name": {"type": "text"}, "level": {"default": 1, "min": 1, "max": "item.b"}},
			"computed": {"hit": {"formula": "1", "type": "number", "round": "ceil", "tags": ["attack"]}}},
		"mark": {"applied": true, "template": true, "repeat": "once"}
	}, "content": {
		"dot": {"type": "mark"}, "dash": {"type": "mark"},
		"club": {"type": "weapon", "data": {"must": []}},
		"bow": {"type": "weapon", "data": {"b": 3, "d": "2d4", "r": "dash", "o": "dash", "must": ["x"], "half": 0.5, "a": "1 + 1"}},
		"any": {"type": "weapon", "abstract": true}
	}`)
	w := item(t, rs.Types, "g:weapon", func(t *Type) string { return t.ID })
	var names []string
	for _, m := range w.Data {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, " "); got != "a b d half must o r" {
		t.Error("data members:", got)
	}
	if w.Copies != "inventory" || amountText(w.Max) != "5" || amountText(w.PerItem) != "(1 + 1)" || w.Active.Text != "copy.equipped" || w.Once {
		t.Errorf("weapon: %+v", w)
	}
	if w.State[w.NameFrom].Name != "name" || w.State[0].Name != "level" || amountText(w.State[0].Max) != "(item.b)" || w.State[0].Default.JSON().String() != "1" {
		t.Errorf("weapon: state %+v", w.State)
	}
	if c := w.Computed[0]; c.ID != "hit" || c.Type != Number || c.Round != Ceil || c.Tags[0].Tag != "attack" {
		t.Errorf("weapon: computed %+v", c)
	}
	if m := item(t, rs.Types, "g:mark", func(t *Type) string { return t.ID }); !m.Once || !m.Applied || !m.Template || m.NameFrom != None {
		t.Errorf("mark: %+v", m)
	}
	data := func(id string) string {
		c := content(t, rs, id)
		var out []string
		for i, v := range c.Data {
			text := "-"
			if v.Kind() != formula.None {
				text = v.JSON().String()
			}
			if c.DataRefs[i] != None {
				text += "@" + rs.Contents[c.DataRefs[i]].ID
			}
			if !c.DataDice[i].IsNull() {
				text += "!" + c.DataDice[i].String()
			}
			out = append(out, text)
		}
		return strings.Join(out, " ")
	}
	if got := data("g:club"); got != `- 2 "1d6"!"1d6" - [] - "g:dot"@g:dot` {
		t.Error("club:", got)
	}
	if got := data("g:bow"); got != `"1 + 1" 3 "2d4"!"2d4" 0.5 ["x"] "g:dash" "g:dash"@g:dash` {
		t.Error("bow:", got)
	}
	if !content(t, rs, "g:any").Abstract {
		t.Error("any is not abstract")
	}
}

func TestRequiredData(t *testing.T) {
	checkMistakes(t, "contentTypes", []mistake{{`{"data": {"must": {"required": true}}}`, ""}})
	release := with(t, "contentTypes", "x", `{"data": {"must": {"required": true}}}`)
	all, _ := release.Get("content")
	all = all.With("bare", parse(t, `{"type": "x"}`)).With("empty", parse(t, `{"type": "x", "data": {}}`)).
		With("open", parse(t, `{"type": "x", "abstract": true}`)).With("full", parse(t, `{"inherit": "open", "data": {"must": 1}}`))
	_, errs := Load([]ojson.Value{release.With("content", all)})
	if got, want := describe(errs, "/releases/0/content"), "missing-member /bare; missing-member /empty/data"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// effectText writes what an effect says, apart from formulas.
func effectText(rs *Ruleset, e *Effect) string {
	out := fmt.Sprintf("%s %d", e.Name, e.Target)
	if e.Field != None {
		out += " " + rs.Fields[e.Field].ID
	}
	out += fmt.Sprintf(" %s%s %v %d %s", e.Tag, e.Computed, e.Tags, e.Op, amountText(e.Value))
	if e.StackKey != "" {
		out += fmt.Sprintf(" %s/%d", e.StackKey, e.Keep)
	}
	return out
}

func TestEffectsAreDecoded(t *testing.T) {
	rs := mustLoad(t, with(t, "content", "x", `{"type": "plain", "effects": [
		{"id": "a", "target": "num", "op": "add", "value": -1, "cap": "pool", "when": "yes", "stack": "status", "situational": true},
		{"id": "b", "target": {"tag": "numbers", "except": ["mod"]}, "op": "multiply", "value": "num / 2", "stack": {"key": "k", "keep": "one-per-source"}},
		{"id": "c", "target": {"computed": "attack", "of": {"type": "held", "where": "it.equipped"}}, "op": "raise", "value": 3},
		{"id": "d", "target": {"incoming": "num", "tags": ["fire"], "direction": "up"}, "op": "subtract", "stage": "half", "round": "trunc", "per": "part",
		 "value": {"dice": {"count": 2, "sides": "pool"}}},
		{"id": "e", "target": {"roll": {"tags": ["fire", "slashing"]}}, "op": "flag", "value": "advantage"},
		{"id": "f", "target": "words", "op": "set", "value": "'blue'", "group": "colour", "stack": {"key": "k2", "keep": "sum"}},
		{"id": "g", "target": "counts", "op": "append", "value": [1, 2], "stack": {"key": "k3", "keep": "lowest"}}]}`))
	effects := content(t, rs, "g:x").Effects
	var got []string
	for _, e := range effects {
		got = append(got, effectText(rs, e))
	}
	want := []string{
		fmt.Sprintf("a %d g:num  [] %d -1 status/%d", TargetField, OpAdd, KeepHighest),
		fmt.Sprintf("b %d numbers [] %d (num / 2) k/%d", TargetTag, OpMultiply, KeepOnePerSource),
		fmt.Sprintf("c %d attack [] %d 3", TargetComputed, OpRaise),
		fmt.Sprintf("d %d g:num  [fire] %d none", TargetIncoming, OpSubtract),
		fmt.Sprintf("e %d  [fire slashing] %d none", TargetRoll, OpFlag),
		fmt.Sprintf("f %d g:words  [] %d ('blue') k2/%d", TargetField, OpSet, KeepSum),
		fmt.Sprintf("g %d g:counts  [] %d [1,2] k3/%d", TargetField, OpAppend, KeepLowest),
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
	a, b, c, d, e, f := effects[0], effects[1], effects[2], effects[3], effects[4], effects[5]
	if !a.Situational || amountText(a.Cap) != "(pool)" || a.When.Text != "yes" || b.Situational {
		t.Errorf("a: %+v", a)
	}
	if len(b.Except) != 1 || rs.Fields[b.Except[0]].ID != "g:mod" {
		t.Errorf("b: %+v", b)
	}
	if rs.Types[c.Of.Type].ID != "g:held" || c.Of.Where.Text != "it.equipped" || c.Of.From != "held" {
		t.Errorf("c: %+v", c.Of)
	}
	if d.Down || !d.Up || d.Stage != 1 || d.Round != Trunc || !d.PerPart || amountText(d.Count)+amountText(d.Sides) != "2(pool)" {
		t.Errorf("d: %+v", d)
	}
	if e.Flag != "advantage" {
		t.Errorf("e: %+v", e)
	}
	if f.Group != "colour" {
		t.Errorf("f: %+v", f)
	}
}
