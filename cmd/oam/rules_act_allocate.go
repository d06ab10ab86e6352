package main

import (
	"fmt"
	"strconv"

	"github.com/open-actor-models/oam/ojson"
)

// allocate asks for amounts: points to spend, or values to give out. Where nobody
// is asked each field gets its least, or the values in their order.
func (g *game) allocate(t *turn, needs ojson.Value) (ojson.Value, error) {
	a := member(needs, "allocate")
	var amounts []ojson.Member
	var err error
	if values := member(a, "values").Items(); len(values) > 0 {
		amounts, err = g.giveOut(t, needs, values)
	} else {
		amounts, err = g.spend(t, needs)
	}
	return ojson.Object(ojson.Field("amounts", ojson.Object(amounts...))), err
}

// spend asks for an amount for each field, and tells what is left.
func (g *game) spend(t *turn, needs ojson.Value) (amounts []ojson.Member, err error) {
	a := member(needs, "allocate")
	if !g.asks.on {
		return nil, nil // what is left out gets its least
	}
	p := newPurse(a)
	g.print(g.style.Plain(t.who.hero.StepName(needs) + ": " + member(a, "budget").String() + " to spend"))
	for _, c := range p.costs.Members() {
		g.print(g.style.Note("  " + c.Key + " costs " + c.Value.String()))
	}
	fields := member(a, "fields").Items()
	for i, f := range fields {
		id, _ := member(f, "field").AsString()
		least := member(f, "min")
		if least.IsNull() {
			least = ojson.Int(0)
		}
		question := "  " + t.who.hero.Name(id)
		if bounds := paramKind(f); bounds != "" {
			question += " (" + bounds[1:] + ")"
		}
		question += " [" + least.String() + "]"
		for {
			line, err := g.asks.line(question)
			if err != nil {
				return nil, err
			}
			amount := least
			if line != "" {
				if amount, err = ojson.Parse([]byte(line)); err != nil || amount.Kind() != ojson.KindNumber {
					g.asks.wrong("A number, please.")
					continue
				}
			}
			if why := badParam(f, nil, amount); why != "" {
				g.asks.wrong("%s", why)
				continue
			}
			if why := p.pay(amount, fields[i+1:]); why != "" {
				g.asks.wrong("%s", why)
				continue
			}
			g.print(g.style.Note("    " + p.state()))
			amounts = append(amounts, ojson.Field(id, amount))
			break
		}
	}
	return amounts, nil
}

// purse is what has been spent of a budget.
type purse struct {
	budget, spent float64
	// costs are the prices of amounts; null where an amount costs itself, or where
	// only the engine knows.
	costs ojson.Value
}

func newPurse(a ojson.Value) *purse {
	p := &purse{costs: member(a, "cost")}
	p.budget, _ = member(a, "budget").AsFloat()
	return p
}

// price is what an amount costs; ok is false for one that cannot be bought.
func (p *purse) price(amount ojson.Value) (cost float64, ok bool) {
	if p.costs.IsNull() {
		return amount.AsFloat()
	}
	return member(p.costs, amount.String()).AsFloat()
}

// pay spends an amount, if there will be enough for the least of the others; else
// it says why not.
func (p *purse) pay(amount ojson.Value, others []ojson.Value) string {
	cost, ok := p.price(amount)
	if !ok {
		return "This has no price."
	}
	rest := 0.0
	for _, f := range others {
		least := member(f, "min")
		if least.IsNull() {
			least = ojson.Int(0)
		}
		n, _ := p.price(least)
		rest += n
	}
	if left := p.budget - p.spent; cost+rest > left {
		return fmt.Sprintf("This costs %s, and only %s can be spent on it.", decimal(cost), decimal(left-rest))
	}
	p.spent += cost
	return ""
}

func (p *purse) state() string {
	return decimal(p.spent) + " spent, " + decimal(p.budget-p.spent) + " left"
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// giveOut asks which of some values each field gets; with Enter it is the next.
// Where there are more fields than values, - gives a field nothing.
func (g *game) giveOut(t *turn, needs ojson.Value, left []ojson.Value) (amounts []ojson.Member, err error) {
	if g.asks.on {
		g.print(g.style.Plain(t.who.hero.StepName(needs) + ": values to give out"))
	}
	left = append([]ojson.Value(nil), left...)
	fields := member(member(needs, "allocate"), "fields").Items()
	for i, f := range fields {
		if len(left) == 0 {
			break
		}
		id, _ := member(f, "field").AsString()
		spare := len(fields)-i > len(left)
		at := 0
		for g.asks.on {
			question := "  " + t.who.hero.Name(id) + " (" + listed(left)
			if spare {
				question += ", - for none"
			}
			line, err := g.asks.line(question + ") [" + left[0].String() + "]")
			if err != nil {
				return nil, err
			}
			if at = placeOf(left, line); line == "" {
				at = 0
			}
			if at >= 0 || line == "-" && spare {
				break
			}
			g.asks.wrong("One of %s.", listed(left))
		}
		if at >= 0 {
			amounts = append(amounts, ojson.Field(id, left[at]))
			left = append(left[:at:at], left[at+1:]...)
		}
	}
	return amounts, nil
}

// placeOf is the place of a value in a list as it is written, -1 for none.
func placeOf(list []ojson.Value, text string) int {
	for i, v := range list {
		if v.String() == text {
			return i
		}
	}
	return -1
}

func listed(list []ojson.Value) (out string) {
	for i, v := range list {
		if i > 0 {
			out += ", "
		}
		out += v.String()
	}
	return out
}
