package action

import (
	"cmp"
	"maps"
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
)

// summary says what a roll is rolled against, before any face is known.
func (x *rolled) summary() ojson.Value {
	m := []ojson.Member{ojson.Field("dice", termsJSON(x.roll.Terms))}
	if text := x.roll.String(); text != "" {
		m = append(m, ojson.Field("notation", ojson.String(text)))
	}
	if x.again != nil {
		m = append(m, ojson.Field("again", ojson.Object(
			ojson.Field("roll", ojson.String(x.d.Again.Roll)), ojson.Field("dice", indexesJSON(x)))))
	}
	if x.timed {
		m = append(m, ojson.Field("times", ojson.Int(x.times)))
	}
	modifiers := make([]ojson.Value, 0, len(x.modifiers))
	for _, mod := range x.modifiers {
		modifiers = append(modifiers, mod.json())
	}
	m = append(m, ojson.Field("modifiers", ojson.Array(modifiers...)), ojson.Field("add", ojson.Int(x.add)))
	if x.target.HasAgainst {
		m = append(m, ojson.Field("against", ojson.Int(x.target.Against)))
	}
	if x.target.Min != nil {
		m = append(m, ojson.Field("min", ojson.Int(*x.target.Min)))
	}
	if x.target.Max != nil {
		m = append(m, ojson.Field("max", ojson.Int(*x.target.Max)))
	}
	flags := make([]ojson.Value, 0, len(x.flags))
	for _, f := range x.flags {
		flags = append(flags, ojson.Object(ojson.Field("flag", ojson.String(f.name)), ojson.Field("on", ojson.Bool(f.on)),
			ojson.Field("sources", ojson.Strings(f.sources))))
	}
	m = append(m, ojson.Field("flags", ojson.Array(flags...)))
	if x.variant != "" {
		m = append(m, ojson.Field("variant", ojson.String(x.variant)))
	}
	return ojson.Object(append(m, x.bandsJSON()...)...)
}

func (m *modifier) json() ojson.Value {
	out := []ojson.Member{}
	if m.status != "inactive" {
		out = append(out, ojson.Field("value", ojson.Int(m.value)))
	}
	if m.source != "" {
		out = append(out, ojson.Field("source", ojson.String(m.source)))
	}
	out = append(out, ojson.Field("status", ojson.String(m.status)))
	if m.by != "" {
		out = append(out, ojson.Field("by", ojson.String(m.by)))
	}
	if m.reason != "" {
		out = append(out, ojson.Field("reason", ojson.String(m.reason)))
	}
	return ojson.Object(out...)
}

// indexesJSON lists the dice of the earlier roll that are rolled again.
func indexesJSON(x *rolled) ojson.Value {
	out := []ojson.Value{}
	for i := range x.again.Dice {
		if x.which(i) {
			out = append(out, ojson.Int(int64(i)))
		}
	}
	return ojson.Array(out...)
}

// bandsJSON lists the bands that can still come, with what moves them.
func (x *rolled) bandsJSON() []ojson.Member {
	if len(x.bands.List) == 0 {
		return nil
	}
	possible, exact := x.possible()
	bands := make([]ojson.Value, 0, len(x.bands.List))
	for i, b := range x.bands.List {
		if !possible[i] {
			continue
		}
		m := []ojson.Member{ojson.Field("id", ojson.String(b.ID))}
		if b.Check != nil {
			m = append(m, ojson.Field("test", checkJSON(b.Check)))
		}
		bands = append(bands, ojson.Object(m...))
	}
	out := []ojson.Member{ojson.Field("bands", ojson.Array(bands...))}
	shifts := make([]ojson.Value, 0, len(x.bands.Shifts))
	for _, s := range x.bands.Shifts {
		if s.Check.Never() {
			continue
		}
		var m []ojson.Member
		if s.Check != nil {
			m = append(m, ojson.Field("test", checkJSON(s.Check)))
		}
		if len(s.From) > 0 {
			m = append(m, ojson.Field("from", ojson.Strings(s.From)))
		}
		if s.To != "" {
			m = append(m, ojson.Field("to", ojson.String(s.To)))
		} else {
			m = append(m, ojson.Field("by", ojson.Int(s.By)))
		}
		shifts = append(shifts, ojson.Object(m...))
	}
	if len(shifts) > 0 {
		out = append(out, ojson.Field("shift", ojson.Array(shifts...)))
	}
	if !exact {
		out = append(out, ojson.Field("exact", ojson.Bool(false)))
	}
	return out
}

// termsJSON writes what is rolled.
func termsJSON(terms []dice.Term) ojson.Value {
	out := make([]ojson.Value, 0, len(terms))
	for i := range terms {
		out = append(out, termJSON(terms[i].Resolved()))
	}
	return ojson.Array(out...)
}

func termJSON(t dice.Term) ojson.Value {
	m := []ojson.Member{ojson.Field("count", ojson.Int(max(0, t.Count))), ojson.Field("sides", ojson.Int(t.Sides))}
	if t.Name != "" {
		m = append(m, ojson.Field("die", ojson.String(t.Name)))
	}
	switch t.Keep.Mode {
	case dice.KeepHighest:
		m = append(m, ojson.Field("keep", ojson.Object(ojson.Field("highest", ojson.Int(t.Keep.Count)))))
	case dice.KeepLowest:
		m = append(m, ojson.Field("keep", ojson.Object(ojson.Field("lowest", ojson.Int(t.Keep.Count)))))
	case dice.DropHighest:
		m = append(m, ojson.Field("drop", ojson.Object(ojson.Field("highest", ojson.Int(t.Keep.Count)))))
	case dice.DropLowest:
		m = append(m, ojson.Field("drop", ojson.Object(ojson.Field("lowest", ojson.Int(t.Keep.Count)))))
	}
	if e := t.Explode; e != nil {
		as := "separate"
		if e.Chain {
			as = "chain"
		}
		x := []ojson.Member{ojson.Field("as", ojson.String(as))}
		if !e.On.Empty() {
			x = append(x, ojson.Field("on", testJSON(e.On)))
		}
		if e.Times > 0 {
			x = append(x, ojson.Field("times", ojson.Int(e.Times)))
		}
		m = append(m, ojson.Field("explode", ojson.Object(x...)))
	}
	if r := t.Reroll; r != nil {
		times := "once"
		if r.Until {
			times = "until"
		}
		m = append(m, ojson.Field("reroll", ojson.Object(ojson.Field("on", testJSON(r.On)), ojson.Field("times", ojson.String(times)))))
	}
	if t.Min != nil {
		m = append(m, ojson.Field("min", ojson.Int(*t.Min)))
	}
	if t.Max != nil {
		m = append(m, ojson.Field("max", ojson.Int(*t.Max)))
	}
	if len(t.Success) > 0 {
		list := make([]ojson.Value, 0, len(t.Success))
		for _, s := range t.Success {
			list = append(list, ojson.Object(ojson.Field("on", testJSON(s.On)), ojson.Field("by", ojson.Int(s.By))))
		}
		m = append(m, ojson.Field("success", ojson.Array(list...)))
	}
	switch t.Read {
	case dice.Digits:
		m = append(m, ojson.Field("read", ojson.String("digits")))
	case dice.Percentile:
		m = append(m, ojson.Field("read", ojson.String("percentile")))
	}
	if t.Subtract {
		m = append(m, ojson.Field("subtract", ojson.Bool(true)))
	}
	if t.Source != "" {
		m = append(m, ojson.Field("source", ojson.String(t.Source)))
	}
	return ojson.Object(m...)
}

// testJSON writes which faces something is about.
func testJSON(t dice.Test) ojson.Value {
	if len(t.Values)+len(t.Names) > 0 {
		list := make([]ojson.Value, 0, len(t.Values)+len(t.Names))
		for _, n := range t.Values {
			list = append(list, ojson.Int(n))
		}
		for _, n := range t.Names {
			list = append(list, ojson.String(n))
		}
		if len(list) == 1 && len(t.Names) == 0 {
			return list[0]
		}
		return ojson.Array(list...)
	}
	return ojson.Object(boundsJSON(t.Eq, t.Gte, t.Gt, t.Lte, t.Lt)...)
}

func boundsJSON(bounds ...*int64) []ojson.Member {
	var m []ojson.Member
	for i, b := range bounds {
		if b != nil {
			m = append(m, ojson.Field([]string{"eq", "gte", "gt", "lte", "lt"}[i], ojson.Int(*b)))
		}
	}
	return m
}

// needJSON groups the dice of a wave: equal neighbours are one line.
func needJSON(need []dice.Want) ojson.Value {
	var out []ojson.Value
	for i := 0; i < len(need); {
		j := i
		for j < len(need) && need[j] == need[i] {
			j++
		}
		m := []ojson.Member{ojson.Field("sides", ojson.Int(need[i].Sides)), ojson.Field("count", ojson.Int(int64(j-i)))}
		if need[i].Name != "" {
			m = append(m, ojson.Field("die", ojson.String(need[i].Name)))
		}
		m = append(m, ojson.Field("term", ojson.Int(int64(need[i].Term))))
		if need[i].Why != "" {
			m = append(m, ojson.Field("why", ojson.String(need[i].Why)))
		}
		out = append(out, ojson.Object(m...))
		i = j
	}
	return ojson.Array(out...)
}

// diceJSON is every die of a roll as it fell.
func diceJSON(r *dice.Result) ojson.Value {
	out := make([]ojson.Value, 0, len(r.Dice))
	for _, d := range r.Dice {
		m := []ojson.Member{
			ojson.Field("term", ojson.Int(int64(d.Term))), ojson.Field("sides", ojson.Int(d.Sides)),
			ojson.Field("face", ojson.Int(d.Face)), ojson.Field("value", ojson.Int(d.Value)),
		}
		if d.Name != "" {
			m = append(m, ojson.Field("name", ojson.String(d.Name)))
		}
		m = append(m, ojson.Field("kept", ojson.Bool(d.Kept)))
		if d.Why != "" {
			m = append(m, ojson.Field("why", ojson.String(d.Why)), ojson.Field("from", ojson.Int(int64(d.From))))
		}
		if d.Replaced {
			m = append(m, ojson.Field("replaced", ojson.Bool(true)))
		}
		out = append(out, ojson.Object(m...))
	}
	return ojson.Array(out...)
}

func symbolsJSON(symbols map[string]int64) ojson.Value {
	var m []ojson.Member
	for _, name := range slices.SortedFunc(maps.Keys(symbols), cmp.Compare[string]) {
		m = append(m, ojson.Field(name, ojson.Int(symbols[name])))
	}
	return ojson.Object(m...)
}

func facesJSON(faces []int64) ojson.Value {
	out := make([]ojson.Value, len(faces))
	for i, f := range faces {
		out[i] = ojson.Int(f)
	}
	return ojson.Array(out...)
}

// checkJSON writes a test in which every number is known.
func checkJSON(c *dice.Check) ojson.Value {
	var m []ojson.Member
	if c.Fact != dice.FactNone {
		bounds := boundsJSON(c.Eq, c.Gte, c.Gt, c.Lte, c.Lt)
		switch c.Fact {
		case dice.FactCount:
			bounds = append([]ojson.Member{ojson.Field("on", testJSON(*c.On))}, bounds...)
		case dice.FactSymbol:
			bounds = append([]ojson.Member{ojson.Field("name", ojson.String(c.Symbol))}, bounds...)
		}
		m = append(m, ojson.Field(factName(c.Fact), ojson.Object(bounds...)))
	}
	// The facts of one object are joined by all; they go back into it.
	var all []ojson.Value
	for _, x := range c.All {
		v := checkJSON(x)
		if x.Fact != dice.FactNone && v.Len() == 1 {
			if _, taken := ojson.Object(m...).Get(v.Members()[0].Key); !taken {
				m = append(m, v.Members()...)
				continue
			}
		}
		if v.Len() > 0 {
			all = append(all, v)
		}
	}
	if len(all) > 0 {
		m = append(m, ojson.Field("all", ojson.Array(all...)))
	}
	if c.Any != nil {
		list := make([]ojson.Value, 0, len(c.Any))
		for _, x := range c.Any {
			if !x.Never() {
				list = append(list, checkJSON(x))
			}
		}
		m = append(m, ojson.Field("any", ojson.Array(list...)))
	}
	if c.Not != nil {
		m = append(m, ojson.Field("not", checkJSON(c.Not)))
	}
	if c.When != nil {
		m = append(m, ojson.Field("when", ojson.Bool(*c.When)))
	}
	return ojson.Object(m...)
}

func factName(f dice.Fact) string {
	return [...]string{"", "total", "sum", "natural", "highest", "lowest", "matches", "successes", "margin", "count", "symbol"}[f]
}
