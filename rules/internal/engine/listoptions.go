package engine

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// ListOptions is the output of listOptions for a choice path. The error is
// unknown-choice, or a limit.
func (s *Sheet) ListOptions(path string) (ojson.Value, *fault.Error) {
	v := s.surveyed()
	i := slices.IndexFunc(v.choices, func(c choiceView) bool { return c.path == path })
	if i < 0 {
		if over := s.Over(); over != nil {
			return ojson.Value{}, over
		}
		return ojson.Value{}, fault.New("unknown-choice", "/path", ojson.Field("path", ojson.String(path)))
	}
	view := &v.choices[i]
	list, failed := s.options(view.node, view.choice)
	if failed != nil {
		return ojson.Value{}, &fault.Error{Code: failed.Code, Path: "/path", Data: failed.Data}
	}
	def := s.content(view.node).choices[view.choice].def
	out := make([]ojson.Value, 0, len(list))
	add := func(id string, picked bool, reasons []fault.Issue) {
		shown := make([]ojson.Value, 0, len(reasons))
		for _, r := range reasons {
			shown = append(shown, r.JSON())
		}
		out = append(out, ojson.Object(
			ojson.Field("id", ojson.String(id)),
			ojson.Field("eligible", ojson.Bool(len(reasons) == 0)),
			ojson.Field("picked", ojson.Bool(picked)),
			ojson.Field("recommended", ojson.Bool(slices.Contains(def.Recommended, id))),
			ojson.Field("reasons", ojson.Array(shown...)),
		))
	}
	gone := slices.Clone(view.picks)
	for _, o := range list {
		picked := slices.Contains(view.picks, o.id)
		gone = slices.DeleteFunc(gone, func(id string) bool { return id == o.id })
		add(o.id, picked, s.reasons(v, view, o, picked))
	}
	for _, id := range gone {
		add(id, true, []fault.Issue{notOffered(path, id)})
	}
	if over := s.Over(); over != nil {
		return ojson.Value{}, over
	}
	return ojson.Object(ojson.Field("options", ojson.Array(out...))), nil
}

// reasons lists what would be wrong with an option picked.
func (s *Sheet) reasons(v *survey, view *choiceView, o option, picked bool) (issues []fault.Issue) {
	if full := int64(len(view.picks)); view.max >= 0 && (full > view.max || !picked && full+1 > view.max) {
		issues = append(issues, tooMany(view))
	}
	issues = append(issues, s.duplicates(v, view, o)...)
	if o.content < 0 || len(s.p.contents[o.content].prereqs) == 0 || s.content(view.node).choices[view.choice].def.Record {
		return issues
	}
	source := view.path + "/" + o.id
	if !picked {
		return append(issues, s.unmet(o.content, view.node, source)...)
	}
	node, way := s.pickedNode(view, o.content)
	m := s.mask(node, way, view.path, o.id)
	issues = append(issues, m.unmet(o.content, view.node, source)...)
	s.unmask(m)
	return issues
}

// duplicates lists the issues of a unique choice in which the option, picked
// here, stands beside the same in other slots: each with the one before it.
func (s *Sheet) duplicates(v *survey, view *choiceView, o option) (issues []fault.Issue) {
	if !s.content(view.node).choices[view.choice].def.Unique {
		return nil
	}
	previous, passed := "", false
	for i := range v.choices {
		c := &v.choices[i]
		if c.choice != view.choice || s.t.nodes[c.node].content != s.t.nodes[view.node].content {
			continue
		}
		here := c.path == view.path
		if !here && !slices.Contains(c.picks, o.id) {
			continue
		}
		if here && previous != "" {
			issues = append(issues, duplicate(c.path, o.id, previous))
		}
		if passed {
			return append(issues, duplicate(c.path, o.id, view.path))
		}
		passed = passed || here
		previous = c.path
	}
	return issues
}

// pickedNode is the activation of a stored pick: a node, or a way to once
// content.
func (s *Sheet) pickedNode(view *choiceView, content int32) (node, way int32) {
	for n := s.oldest(content); n >= 0; n = s.newer(n) {
		x := &s.t.nodes[n]
		if !x.once && x.parent == view.node && x.via == viaPick && x.choice == view.choice && x.slot == view.slot {
			return n, -1
		}
		for w := x.ways; x.once && w >= 0; w = s.t.ways[w].next {
			y := &s.t.ways[w]
			if y.via == viaPick && y.parent == view.node && y.choice == view.choice && y.slot == view.slot {
				return -1, w
			}
		}
	}
	return -1, -1
}
