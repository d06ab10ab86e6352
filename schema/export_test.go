package schema

import "github.com/open-actor-models/oam/ojson"

// ConversionUnits returns the units of work that a conversion takes.
func ConversionUnits(v ojson.Value, name string) (int, error) {
	c := newConverter(v)
	all := c.budget
	_, err := c.whole(name)
	return all - c.budget, err
}

// ValidationSteps returns the steps that a validation takes.
func ValidationSteps(s *Schema, v ojson.Value) int {
	c := newValidator(s, v)
	all := c.budget
	_ = c.check(s.source, v, nil, nil, 0)
	return all - c.budget
}

// OrderSteps returns the steps that ordering takes.
func OrderSteps(s *Schema, v ojson.Value) int {
	o := newOrderer(v)
	all := o.budget
	o.order(s.root, v)
	return all - o.budget
}
