package engine

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// DicesProg is compiled dice: terms, or a formula that gives a notation.
type DicesProg struct {
	Def   *ruleset.Dices
	text  *formula.Formula
	terms []termProg
}

type termProg struct {
	def                           *ruleset.DiceTerm
	count, sides, keep, low, high amount
	rerollIf                      *formula.Formula
	zero                          *termProg
}

func (c *compiler) dices(d *ruleset.Dices, s *scope) *DicesProg {
	if d == nil {
		return nil
	}
	p := &DicesProg{Def: d, text: c.formula(d.Text, c.at(s, d.Text), formula.TextType)}
	for _, t := range d.Terms {
		p.terms = append(p.terms, c.term(t, s))
	}
	return p
}

func (c *compiler) term(d *ruleset.DiceTerm, s *scope) termProg {
	t := termProg{def: d}
	if d.Fixed != nil {
		return t
	}
	number := func(a *ruleset.Amount) amount { return c.amount(a, c.atAmount(s, a), formula.NumberType) }
	t.count, t.sides, t.keep = number(d.Count), number(d.Sides), number(d.KeepN)
	t.low, t.high = number(d.Min), number(d.Max)
	t.rerollIf = c.formula(d.RerollIf, c.at(s, d.RerollIf), formula.BoolType)
	if d.WhenZero != nil {
		zero := c.term(d.WhenZero, s)
		t.zero = &zero
	}
	return t
}

// Dices works out what is rolled: every number is a number then. source says who
// adds the dice.
func (s *Sheet) Dices(p *DicesProg, node int32, source string) (dice.Roll, *formula.Fault) {
	roll := dice.Roll{Add: p.Def.Add}
	if p.text != nil {
		v := s.eval(p.text, node)
		if v.Failed() {
			return roll, v.Fault()
		}
		// Nothing, as the dice of a weapon that has none, rolls nothing.
		if v.Text() == "" {
			return roll, nil
		}
		pack := p.Def.Text.Pack
		parsed, problem := dice.Parse(v.Text(), func(name string) ([]dice.Face, bool) {
			i, code := s.p.RS.DieIndex(pack, name)
			if code != "" {
				return nil, false
			}
			return s.p.RS.Dice[i].Faces, true
		})
		if problem != nil {
			return roll, &formula.Fault{Code: problem.Code, Data: ojson.Object(
				ojson.Field("dice", ojson.String(clip(v.Text()))), ojson.Field("offset", ojson.Int(int64(problem.Offset))))}
		}
		for i := range parsed.Terms { // named as the pack names them
			if t := &parsed.Terms[i]; t.Name != "" {
				die, _ := s.p.RS.DieIndex(pack, t.Name)
				t.Name = s.p.RS.Dice[die].ID
			}
		}
		roll = parsed
	}
	for i := range p.terms {
		t, failed := s.term(&p.terms[i], node)
		if failed != nil {
			return roll, failed
		}
		roll.Terms = append(roll.Terms, t)
	}
	for i := range roll.Terms {
		roll.Terms[i].Source = source
	}
	return roll, nil
}

func (s *Sheet) term(p *termProg, node int32) (dice.Term, *formula.Fault) {
	d := p.def
	if d.Fixed != nil {
		return *d.Fixed, nil
	}
	t := dice.Term{Explode: d.Explode, Success: d.Success, Read: d.Read, Subtract: d.Subtract}
	var failed *formula.Fault
	number := func(a *amount, fallback int64) int64 {
		if failed != nil || a.absent() {
			return fallback
		}
		var n int64
		if n, failed = WholeNumber(s.evalAmount(a, node)); failed != nil {
			return fallback
		}
		return n
	}
	t.Count = number(&p.count, 1)
	if d.Die != nil {
		t.Name, t.Faces, t.Sides = d.Die.ID, d.Die.Faces, int64(len(d.Die.Faces))
	} else {
		t.Sides = number(&p.sides, 0)
	}
	t.Keep = dice.Keep{Mode: d.Keep, Count: number(&p.keep, 0)}
	if !p.low.absent() {
		n := number(&p.low, 0)
		t.Min = &n
	}
	if !p.high.absent() {
		n := number(&p.high, 0)
		t.Max = &n
	}
	if d.Reroll != nil && failed == nil {
		on, fault := s.truth(p.rerollIf, node)
		if failed = fault; on {
			t.Reroll = d.Reroll
		}
	}
	if p.zero != nil && failed == nil && t.Count <= 0 {
		z, fault := s.term(p.zero, node)
		if fault != nil {
			return t, fault
		}
		t.WhenZero = &z
	}
	return t, failed
}

// WholeNumber is a value that dice may count with.
func WholeNumber(v formula.Value) (int64, *formula.Fault) {
	if v.Failed() {
		return 0, v.Fault()
	}
	if !v.IsInteger() {
		return 0, &formula.Fault{Code: "not-an-integer", Data: ojson.Object(ojson.Field("value", v.JSON()))}
	}
	if !formula.InRange(v) {
		return 0, &formula.Fault{Code: "number-too-large"}
	}
	n, _ := v.AsInt()
	return n, nil
}

// Whole is the integer that an amount gives, or a fallback where it is absent.
func (s *Sheet) Whole(a *Amount, node int32, fallback int64) (int64, *formula.Fault) {
	if a.absent() {
		return fallback, nil
	}
	return WholeNumber(s.evalAmount(a, node))
}
