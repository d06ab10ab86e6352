package ruleset

import (
	"slices"
	"strconv"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// changeKind says what a member of a change holds.
type changeKind uint8

const (
	changeAny     changeKind = iota // kept as written
	changeText                      // text, kept as written
	changeField                     // field id
	changeItem                      // content that is held
	changeEffect                    // content that is applied
	changeForm                      // content that is a template
	changeNumber                    // number or formula
	changeInteger                   // integer or formula
	changeValue                     // literal or formula, or null
	changeFlag                      // boolean
	changeState                     // object of literals
	changeTags                      // known tags
	changeParts                     // parts of an adjust
	changeFaces                     // integers
	changeCopies                    // query of copies
	changeApplied                   // query of applied effects
)

// changeMember is one member of a change type.
type changeMember struct {
	name string
	kind changeKind
	need bool
}

// changeShape lists the members of a change type (docs/rules/changes.md) and
// groups of members of which exactly one is there.
func changeShape(typ string) (members []changeMember, one []string, ok bool) {
	entry := changeMember{name: "entry", kind: changeText}
	copies := changeMember{name: "copies", kind: changeCopies}
	applied := changeMember{name: "applied", kind: changeApplied}
	id := changeMember{name: "id", kind: changeText}
	held := []string{"entry", "copies"}
	switch typ {
	case "set":
		return []changeMember{{"field", changeField, true}, {"value", changeValue, true}}, nil, true
	case "adjust":
		return []changeMember{{"field", changeField, true}, {"by", changeNumber, false}, {"parts", changeParts, false},
			{"tags", changeTags, false}, {"faces", changeFaces, false}}, []string{"by", "parts"}, true
	case "addItem":
		return []changeMember{{"item", changeItem, true}, entry, {"quantity", changeInteger, false},
			{"equipped", changeFlag, false}, {"state", changeState, false}}, nil, true
	case "removeItem":
		return []changeMember{entry, copies}, held, true
	case "equip":
		return []changeMember{entry, copies, {"equipped", changeFlag, false}}, held, true
	case "setState":
		return []changeMember{entry, copies, applied, {"state", changeText, true}, {"value", changeValue, true}},
			[]string{"entry", "copies", "applied"}, true
	case "adjustState":
		return []changeMember{entry, copies, applied, {"state", changeText, true}, {"by", changeNumber, true}},
			[]string{"entry", "copies", "applied"}, true
	case "setQuantity":
		return []changeMember{entry, copies, {"quantity", changeInteger, true}}, held, true
	case "adjustQuantity":
		return []changeMember{entry, copies, {"by", changeInteger, true}}, held, true
	case "applyTemplate":
		return []changeMember{{"template", changeForm, true}, id}, nil, true
	case "applyEffect":
		return []changeMember{{"effect", changeEffect, true}, id, {"state", changeState, false}, {"on", changeFlag, false}}, nil, true
	case "removeTemplate", "dismissFollowUp", "clearFollowUp":
		return []changeMember{{"id", changeText, true}}, nil, true
	case "removeEffect":
		return []changeMember{id, applied}, []string{"id", "applied"}, true
	case "toggleEffect":
		return []changeMember{id, applied, {"on", changeFlag, false}}, []string{"id", "applied"}, true
	case "choose":
		return []changeMember{{"path", changeText, true}, {"option", changeText, true}}, nil, true
	case "unchoose":
		return []changeMember{{"path", changeText, true}, {"option", changeText, false}}, nil, true
	case "setExtension":
		return []changeMember{{"key", changeText, true}, {"value", changeAny, true}}, nil, true
	case "finishCreation":
		return nil, nil, true
	}
	return nil, nil, false
}

// changeWriter collects a change while its ids become qualified.
type changeWriter struct {
	members  []ojson.Member
	formulas []MemberText
	foreign  bool
}

// changeOptions are what differs between the places where changes stand.
type changeOptions struct {
	skip    []string // members that belong to the place
	foreign bool     // ids may be of packs that are not loaded
	amounts bool     // field and value come from an allocation
}

// change decodes a change of a follow-up or offer.
func (d *decoder) change(n node) (ChangeText, bool) { return d.changeOf(n, changeOptions{}) }

// changeOf decodes a change whose numbers and values may be formulas.
func (d *decoder) changeOf(n node, options changeOptions) (ChangeText, bool) {
	list := d.entries(n)
	typ, ok := n.get("type")
	if !ok {
		if list != nil {
			d.missing(n, "type")
		}
		return ChangeText{}, false
	}
	name, ok := d.text(typ)
	if !ok {
		return ChangeText{}, false
	}
	if name == "setHomebrew" {
		d.fail("forbidden-change", typ, ojson.Field("type", ojson.String(name)))
		return ChangeText{}, false
	}
	members, one, ok := changeShape(name)
	if !ok {
		d.fail("unknown-change-type", typ, ojson.Field("type", ojson.String(name)))
		return ChangeText{}, false
	}
	if options.amounts && name != "set" && name != "adjust" {
		amounts, _ := n.get("amounts")
		d.fail("conflicting-members", amounts, ojson.Field("members", ojson.Strings([]string{"amounts", "type"})))
	}
	o := object{node: n, list: list}
	w := changeWriter{members: make([]ojson.Member, 0, len(list)), foreign: options.foreign}
	for _, m := range list {
		if m.key == "type" {
			w.members = append(w.members, ojson.Field("type", ojson.String(name)))
			continue
		}
		if slices.Contains(options.skip, m.key) {
			continue
		}
		i := slices.IndexFunc(members, func(c changeMember) bool { return c.name == m.key })
		if i < 0 || options.amounts && slices.Contains([]string{"field", "value", "by", "parts"}, m.key) {
			d.unknownMember(m.node, m.key)
			continue
		}
		v := d.changeMember(&w, m.key, m.node, members[i].kind)
		w.members = append(w.members, ojson.Field(m.key, v))
	}
	for _, m := range members {
		if m.need && !options.amounts {
			d.need(o, m.name)
		}
	}
	if one != nil && !options.amounts {
		d.exactlyOne(o, one...)
	}
	if o.has("parts") {
		d.conflicting(o, "parts", "tags")
	}
	// However it was written, a change is proposed in one order.
	order := func(m ojson.Member) int {
		return slices.IndexFunc(members, func(c changeMember) bool { return c.name == m.Key })
	}
	slices.SortStableFunc(w.members, func(a, b ojson.Member) int { return order(a) - order(b) })
	return ChangeText{Change: ojson.Object(w.members...), Formulas: w.formulas}, true
}

// changeMember decodes one member and returns it as it is to be written.
func (d *decoder) changeMember(w *changeWriter, name string, n node, kind changeKind) ojson.Value {
	switch kind {
	case changeText, changeField, changeItem, changeEffect, changeForm:
		if d.changeFormula(w, name, n) || w.foreign && kind != changeText && d.foreignID(n) {
			return n.json()
		}
	}
	switch kind {
	case changeText:
		d.text(n)
	case changeField:
		if f := d.fieldRef(n); f != None {
			return ojson.String(d.rs.Fields[f].ID)
		}
	case changeItem:
		return d.changeContent(n, func(t *Type) bool { return t.Copies != "" }, "copies")
	case changeEffect:
		return d.changeContent(n, func(t *Type) bool { return t.Applied }, "applied")
	case changeForm:
		return d.changeContent(n, func(t *Type) bool { return t.Template }, "template")
	case changeNumber, changeInteger:
		d.changeNumber(w, name, n, kind == changeInteger)
	case changeValue:
		d.changeValue(w, name, n)
	case changeFlag:
		d.boolean(n)
	case changeState:
		for _, m := range d.named(n, identifier) {
			if m.node.kind() != ojson.KindNull && !d.changeFormula(w, name+"/"+m.key, m.node) {
				d.literalValue(m.node)
			}
		}
	case changeTags:
		// A text is no list: it is a formula that gives one tag or a list.
		if n.kind() == ojson.KindString {
			w.formulas = append(w.formulas, MemberText{name, d.formula(n)})
		} else {
			d.tagRefs(n)
		}
	case changeFaces:
		for _, item := range d.items(n) {
			d.integer(item)
		}
	case changeParts:
		return d.changeParts(w, n)
	case changeCopies:
		return d.changeQuery(n, "type", "where", "limit")
	case changeApplied:
		return d.changeQuery(n, "where", "limit")
	}
	return n.json()
}

// changeFormula keeps the formula of {formula: …}, which may stand where a
// change has an id or a name.
func (d *decoder) changeFormula(w *changeWriter, name string, n node) bool {
	if n.kind() != ojson.KindObject || !hasMember(n, "formula") {
		return false
	}
	o := d.object(n, "formula")
	if text, ok := d.need(o, "formula"); ok {
		w.formulas = append(w.formulas, MemberText{name, d.formula(text)})
	}
	return true
}

// foreignID reports whether n is an id of a pack that is not loaded.
func (d *decoder) foreignID(n node) bool {
	id, ok := n.value.AsString()
	return ok && n.merged == nil && d.foreign(id)
}

// changeContent qualifies a content id.
func (d *decoder) changeContent(n node, allows func(*Type) bool, want string) ojson.Value {
	c := d.liveContent(n)
	if c == None || !d.usable(n, c, allows, want) {
		return n.json()
	}
	return ojson.String(d.rs.Contents[c].ID)
}

// changeNumber checks a number, or keeps a formula for it.
func (d *decoder) changeNumber(w *changeWriter, name string, n node, whole bool) {
	a := d.number(n)
	switch {
	case a == nil:
	case a.Formula != nil:
		w.formulas = append(w.formulas, MemberText{name, a.Formula})
	case whole && !a.Literal.IsInteger():
		d.wrongType(n, fault.WantInteger|fault.WantFormula)
	}
}

// changeValue checks a value, or keeps a formula for it. null is a value: the
// default.
func (d *decoder) changeValue(w *changeWriter, name string, n node) {
	if n.kind() == ojson.KindNull {
		return
	}
	if a := d.value(n); a != nil && a.Formula != nil {
		w.formulas = append(w.formulas, MemberText{name, a.Formula})
	}
}

// literalValue checks a scalar or a list.
func (d *decoder) literalValue(n node) {
	if n.kind() == ojson.KindArray {
		d.list(n, anyItem)
		return
	}
	d.scalar(n)
}

// changeParts decodes the parts of an adjust. The formula of one is named by
// its place: parts/0/by.
func (d *decoder) changeParts(w *changeWriter, n node) ojson.Value {
	for i, item := range d.items(n) {
		o := d.object(item, "by", "tags")
		if by, ok := d.need(o, "by"); ok {
			d.changeNumber(w, "parts/"+strconv.Itoa(i)+"/by", by, false)
		}
		if tags, ok := o.get("tags"); ok {
			d.tagRefs(tags)
		}
	}
	return n.json()
}

// changeQuery decodes a query that the receiving character resolves. Its type
// becomes qualified; where is read in that character's ruleset.
func (d *decoder) changeQuery(n node, known ...string) ojson.Value {
	o := d.object(n, known...)
	members := make([]ojson.Member, 0, len(known))
	for _, key := range known {
		part, ok := o.get(key)
		if !ok {
			continue
		}
		m := member{key, part}
		v := m.node.json()
		switch m.key {
		case "type":
			if t := d.typeRef(m.node); t != None {
				v = ojson.String(d.rs.Types[t].ID)
				if d.rs.Types[t].Copies == "" {
					d.fail("wrong-content-type", m.node, ojson.Field("type", v), ojson.Field("expected", ojson.String("copies")))
				}
			}
		case "where":
			d.text(m.node)
		case "limit":
			if limit, ok := d.integer(m.node); ok && limit < 1 {
				d.fail("invalid-value", m.node, ojson.Field("min", ojson.Int(1)))
			}
		}
		members = append(members, ojson.Field(m.key, v))
	}
	if slices.Contains(known, "type") {
		d.need(o, "type")
	}
	return ojson.Object(members...)
}
