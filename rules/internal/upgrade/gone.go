package upgrade

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Gone takes away picks whose option no pack has any more, with the picks below
// them, so that their choices are open again. It also tells of links and follow-ups
// that the old rules know and the new do not: they stay, nothing else would say
// so.
func Gone(old, fresh *ruleset.Ruleset, file ojson.Value) (ojson.Value, []ojson.Value) {
	x := &mover{tracker: newTracker(fresh, fresh), m: &ruleset.Migration{}, file: file}
	x.index()
	x.gonePicks()
	links, _ := file.Get("links")
	for _, l := range members(links) {
		_, had := old.Link(l.Key)
		if _, has := fresh.Link(l.Key); had && !has {
			x.note("link", fault.Key("/links", l.Key), "", gone, l.Value, l.Value)
		}
	}
	followUps, _ := file.Get("followUps")
	for i, f := range followUps.Items() {
		action, _ := f.Get("action")
		id := textOf(action, "id")
		_, _, had := old.Action(id)
		if _, _, has := fresh.Action(id); had && !has {
			x.note("followUp", fault.Index("/followUps", i), "", gone, f, f)
		}
	}
	return x.file, x.report
}

// gonePicks takes picks away, those under a path that no ruleset has excepted:
// they have an issue of their own.
func (x *mover) gonePicks() {
	all := x.part("choices")
	below := map[string]bool{} // the picks that went
	kept := make(map[string][]ojson.Member, all.Len())
	for _, c := range members(all) {
		path := fault.Key("/choices", c.Key)
		def := choiceOf(x.new, x.walk(c.Key).choice)
		var options []ojson.Value
		for i, o := range c.Value.Items() {
			id, _ := o.AsString()
			if x.known(def, id) {
				options = append(options, o)
				continue
			}
			below[c.Key+"/"+id] = true
			x.note("pick", fault.Index(path, i), "", gone, o, ojson.Value{})
		}
		if len(options) > 0 || c.Value.Len() == 0 {
			kept[c.Key] = []ojson.Member{ojson.Field(c.Key, ojson.Array(options...))}
		}
	}
	for _, c := range members(all) {
		if k := kept[c.Key]; k != nil && len(below) > 0 && hangs(c.Key, below) {
			x.note("choice", fault.Key("/choices", c.Key), "", gone, k[0].Value, ojson.Value{})
			delete(kept, c.Key)
		}
	}
	if len(x.report) > 0 {
		x.put("choices", rebuilt(all, kept))
	}
}

// hangs reports whether a path is below one of the picks.
func hangs(path string, picks map[string]bool) bool {
	for i := range len(path) {
		if (path[i] == '/' || path[i] == '~') && picks[path[:i]] {
			return true
		}
	}
	return false
}

// known reports whether an option may still mean something: content or a field
// that there is, or an inline option of its choice; def is nil where the choice
// is gone.
func (x *mover) known(def *ruleset.Choice, option string) bool {
	if !strings.Contains(option, ":") {
		if def == nil {
			return true
		}
		for _, label := range def.Labels {
			if label == option {
				return true
			}
		}
		return false
	}
	if _, ok := x.new.Content(option); ok {
		return true
	}
	_, ok := x.new.Field(option)
	return ok
}
