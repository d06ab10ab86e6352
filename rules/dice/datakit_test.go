package dice_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
)

// Rolls as packs write them (docs/rules/dice.md), with formulas over param.x, so
// that cases of games are data.

// data reads what a pack writes; vars are what its formulas may ask.
type data struct {
	t    testing.TB
	dice ojson.Value // of the rules
	vars map[string]int64
}

// scope resolves the names of vars: all of them are numbers.
type scope struct{ vars map[string]int64 }

func (s scope) Name(path string) (formula.Operand, *formula.Problem) {
	if n, ok := s.vars[path]; ok {
		return formula.Constant(formula.Int(n)), nil
	}
	return formula.Operand{}, &formula.Problem{Code: "unknown-name", Data: ojson.Object(ojson.Field("name", ojson.String(path)))}
}

func (s scope) Call(string, []formula.Operand) (formula.Operand, *formula.Problem, bool) {
	return formula.Operand{}, nil, false
}

func (s scope) Query(string, []formula.Operand) (formula.Source, formula.Scope, *formula.Problem, bool) {
	return formula.Source{}, nil, nil, false
}

func (d data) eval(text string, want formula.Type) formula.Value {
	d.t.Helper()
	f, problem := formula.Compile(text, scope{d.vars}, want)
	if problem != nil {
		d.t.Fatalf("%s: %+v", text, *problem)
	}
	v := f.Eval(&formula.Frame{Steps: 10_000})
	if v.Failed() {
		d.t.Fatalf("%s: %+v", text, v.Fault())
	}
	return v
}

func (d data) number(v ojson.Value) int64 {
	d.t.Helper()
	if n, ok := v.AsInt(); ok {
		return n
	}
	text, ok := v.AsString()
	if !ok {
		d.t.Fatalf("%s is no number", v)
	}
	n, ok := d.eval(text, formula.NumberType).AsInt()
	if !ok {
		d.t.Fatalf("%s is no integer", text)
	}
	return n
}

func (d data) optional(v ojson.Value, key string) *int64 {
	if m, ok := v.Get(key); ok {
		n := d.number(m)
		return &n
	}
	return nil
}

// bound is a number that whole facts are compared with: a fraction is the next
// whole number that means the same.
func (d data) bound(v ojson.Value, key string, whole func(formula.Value) formula.Value) *int64 {
	m, ok := v.Get(key)
	if !ok {
		return nil
	}
	text, ok := m.AsString()
	if !ok {
		return d.optional(v, key)
	}
	n, _ := whole(d.eval(text, formula.NumberType)).AsInt()
	return &n
}

func (d data) or(v ojson.Value, key string, otherwise int64) int64 {
	if n := d.optional(v, key); n != nil {
		return *n
	}
	return otherwise
}

// only refuses members that the documents do not have.
func (d data) only(v ojson.Value, keys ...string) {
	d.t.Helper()
	for _, m := range v.Members() {
		if !slices.Contains(keys, m.Key) {
			d.t.Fatalf("unknown member %s in %s", m.Key, v)
		}
	}
}

func (d data) test(v ojson.Value) (t dice.Test) {
	switch v.Kind() {
	case ojson.KindObject:
		d.only(v, "eq", "gte", "gt", "lte", "lt", "on", "name")
		t.Eq, t.Gte, t.Gt = d.optional(v, "eq"), d.bound(v, "gte", formula.Ceil), d.bound(v, "gt", formula.Floor)
		t.Lte, t.Lt = d.bound(v, "lte", formula.Floor), d.bound(v, "lt", formula.Ceil)
	case ojson.KindArray:
		for _, item := range v.Items() {
			if name, ok := item.AsString(); ok {
				t.Names = append(t.Names, name)
			} else {
				t.Values = append(t.Values, d.number(item))
			}
		}
	default:
		t.Values = []int64{d.number(v)}
	}
	return t
}

func (d data) faces(name string) ([]dice.Face, bool) {
	die, ok := d.dice.Get(name)
	if !ok {
		return nil, false
	}
	list, _ := die.Get("faces")
	var out []dice.Face
	for _, item := range list.Items() {
		d.only(item, "id", "value", "symbols")
		f := dice.Face{Value: d.or(item, "value", 0)}
		id, _ := item.Get("id")
		f.ID, _ = id.AsString()
		symbols, _ := item.Get("symbols")
		for _, m := range symbols.Members() {
			f.Symbols = append(f.Symbols, dice.Symbol{Name: m.Key, Count: d.number(m.Value)})
		}
		out = append(out, f)
	}
	return out, true
}

func (d data) roll(v ojson.Value) (r dice.Roll) {
	switch v.Kind() {
	case ojson.KindArray:
		for _, item := range v.Items() {
			one := d.roll(item)
			r.Terms, r.Add = append(r.Terms, one.Terms...), r.Add+one.Add
		}
		return r
	case ojson.KindObject:
		return dice.Roll{Terms: []dice.Term{d.term(v)}}
	}
	text, _ := v.AsString()
	r, problem := dice.Parse(text, d.faces)
	if problem != nil {
		d.t.Fatalf("%s: %+v", text, *problem)
	}
	return r
}

func (d data) term(v ojson.Value) dice.Term {
	d.only(v, "count", "sides", "die", "keep", "drop", "explode", "reroll", "min", "max", "success", "read", "whenZero", "subtract")
	t := dice.Term{Count: d.or(v, "count", 1), Min: d.optional(v, "min"), Max: d.optional(v, "max")}
	if name, ok := v.Get("die"); ok {
		t.Name, _ = name.AsString()
		if t.Faces, ok = d.faces(t.Name); !ok {
			d.t.Fatalf("no die %s", t.Name)
		}
		t.Sides = int64(len(t.Faces))
	} else {
		t.Sides = d.or(v, "sides", 0)
	}
	for key, modes := range map[string][2]dice.KeepMode{"keep": {dice.KeepHighest, dice.KeepLowest}, "drop": {dice.DropHighest, dice.DropLowest}} {
		keep, _ := v.Get(key)
		for i, which := range []string{"highest", "lowest"} {
			if n := d.optional(keep, which); n != nil {
				t.Keep = dice.Keep{Mode: modes[i], Count: *n}
			}
		}
	}
	if e, ok := v.Get("explode"); ok {
		t.Explode = &dice.Explode{}
		as := e
		if e.Kind() == ojson.KindObject {
			as, _ = e.Get("as")
			t.Explode.Times = d.or(e, "times", 0)
			if on, ok := e.Get("on"); ok {
				t.Explode.On = d.test(on)
			}
		}
		word, _ := as.AsString()
		t.Explode.Chain = word == "chain"
	}
	if r, ok := v.Get("reroll"); ok {
		on, _ := r.Get("on")
		times, _ := r.Get("times")
		word, _ := times.AsString()
		when, has := r.Get("when")
		if text, _ := when.AsString(); !has || d.truth(text) {
			t.Reroll = &dice.Reroll{On: d.test(on), Until: word == "until"}
		}
	}
	success, _ := v.Get("success")
	for _, item := range success.Items() {
		on, _ := item.Get("on")
		t.Success = append(t.Success, dice.Success{On: d.test(on), By: d.or(item, "by", 1)})
	}
	read, _ := v.Get("read")
	word, _ := read.AsString()
	t.Read = map[string]dice.Read{"digits": dice.Digits, "percentile": dice.Percentile}[word]
	if zero, ok := v.Get("whenZero"); ok {
		whole := v.Without("whenZero")
		for _, m := range zero.Members() {
			whole = whole.With(m.Key, m.Value)
		}
		z := d.term(whole)
		t.WhenZero = &z
	}
	subtract, _ := v.Get("subtract")
	t.Subtract, _ = subtract.AsBool()
	return t
}

func (d data) truth(text string) bool {
	return d.eval(text, formula.BoolType).Truth()
}

func facts() map[string]dice.Fact {
	return map[string]dice.Fact{
		"total": dice.FactTotal, "sum": dice.FactSum, "natural": dice.FactNatural, "highest": dice.FactHighest,
		"lowest": dice.FactLowest, "matches": dice.FactMatches, "successes": dice.FactSuccesses, "margin": dice.FactMargin,
		"count": dice.FactCount, "symbol": dice.FactSymbol,
	}
}

// check reads a test of bands; null holds always.
func (d data) check(v ojson.Value) *dice.Check {
	if v.IsNull() || v.Kind() == ojson.KindObject && v.Len() == 0 {
		return nil
	}
	c := &dice.Check{}
	for _, m := range v.Members() {
		if fact, ok := facts()[m.Key]; ok {
			bounds := d.test(m.Value)
			one := &dice.Check{Fact: fact, Eq: bounds.Eq, Gte: bounds.Gte, Gt: bounds.Gt, Lte: bounds.Lte, Lt: bounds.Lt}
			if on, ok := m.Value.Get("on"); ok {
				test := d.test(on)
				one.On = &test
			}
			name, _ := m.Value.Get("name")
			one.Symbol, _ = name.AsString()
			c.All = append(c.All, one)
			continue
		}
		switch m.Key {
		case "all", "any":
			list := []*dice.Check{}
			for _, item := range m.Value.Items() {
				list = append(list, d.check(item))
			}
			if m.Key == "any" {
				c.Any = list
			} else {
				c.All = append(c.All, list...)
			}
		case "not":
			c.Not = d.check(m.Value)
		case "when":
			text, _ := m.Value.AsString()
			on := d.truth(text)
			c.When = &on
		default:
			d.t.Fatalf("unknown member %s in %s", m.Key, v)
		}
	}
	return c
}

// step is a roll step of an action with its numbers.
type step struct {
	roll   dice.Roll
	bands  dice.Bands
	target dice.Target
}

// step reads {roll, bands?, shift?}; flags are parameters that are not 0.
func (d data) step(v ojson.Value) (s step) {
	d.only(v, "roll", "bands", "shift")
	r, _ := v.Get("roll")
	d.only(r, "dice", "variants", "add", "against", "min", "max")
	what, _ := r.Get("dice")
	variants, _ := r.Get("variants")
	for _, m := range variants.Members() {
		if d.vars["param."+m.Key] != 0 {
			what = m.Value
			break
		}
	}
	s.roll = d.roll(what)
	s.target = dice.Target{Add: d.or(r, "add", 0) + s.roll.Add, Min: d.optional(r, "min"), Max: d.optional(r, "max")}
	s.roll.Add = 0
	if against := d.optional(r, "against"); against != nil {
		s.target.Against, s.target.HasAgainst = *against, true
	}
	bands, _ := v.Get("bands")
	for _, item := range bands.Items() {
		d.only(item, "id", "test")
		id, _ := item.Get("id")
		text, _ := id.AsString()
		test, _ := item.Get("test")
		s.bands.List = append(s.bands.List, dice.Band{ID: text, Check: d.check(test)})
	}
	shift, _ := v.Get("shift")
	for _, item := range shift.Items() {
		d.only(item, "test", "from", "by", "to")
		test, _ := item.Get("test")
		from, _ := item.Get("from")
		to, _ := item.Get("to")
		x := dice.Shift{Check: d.check(test), By: d.or(item, "by", 0)}
		for _, id := range from.Items() {
			text, _ := id.AsString()
			x.From = append(x.From, text)
		}
		x.To, _ = to.AsString()
		s.bands.Shifts = append(s.bands.Shifts, x)
	}
	return s
}

// params reads "dc=20 crit=19" as param.dc and param.crit.
func params(text string) map[string]int64 {
	out := map[string]int64{}
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		n, _ := ojson.MustParse(value).AsInt()
		out["param."+name] = n
	}
	return out
}
