package engine

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// owner is the id of the root entry of a node.
func (s *Sheet) owner(n int32) string {
	for {
		x := &s.t.nodes[n]
		if x.instance >= 0 || x.via == viaRules {
			return s.nodeID(n)
		}
		up := s.parentOf(n)
		if up < 0 {
			return s.nodeID(n)
		}
		n = up
	}
}

func (s *Sheet) actionsJSON() ojson.Value {
	out := []ojson.Value{}
	for _, a := range s.surveyed().actions {
		m := []ojson.Member{ojson.Field("id", ojson.String(s.content(a.node).def.Actions[a.part].ID))}
		if s.t.nodes[a.node].via != viaRules {
			m = append(m, ojson.Field("entry", ojson.String(s.nodeID(a.node))))
		}
		out = append(out, ojson.Object(m...))
	}
	return ojson.Array(out...)
}

func (s *Sheet) choicesJSON(pending bool) ojson.Value {
	out := []ojson.Value{}
	for i := range s.surveyed().choices {
		c := &s.surveyed().choices[i]
		if pending && !c.open() {
			continue
		}
		m := []ojson.Member{
			ojson.Field("path", ojson.String(c.path)),
			ojson.Field("owner", ojson.String(s.owner(c.node))),
			ojson.Field("id", ojson.String(s.content(c.node).def.Choices[c.choice].ID)),
		}
		if c.slot > 0 {
			m = append(m, ojson.Field("slot", ojson.Int(int64(c.slot))))
		}
		m = append(m, ojson.Field("min", ojson.Int(c.min)))
		if c.max >= 0 {
			m = append(m, ojson.Field("max", ojson.Int(c.max)))
		}
		m = append(m, ojson.Field("picks", ojson.Strings(c.picks)), ojson.Field("open", ojson.Bool(c.open())))
		out = append(out, ojson.Object(m...))
	}
	return ojson.Array(out...)
}

// offersJSON lists stored follow-ups, then derived offers.
func (s *Sheet) offersJSON() ojson.Value {
	out := []ojson.Value{}
	for i := range s.ch.FollowUps {
		out = append(out, s.ch.FollowUps[i].Offer())
	}
	for _, a := range s.surveyed().offers {
		if o, ok := s.offer(a); ok {
			out = append(out, o)
		}
	}
	return ojson.Array(out...)
}

// offer is a derived offer. One whose parameters fail is left out, with an
// issue that the survey has made.
func (s *Sheet) offer(a available) (ojson.Value, bool) {
	prog := &s.content(a.node).offers[a.part]
	d := prog.def
	source := s.nodeID(a.node)
	run, failed := s.run(&d.Run, &prog.run, a.node)
	if failed != nil {
		return ojson.Value{}, false
	}
	m := []ojson.Member{
		ojson.Field("id", ojson.String(source+"#"+d.Name)),
		ojson.Field("kind", ojson.String("derived")),
		ojson.Field("followUp", ojson.String(d.ID)),
		ojson.Field("source", ojson.String(source)),
	}
	for _, part := range run {
		// A run that takes the offer up says so.
		if part.Key == "action" {
			part.Value = part.Value.With("followUp", m[0].Value)
		}
		m = append(m, part)
	}
	if d.Link != ruleset.None {
		m = append(m, ojson.Field("create", ojson.Object(
			ojson.Field("link", ojson.String(s.p.RS.Links[d.Link].ID)),
			ojson.Field("creation", ojson.String(d.Creation)))))
	}
	return ojson.Object(append(m, ojson.Field("required", ojson.Bool(d.Required)))...), true
}

func (s *Sheet) copiesJSON() ojson.Value {
	out := []ojson.Member{}
	for i := range s.t.copies {
		in := &s.t.instances[i]
		t := s.p.typ(in.item)
		if t == nil || len(t.computed) == 0 {
			continue
		}
		m := make([]ojson.Member, 0, len(t.computed))
		for j := range t.computed {
			v := s.value(in.slots + int32(j))
			if v.Failed() {
				m = append(m, ojson.Field(t.computed[j].def.ID, ojson.Object(ojson.Field("error", FaultJSON(v.Fault())))))
			} else {
				m = append(m, ojson.Field(t.computed[j].def.ID, v.JSON()))
			}
		}
		out = append(out, ojson.Field(in.id, ojson.Object(m...)))
	}
	return ojson.Object(out...)
}

func (s *Sheet) copyNamesJSON() ojson.Value {
	out := []ojson.Member{}
	for i := range s.t.copies {
		in := &s.t.instances[i]
		t := s.p.typ(in.item)
		if t == nil || t.def.NameFrom == ruleset.None {
			continue
		}
		if v := s.t.state[in.state+int32(t.def.NameFrom)]; v.Kind() == formula.Text && v.Text() != "" {
			out = append(out, ojson.Field(in.id, v.JSON()))
		}
	}
	return ojson.Object(out...)
}

func (s *Sheet) standardCopiesJSON() ojson.Value {
	var rules, items []ojson.Value
	for i := range s.t.copies {
		in := &s.t.instances[i]
		x := &s.t.nodes[in.node]
		if x.via != viaStandard || x.part == orphaned {
			continue
		}
		// An owner that is on and its condition; the item itself may be off.
		if on, failed := s.reached(in.node); !on || failed != nil {
			continue
		}
		o := ojson.Object(
			ojson.Field("entry", ojson.String(in.id)),
			ojson.Field("item", ojson.String(s.p.contents[in.item].def.ID)),
			ojson.Field("saved", ojson.Bool(in.saved)))
		if s.t.nodes[x.parent].via == viaRules {
			rules = append(rules, o)
		} else {
			items = append(items, o)
		}
	}
	return ojson.Array(append(rules, items...)...)
}

func (s *Sheet) activationsJSON() ojson.Value {
	out := []ojson.Value{}
	for _, n := range s.t.order {
		if on, failed := s.on(n); !on || failed != nil {
			continue
		}
		out = append(out, s.activationJSON(n))
	}
	return ojson.Array(out...)
}

// activationJSON is one activation; once content is described by its first way.
func (s *Sheet) activationJSON(n int32) ojson.Value {
	x := &s.t.nodes[n]
	m := []ojson.Member{ojson.Field("id", ojson.String(s.nodeID(n)))}
	if x.content >= 0 && x.content != s.p.rules {
		m = append(m, ojson.Field("content", ojson.String(s.p.contents[x.content].def.ID)))
	}
	v, parent, choice, slot := x.via, x.parent, x.choice, x.slot
	if x.once {
		if w, failed := s.firstWay(n); failed == nil && w >= 0 {
			way := &s.t.ways[w]
			v, parent, choice, slot = way.via, way.parent, way.choice, way.slot
		}
	}
	m = append(m, ojson.Field("owner", ojson.String(s.owner(n))), ojson.Field("via", ojson.String(v.String())))
	if parent >= 0 {
		m = append(m, ojson.Field("parent", ojson.String(s.nodeID(parent))))
	}
	if scope := s.scopeOf(n); scope >= 0 {
		m = append(m, ojson.Field("scope", ojson.String(s.nodeID(scope))))
	}
	if v == viaPick {
		m = append(m, ojson.Field("path", ojson.String(s.choicePath(parent, choice, slot))))
	}
	return ojson.Object(m...)
}

func (s *Sheet) copyLimitsJSON() ojson.Value {
	out := []ojson.Value{}
	for i := range s.p.types {
		t := &s.p.types[i]
		if t.def.Copies == "" {
			continue
		}
		l, failed := s.copyLimit(i)
		if failed != nil {
			continue // a rule-error of the survey
		}
		m := []ojson.Member{ojson.Field("type", ojson.String(t.def.ID))}
		if l.hasMax {
			m = append(m, ojson.Field("max", ojson.Int(l.max)))
		}
		if l.hasPerItem {
			m = append(m, ojson.Field("perItem", ojson.Int(l.perItem)))
		}
		entries := make([]string, 0, len(l.entries))
		for _, e := range l.entries {
			entries = append(entries, s.t.instances[e].id)
		}
		m = append(m, ojson.Field("count", ojson.Int(int64(len(entries)))), ojson.Field("entries", ojson.Strings(entries)))
		out = append(out, ojson.Object(m...))
	}
	return ojson.Array(out...)
}
