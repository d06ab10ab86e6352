package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// choices decodes the choices of an entry, by name.
func (d *decoder) choices(b body, n node) {
	for _, m := range d.named(n, plainName) {
		o := d.object(m.node, "from", "options", "min", "max", "at", "slotsAt", "slots", "counter",
			"when", "unique", "recommended", "activate", "effects")
		c := &Choice{Name: b.local + m.key, ID: b.prefix + m.key, Pack: m.node.pack(), At: m.node.at}
		d.choice(o, c)
		b.Choices = append(b.Choices, c)
	}
}

// choice decodes one choice.
func (d *decoder) choice(o object, c *Choice) {
	key, n, ok := d.exactlyOne(o, "from", "options")
	switch {
	case !ok:
	case key == "from":
		d.from(n, c)
	default:
		d.inlineOptions(n, c)
	}
	c.Min = d.optionalCount(o, "min")
	if most, ok := o.get("max"); ok {
		if c.NoMax = most.kind() == ojson.KindNull; !c.NoMax {
			c.Max = d.count(most)
		}
	}
	d.slots(o, c)
	c.Counter = d.optionalFormula(o, "counter")
	c.When = d.optionalFormula(o, "when")
	c.Unique = d.flag(o, "unique")
	if activate, ok := o.get("activate"); ok && activate.kind() == ojson.KindBool {
		c.Record = !d.boolean(activate)
	} else if ok {
		d.wrongType(activate, fault.WantBoolean)
	}
	if recommended, ok := o.get("recommended"); ok {
		d.recommended(recommended, c)
	}
	if effects, ok := o.get("effects"); ok {
		c.Effects = d.effects(effects, "", c)
	}
}

// slots decodes when the choice applies and how many slots it has.
func (d *decoder) slots(o object, c *Choice) {
	c.Level, c.Leveled = d.level(o)
	d.conflicting(o, "at", "slotsAt")
	d.conflicting(o, "slots", "slotsAt")
	c.Slots = d.optionalCount(o, "slots")
	n, ok := o.get("slotsAt")
	if !ok {
		return
	}
	nodes := d.items(n)
	c.SlotsAt = make([]int, 0, len(nodes))
	for _, item := range nodes {
		level, ok := d.integer(item)
		switch {
		case !ok:
		case level < 1:
			// The slot is part of the path: name@4.
			d.fail("invalid-value", item, ojson.Field("min", ojson.Int(1)))
		case len(c.SlotsAt) > 0 && level <= c.SlotsAt[len(c.SlotsAt)-1]:
			d.fail("invalid-value", item, ojson.Field("expected", ojson.String("rising levels")))
		default:
			c.SlotsAt = append(c.SlotsAt, level)
		}
	}
}

// from decodes where options come from: content, a group or fields.
func (d *decoder) from(n node, c *Choice) {
	o := d.object(n, "type", "where", "from", "group", "fields")
	key, part, ok := d.exactlyOne(o, "type", "group", "fields")
	if !ok {
		return
	}
	if key != "type" {
		for _, other := range []string{"where", "from"} {
			if o.has(other) {
				d.misplaced(o, other, key)
			}
		}
	}
	switch key {
	case "fields":
		c.Fields = d.choiceFields(part)
		return
	case "group":
		q := &Query{Type: None, From: "group", Pack: n.pack(), At: n.at}
		q.Group, _ = d.name(part)
		c.From = q
		return
	}
	q := &Query{Type: d.typeRef(part), Pack: n.pack(), At: n.at}
	if from, ok := o.get("from"); ok {
		q.From, _ = d.oneOf(from, "own", "held", "all")
		d.checkHeld(from, q)
	}
	q.Where = d.optionalFormula(o, "where")
	c.From = q
}

// choiceFields reads the fields that are options, in the order of the ruleset.
// Choices of one tag share the list of its fields.
func (d *decoder) choiceFields(n node) []int {
	if n.kind() == ojson.KindArray {
		fields := d.fieldRefs(n)
		slices.Sort(fields)
		return fields
	}
	o := d.object(n, "tag", "except")
	tagged := []int{}
	if tag, ok := d.need(o, "tag"); ok {
		if name, ok := d.tagRef(tag); ok && d.tagged[name] != nil {
			tagged = d.tagged[name]
		}
	}
	// Whoever works with the choice looks at each of its fields.
	except, ok := o.get("except")
	if !d.charge(len(tagged), n) || !ok {
		return tagged
	}
	out := d.fieldRefs(except)
	slices.Sort(out)
	fields := make([]int, 0, len(tagged))
	for _, f := range tagged {
		if _, excepted := slices.BinarySearch(out, f); !excepted {
			fields = append(fields, f)
		}
	}
	return fields
}

// inlineOptions makes a content of each option. They are decoded when all named
// content is.
func (d *decoder) inlineOptions(n node, c *Choice) {
	nodes := d.items(n)
	c.Options = make([]int, 0, len(nodes))
	c.Labels = make([]string, 0, len(nodes))
	var ids seen
	for _, item := range nodes {
		if item.kind() != ojson.KindObject {
			d.wrongType(item, fault.WantObject)
			continue
		}
		id, ok := item.get("id")
		if !ok {
			d.missing(item, "id")
			continue
		}
		label, ok := d.name(id)
		if !ok {
			continue
		}
		if !ids.add(label) {
			d.duplicate(id, label)
			continue
		}
		if len(d.rs.Contents) >= maxContents {
			d.exceed("contents", maxContents, item)
			return
		}
		index := len(d.rs.Contents)
		content := &Content{ID: c.ID + "/" + label, Pack: item.pack(), At: item.at, Index: index, Type: None}
		d.rs.Contents = append(d.rs.Contents, content)
		d.names.declareOption(content.ID, index)
		d.options = append(d.options, &option{content, item})
		c.Options = append(c.Options, index)
		c.Labels = append(c.Labels, label)
	}
}

// recommended reads option ids and keeps them as stored picks have them.
func (d *decoder) recommended(n node, c *Choice) {
	var ids seen
	for _, item := range d.items(n) {
		id, ok := d.recommendedOption(item, c)
		if !ok {
			continue
		}
		if !ids.add(id) {
			d.duplicate(item, id)
			continue
		}
		c.Recommended = append(c.Recommended, id)
	}
}

// recommendedOption reads one option id by the kind of the choice.
func (d *decoder) recommendedOption(n node, c *Choice) (string, bool) {
	switch {
	case c.Options != nil:
		id, ok := d.text(n)
		if ok && d.search(n, c.Labels, id) < 0 {
			d.unresolved(n, "option", id, "unknown-reference")
			return "", false
		}
		return id, ok
	case c.Fields != nil:
		f := d.fieldRef(n)
		if f == None {
			return "", false
		}
		id := d.rs.Fields[f].ID
		if _, offered := slices.BinarySearch(c.Fields, f); !offered {
			d.unresolved(n, "option", id, "unknown-reference")
			return "", false
		}
		return id, true
	case c.From != nil:
		// Of a group the type is known only where it is declared.
		i := d.contentRef(n, c.From.Type)
		if i == None {
			return "", false
		}
		if found := d.rs.Contents[i]; !found.Abstract {
			return found.ID, true
		}
		d.abstract(n, i)
	}
	return "", false
}
