package schema

import (
	"strconv"

	"github.com/open-actor-models/oam/ojson"
)

// A schema can share one large part among all of its positions, so that what is
// small work at each place becomes the square of the size of the source. Work is
// therefore counted in units: a value that is looked at, or textUnit bytes of
// text. A conversion may take baseUnits and sourceUnits for each unit of the
// source; the same holds for the text of the generation schema.
const (
	textUnit    = 8
	baseUnits   = 2_000_000
	sourceUnits = 8
)

// maxLiteral bounds the digits of numbers that are compared. Comparing takes
// them apart each time, and no number that is meant has more.
const maxLiteral = 400

// newConverter returns a converter with its budget.
func newConverter(v ojson.Value) *converter {
	c := &converter{
		root: v, paths: newPaths(), names: names{}, done: map[string]*result{},
		nulls: nulls{root: v}, enums: map[ojson.Value]*enumSet{},
		size: units(v),
	}
	c.budget = baseUnits + sourceUnits*c.size
	return c
}

// units returns the size of v, all that it holds included.
func units(v ojson.Value) int {
	n := 1 + textSize(v)/textUnit
	for _, item := range v.Items() {
		n += units(item)
	}
	for _, m := range v.Members() {
		n += len(m.Key)/textUnit + units(m.Value)
	}
	return n
}

// textSize returns the length of the text of a string or number, 0 for others.
func textSize(v ojson.Value) int {
	switch v.Kind() {
	case ojson.KindString:
		s, _ := v.AsString()
		return len(s)
	case ojson.KindNumber:
		return len(v.Literal())
	default:
		return 0
	}
}

// note counts units of work. It cannot fail: the next call of spend does, and
// until then a position does no more than the size of the source.
func (c *converter) note(units int) { c.budget -= units }

// spend counts parts against [maxWork] and fails when any budget is used up.
func (c *converter) spend(parts int, place *path) error {
	c.note(parts)
	if c.work += parts; c.work > maxWork || c.budget < 0 {
		return fail(place, "the schema is too large, or merging its parts makes it so")
	}
	return nil
}

// noteParts counts a look at all keywords of some schemas, and at the lists that
// are not remembered in another form.
func (c *converter) noteParts(parts []part) {
	n := 0
	for i := range parts {
		for _, m := range parts[i].v.Members() {
			n += 1 + len(m.Key)/textUnit
			switch {
			case m.Key == "required" || m.Key == "x-order":
				for _, item := range m.Value.Items() {
					n += 1 + textSize(item)/textUnit
				}
			case m.Value.Kind() == ojson.KindNumber:
				n += textSize(m.Value) / textUnit
			}
		}
	}
	c.note(n)
}

// declaredTypes is the function of that name, counted.
func (c *converter) declaredTypes(parts []part) (typeSet, error) {
	for i := range parts {
		v, _ := parts[i].get("type")
		c.note(1 + v.Len())
	}
	return declaredTypes(parts)
}

// describeAt returns the description of a position, whose text it counts.
func (c *converter) describeAt(r *result) string {
	d := r.description()
	c.note(len(d) / textUnit)
	return d
}

// checkNumber refuses numbers with more digits than are compared.
func checkNumber(v ojson.Value, place *path) error {
	if v.Kind() == ojson.KindNumber && len(v.Literal()) > maxLiteral {
		return fail(place, "a number has more than "+strconv.Itoa(maxLiteral)+" digits")
	}
	return nil
}

// checkPrinted refuses schemas whose generation schema would be too long: leaves
// are written out wherever they are used, with all of their values.
func (c *converter) checkPrinted() error {
	sizes := map[*node]int{}
	total := 0
	for _, t := range c.types {
		total += 4 + 4*len(t.n.name)/textUnit
		for _, e := range t.n.edges {
			total += 4 + (2*len(e.key)+len(e.text)+e.to.printed(sizes))/textUnit
		}
		if total > baseUnits+sourceUnits*c.size {
			return fail(t.at, "the generation schema would be too large")
		}
	}
	return nil
}

// printed returns the length of what a leaf or array prints where it is used.
func (n *node) printed(sizes map[*node]int) int {
	if n == nil || n.isType() || n.literals == nil && n.kind != arrayKind {
		return 0
	}
	size, known := sizes[n]
	if known {
		return size
	}
	if n.kind == stringKind {
		for _, v := range n.literals {
			size += 3 + textSize(v)
		}
	}
	for _, e := range n.edges {
		size += e.to.printed(sizes)
	}
	sizes[n] = size
	return size
}
