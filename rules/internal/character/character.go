package character

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// Character is one character file. Its exported members are for reading: the
// mutators change them and keep the file in step. Slices are shared between
// clones, so that nobody may write into them.
//
// A Character that nobody changes may be read, and cloned, by several goroutines.
type Character struct {
	SpecVersion string
	ID          string
	Packs       []PackVersion // by id
	Fields      []Stored      // by id
	Copies      []Copy        // inventory and features together, by id
	Templates   []Template    // in the order of application
	Effects     []Applied     // in the order of application
	Picks       []Pick        // by path
	Links       []Link        // by slot
	FollowUps   []FollowUp    // in the order of storing
	Homebrew    ojson.Value   // a release, or null for none
	Extensions  ojson.Value   // an object, or null for none
	Creating    string        // "" when the character is made, else "true" or the id of an action
	NextID      int64         // 1 where the file does not say

	// source is the file as it was read. A part without its bit in dirty is
	// written from it.
	source ojson.Value
	dirty  parts
	// owned marks the slices that no clone shares.
	owned parts
	// seq is the place that the next new member of a map gets in the file.
	seq int32
	// floor is above the number of every id that the file had when it was read:
	// entries and follow-ups share one counter.
	floor int64
}

// PackVersion is a pack that the character was saved with.
type PackVersion struct{ ID, Version string }

// Stored is a stored value of a field or of a state. Value is of kind Failed
// where Raw is no scalar and no list of them.
type Stored struct {
	ID    string
	Value formula.Value
	Raw   ojson.Value // what the file says
	seq   int32
}

// The two places of copies.
const (
	Inventory = "inventory"
	Features  = "features"
)

// Copy is a held copy of content.
type Copy struct {
	ID       string
	Place    string // Inventory or Features
	Item     string
	Quantity int64
	Equipped bool
	State    []Stored // by name

	raw ojson.Value
	seq int32
}

// Template is an applied template.
type Template struct {
	ID       string
	Template string

	raw ojson.Value
}

// Applied is an applied effect.
type Applied struct {
	ID     string
	Effect string
	On     bool
	State  []Stored // by name

	raw ojson.Value
}

// Pick is what a choice holds.
type Pick struct {
	Path    string
	Options []string // never empty in a pick that the mutators made

	raw ojson.Value
	seq int32
}

// Link is the character that fills a link slot.
type Link struct{ Slot, Character string }

// FollowUp is a stored follow-up.
type FollowUp struct {
	ID     string
	Object ojson.Value // as stored
}

// parts is a set of members of the file.
type parts uint16

// The parts that mutators change; see fileOrder.
const (
	partFields     parts = 1 << 3
	partInventory  parts = 1 << 4
	partFeatures   parts = 1 << 5
	partTemplates  parts = 1 << 6
	partEffects    parts = 1 << 7
	partChoices    parts = 1 << 8
	partFollowUps  parts = 1 << 10
	partHomebrew   parts = 1 << 11
	partExtensions parts = 1 << 12
	partCreating   parts = 1 << 13
	partNextID     parts = 1 << 14
)

// partCopies stands for both places where ownership is meant.
const partCopies = partInventory | partFeatures

// placePart is the member of the file that holds the copies of a place.
func placePart(place string) parts {
	if place == Features {
		return partFeatures
	}
	return partInventory
}

// Field returns the stored value of a field.
func (c *Character) Field(id string) (*Stored, bool) { return stored(c.Fields, id) }

// Copy returns the copy with an entry id.
func (c *Character) Copy(id string) (*Copy, bool) {
	i, ok := c.findCopy(id)
	if !ok {
		return nil, false
	}
	return &c.Copies[i], true
}

// Template returns the applied template with an id.
func (c *Character) Template(id string) (*Template, bool) {
	i := c.findTemplate(id)
	if i < 0 {
		return nil, false
	}
	return &c.Templates[i], true
}

// Effect returns the applied effect with an id.
func (c *Character) Effect(id string) (*Applied, bool) {
	i := c.findEffect(id)
	if i < 0 {
		return nil, false
	}
	return &c.Effects[i], true
}

// PicksOf returns the options that a choice path holds, nil for none.
func (c *Character) PicksOf(path string) []string {
	i, ok := c.findPick(path)
	if !ok {
		return nil
	}
	return c.Picks[i].Options
}

// Link returns the id of the character that fills a slot, "" for none.
func (c *Character) Link(slot string) string {
	i, ok := slices.BinarySearchFunc(c.Links, slot, func(l Link, s string) int { return strings.Compare(l.Slot, s) })
	if !ok {
		return ""
	}
	return c.Links[i].Character
}

// FollowUp returns the stored follow-up with an id.
func (c *Character) FollowUp(id string) (*FollowUp, bool) {
	i := slices.IndexFunc(c.FollowUps, func(f FollowUp) bool { return f.ID == id })
	if i < 0 {
		return nil, false
	}
	return &c.FollowUps[i], true
}

// Holds reports whether a copy, template or applied effect has the id.
func (c *Character) Holds(id string) bool {
	if _, ok := c.findCopy(id); ok {
		return true
	}
	return c.findTemplate(id) >= 0 || c.findEffect(id) >= 0
}

// StateOf returns a state member of a copy.
func (e *Copy) StateOf(name string) (*Stored, bool) { return stored(e.State, name) }

// StateOf returns a state member of an applied effect.
func (e *Applied) StateOf(name string) (*Stored, bool) { return stored(e.State, name) }

// stored finds a value by its id.
func stored(list []Stored, id string) (*Stored, bool) {
	i, ok := findStored(list, id)
	if !ok {
		return nil, false
	}
	return &list[i], true
}

func findStored(list []Stored, id string) (int, bool) {
	return slices.BinarySearchFunc(list, id, func(s Stored, id string) int { return strings.Compare(s.ID, id) })
}

func (c *Character) findCopy(id string) (int, bool) {
	return slices.BinarySearchFunc(c.Copies, id, func(e Copy, id string) int { return strings.Compare(e.ID, id) })
}

func (c *Character) findTemplate(id string) int {
	return slices.IndexFunc(c.Templates, func(t Template) bool { return t.ID == id })
}

func (c *Character) findEffect(id string) int {
	return slices.IndexFunc(c.Effects, func(e Applied) bool { return e.ID == id })
}

func (c *Character) findPick(path string) (int, bool) {
	return slices.BinarySearchFunc(c.Picks, path, func(p Pick, path string) int { return strings.Compare(p.Path, path) })
}

// Clone returns a copy that changes on its own. It costs little: lists are
// shared until one of the two changes them.
func (c *Character) Clone() *Character {
	// A character that was never changed stays unwritten, so that goroutines may
	// clone it at the same time.
	if c.owned != 0 {
		c.owned = 0
	}
	clone := *c
	return &clone
}
