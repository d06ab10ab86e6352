package ruleset

import "github.com/open-actor-models/oam/ojson"

// incomingTarget decodes {incoming, tags?, direction?}.
func (d *decoder) incomingTarget(n node, e *Effect) {
	e.Target = TargetIncoming
	o := d.object(n, "incoming", "tags", "direction")
	field, _ := o.get("incoming")
	if e.Field = d.fieldRef(field); e.Field != None {
		d.checkStored(field, e.Field)
	}
	if tags, ok := o.get("tags"); ok {
		e.Tags = d.tagRefs(tags)
	}
	e.Down, e.Up = d.direction(o)
}

// direction reads the directions of an adjust: both unless one is written.
func (d *decoder) direction(o object) (down, up bool) {
	n, ok := o.get("direction")
	if !ok {
		return true, true
	}
	word, _ := d.oneOf(n, "up", "down")
	return word == "down", word == "up"
}

// incoming decodes the members that only incoming effects have.
func (d *decoder) incoming(o object, e *Effect) {
	if e.Target != TargetIncoming {
		for _, key := range []string{"stage", "round", "per"} {
			if o.has(key) {
				d.misplaced(o, key, "target")
			}
		}
		return
	}
	if stage, ok := o.get("stage"); ok && e.Field != None {
		e.Stage = d.stage(stage, d.rs.Fields[e.Field])
	}
	if round, ok := o.get("round"); ok {
		e.Round = d.rounding(round)
	}
	if per, ok := o.get("per"); ok {
		_, e.PerPart = d.oneOf(per, "part")
	}
}

// stage reads the name of one of a field's stages.
func (d *decoder) stage(n node, f *Field) int {
	name, ok := d.text(n)
	if !ok {
		return 0
	}
	i := d.search(n, f.Stages, name)
	if i < 0 {
		d.fail("unknown-reference", n, ojson.Field("kind", ojson.String("stage")),
			ojson.Field("id", ojson.String(name)), ojson.Field("field", ojson.String(f.ID)))
		return 0
	}
	return i
}
