package ruleset

import (
	"maps"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// decoder turns what the releases say after overrides, inheritance and each
// into the typed ruleset. It reports every error that it finds and goes on.
type decoder struct {
	rs    *Ruleset
	names *names
	errs  *fault.List

	members  int  // decoded so far
	formulas int  // decoded so far
	failures int  // reported so far
	stopped  bool // a limit was passed: nothing more is decoded or reported

	allowed  memberLists
	known    map[string]struct{} // tags
	tagged   map[string][]int    // fields by tag, each list by index
	tagTypes map[string]types    // the types of those fields
	options  []*option           // inline options that wait for their decoding
	flags    map[string]bool     // flags that any action declares
	heads    map[string]bool     // first segments of fields, once asked for
}

// entry is one field, content type or content after overrides, inheritance and
// each.
type entry struct {
	id   string // qualified
	pack int    // the pack that defines it
	node node
}

// source is what the decoder reads. Lists are by the bytes of ids, so that the
// place in a list is the final index. Rules are the parts of all packs in load
// order; the parts of one are named after the pack of its node.
type source struct {
	fields   []entry
	types    []entry
	contents []entry
	rules    []node
}

// decode fills the ruleset.
func (d *decoder) decode(in source) {
	d.declare(in)
	for i, e := range in.types {
		d.typ(d.rs.Types[i], e.node)
	}
	for i, e := range in.fields {
		d.field(d.rs.Fields[i], e.node)
	}
	d.indexTags()
	for i, e := range in.fields {
		d.fieldLinks(d.rs.Fields[i], e.node)
	}
	d.tables(in.rules)
	d.dice(in.rules)
	d.links(in.rules)
	d.rs.Rules = d.rules(in.rules)
	for i, e := range in.contents {
		d.content(d.rs.Contents[i], e.node)
	}
	// Options may have options of their own, which stand behind them.
	for i := 0; i < len(d.options); i++ {
		d.inlineOption(d.options[i])
	}
}

// declare makes every named entry, so that bodies may refer to each other in
// any order, and tells which tags and actions there are.
func (d *decoder) declare(in source) {
	d.allowed, d.known, d.flags = newMemberLists(), make(map[string]struct{}), make(map[string]bool)
	d.rs.Types = make([]*Type, len(in.types))
	for i, e := range in.types {
		d.rs.Types[i] = &Type{ID: e.id, Pack: e.pack, At: e.node.at, Index: i, NameFrom: None}
		d.checkID(e, localID)
	}
	d.rs.Fields = make([]*Field, len(in.fields))
	for i, e := range in.fields {
		f := &Field{Index: i, Below: None, Above: None}
		f.ID, f.Pack, f.At = e.id, e.pack, e.node.at
		d.rs.Fields[i] = f
		d.checkID(e, fieldID)
		if _, local := splitID(e.id); reservedField(local) {
			d.fail("reserved-name", e.node, ojson.Field("id", ojson.String(local)))
		}
		d.declareTags(e.node)
	}
	d.rs.Contents = make([]*Content, len(in.contents))
	d.rs.Named = len(in.contents)
	for i, e := range in.contents {
		c := &Content{ID: e.id, Pack: e.pack, At: e.node.at, Index: i, Type: None}
		d.rs.Contents[i] = c
		d.checkID(e, localID)
		d.declareType(c, e.node)
		d.declareBody(e.node, e.id+"#")
	}
	for _, n := range in.rules {
		prefix := d.rs.Packs[n.pack()].ID + ":"
		d.declareBody(n, prefix)
		if flags, ok := n.get("flags"); ok && flags.kind() == ojson.KindArray {
			for _, f := range d.items(flags) {
				if name, ok := f.value.AsString(); ok {
					d.flags[name] = true
				}
			}
		}
	}
	d.rs.Tags = slices.Sorted(maps.Keys(d.known))
}

// checkID reports a local id that is none.
func (d *decoder) checkID(e entry, check func(string) bool) {
	if _, local := splitID(e.id); !check(local) {
		d.fail("invalid-id", e.node, ojson.Field("id", ojson.String(local)))
	}
}

// declareType finds the type of a content: references to it are checked
// against it.
func (d *decoder) declareType(c *Content, n node) {
	if t, ok := n.get("type"); ok && t.kind() == ojson.KindString {
		id, _ := t.value.AsString()
		if i, code := d.names.typ(t.pack(), id); code == "" {
			c.Type = i
		}
	}
	if a, ok := n.get("abstract"); ok && a.kind() == ojson.KindBool {
		c.Abstract, _ = a.value.AsBool()
	}
}

// declareBody tells which tags and actions an entry and its inline options
// carry. Mistakes of shape are left to the decoding.
func (d *decoder) declareBody(n node, prefix string) {
	d.declareTags(n)
	if actions, ok := n.get("actions"); ok && actions.kind() == ojson.KindObject {
		for _, m := range d.entries(actions) {
			d.names.declareAction(prefix + m.key)
			if flags, ok := m.node.get("flags"); ok && flags.kind() == ojson.KindObject {
				for _, f := range d.entries(flags) {
					d.flags[f.key] = true
				}
			}
		}
	}
	choices, ok := n.get("choices")
	if !ok || choices.kind() != ojson.KindObject {
		return
	}
	for _, m := range d.entries(choices) {
		options, ok := m.node.get("options")
		if !ok || options.kind() != ojson.KindArray {
			continue
		}
		for _, o := range d.items(options) {
			if id, ok := o.get("id"); ok && id.kind() == ojson.KindString {
				local, _ := id.value.AsString()
				d.declareBody(o, prefix+m.key+"/"+local+"#")
			}
		}
	}
}

// declareTags makes the tags that an entry carries known.
func (d *decoder) declareTags(n node) {
	tags, ok := n.get("tags")
	if !ok || tags.kind() != ojson.KindArray {
		return
	}
	for _, t := range d.items(tags) {
		if t.kind() == ojson.KindObject {
			if t, ok = t.get("tag"); !ok {
				continue
			}
		}
		if t.kind() != ojson.KindString {
			continue
		}
		tag, _ := t.value.AsString()
		d.known[tag] = struct{}{}
		d.names.declareTag(tag)
	}
}

// indexTags lists the fields by their tags.
func (d *decoder) indexTags() {
	d.tagged, d.tagTypes = make(map[string][]int), make(map[string]types)
	for i, f := range d.rs.Fields {
		for _, t := range f.Tags {
			list := d.tagged[t.Tag]
			if len(list) == 0 || list[len(list)-1] != i {
				d.tagged[t.Tag] = append(list, i)
				d.tagTypes[t.Tag] |= typesOf(&f.Shape)
			}
		}
	}
}

// compareText orders by bytes.
func compareText(a, b string) int { return strings.Compare(a, b) }
