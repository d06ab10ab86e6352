package character

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// specMajor is the major version of the format that this package reads.
const specMajor = "1."

// Decode reads a character file. It refuses what does not have the shapes of the
// format, with all errors and their paths relative to the character, such as
// "/inventory/e1/item"; a file beyond a limit has that one error. What the file
// says about fields and content that nobody knows is no error here.
func Decode(v ojson.Value) (*Character, []*fault.Error) {
	if v.Kind() == ojson.KindObject {
		if err := tooLarge(v); err != nil {
			return nil, []*fault.Error{err}
		}
	}
	d := decoder{c: &Character{NextID: 1, source: v}}
	d.character(v)
	if !d.errs.Empty() {
		return nil, d.errs.Sorted()
	}
	return d.c, nil
}

// tooLarge checks the limits that can be counted before anything is read.
func tooLarge(v ojson.Value) *fault.Error {
	if Deeper(v, MaxDepth) {
		return limitError("document-depth", MaxDepth)
	}
	entries, picks := 0, 0
	for _, m := range v.Members() {
		switch m.Key {
		case "inventory", "features", "templates", "effects":
			entries += m.Value.Len()
		case "choices":
			for _, p := range m.Value.Members() {
				picks += p.Value.Len()
			}
		case "followUps":
			if m.Value.Len() > MaxFollowUps {
				return limitError("follow-ups", MaxFollowUps)
			}
		case "homebrew":
			if Longer(m.Value, MaxHomebrewBytes) {
				return limitError("homebrew-bytes", MaxHomebrewBytes)
			}
		}
	}
	switch {
	case entries > MaxEntries:
		return limitError("entries", MaxEntries)
	case picks > MaxPicks:
		return limitError("picks", MaxPicks)
	}
	return nil
}

// decoder fills a character and collects what is wrong with the file.
type decoder struct {
	c    *Character
	errs fault.List
	// states is what is left of the memory for all states together.
	states []Stored
	// effectIDs are the ids of templates and effects, to find repeated ones.
	applied []appliedID
}

// appliedID is the id of a template or effect with its place.
type appliedID struct{ id, path string }

func (d *decoder) character(v ojson.Value) {
	if v.Kind() != ojson.KindObject {
		d.wrongType("", fault.WantObject)
		return
	}
	hasSpec, hasID := false, false
	d.states = make([]Stored, 0, countStates(v))
	d.c.Copies = make([]Copy, 0, countCopies(v))
	for _, m := range v.Members() {
		switch m.Key {
		case "specVersion":
			hasSpec = true
			d.specVersion(m.Value)
		case "id":
			hasID = true
			if d.c.ID = d.text(m.Value, "/id"); d.c.ID == "" && m.Value.Kind() == ojson.KindString {
				d.errs.Addf("invalid-value", "/id")
			}
		case "packs":
			d.packs(m.Value)
		case "fields":
			if d.object(m.Value, "/fields") {
				d.c.Fields = d.storedList(m.Value, make([]Stored, 0, m.Value.Len()))
			}
		case Inventory, Features:
			d.copies(m.Value, m.Key)
		case "templates":
			d.templates(m.Value)
		case "effects":
			d.effects(m.Value)
		case "choices":
			d.choices(m.Value)
		case "links":
			d.links(m.Value)
		case "followUps":
			d.followUps(m.Value)
		case "homebrew":
			if d.object(m.Value, "/homebrew") {
				d.c.Homebrew = m.Value
			}
		case "extensions":
			if d.object(m.Value, "/extensions") {
				d.c.Extensions = m.Value
			}
		case "creating":
			d.creating(m.Value)
		case "nextId":
			d.nextID(m.Value)
		}
	}
	if !hasSpec {
		d.missing("", "specVersion")
	}
	if !hasID {
		d.missing("", "id")
	}
	d.orderCopies()
	d.repeatedIDs()
}

func (d *decoder) specVersion(v ojson.Value) {
	text := d.text(v, "/specVersion")
	d.c.SpecVersion = text
	if v.Kind() == ojson.KindString && !strings.HasPrefix(text, specMajor) {
		d.errs.Addf("unsupported-spec-version", "/specVersion", ojson.Field("version", v))
	}
}

func (d *decoder) packs(v ojson.Value) {
	if !d.object(v, "/packs") {
		return
	}
	d.c.Packs = make([]PackVersion, 0, v.Len())
	for _, m := range v.Members() {
		version, ok := m.Value.AsString()
		if !ok {
			d.wrongType(fault.Key("/packs", m.Key), fault.WantText)
		}
		d.c.Packs = append(d.c.Packs, PackVersion{m.Key, version})
	}
	slices.SortFunc(d.c.Packs, func(a, b PackVersion) int { return strings.Compare(a.ID, b.ID) })
}

func (d *decoder) links(v ojson.Value) {
	if !d.object(v, "/links") {
		return
	}
	d.c.Links = make([]Link, 0, v.Len())
	for _, m := range v.Members() {
		id, ok := m.Value.AsString()
		if !ok {
			d.wrongType(fault.Key("/links", m.Key), fault.WantText)
		}
		d.c.Links = append(d.c.Links, Link{m.Key, id})
	}
	slices.SortFunc(d.c.Links, func(a, b Link) int { return strings.Compare(a.Slot, b.Slot) })
}

// storedList reads the members of fields or of a state into list and sorts it.
func (d *decoder) storedList(v ojson.Value, list []Stored) []Stored {
	sorted := true
	for _, m := range v.Members() {
		value, problem := formula.FromJSON(m.Value)
		if problem != nil {
			value = formula.Fail(problem)
		}
		if n := len(list); n > 0 && list[n-1].ID > m.Key {
			sorted = false
		}
		list = append(list, Stored{ID: m.Key, Value: value, Raw: m.Value, seq: d.next()})
	}
	if !sorted {
		slices.SortFunc(list, func(a, b Stored) int { return strings.Compare(a.ID, b.ID) })
	}
	return list
}

func (d *decoder) creating(v ojson.Value) {
	if on, ok := v.AsBool(); ok {
		if on {
			d.c.Creating = "true"
			return
		}
		d.errs.Addf("invalid-value", "/creating")
		return
	}
	if d.c.Creating = d.text(v, "/creating"); d.c.Creating == "" && v.Kind() == ojson.KindString {
		d.errs.Addf("invalid-value", "/creating")
	}
}

func (d *decoder) nextID(v ojson.Value) {
	n, ok := v.AsInt()
	switch {
	case !ok:
		d.wrongType("/nextId", fault.WantInteger)
	case n < 1:
		d.errs.Addf("invalid-value", "/nextId", ojson.Field("min", ojson.Int(1)))
	default:
		d.c.NextID = n
	}
}

// next numbers the members of maps in the order of the file.
func (d *decoder) next() int32 {
	d.c.seq++
	return d.c.seq
}

func (d *decoder) wrongType(path string, want fault.Want) { d.errs.Add(fault.WrongType(path, want)) }

func (d *decoder) missing(path, member string) {
	d.errs.Addf("missing-member", path, ojson.Field("member", ojson.String(member)))
}

// text reads a text.
func (d *decoder) text(v ojson.Value, path string) string {
	s, ok := v.AsString()
	if !ok {
		d.wrongType(path, fault.WantText)
	}
	return s
}

// object reports whether v is an object.
func (d *decoder) object(v ojson.Value, path string) bool {
	if v.Kind() == ojson.KindObject {
		return true
	}
	d.wrongType(path, fault.WantObject)
	return false
}

// array reports whether v is an array.
func (d *decoder) array(v ojson.Value, path string) bool {
	if v.Kind() == ojson.KindArray {
		return true
	}
	d.wrongType(path, fault.WantList)
	return false
}

// countCopies returns how many copies the file has.
func countCopies(v ojson.Value) (n int) {
	for _, place := range [...]string{Inventory, Features} {
		entries, _ := v.Get(place)
		n += entries.Len()
	}
	return n
}

// countStates returns how many state members copies and effects have together.
func countStates(v ojson.Value) (n int) {
	for _, place := range [...]string{Inventory, Features} {
		entries, _ := v.Get(place)
		for _, e := range entries.Members() {
			state, _ := e.Value.Get("state")
			n += state.Len()
		}
	}
	effects, _ := v.Get("effects")
	for _, e := range effects.Items() {
		state, _ := e.Get("state")
		n += state.Len()
	}
	return n
}
