package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// body is a content, an inline option or the rules while it is decoded.
type body struct {
	*Content
	// prefix makes names of parts qualified: "d20:fighter#", in rules "d20:".
	prefix string
	// local is what stands before names in paths and outputs: "", in rules
	// "d20:".
	local string
	// granted are the contents that it grants, in rules those of all packs.
	granted *seen
}

// memberLists are the members that entries may have, made once for a load.
type memberLists struct{ rules, option, content []string }

func newMemberLists() memberLists {
	carried := []string{"effects", "grants", "choices", "constraints", "actions", "followUps", "offers", "standardCopies", "groups"}
	own := append([]string{"prerequisites", "tags", "when", "counter", "display"}, carried...)
	return memberLists{
		rules:   append([]string{"tables", "dice", "links", "tags", "flags", "counter"}, carried...),
		option:  append([]string{"id"}, own...),
		content: append([]string{"type", "inherit", "abstract", "data"}, own...),
	}
}

// content decodes a named content.
func (d *decoder) content(c *Content, n node) {
	o := d.object(n, d.allowed.content...)
	if t, ok := d.need(o, "type"); ok {
		d.typeRef(t) // found by declare, reported here
	}
	if a, ok := o.get("abstract"); ok {
		d.boolean(a)
	}
	if data, ok := o.get("data"); ok {
		d.data(c, data)
	} else {
		d.noData(c, n)
	}
	d.ownMembers(c, o)
	d.parts(body{Content: c, prefix: c.ID + "#", granted: new(seen)}, o)
}

// ownMembers decodes what content has and rules have not, data apart.
func (d *decoder) ownMembers(c *Content, o object) {
	if tags, ok := o.get("tags"); ok {
		c.Tags = d.newNames(tags)
		slices.Sort(c.Tags)
	}
	c.When = d.optionalFormula(o, "when")
	c.Counter = d.optionalFormula(o, "counter")
	if display, ok := o.get("display"); ok {
		c.Display = display.json()
	}
	if tests, ok := o.get("prerequisites"); ok {
		c.Prerequisites = d.tests(tests, c.ID+"#")
	}
}

// option is an inline option that waits for its decoding.
type option struct {
	content *Content
	node    node
}

// inlineOption decodes what an inline option carries.
func (d *decoder) inlineOption(p *option) {
	o := d.object(p.node, d.allowed.option...)
	d.ownMembers(p.content, o)
	d.parts(body{Content: p.content, prefix: p.content.ID + "#", granted: new(seen)}, o)
}

// rules decodes the rules of all packs as one activation.
func (d *decoder) rules(parts []node) *Content {
	c := &Content{ID: "rules", Index: None, Type: None}
	granted := new(seen)
	var counters []node
	for _, n := range parts {
		if c.At == nil {
			c.Pack, c.At = n.pack(), n.at
		}
		o := d.object(n, d.allowed.rules...)
		if tags, ok := o.get("tags"); ok {
			d.newNames(tags)
		}
		if flags, ok := o.get("flags"); ok {
			d.newNames(flags)
		}
		if counter, ok := o.get("counter"); ok {
			d.rs.Counter = d.formula(counter)
			counters = append(counters, counter)
		}
		prefix := d.rs.Packs[n.pack()].ID + ":"
		d.parts(body{Content: c, prefix: prefix, local: prefix, granted: granted}, o)
	}
	d.counterConflict(counters)
	return c
}

// counterConflict lists the packs that each say what levels count by; the last
// of them wins.
func (d *decoder) counterConflict(counters []node) {
	if len(counters) < 2 {
		return
	}
	c := Conflict{Kind: "rules", ID: "rules", Member: "/counter"}
	for _, n := range counters {
		c.Winner = d.rs.Packs[n.pack()].ID
		c.Packs = append(c.Packs, c.Winner)
	}
	d.rs.Conflicts = append(d.rs.Conflicts, c)
}

// parts decodes what everything that is on may carry.
func (d *decoder) parts(b body, o object) {
	if n, ok := o.get("groups"); ok {
		d.groups(b, n)
	}
	if n, ok := o.get("effects"); ok {
		b.Effects = append(b.Effects, d.effects(n, b.local, nil)...)
	}
	if n, ok := o.get("grants"); ok {
		d.grants(b, n)
	}
	if n, ok := o.get("standardCopies"); ok {
		d.standardCopies(b, n)
	}
	if n, ok := o.get("constraints"); ok {
		b.Constraints = append(b.Constraints, d.tests(n, b.prefix)...)
	}
	if n, ok := o.get("actions"); ok {
		d.actions(b, n)
	}
	if n, ok := o.get("choices"); ok {
		d.choices(b, n)
	}
	if n, ok := o.get("followUps"); ok {
		d.followUps(b, n)
	}
	if n, ok := o.get("offers"); ok {
		d.offers(b, n)
	}
}

// data decodes the data of a content by its type.
func (d *decoder) data(c *Content, n node) {
	list := d.entries(n)
	if c.Type == None {
		return
	}
	t := d.rs.Types[c.Type]
	if !d.charge(len(t.Data), n) {
		return
	}
	d.makeData(c, t)
	given := make([]bool, len(t.Data))
	for _, m := range list {
		i, ok := slices.BinarySearchFunc(t.Data, m.key, func(x *Member, name string) int { return compareText(x.Name, name) })
		if !ok {
			d.unknownMember(m.node, m.key)
			continue
		}
		given[i] = true
		d.dataMember(c, i, t.Data[i], m.node)
	}
	d.fillData(c, t, n, given)
}

// noData fills the data of a content that says none.
func (d *decoder) noData(c *Content, n node) {
	if c.Type == None {
		return
	}
	t := d.rs.Types[c.Type]
	if len(t.Data) == 0 || !d.charge(len(t.Data), n) {
		return
	}
	d.makeData(c, t)
	d.fillData(c, t, n, make([]bool, len(t.Data)))
}

// makeData makes room for the data of a type.
func (d *decoder) makeData(c *Content, t *Type) {
	c.Data = make([]formula.Value, len(t.Data))
	c.DataRefs = make([]int, len(t.Data))
	c.DataDice = make([]ojson.Value, len(t.Data))
	for i := range c.DataRefs {
		c.DataRefs[i] = None
	}
}

// dataMember decodes one member of data.
func (d *decoder) dataMember(c *Content, i int, m *Member, n node) {
	switch m.Type {
	case Ref:
		if ref := d.contentRef(n, m.Of); ref != None {
			c.DataRefs[i] = ref
			c.Data[i] = formula.String(d.rs.Contents[ref].ID)
		}
	case Dice:
		c.Data[i], c.DataDice[i] = d.dataDice(n)
	default:
		if v, ok := d.literal(n, &m.Shape); ok {
			c.Data[i] = v
		}
	}
}

// fillData writes defaults where nothing is given, and reports what must be
// given. Children of an abstract content give what it leaves open.
func (d *decoder) fillData(c *Content, t *Type, n node, given []bool) {
	for i, m := range t.Data {
		switch {
		case given[i]:
		case m.Required:
			if !c.Abstract {
				d.missing(n, m.Name)
			}
		default:
			c.Data[i], c.DataDice[i] = m.Default, m.DefaultDice
			if m.Type == Ref && m.Default.Kind() == formula.Text {
				if ref, code := d.names.content(t.Pack, m.Default.Text()); code == "" {
					c.DataRefs[i] = ref
				}
			}
		}
	}
}
