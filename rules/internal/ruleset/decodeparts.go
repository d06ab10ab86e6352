package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// grants decodes content that is switched on. One content is granted only once,
// for the id of its activation is made of it.
func (d *decoder) grants(b body, n node) {
	for _, item := range d.items(n) {
		o := d.object(item, "content", "at", "when", "counter")
		g := &Grant{Content: None, At: item.at}
		ref, ok := d.need(o, "content")
		if ok {
			g.Content = d.liveContent(ref)
		}
		g.Level, g.Leveled = d.level(o)
		g.When = d.optionalFormula(o, "when")
		g.Counter = d.optionalFormula(o, "counter")
		if g.Content == None {
			continue
		}
		// Content that is on once has one activation, however often it is granted.
		c := d.rs.Contents[g.Content]
		once := c.Type != None && d.rs.Types[c.Type].Once
		if !once && !b.granted.add(c.ID) {
			d.duplicate(ref, c.ID)
			continue
		}
		b.Grants = append(b.Grants, g)
	}
}

// level reads at: the counter value from which something is on.
func (d *decoder) level(o object) (int, bool) {
	n, ok := o.get("at")
	if !ok {
		return 0, false
	}
	return d.integer(n)
}

// standardCopies decodes copies that exist without being saved.
func (d *decoder) standardCopies(b body, n node) {
	items := make(map[int]bool, len(b.StandardCopies))
	for _, s := range b.StandardCopies {
		items[s.Item] = true
	}
	for _, item := range d.items(n) {
		s := &StandardCopy{Item: None, At: item.at}
		ref := item
		if item.kind() != ojson.KindString {
			o := d.object(item, "item", "when")
			var ok bool
			if ref, ok = d.need(o, "item"); !ok {
				continue
			}
			s.When = d.optionalFormula(o, "when")
		}
		if s.Item = d.heldContent(ref); s.Item == None {
			continue
		}
		if items[s.Item] {
			d.duplicate(ref, d.rs.Contents[s.Item].ID)
			continue
		}
		items[s.Item] = true
		b.StandardCopies = append(b.StandardCopies, s)
	}
}

// heldContent reads the id of content of which characters hold copies.
func (d *decoder) heldContent(n node) int {
	c := d.liveContent(n)
	if c == None {
		return None
	}
	if !d.usable(n, c, func(t *Type) bool { return t.Copies != "" }, "copies") {
		return None
	}
	return c
}

// usable reports content whose type does not allow what is asked of it.
func (d *decoder) usable(n node, c int, allows func(*Type) bool, want string) bool {
	found := d.rs.Contents[c]
	if found.Type != None && !allows(d.rs.Types[found.Type]) {
		d.fail("wrong-content-type", n, ojson.Field("content", ojson.String(found.ID)),
			ojson.Field("expected", ojson.String(want)))
		return false
	}
	return true
}

// tests decodes prerequisites or constraints.
func (d *decoder) tests(n node, prefix string) []*Test {
	nodes := d.items(n)
	list := make([]*Test, 0, len(nodes))
	var ids seen
	for _, item := range nodes {
		o := d.object(item, "id", "test", "data")
		t := &Test{At: item.at}
		if id, ok := d.partID(o, &ids); ok {
			t.ID = prefix + id
		}
		if test, ok := d.need(o, "test"); ok {
			t.Test = d.formula(test)
		}
		if data, ok := o.get("data"); ok {
			if data.kind() != ojson.KindObject {
				d.wrongType(data, fault.WantObject)
			}
			t.Data = data.json()
		}
		list = append(list, t)
	}
	return list
}

// partID reads the id of an item of a list, which no other item has.
func (d *decoder) partID(o object, ids *seen) (string, bool) {
	n, ok := d.need(o, "id")
	if !ok {
		return "", false
	}
	id, ok := d.name(n)
	if !ok {
		return "", false
	}
	if !ids.add(id) {
		d.duplicate(n, id)
		return "", false
	}
	return id, true
}

// groups decodes named sets. How a name is found is the business of those who
// ask it.
func (d *decoder) groups(b body, n node) {
	for _, m := range d.named(n, plainName) {
		o := d.object(m.node, "type", "where", "from")
		q := &Query{Type: None, Pack: m.node.pack(), At: m.node.at}
		if t, ok := d.need(o, "type"); ok {
			q.Type = d.typeRef(t)
		}
		if from, ok := d.need(o, "from"); ok {
			q.From, _ = d.oneOf(from, "own", "held", "all")
			d.checkHeld(from, q)
		}
		q.Where = d.optionalFormula(o, "where")
		b.Groups = append(b.Groups, &Group{Name: b.local + m.key, Query: q})
	}
}

// checkHeld reports a query over copies of what has none.
func (d *decoder) checkHeld(n node, q *Query) {
	if q.From == "held" && q.Type != None && d.rs.Types[q.Type].Copies == "" {
		d.fail("wrong-content-type", n, ojson.Field("type", ojson.String(d.rs.Types[q.Type].ID)),
			ojson.Field("expected", ojson.String("copies")))
	}
}
