package engine

import (
	"cmp"
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// survey is one pass over everything that is on: what applies, what is offered,
// and what the rules object to.
type survey struct {
	issues  []fault.Issue
	choices []choiceView
	actions []available
	offers  []available
}

// available is an action or offer of an activation.
type available struct {
	node int32
	part int32
}

// surveyed works the survey out once.
func (s *Sheet) surveyed() *survey {
	if s.seen != nil {
		return s.seen
	}
	v := &survey{}
	s.seen = v
	s.fileIssues(v)
	uniques := map[[2]int32]map[string]string{}
	for _, n := range s.t.order {
		if s.over != nil {
			return v // the call fails: nothing more is asked
		}
		on, failed := s.on(n)
		if failed != nil {
			s.gateIssue(v, n, failed)
			continue
		}
		if !on {
			continue
		}
		s.prerequisites(v, n)
		s.constraints(v, n)
		s.cutGrants(v, n)
		s.nodeChoices(v, n, uniques)
		s.nodeActions(v, n)
	}
	s.stale(v)
	s.limits(v)
	return v
}

func (v *survey) add(code, id, source string, data ...ojson.Member) {
	i := fault.Issue{Code: code, ID: id, Source: source}
	if len(data) > 0 {
		i.Data = ojson.Object(data...)
	}
	v.issues = append(v.issues, i)
}

// FaultJSON is a fault as {code, data?}.
func FaultJSON(f *formula.Fault) ojson.Value {
	m := []ojson.Member{ojson.Field("code", ojson.String(f.Code))}
	if !f.Data.IsNull() {
		m = append(m, ojson.Field("data", f.Data))
	}
	return ojson.Object(m...)
}

func ruleError(id, source string, f *formula.Fault) fault.Issue {
	return fault.Issue{Code: "rule-error", ID: id, Source: source, Data: ojson.Object(ojson.Field("error", FaultJSON(f)))}
}

// gateIssue reports an activation that could not be asked, once: not those
// below it.
func (s *Sheet) gateIssue(v *survey, n int32, failed *formula.Fault) {
	if s.gates[n].below {
		return
	}
	v.issues = append(v.issues, ruleError("", s.nodeID(n), failed))
}

// prerequisites asks those of an entry or a pick, on the sheet without what it
// switches on itself.
func (s *Sheet) prerequisites(v *survey, n int32) {
	x := &s.t.nodes[n]
	if x.content < 0 || x.content == s.p.rules || len(s.p.contents[x.content].prereqs) == 0 {
		return
	}
	if x.once {
		for w := x.ways; w >= 0; w = s.t.ways[w].next {
			way := &s.t.ways[w]
			if way.via != viaPick {
				continue
			}
			if on, failed := s.active2(way.parent, way.choice, way.slot); on && failed == nil {
				path := s.choicePath(way.parent, way.choice, way.slot)
				m := s.mask(-1, w, path, way.option)
				v.issues = append(v.issues, m.unmet(x.content, way.parent, path+"/"+way.option)...)
				s.unmask(m)
			}
		}
		return
	}
	switch x.via {
	case viaPick:
		path := s.choicePath(x.parent, x.choice, x.slot)
		m := s.mask(n, -1, path, x.option)
		v.issues = append(v.issues, m.unmet(x.content, x.parent, path+"/"+x.option)...)
		s.unmask(m)
	case viaCopy, viaTemplate, viaApplied:
		m := s.mask(n, -1, "", "")
		v.issues = append(v.issues, m.unmet(x.content, n, s.nodeID(n))...)
		s.unmask(m)
	}
}

// unmet lists the prerequisites of a content that fail, asked at a node. It is
// the one place that makes these issues.
func (s *Sheet) unmet(content, at int32, source string) (issues []fault.Issue) {
	x := &s.p.contents[content]
	for i, test := range x.prereqs {
		if s.over != nil {
			break
		}
		d := x.def.Prerequisites[i]
		met, failed := s.truth(test, at)
		switch {
		case failed != nil:
			issues = append(issues, ruleError(d.ID, source, failed))
		case !met:
			issues = append(issues, fault.Issue{Code: "prerequisite-not-met", ID: d.ID, Source: source, Data: d.Data})
		}
	}
	return issues
}

// mask is the sheet without an activation, or without one way of once content,
// and as if its pick were not stored. It shares the tree.
func (s *Sheet) mask(node, way int32, path, option string) *Sheet {
	m, _ := s.p.scratch.Get().(*Sheet)
	if m == nil {
		m = &Sheet{}
	}
	m.p, m.ch, m.t, m.links, m.competing, m.event, m.over, m.seen = s.p, s.ch, s.t, s.links, s.competing, nil, nil, nil
	m.switched, m.stored = s.switched, s.stored
	m.maskedNode, m.maskedWay, m.maskedPath, m.maskedOption = node, way, path, option
	m.frame = formula.Frame{Host: m, Steps: s.frame.Steps}
	m.forget()
	return m
}

// unmask gives a masked sheet back; the steps it took count.
func (s *Sheet) unmask(m *Sheet) {
	s.frame.Steps = m.frame.Steps
	if m.over != nil {
		s.over = m.over
	}
	m.Release()
}

func (s *Sheet) constraints(v *survey, n int32) {
	x := &s.t.nodes[n]
	if x.content < 0 {
		return
	}
	c := &s.p.contents[x.content]
	for i, test := range c.tests {
		if s.over != nil {
			return
		}
		d := c.def.Constraints[i]
		met, failed := s.truth(test, n)
		switch {
		case failed != nil:
			v.issues = append(v.issues, ruleError(d.ID, s.nodeID(n), failed))
		case !met:
			v.issues = append(v.issues, fault.Issue{Code: "constraint-not-met", ID: d.ID, Source: s.nodeID(n), Data: d.Data})
			s.frame.Steps -= issueSteps
		}
	}
}

// cutGrants reports grants of a node that were cut and would be on.
func (s *Sheet) cutGrants(v *survey, n int32) {
	// Cuts are by node, as the tree was built.
	from, _ := slices.BinarySearchFunc(s.t.cuts, n, func(c cut, n int32) int { return cmp.Compare(c.node, n) })
	for i := from; i < len(s.t.cuts) && s.t.cuts[i].node == n; i++ {
		c := &s.t.cuts[i]
		var open bool
		var failed *formula.Fault
		if c.standard {
			open, failed = s.truth(s.content(n).standards[c.part].when, n)
		} else {
			open, failed = s.granted(n, &s.content(n).grants[c.part])
		}
		if failed != nil {
			v.issues = append(v.issues, ruleError("", s.nodeID(n), failed))
		} else if open {
			v.add("grant-cycle", "", s.nodeID(n), ojson.Field("content", ojson.String(s.p.contents[c.content].def.ID)))
		}
	}
}

// nodeChoices surveys the choices of a node.
func (s *Sheet) nodeChoices(v *survey, n int32, uniques map[[2]int32]map[string]string) {
	x := &s.t.nodes[n]
	if x.content < 0 {
		return
	}
	c := &s.p.contents[x.content]
	for i := range c.choices {
		choice := int32(i)
		slots, failed := s.slotsOf(n, choice)
		if failed != nil {
			v.issues = append(v.issues, ruleError("", s.choicePath(n, choice, 0), failed))
			continue
		}
		for _, slot := range slots {
			if s.over != nil {
				return
			}
			applies, failed := s.applies(n, choice, slot)
			if failed != nil {
				v.issues = append(v.issues, ruleError("", s.choicePath(n, choice, slot), failed))
				continue
			}
			if !applies {
				continue
			}
			view, failed := s.view(n, choice, slot)
			if failed != nil {
				v.issues = append(v.issues, ruleError("", view.path, failed))
				continue
			}
			v.choices = append(v.choices, view)
			s.choiceIssues(v, &view, uniques)
		}
	}
}

// choiceIssues reports what is wrong with the picks of a choice.
func (s *Sheet) choiceIssues(v *survey, view *choiceView, uniques map[[2]int32]map[string]string) {
	def := s.content(view.node).choices[view.choice].def
	if view.max >= 0 && int64(len(view.picks)) > view.max {
		v.issues = append(v.issues, tooMany(view))
	}
	var seen map[string]string
	if def.Unique && len(view.picks) > 0 {
		key := [2]int32{s.t.nodes[view.node].content, view.choice}
		if uniques[key] == nil {
			uniques[key] = map[string]string{}
		}
		seen = uniques[key]
	}
	for _, id := range view.picks {
		offered, failed := s.offersOption(view.node, view.choice, id)
		if failed != nil {
			v.issues = append(v.issues, ruleError("", view.path, failed))
		} else if !offered {
			v.issues = append(v.issues, notOffered(view.path, id))
		}
		if seen != nil {
			if other, ok := seen[id]; ok {
				v.issues = append(v.issues, duplicate(view.path, id, other))
			}
			seen[id] = view.path
		}
	}
}

func tooMany(v *choiceView) fault.Issue {
	return fault.Issue{Code: "too-many-picks", Source: v.path, Data: ojson.Object(ojson.Field("max", ojson.Int(v.max)))}
}

func notOffered(path, id string) fault.Issue {
	return fault.Issue{Code: "option-not-offered", Source: path, Data: ojson.Object(ojson.Field("option", ojson.String(id)))}
}

// duplicate reports an option at the later of two paths.
func duplicate(path, id, earlier string) fault.Issue {
	return fault.Issue{Code: "duplicate-pick", Source: path,
		Data: ojson.Object(ojson.Field("option", ojson.String(id)), ojson.Field("other", ojson.String(earlier)))}
}

// nodeActions surveys the actions and offers of a node.
func (s *Sheet) nodeActions(v *survey, n int32) {
	x := &s.t.nodes[n]
	if x.content < 0 {
		return
	}
	c := &s.p.contents[x.content]
	for i, a := range c.actions {
		if s.over != nil {
			return
		}
		name := c.def.Actions[i].Name
		if x.via == viaRules {
			name = c.def.Actions[i].ID
		}
		s.available(v, &v.actions, a.when, n, int32(i), name)
	}
	for i := range c.offers {
		if s.over != nil {
			return
		}
		s.available(v, &v.offers, c.offers[i].when, n, int32(i), c.def.Offers[i].Name)
	}
}

func (s *Sheet) available(v *survey, list *[]available, when *formula.Formula, n, part int32, name string) {
	ok, failed := s.truth(when, n)
	if failed != nil {
		v.issues = append(v.issues, ruleError("", s.nodeID(n)+"#"+name, failed))
	} else if ok {
		*list = append(*list, available{n, part})
	}
}

// stale reports picks whose choice does not apply, and paths that lead nowhere.
func (s *Sheet) stale(v *survey) {
	if len(s.ch.Picks) == 0 {
		return
	}
	live := make(map[string]bool, len(v.choices))
	for i := range v.choices {
		live[v.choices[i].path] = true
	}
	for i := range s.ch.Picks {
		p := &s.ch.Picks[i]
		switch {
		case len(p.Options) == 0 || live[p.Path]:
		case s.t.picked[i]:
			v.add("stale-pick", "", p.Path, ojson.Field("options", ojson.Strings(p.Options)))
		default:
			v.add("unknown-choice", "", p.Path, ojson.Field("options", ojson.Strings(p.Options)))
		}
	}
}

// limits reports content types with too many copies.
func (s *Sheet) limits(v *survey) {
	for i := range s.p.types {
		l, failed := s.copyLimit(i)
		if failed != nil {
			v.issues = append(v.issues, ruleError("", s.p.types[i].def.ID, failed))
			continue
		}
		if l.hasMax && int64(len(l.entries)) > l.max {
			v.add("copy-limit", "", s.p.types[i].def.ID, ojson.Field("max", ojson.Int(l.max)), ojson.Field("count", ojson.Int(int64(len(l.entries)))))
		}
		if !l.hasPerItem {
			continue
		}
		s.perItem(v, &l)
	}
}

// perItem reports contents with too many copies, in ruleset order.
func (s *Sheet) perItem(v *survey, l *copyLimit) {
	items := make([]int32, 0, len(l.entries))
	for _, e := range l.entries {
		items = append(items, s.t.instances[e].item)
	}
	slices.Sort(items)
	for from := 0; from < len(items); {
		to := from + 1
		for to < len(items) && items[to] == items[from] {
			to++
		}
		if count := int64(to - from); count > l.perItem {
			v.add("item-limit", "", s.p.contents[items[from]].def.ID, ojson.Field("max", ojson.Int(l.perItem)), ojson.Field("count", ojson.Int(count)))
		}
		from = to
	}
}

// copyLimit is how many copies of a type there are and may be. Standard copies
// are not counted: nobody added them, nobody can replace them.
type copyLimit struct {
	hasMax, hasPerItem bool
	max, perItem       int64
	entries            []int32
}

func (s *Sheet) copyLimit(typ int) (l copyLimit, failed *formula.Fault) {
	t := &s.p.types[typ]
	if t.def.Copies == "" {
		return l, nil
	}
	for i := range s.t.copies {
		if in := &s.t.instances[i]; s.p.typeOf(in.item) == typ && s.t.nodes[in.node].via == viaCopy {
			l.entries = append(l.entries, int32(i))
		}
	}
	if l.hasMax = !t.max.absent(); l.hasMax {
		if l.max, failed = s.count(&t.max, 0, 0); failed != nil {
			return l, failed
		}
	}
	if l.hasPerItem = !t.perItem.absent(); l.hasPerItem {
		if l.perItem, failed = s.count(&t.perItem, 0, 0); failed != nil {
			return l, failed
		}
	}
	return l, nil
}
