package character

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// choices reads the picks.
func (d *decoder) choices(v ojson.Value) {
	if !d.object(v, "/choices") {
		return
	}
	n := 0
	for _, m := range v.Members() {
		n += m.Value.Len()
	}
	all := make([]string, 0, n) // one block for the options of all picks
	d.c.Picks = make([]Pick, 0, v.Len())
	for _, m := range v.Members() {
		if m.Value.Kind() != ojson.KindArray {
			d.wrongType(fault.Key("/choices", m.Key), fault.WantList)
			continue
		}
		start := len(all)
		for i, item := range m.Value.Items() {
			option, ok := item.AsString()
			if !ok {
				d.wrongType(fault.Index(fault.Key("/choices", m.Key), i), fault.WantText)
			}
			all = append(all, option)
		}
		options := all[start:len(all):len(all)]
		d.repeatedOptions(m.Key, options)
		d.c.Picks = append(d.c.Picks, Pick{Path: m.Key, Options: options, raw: m.Value, seq: d.next()})
	}
	slices.SortFunc(d.c.Picks, func(a, b Pick) int { return strings.Compare(a.Path, b.Path) })
}

// repeatedOptions reports options that one choice holds twice: both would be the
// same activation.
func (d *decoder) repeatedOptions(path string, options []string) {
	if len(options) < 2 {
		return
	}
	sorted := slices.Clone(options)
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			d.errs.Addf("invalid-value", fault.Key("/choices", path), ojson.Field("option", ojson.String(sorted[i])))
		}
	}
}

// followUpShape lists the members of a stored follow-up in their order.
var followUpShape = [...]struct {
	name     string
	kind     ojson.Kind
	required bool
}{
	{"id", ojson.KindString, true},
	{"followUp", ojson.KindString, true},
	{"source", ojson.KindString, true},
	{"to", ojson.KindString, true}, // or {link: slot}
	{"character", ojson.KindString, false},
	{"action", ojson.KindObject, false},
	{"params", ojson.KindObject, false},
	{"changes", ojson.KindArray, false},
	{"required", ojson.KindBool, true},
	{"cause", ojson.KindObject, true},
}

func (d *decoder) followUps(v ojson.Value) {
	if !d.array(v, "/followUps") {
		return
	}
	d.c.FollowUps = make([]FollowUp, 0, v.Len())
	for i, item := range v.Items() {
		path := fault.Index("/followUps", i)
		if !d.object(item, path) {
			continue
		}
		for _, shape := range followUpShape {
			m, ok := item.Get(shape.name)
			switch {
			case ok && shape.name == "to" && m.Kind() == ojson.KindObject:
				if link, _ := m.Get("link"); link.Kind() != ojson.KindString {
					d.wrongType(fault.Key(fault.Key(path, "to"), "link"), fault.WantText)
				}
			case ok && m.Kind() != shape.kind:
				d.wrongType(fault.Key(path, shape.name), fault.WantKind(shape.kind))
			case !ok && shape.required:
				d.missing(path, shape.name)
			}
		}
		if action, ok := item.Get("action"); ok && action.Kind() == ojson.KindObject {
			if id, _ := action.Get("id"); id.Kind() != ojson.KindString {
				d.wrongType(fault.Key(fault.Key(path, "action"), "id"), fault.WantText)
			}
		}
		if changes, ok := item.Get("changes"); ok {
			for j, change := range changes.Items() {
				d.object(change, fault.Index(fault.Key(path, "changes"), j))
			}
		}
		given, _ := item.Get("id")
		id, _ := given.AsString()
		d.c.FollowUps = append(d.c.FollowUps, FollowUp{ID: id, Object: item})
	}
	d.repeatedFollowUps()
}

// repeatedFollowUps reports follow-ups that share an id.
func (d *decoder) repeatedFollowUps() {
	ids := make(map[string]bool, len(d.c.FollowUps))
	for i, f := range d.c.FollowUps {
		d.c.seen(f.ID)
		if ids[f.ID] {
			d.errs.Addf("duplicate-entry", fault.Key(fault.Index("/followUps", i), "id"), ojson.Field("id", ojson.String(f.ID)))
		}
		ids[f.ID] = true
	}
}

// Offer returns the follow-up as the sheet offers it: its known members in their
// order, with the kind; a run of its action takes it up.
func (f FollowUp) Offer() ojson.Value {
	members := make([]ojson.Member, 0, len(followUpShape)+1)
	for _, shape := range followUpShape {
		if m, ok := f.Object.Get(shape.name); ok {
			if shape.name == "action" {
				m = m.With("followUp", ojson.String(f.ID))
			}
			members = append(members, ojson.Field(shape.name, m))
		}
		if shape.name == "id" {
			members = append(members, ojson.Field("kind", ojson.String("ephemeral")))
		}
	}
	return ojson.Object(members...)
}
