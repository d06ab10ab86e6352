package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// types is a set of the types of what an effect reaches. Lists of numbers are a
// type of their own here.
type types uint16

const (
	numberTypes types = 1<<Integer | 1<<Number
	numberLists types = 1 << (Dice + 1)
	listTypes   types = 1<<ListType | numberLists
)

// typesOf is the set of one shape.
func typesOf(s *Shape) types {
	if s.Type == ListType && s.Numbers {
		return numberLists
	}
	return 1 << s.Type
}

// effects decodes a list of effects. local stands before their ids in outputs;
// picked is the choice that carries them, nil for those of an entry.
func (d *decoder) effects(n node, local string, picked *Choice) []*Effect {
	nodes := d.items(n)
	list := make([]*Effect, 0, len(nodes))
	var ids seen
	for _, item := range nodes {
		o := d.object(item, "id", "target", "op", "value", "when", "stack", "cap", "situational", "group",
			"stage", "round", "per")
		e := &Effect{Pack: item.pack(), At: item.at, Field: None, Op: OpSet}
		if id, ok := d.partID(o, &ids); ok {
			e.ID, e.Name = id, local+id
		}
		d.effect(o, e, picked)
		list = append(list, e)
	}
	return list
}

// effect decodes one effect apart from its id. What cannot be checked without a
// member that is wrong is left unchecked, so that one mistake is one error.
func (d *decoder) effect(o object, e *Effect, picked *Choice) {
	reached, known := types(0), false
	if target, ok := d.need(o, "target"); ok {
		reached, known = d.target(target, e, picked)
	}
	op, ok := d.need(o, "op")
	ok = ok && known && d.operation(op, e)
	if value, has := d.need(o, "value"); has && ok {
		d.effectValue(value, e, reached)
	}
	e.When = d.optionalFormula(o, "when")
	e.Situational = d.flag(o, "situational")
	if stack, has := o.get("stack"); has {
		d.stack(stack, e)
	}
	if limit, has := o.get("cap"); has {
		e.Cap = d.number(limit)
		switch {
		case !ok:
		case e.Op != OpAdd:
			d.misplaced(o, "cap", "op")
		case e.Target == TargetIncoming || e.Target == TargetRoll:
			d.misplaced(o, "cap", "target")
		}
	}
	if group, has := o.get("group"); has {
		e.Group = d.label(group)
		if ok && e.Op != OpSet {
			d.misplaced(o, "group", "op")
		}
	}
	if known {
		d.incoming(o, e)
	}
}

// target decodes what an effect reaches and tells the types of it, none where
// they are not known. It reports whether the kind of the target is known.
func (d *decoder) target(n node, e *Effect, picked *Choice) (types, bool) {
	if n.kind() == ojson.KindString {
		e.Target = TargetField
		if e.Field = d.fieldRef(n); e.Field == None {
			return 0, true
		}
		return typesOf(&d.rs.Fields[e.Field].Shape), true
	}
	if n.kind() != ojson.KindObject {
		d.wrongType(n, fault.WantField|fault.WantObject)
		return 0, false
	}
	switch {
	case hasMember(n, "tag"):
		return d.tagTarget(n, e), true
	case hasMember(n, "computed"):
		return d.computedTarget(n, e), true
	case hasMember(n, "pick"):
		return d.pickTarget(n, e, picked), true
	case hasMember(n, "incoming"):
		d.incomingTarget(n, e)
		return 0, true
	case hasMember(n, "roll"):
		d.rollTarget(n, e)
		return 0, true
	}
	t := d.object(n, "tag", "computed", "pick", "incoming", "roll")
	d.exactlyOne(t, "tag", "computed", "pick", "incoming", "roll")
	return 0, false
}

// hasMember reports whether the object n has a member.
func hasMember(n node, key string) bool {
	_, ok := n.get(key)
	return ok
}

// tagTarget decodes {tag, except?}.
func (d *decoder) tagTarget(n node, e *Effect) types {
	e.Target = TargetTag
	o := d.object(n, "tag", "except")
	tag, _ := o.get("tag")
	e.Tag, _ = d.tagRef(tag)
	if except, has := o.get("except"); has {
		// Which types are left is seen where the pairs are made.
		e.Except = d.fieldRefs(except)
		return 0
	}
	return d.tagTypes[e.Tag]
}

// computedTarget decodes {computed, of}. The query walks copies.
func (d *decoder) computedTarget(n node, e *Effect) types {
	e.Target = TargetComputed
	o := d.object(n, "computed", "of")
	name, _ := o.get("computed")
	text, ok := d.text(name)
	e.Computed = text
	of, has := d.need(o, "of")
	if !has {
		return 0
	}
	if e.Of = d.typeQuery(of); !ok || e.Of.Type == None {
		return 0
	}
	e.Of.From = "held"
	computed := d.rs.Types[e.Of.Type].Computed
	i, found := slices.BinarySearchFunc(computed, text, func(v *Value, id string) int { return compareText(v.ID, id) })
	if found {
		return typesOf(&computed[i].Shape)
	}
	d.unresolved(name, "computed", e.Computed, "unknown-reference")
	return 0
}

// typeQuery reads {type, where?}.
func (d *decoder) typeQuery(n node) *Query {
	o := d.object(n, "type", "where")
	q := &Query{Type: None, Pack: n.pack(), At: n.at}
	if t, ok := d.need(o, "type"); ok {
		q.Type = d.typeRef(t)
	}
	q.Where = d.optionalFormula(o, "where")
	return q
}

// pickTarget decodes {pick: true}.
func (d *decoder) pickTarget(n node, e *Effect, picked *Choice) types {
	e.Target = TargetPick
	o := d.object(n, "pick")
	pick, _ := o.get("pick")
	if !d.boolean(pick) {
		if pick.kind() == ojson.KindBool {
			d.invalid(pick, "true")
		}
		return 0
	}
	if picked == nil || picked.Fields == nil {
		d.fail("invalid-value", n, ojson.Field("expected", ojson.String("effects of a choice of fields")))
		return 0
	}
	reached := types(0)
	if !d.charge(len(picked.Fields), n) {
		return 0
	}
	for _, f := range picked.Fields {
		reached |= typesOf(&d.rs.Fields[f].Shape)
	}
	return reached
}

// rollTarget decodes {roll: {tags}}.
func (d *decoder) rollTarget(n node, e *Effect) {
	e.Target = TargetRoll
	o := d.object(n, "roll")
	roll, _ := o.get("roll")
	r := d.object(roll, "tags")
	if tags, ok := d.need(r, "tags"); ok {
		e.Tags = d.tagRefs(tags)
	}
}

// operation reads the operation; each kind of target knows its own. Whether it
// fits the type of a field is checked with the pairs of effects and targets.
func (d *decoder) operation(n node, e *Effect) bool {
	allowed := []string{"set", "add", "multiply", "raise", "lower", "append", "remove"}
	switch e.Target {
	case TargetIncoming:
		allowed = []string{"add", "subtract", "multiply", "raise", "lower"}
	case TargetRoll:
		allowed = []string{"add", "dice", "flag"}
	}
	name, ok := d.oneOf(n, allowed...)
	if ok {
		e.Op = operation(name)
	}
	return ok
}

// operation is the operation with a name.
func operation(name string) Op {
	switch name {
	case "add":
		return OpAdd
	case "subtract":
		return OpSubtract
	case "multiply":
		return OpMultiply
	case "raise":
		return OpRaise
	case "lower":
		return OpLower
	case "append":
		return OpAppend
	case "remove":
		return OpRemove
	case "dice":
		return OpDice
	case "flag":
		return OpFlag
	}
	return OpSet
}

// effectValue decodes the value by what it is for.
func (d *decoder) effectValue(n node, e *Effect, reached types) {
	switch {
	case e.Op == OpFlag:
		if flag, ok := d.name(n); ok && !d.flags[flag] {
			d.unresolved(n, "flag", flag, "unknown-reference")
		} else if ok {
			e.Flag = flag
		}
	case e.Op == OpDice:
		o := d.object(n, "dice")
		if dice, ok := d.need(o, "dice"); ok {
			e.Dice = d.dices(dice)
		}
	case e.Target == TargetIncoming && n.kind() == ojson.KindObject:
		d.diceValue(n, e)
	default:
		e.Value = d.value(n)
		d.checkLiteral(n, e, reached)
	}
}

// diceValue decodes {dice: {count, sides}}.
func (d *decoder) diceValue(n node, e *Effect) {
	o := d.object(n, "dice")
	dice, ok := d.need(o, "dice")
	if !ok {
		return
	}
	terms := d.object(dice, "count", "sides")
	if count, ok := d.need(terms, "count"); ok {
		e.Count = d.number(count)
	}
	if sides, ok := d.need(terms, "sides"); ok {
		e.Sides = d.number(sides)
	}
}

// checkLiteral reports a literal that suits none of the types reached. Nothing
// is known of the types when reached is empty.
func (d *decoder) checkLiteral(n node, e *Effect, reached types) {
	if e.Value == nil || e.Value.Formula != nil {
		return
	}
	if e.Target == TargetIncoming || e.Target == TargetRoll {
		if e.Value.Literal.Kind() != formula.Number {
			d.wrongType(n, fault.WantNumber|fault.WantFormula)
		}
		return
	}
	fits := types(0)
	want := fault.WantFormula
	item := e.Op == OpAppend || e.Op == OpRemove
	switch e.Value.Literal.Kind() {
	case formula.Number:
		if fits = numberTypes; item {
			fits = numberLists
		}
	case formula.Bool:
		fits = 1 << Boolean
	case formula.List:
		fits = listItems(e.Value.Literal)
	}
	switch {
	case !item && e.Op != OpSet:
		// Arithmetic knows numbers only, whatever a tag reaches.
		if fits != numberTypes {
			d.wrongType(n, fault.WantNumber|fault.WantFormula)
		}
		return
	case reached&numberTypes != 0:
		want |= fault.WantNumber
	case reached&(1<<Boolean) != 0:
		want |= fault.WantBoolean
	case reached&listTypes != 0:
		want |= fault.WantList
	}
	if reached&^fits != 0 {
		d.wrongType(n, want)
	}
}

// listItems is the set of lists that may hold the items of a literal list.
func listItems(v formula.Value) types {
	items := v.Items()
	if len(items) == 0 {
		return listTypes
	}
	if items[0].Kind() == formula.Number {
		return numberLists
	}
	return 1 << ListType
}

// stack decodes how an effect meets others of its key.
func (d *decoder) stack(n node, e *Effect) {
	e.Keep = KeepHighest
	if n.kind() == ojson.KindString {
		e.StackKey = d.label(n)
		return
	}
	o := d.object(n, "key", "keep")
	if key, ok := d.need(o, "key"); ok {
		e.StackKey = d.label(key)
	}
	keep, ok := o.get("keep")
	if !ok {
		return
	}
	word, _ := d.oneOf(keep, "highest", "lowest", "sum", "one-per-source")
	switch word {
	case "lowest":
		e.Keep = KeepLowest
	case "sum":
		e.Keep = KeepSum
	case "one-per-source":
		e.Keep = KeepOnePerSource
	}
}
