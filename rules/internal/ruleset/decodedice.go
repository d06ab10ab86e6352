package ruleset

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// dice decodes the dice of all rules that have faces of their own, by id.
func (d *decoder) dice(parts []node) {
	for _, part := range parts {
		n, ok := part.get("dice")
		if !ok {
			continue
		}
		pack := d.rs.Packs[part.pack()].ID
		for _, m := range d.named(n, localID) {
			d.rs.Dice = append(d.rs.Dice, d.die(m.node, pack+":"+m.key))
		}
	}
	slices.SortFunc(d.rs.Dice, func(a, b *Die) int { return compareText(a.ID, b.ID) })
}

// die decodes {faces: [{id, value?, symbols?}]}.
func (d *decoder) die(n node, id string) *Die {
	die := &Die{ID: id, At: n.at}
	o := d.object(n, "faces")
	faces, ok := d.need(o, "faces")
	if !ok {
		return die
	}
	list := d.items(faces)
	if len(list) == 0 || len(list) > maxFaces {
		d.fail("invalid-value", faces, ojson.Field("min", ojson.Int(1)), ojson.Field("max", ojson.Int(maxFaces)))
		return die
	}
	var ids seen
	for _, item := range list {
		o := d.object(item, "id", "value", "symbols")
		f := dice.Face{}
		f.ID, _ = d.partID(o, &ids)
		if v, ok := o.get("value"); ok {
			f.Value = d.small(v)
		}
		if symbols, ok := o.get("symbols"); ok {
			for _, m := range d.named(symbols, plainName) {
				f.Symbols = append(f.Symbols, dice.Symbol{Name: m.key, Count: d.small(m.node)})
			}
		}
		die.Faces = append(die.Faces, f)
	}
	return die
}

// maxFaces is the number of faces of a die of the rules.
const maxFaces = 1_000

// small reads an integer that dice may count with.
func (d *decoder) small(n node) int64 {
	return int64(d.within(n, -dice.MaxSides, dice.MaxSides))
}

// dieRef reads the name of a die of the rules.
func (d *decoder) dieRef(n node) *Die {
	id, ok := d.text(n)
	if !ok {
		return nil
	}
	i, code := d.names.find(d.names.dice, n.pack(), id)
	if code != "" {
		d.unresolved(n, "die", id, code)
		return nil
	}
	return d.rs.Dice[i]
}

// dices decodes what is rolled: a notation, a formula that gives one, an
// object, or a list of notations and objects.
func (d *decoder) dices(n node) *Dices {
	out := &Dices{At: n.at}
	switch n.kind() {
	case ojson.KindString:
		text, _ := n.value.AsString()
		roll, problem := dice.Parse(text, d.facesOf(n.pack()))
		if problem != nil {
			// No notation: what gives one. A formula never begins like dice.
			if looksLikeDice(text) {
				d.badDice(n, problem)
				return out
			}
			out.Text = d.formula(n)
			return out
		}
		d.fixed(n, out, roll)
	case ojson.KindObject:
		out.Terms = append(out.Terms, d.diceTerm(n))
	case ojson.KindArray:
		for _, item := range d.items(n) {
			if item.kind() != ojson.KindString {
				out.Terms = append(out.Terms, d.diceTerm(item))
				continue
			}
			text, _ := item.value.AsString()
			roll, problem := dice.Parse(text, d.facesOf(item.pack()))
			if problem != nil {
				d.badDice(item, problem)
				continue
			}
			d.fixed(item, out, roll)
		}
	default:
		d.wrongType(n, fault.WantDice)
	}
	return out
}

// looksLikeDice reports whether a text begins as only a notation does: a formula
// has no letter right behind a number, and no name with a bracket or percent.
func looksLikeDice(text string) bool {
	text = strings.TrimLeft(text, " -+")
	rest := strings.TrimLeft(text, "0123456789")
	if !strings.HasPrefix(rest, "d") || len(rest) < 2 {
		return false
	}
	next := rest[1]
	return isDigit(next) && (len(rest) < len(text) || strings.Trim(rest[1:], "0123456789") == "") || next == '%' || next == '['
}

// fixed adds the terms of a notation. It names dice as its pack does; what comes
// out of the engine has whole ids.
func (d *decoder) fixed(n node, out *Dices, roll dice.Roll) {
	out.Add += roll.Add
	for i := range roll.Terms {
		roll.Terms[i].Name = d.dieID(n.pack(), roll.Terms[i].Name)
		out.Terms = append(out.Terms, &DiceTerm{At: n.at, Fixed: &roll.Terms[i]})
	}
}

// facesOf finds the faces of a die as a pack names it.
func (d *decoder) facesOf(pack int) func(name string) ([]dice.Face, bool) {
	return func(name string) ([]dice.Face, bool) {
		i, code := d.names.find(d.names.dice, pack, name)
		if code != "" {
			return nil, false
		}
		return d.rs.Dice[i].Faces, true
	}
}

// dieID is the whole id of a die that a pack names; "" for no name.
func (d *decoder) dieID(pack int, name string) string {
	if i, code := d.names.find(d.names.dice, pack, name); name != "" && code == "" {
		return d.rs.Dice[i].ID
	}
	return name
}

func (d *decoder) badDice(n node, p *dice.Problem) {
	d.fail(p.Code, n, ojson.Field("offset", ojson.Int(int64(p.Offset))), ojson.Field("expected", ojson.String(p.Expected)))
}

// diceTerm decodes an object of dice.
func (d *decoder) diceTerm(n node) *DiceTerm {
	t := &DiceTerm{At: n.at}
	o := d.object(n, "count", "sides", "die", "keep", "drop", "explode", "reroll", "min", "max", "success",
		"read", "whenZero", "subtract")
	d.diceMembers(o, t)
	if _, _, ok := d.exactlyOne(o, "sides", "die"); !ok {
		return t
	}
	if zero, ok := o.get("whenZero"); ok {
		// Laid over the whole: it begins as a copy.
		z := *t
		t.WhenZero = &z
		d.diceMembers(d.object(zero, "count", "sides", "die", "keep", "drop", "explode", "reroll", "min", "max", "success", "read"), t.WhenZero)
	}
	t.Subtract = d.flag(o, "subtract")
	return t
}

// diceMembers decodes the members that whenZero may have too.
func (d *decoder) diceMembers(o object, t *DiceTerm) {
	if n, ok := o.get("count"); ok {
		t.Count = d.number(n)
	}
	if n, ok := o.get("sides"); ok {
		t.Sides, t.Die = d.number(n), nil
	}
	if n, ok := o.get("die"); ok {
		t.Die, t.Sides = d.dieRef(n), nil
	}
	d.conflicting(o, "keep", "drop")
	for _, key := range []string{"keep", "drop"} {
		if n, ok := o.get(key); ok {
			d.keep(n, key == "drop", t)
		}
	}
	if n, ok := o.get("explode"); ok {
		t.Explode = d.explode(n)
	}
	if n, ok := o.get("reroll"); ok {
		r := d.object(n, "on", "times", "when")
		t.Reroll = &dice.Reroll{}
		if on, ok := d.need(r, "on"); ok {
			t.Reroll.On = d.faceTest(on)
		}
		if times, ok := r.get("times"); ok {
			word, _ := d.oneOf(times, "once", "until")
			t.Reroll.Until = word == "until"
		}
		t.RerollIf = d.optionalFormula(r, "when")
	}
	if n, ok := o.get("min"); ok {
		t.Min = d.number(n)
	}
	if n, ok := o.get("max"); ok {
		t.Max = d.number(n)
	}
	if n, ok := o.get("success"); ok {
		t.Success = nil
		for _, item := range d.items(n) {
			s := d.object(item, "on", "by")
			x := dice.Success{By: 1}
			if on, ok := d.need(s, "on"); ok {
				x.On = d.faceTest(on)
			}
			if by, ok := s.get("by"); ok {
				x.By = d.small(by)
			}
			t.Success = append(t.Success, x)
		}
	}
	if n, ok := o.get("read"); ok {
		word, _ := d.oneOf(n, "sum", "digits", "percentile")
		switch word {
		case "sum":
			t.Read = dice.Sum
		case "digits":
			t.Read = dice.Digits
		case "percentile":
			t.Read = dice.Percentile
		}
	}
}

// keep decodes {highest} or {lowest}.
func (d *decoder) keep(n node, drop bool, t *DiceTerm) {
	o := d.object(n, "highest", "lowest")
	key, count, ok := d.exactlyOne(o, "highest", "lowest")
	if !ok {
		return
	}
	t.KeepN = d.count(count)
	switch {
	case key == "highest" && drop:
		t.Keep = dice.DropHighest
	case key == "highest":
		t.Keep = dice.KeepHighest
	case drop:
		t.Keep = dice.DropLowest
	default:
		t.Keep = dice.KeepLowest
	}
}

// explode decodes how dice lead to more: a word, or {as, on?, times?}.
func (d *decoder) explode(n node) *dice.Explode {
	e := &dice.Explode{}
	as := n
	if n.kind() == ojson.KindObject {
		o := d.object(n, "as", "on", "times")
		var ok bool
		if on, has := o.get("on"); has {
			test := d.faceTest(on)
			e.On = test
		}
		if times, has := o.get("times"); has {
			e.Times = int64(d.within(times, 1, dice.MaxExplosions))
		}
		if as, ok = d.need(o, "as"); !ok {
			return e
		}
	}
	word, _ := d.oneOf(as, "separate", "chain")
	e.Chain = word == "chain"
	return e
}

// faceTest decodes which faces something is about: a number, a list of numbers
// or names, or comparisons.
func (d *decoder) faceTest(n node) dice.Test {
	var t dice.Test
	switch n.kind() {
	case ojson.KindNumber:
		t.Values = []int64{d.small(n)}
	case ojson.KindArray:
		for _, item := range d.items(n) {
			if item.kind() == ojson.KindString {
				if name, ok := d.name(item); ok {
					t.Names = append(t.Names, name)
				}
				continue
			}
			t.Values = append(t.Values, d.small(item))
		}
		if len(t.Values)+len(t.Names) == 0 {
			d.fail("invalid-value", n)
		}
	default:
		o := d.object(n, comparisons()...)
		d.someOf(o)
		for i, key := range comparisons() {
			if part, ok := o.get(key); ok {
				v := d.small(part)
				switch i {
				case 0:
					t.Eq = &v
				case 1:
					t.Gte = &v
				case 2:
					t.Gt = &v
				case 3:
					t.Lte = &v
				case 4:
					t.Lt = &v
				}
			}
		}
	}
	return t
}

// comparisons are the members by which numbers are compared, in their order.
func comparisons() []string { return []string{"eq", "gte", "gt", "lte", "lt"} }

// someOf reports an object of comparisons that has none.
func (d *decoder) someOf(o object) {
	for _, key := range comparisons() {
		if o.has(key) {
			return
		}
	}
	if o.kind() == ojson.KindObject {
		d.fail("missing-member", o.node, ojson.Field("member", ojson.String("eq")), ojson.Field("or", ojson.Strings(comparisons()[1:])))
	}
}

// dataDice reads the dice of a data member: a notation, which formulas read as
// a text. They may stand in another pack: dice of the rules have whole ids in it.
func (d *decoder) dataDice(n node) (formula.Value, ojson.Value) {
	text, ok := d.text(n)
	if !ok {
		return formula.Value{}, ojson.Value{}
	}
	if text == "" {
		return formula.String(text), n.value
	}
	roll, problem := dice.Parse(text, d.facesOf(n.pack()))
	if problem != nil {
		d.badDice(n, problem)
	}
	whole := text
	for _, t := range roll.Terms {
		if t.Name != "" {
			whole = strings.ReplaceAll(whole, "["+t.Name+"]", "["+d.dieID(n.pack(), t.Name)+"]")
		}
	}
	if whole == text {
		return formula.String(text), n.value
	}
	return formula.String(whole), ojson.String(whole)
}
