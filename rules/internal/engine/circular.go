package engine

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// circularCounters warns of grants at a level that raise the field which their
// counter reads: such a field can only be a loop. A counter over the state of
// copies is fine.
func (c *compiler) circularCounters() (out []ruleset.Warning) {
	p := c.p
	for i := range p.contents {
		x := &p.contents[i]
		for j := range x.grants {
			g := &x.grants[j]
			counter := c.counterFormula(x, g)
			if !g.def.Leveled || counter == nil {
				continue
			}
			read := c.fieldsRead(counter, x.def.Pack)
			for k := range p.contents[g.content].effects {
				for _, t := range p.contents[g.content].effects[k].targets {
					if read[t.slot] {
						out = append(out, ruleset.Warning{Code: "circular-counter", At: g.def.At, Data: ojson.Object(
							ojson.Field("field", ojson.String(p.fields[t.slot].def.ID)),
							ojson.Field("content", ojson.String(p.contents[g.content].def.ID)))})
					}
				}
			}
		}
	}
	return out
}

// counterFormula is the counter of a grant as far as the entry alone tells it.
func (c *compiler) counterFormula(x *contentProg, g *grantProg) *formula.Formula {
	switch {
	case g.counter != nil:
		return g.counter
	case x.counter != nil:
		return x.counter
	case x.def.Type != ruleset.None && c.p.types[x.def.Type].counter != nil:
		return c.p.types[x.def.Type].counter
	}
	return c.p.counter
}

// fieldsRead lists the fields that a formula reads, and those that they read.
func (c *compiler) fieldsRead(x *formula.Formula, pack int) map[int32]bool {
	read := map[int32]bool{}
	var visit func(x *formula.Formula, pack, depth int)
	visit = func(x *formula.Formula, pack, depth int) {
		if x == nil || depth > maxNodeDepth {
			return
		}
		x.Reads(func(name string) {
			slot, code := c.rs.FieldIndex(pack, name)
			if code != "" || read[int32(slot)] {
				return
			}
			read[int32(slot)] = true
			visit(c.p.fields[slot].formula, c.p.fields[slot].def.Pack, depth+1)
		})
	}
	visit(x, pack, 0)
	return read
}
