package ruleset

import (
	"slices"
	"strings"
)

// names says what ids mean, for each pack that may write them
// (docs/rules/pack-format.md, Ids).
type names struct {
	// packs finds a pack by its id.
	packs   map[string]int
	packIDs []string
	// order lists, for each pack, where an id without its pack is looked for:
	// the pack itself, the game, then its other dependencies.
	order [][]int
	game  int

	fields, contents, types, tables, links, dice, actions space
	choices, groups                                       space // of rules

	// actionIDs are the qualified ids of all actions, in the order in which they
	// were declared; after loading they are sorted.
	actionIDs []string
	tags      map[string]bool
}

// space holds the local ids of one kind, for each pack, with their indexes.
type space []map[string]int

// newNames returns tables without ids for packs in load order.
func newNames(packs []*Pack) *names {
	n := &names{packs: make(map[string]int, len(packs)), tags: map[string]bool{}, game: None}
	for i, p := range packs {
		n.packs[p.ID] = i
		n.packIDs = append(n.packIDs, p.ID)
		if p.Kind == "game" {
			n.game = i
		}
	}
	for i, p := range packs {
		order := append(make([]int, 0, len(p.Requires)+1), i)
		if n.game != i && slices.Contains(p.Requires, n.game) {
			order = append(order, n.game)
		}
		for _, d := range p.Requires {
			if d != n.game && d != i {
				order = append(order, d)
			}
		}
		n.order = append(n.order, order)
	}
	for _, s := range []*space{&n.fields, &n.contents, &n.types, &n.tables, &n.links, &n.dice, &n.actions, &n.choices, &n.groups} {
		*s = make(space, len(packs))
	}
	return n
}

// declare gives a local id of a pack its index.
func (s space) declare(pack int, local string, index int) {
	if s[pack] == nil {
		s[pack] = map[string]int{}
	}
	s[pack][local] = index
}

// find resolves an id that a pack wrote. code is "", unknown-reference or
// ambiguous-reference; index is [None] unless it is "".
func (n *names) find(s space, pack int, id string) (index int, code string) {
	if name, local, qualified := strings.Cut(id, ":"); qualified {
		if p, ok := n.packs[name]; ok {
			if i, ok := s[p][local]; ok {
				return i, ""
			}
		}
		return None, "unknown-reference"
	}
	found := None
	for _, p := range n.order[pack] {
		i, ok := s[p][id]
		switch {
		case !ok:
		case p == pack, p == n.game:
			return i, ""
		case found != None:
			return None, "ambiguous-reference"
		default:
			found = i
		}
	}
	if found == None {
		return None, "unknown-reference"
	}
	return found, ""
}

func (n *names) field(pack int, id string) (int, string)   { return n.find(n.fields, pack, id) }
func (n *names) content(pack int, id string) (int, string) { return n.find(n.contents, pack, id) }
func (n *names) typ(pack int, id string) (int, string)     { return n.find(n.types, pack, id) }
func (n *names) table(pack int, id string) (int, string)   { return n.find(n.tables, pack, id) }
func (n *names) link(pack int, id string) (int, string)    { return n.find(n.links, pack, id) }

// action resolves the id of an action to its qualified id.
func (n *names) action(pack int, id string) (qualified, code string) {
	i, code := n.find(n.actions, pack, id)
	if code != "" {
		return "", code
	}
	return n.actionIDs[i], ""
}

// tag reports whether a tag is known.
func (n *names) tag(name string) bool { return n.tags[name] }

// declareTag makes a tag known.
func (n *names) declareTag(name string) { n.tags[name] = true }

// declareAction makes an action known by its qualified id.
func (n *names) declareAction(id string) {
	pack, local, ok := strings.Cut(id, ":")
	p, known := n.packs[pack]
	if !ok || !known {
		return
	}
	if _, again := n.actions[p][local]; !again {
		n.actions.declare(p, local, len(n.actionIDs))
		n.actionIDs = append(n.actionIDs, id)
	}
}

// declareOption makes the content of an inline option known.
func (n *names) declareOption(id string, index int) {
	pack, local, _ := strings.Cut(id, ":")
	if p, ok := n.packs[pack]; ok {
		n.contents.declare(p, local, index)
	}
}

// sortActions numbers the actions by the bytes of their ids.
func (n *names) sortActions() {
	slices.Sort(n.actionIDs)
	for i, id := range n.actionIDs {
		pack, local, _ := strings.Cut(id, ":")
		n.actions.declare(n.packs[pack], local, i)
	}
}
