package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// object is an object of a release whose members are all known. Members as they
// were written are looked at in place: most objects are, and copying them would
// be most of the work.
type object struct {
	node
	written []ojson.Member
	places  []At
	list    []member // of a merged object instead
}

// fail reports an error at n. Past the errors that a list keeps it only counts,
// so that a hostile release is not paid for with a pointer for each error.
func (d *decoder) fail(code string, n node, data ...ojson.Member) {
	if d.stopped {
		return
	}
	d.failures++
	if d.failures > 8*fault.MaxErrors {
		d.errs.Addf(code, "")
		return
	}
	d.errs.Addf(code, n.at.Pointer(), data...)
}

// exceed reports a limit at n and ends all further decoding.
func (d *decoder) exceed(limit string, most int, n node) {
	d.fail("safety-limit-exceeded", n,
		ojson.Field("limit", ojson.String(limit)), ojson.Field("max", ojson.Int(int64(most))))
	d.stopped = true
}

// charge counts decoded members and items: inheritance and each repeat what a
// release says once.
func (d *decoder) charge(count int, n node) bool {
	if d.stopped {
		return false
	}
	d.members += count
	if d.members > maxMembers {
		d.exceed("members", maxMembers, n)
		return false
	}
	return true
}

// object reads n as an object that has no other members than known.
func (d *decoder) object(n node, known ...string) object {
	o := object{node: n}
	if n.merged != nil {
		o.list = d.entries(n)
		for _, m := range o.list {
			if !slices.Contains(known, m.key) {
				d.unknownMember(m.node, m.key)
			}
		}
		return o
	}
	if n.kind() != ojson.KindObject {
		d.wrongType(n, fault.WantObject)
		return o
	}
	written := n.value.Members()
	if !d.charge(1+len(written), n) {
		return o
	}
	o.written, o.places = written, make([]At, len(written))
	for i := range written {
		o.places[i] = At{Release: n.at.Release, Parent: n.at, Key: written[i].Key}
		if !slices.Contains(known, written[i].Key) {
			d.unknownMember(o.part(i), written[i].Key)
		}
	}
	return o
}

// part is the member with a number of an object as written.
func (o object) part(i int) node { return node{value: o.written[i].Value, at: &o.places[i]} }

// unknownMember reports a member that the format does not have.
func (d *decoder) unknownMember(n node, key string) {
	d.fail("unknown-member", n, ojson.Field("member", ojson.String(key)))
}

// entries returns the members of an object whose keys are names, as written.
func (d *decoder) entries(n node) []member {
	if n.kind() != ojson.KindObject {
		d.wrongType(n, fault.WantObject)
		return nil
	}
	list := n.members()
	if !d.charge(1+len(list), n) {
		return nil
	}
	return list
}

// named returns the members of an object by the bytes of their keys; check says
// which keys are names, and keys that are none are reported and left out.
func (d *decoder) named(n node, check func(string) bool) []member {
	list := d.entries(n)
	kept := make([]member, 0, len(list))
	for _, m := range list {
		if !check(m.key) {
			d.fail("invalid-id", m.node, ojson.Field("id", ojson.String(m.key)))
			continue
		}
		kept = append(kept, m)
	}
	slices.SortStableFunc(kept, func(a, b member) int { return compareText(a.key, b.key) })
	return kept
}

// items returns the items of a list.
func (d *decoder) items(n node) []node {
	if n.kind() != ojson.KindArray {
		d.wrongType(n, fault.WantList)
		return nil
	}
	list := n.items()
	if !d.charge(1+len(list), n) {
		return nil
	}
	return list
}

// get returns a member of o.
func (o object) get(key string) (node, bool) {
	for i := range o.written {
		if o.written[i].Key == key {
			return o.part(i), true
		}
	}
	for i := range o.list {
		if o.list[i].key == key {
			return o.list[i].node, true
		}
	}
	return node{}, false
}

// has reports whether o has a member.
func (o object) has(key string) bool {
	_, ok := o.get(key)
	return ok
}

// need returns a member of o and reports it when it is missing.
func (d *decoder) need(o object, key string) (node, bool) {
	n, ok := o.get(key)
	if !ok && o.kind() == ojson.KindObject {
		d.missing(o.node, key)
	}
	return n, ok
}

// missing reports that the object n lacks a member.
func (d *decoder) missing(n node, key string) {
	d.fail("missing-member", n, ojson.Field("member", ojson.String(key)))
}

// wrongType reports that n is not what it should be.
func (d *decoder) wrongType(n node, want fault.Want) {
	d.fail("wrong-type", n, want.Expected())
}

// search finds a text in a list, which is nearly always short. Looking through
// long ones is work that counts.
func (d *decoder) search(n node, list []string, text string) int {
	if !d.charge(len(list)/32, n) {
		return None
	}
	return slices.Index(list, text)
}

// invalid reports a value that is none of those allowed. A long list of them
// would help nobody.
func (d *decoder) invalid(n node, allowed ...string) {
	const most = 50
	if len(allowed) > most {
		d.fail("invalid-value", n)
		return
	}
	d.fail("invalid-value", n, ojson.Field("allowed", ojson.Strings(allowed)))
}

// conflicting reports members of o that do not go together; it reports true
// when all of them are there.
func (d *decoder) conflicting(o object, keys ...string) bool {
	for _, key := range keys {
		if !o.has(key) {
			return false
		}
	}
	d.fail("conflicting-members", o.node, ojson.Field("members", ojson.Strings(keys)))
	return true
}

// exactlyOne returns which of the members o has, reporting none and several.
func (d *decoder) exactlyOne(o object, keys ...string) (string, node, bool) {
	var found []string
	for _, key := range keys {
		if o.has(key) {
			found = append(found, key)
		}
	}
	switch {
	case o.kind() != ojson.KindObject:
		return "", node{}, false
	case len(found) == 0:
		d.fail("missing-member", o.node,
			ojson.Field("member", ojson.String(keys[0])), ojson.Field("or", ojson.Strings(keys[1:])))
		return "", node{}, false
	case len(found) > 1:
		d.fail("conflicting-members", o.node, ojson.Field("members", ojson.Strings(found)))
	}
	n, _ := o.get(found[0])
	return found[0], n, true
}

// text reads a text.
func (d *decoder) text(n node) (string, bool) {
	if n.kind() != ojson.KindString {
		d.wrongType(n, fault.WantText)
		return "", false
	}
	s, _ := n.value.AsString()
	return s, true
}

// oneOf reads a text that is one of those allowed.
func (d *decoder) oneOf(n node, allowed ...string) (string, bool) {
	s, ok := d.text(n)
	if !ok {
		return "", false
	}
	if !slices.Contains(allowed, s) {
		d.invalid(n, allowed...)
		return "", false
	}
	return s, true
}

// name reads a plain name.
func (d *decoder) name(n node) (string, bool) {
	s, ok := d.text(n)
	if ok && !plainName(s) {
		d.fail("invalid-id", n, ojson.Field("id", ojson.String(s)))
		return "", false
	}
	return s, ok
}

// label reads a text that is only compared with others like it.
func (d *decoder) label(n node) string {
	s, ok := d.text(n)
	if ok && s == "" {
		d.fail("invalid-value", n)
	}
	return s
}

// boolean reads true or false.
func (d *decoder) boolean(n node) bool {
	if n.kind() != ojson.KindBool {
		d.wrongType(n, fault.WantBoolean)
		return false
	}
	b, _ := n.value.AsBool()
	return b
}

// flag reads the boolean member key of o, false without it.
func (d *decoder) flag(o object, key string) bool {
	n, ok := o.get(key)
	return ok && d.boolean(n)
}

// integer reads an integer.
func (d *decoder) integer(n node) (int, bool) {
	if n.kind() != ojson.KindNumber {
		d.wrongType(n, fault.WantInteger)
		return 0, false
	}
	i, ok := n.value.AsInt()
	if !ok {
		d.wrongType(n, fault.WantInteger)
	}
	return int(i), ok
}

// duplicate reports that id was there before.
func (d *decoder) duplicate(n node, id string) {
	d.fail("duplicate-id", n, ojson.Field("id", ojson.String(id)))
}

// seen remembers the ids of one list. Most lists are short: only long ones pay
// for a map.
type seen struct {
	few  []string
	many map[string]struct{}
}

// add reports whether id is new.
func (s *seen) add(id string) bool {
	const most = 12
	if s.many == nil {
		if slices.Contains(s.few, id) {
			return false
		}
		if s.few = append(s.few, id); len(s.few) <= most {
			return true
		}
		s.many = make(map[string]struct{}, 2*most)
		for _, x := range s.few {
			s.many[x] = struct{}{}
		}
		return true
	}
	if _, ok := s.many[id]; ok {
		return false
	}
	s.many[id] = struct{}{}
	return true
}
