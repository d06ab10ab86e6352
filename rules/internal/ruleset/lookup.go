package ruleset

import (
	"slices"
	"strings"
)

// FieldIndex resolves the id of a field as a pack (its index) wrote it: its own,
// then the game's, then that of another dependency. code is "",
// unknown-reference or ambiguous-reference. It may be called concurrently, as
// may all lookups.
func (r *Ruleset) FieldIndex(pack int, id string) (index int, code string) {
	return r.names.field(pack, id)
}

// ContentIndex resolves the id of a content, inline options included.
func (r *Ruleset) ContentIndex(pack int, id string) (index int, code string) {
	return r.names.content(pack, id)
}

// TypeIndex resolves the id of a content type.
func (r *Ruleset) TypeIndex(pack int, id string) (index int, code string) {
	return r.names.typ(pack, id)
}

// TableIndex resolves the id of a table.
func (r *Ruleset) TableIndex(pack int, id string) (index int, code string) {
	return r.names.table(pack, id)
}

// LinkIndex resolves the id of a link slot.
func (r *Ruleset) LinkIndex(pack int, id string) (index int, code string) {
	return r.names.link(pack, id)
}

// DieIndex resolves the id of a die of the rules.
func (r *Ruleset) DieIndex(pack int, id string) (index int, code string) {
	return r.names.find(r.names.dice, pack, id)
}

// ActionIndex resolves the id of an action; actions are numbered by the bytes
// of their qualified ids.
func (r *Ruleset) ActionIndex(pack int, id string) (index int, code string) {
	return r.names.find(r.names.actions, pack, id)
}

// ActionID resolves the id of an action to its qualified id.
func (r *Ruleset) ActionID(pack int, id string) (qualified, code string) {
	return r.names.action(pack, id)
}

// ChoiceIndex resolves the name of a choice in rules.
func (r *Ruleset) ChoiceIndex(pack int, id string) (index int, code string) {
	return r.names.find(r.names.choices, pack, id)
}

// GroupIndex resolves the name of a group in rules.
func (r *Ruleset) GroupIndex(pack int, id string) (index int, code string) {
	return r.names.find(r.names.groups, pack, id)
}

// Field finds a field by its qualified id.
func (r *Ruleset) Field(id string) (*Field, bool) { return byID(r.Fields, r.names, r.names.fields, id) }

// Content finds a content by its qualified id, inline options included.
func (r *Ruleset) Content(id string) (*Content, bool) {
	return byID(r.Contents, r.names, r.names.contents, id)
}

// Type finds a content type by its qualified id.
func (r *Ruleset) Type(id string) (*Type, bool) { return byID(r.Types, r.names, r.names.types, id) }

// Table finds a table by its qualified id.
func (r *Ruleset) Table(id string) (*Table, bool) { return byID(r.Tables, r.names, r.names.tables, id) }

// Link finds a link slot by its qualified id.
func (r *Ruleset) Link(id string) (*Link, bool) { return byID(r.Links, r.names, r.names.links, id) }

// Action finds an action by its qualified id, with the content that has it:
// [Ruleset.Rules] for one that stands in rules.
func (r *Ruleset) Action(id string) (*Action, *Content, bool) {
	owned, ok := byID(r.actions, r.names, r.names.actions, id)
	return owned.action, owned.owner, ok
}

// KnownTag reports whether a field or content carries the tag, or rules list it.
func (r *Ruleset) KnownTag(tag string) bool {
	_, ok := slices.BinarySearch(r.Tags, tag)
	return ok
}

// byID finds an item of a list by its qualified id.
func byID[T any](list []T, n *names, s space, id string) (item T, ok bool) {
	pack, local, _ := strings.Cut(id, ":")
	if p, known := n.packs[pack]; known {
		if i, found := s[p][local]; found && i < len(list) {
			return list[i], true
		}
	}
	return item, false
}

// indexRules makes the choices and groups of rules known, which are lists of
// qualified names.
func (r *Ruleset) indexRules() {
	declare := func(s space, id string, index int) {
		pack, local, _ := strings.Cut(id, ":")
		if p, ok := r.names.packs[pack]; ok {
			s.declare(p, local, index)
		}
	}
	for i, c := range r.Rules.Choices {
		declare(r.names.choices, c.Name, i)
	}
	for i, g := range r.Rules.Groups {
		declare(r.names.groups, g.Name, i)
	}
}

// ownedAction is an action with the content that has it.
type ownedAction struct {
	action *Action
	owner  *Content
}

// indexActions lists the actions of everything by their qualified ids.
func (r *Ruleset) indexActions() {
	r.names.sortActions()
	r.actions = make([]ownedAction, len(r.names.actionIDs))
	list := func(d *Content) {
		for _, a := range d.Actions {
			if i, code := r.ActionIndex(d.Pack, a.ID); code == "" {
				r.actions[i] = ownedAction{a, d}
			}
		}
	}
	list(r.Rules)
	for _, d := range r.Contents {
		list(d)
	}
}
