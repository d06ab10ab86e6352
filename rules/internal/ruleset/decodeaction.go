package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// action decodes one action at a time: what its steps may name.
type actionDecoder struct {
	*decoder
	*Action
	body  body
	ids   seen           // of steps
	rolls map[string]int // rolls by name: the order in which they stand
	steps int
	depth int
}

// maxActionSteps is the number of steps one action may be written with.
const maxActionSteps = 1_000

// actions decodes the actions of an entry, by name.
func (d *decoder) actions(b body, n node) {
	for _, m := range d.named(n, plainName) {
		o := d.object(m.node, "when", "tags", "params", "roles", "flags", "steps", "results", "cancel")
		a := &Action{Name: m.key, ID: b.prefix + m.key, Pack: m.node.pack(), At: m.node.at, Raw: m.node.json()}
		x := &actionDecoder{decoder: d, Action: a, body: b, rolls: map[string]int{}}
		x.head(o)
		if steps, ok := o.get("steps"); ok {
			a.Steps = x.stepList(steps)
		}
		b.Actions = append(b.Actions, a)
	}
}

// head decodes everything but the steps.
func (x *actionDecoder) head(o object) {
	x.When = x.optionalFormula(o, "when")
	if tags, ok := o.get("tags"); ok {
		x.Tags = x.tagRefs(tags)
	}
	if params, ok := o.get("params"); ok {
		for _, m := range x.named(params, identifier) {
			x.Params = append(x.Params, x.param(m))
		}
	}
	if roles, ok := o.get("roles"); ok {
		for _, m := range x.named(roles, identifier) {
			x.Roles = append(x.Roles, x.role(m))
		}
	}
	if flags, ok := o.get("flags"); ok {
		for _, m := range x.named(flags, plainName) {
			f := x.object(m.node, "when")
			x.Flags = append(x.Flags, &Flag{Name: m.key, When: x.optionalFormula(f, "when")})
		}
	}
	if cancel, ok := o.get("cancel"); ok {
		for _, item := range x.items(cancel) {
			x.Cancel = append(x.Cancel, x.flagRefs(item))
		}
	}
	if results, ok := o.get("results"); ok {
		x.Results = x.newNames(results)
	}
}

// param decodes a parameter.
func (x *actionDecoder) param(m member) *ActionParam {
	o := x.object(m.node, "type", "options", "items", "default", "min", "max")
	p := &ActionParam{Name: m.key, At: m.node.at}
	x.shape(o, &p.Shape, valueTypes())
	p.Min, p.Max = x.bounds(o, &p.Shape)
	def, ok := o.get("default")
	if !ok {
		return p
	}
	// As in fields, a text is a formula where the parameter is none itself.
	if def.kind() == ojson.KindString && (p.Type.numeric() || p.Type == Boolean || p.Type == ListType) {
		p.Default = &Amount{Formula: x.formula(def)}
	} else if v, ok := x.literal(def, &p.Shape); ok {
		p.Default = &Amount{Literal: v}
	}
	return p
}

// role decodes a role. Its name stands for its participants in formulas, so it
// may be neither a word of theirs nor hide a field.
func (x *actionDecoder) role(m member) *Role {
	o := x.object(m.node, "min", "max", "reads")
	r := &Role{Name: m.key, At: m.node.at, Min: 1, Max: 1}
	if m.key != "target" && reservedField(m.key) || m.key == "self" || x.firstSegment(m.key) {
		x.fail("reserved-name", m.node, ojson.Field("id", ojson.String(m.key)))
	}
	if n, ok := o.get("min"); ok {
		r.Min = x.within(n, 0, maxParticipants)
		r.Max = max(r.Max, r.Min)
	}
	if n, ok := o.get("max"); ok {
		r.Max = x.within(n, max(1, r.Min), maxParticipants)
	}
	if reads, ok := o.get("reads"); ok {
		l := Link{ID: m.key}
		x.reads(reads, &l)
		r.Reads = l.Reads
	}
	return r
}

// maxParticipants is the number of participants that one role may have.
const maxParticipants = 100

// firstSegment reports whether a field that the pack can name begins so.
func (d *decoder) firstSegment(name string) bool {
	if d.heads == nil {
		d.heads = map[string]bool{}
		for _, f := range d.rs.Fields {
			_, local := splitID(f.ID)
			d.heads[firstOf(local)] = true
		}
	}
	return d.heads[name]
}

func firstOf(local string) string {
	for i := range len(local) {
		if local[i] == '.' {
			return local[:i]
		}
	}
	return local
}

// within reads an integer between bounds.
func (d *decoder) within(n node, low, high int) int {
	i, ok := d.integer(n)
	if ok && (i < low || i > high) {
		d.fail("invalid-value", n, ojson.Field("min", ojson.Int(int64(low))), ojson.Field("max", ojson.Int(int64(high))))
	}
	return min(max(i, low), high)
}

// flagRef reads a flag of the action.
func (x *actionDecoder) flagRef(n node) int {
	name, ok := x.text(n)
	if !ok {
		return None
	}
	f := x.FindFlag(name)
	if f == None {
		x.unresolved(n, "flag", name, "unknown-reference")
	}
	return f
}

func (x *actionDecoder) flagRefs(n node) []int {
	var out []int
	for _, item := range x.items(n) {
		if f := x.flagRef(item); f != None && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// roleRef reads a role of the action.
func (x *actionDecoder) roleRef(n node) int {
	name, ok := x.text(n)
	if !ok {
		return None
	}
	r := x.FindRole(name)
	if r == None {
		x.unresolved(n, "role", name, "unknown-reference")
	}
	return r
}
