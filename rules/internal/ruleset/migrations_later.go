package ruleset

import "strings"

// behind goes through the migrations behind the present one that move something
// of what step looks at; step says when it is known enough.
func (c *moveChecker) behind(step func() (done bool)) (done bool) {
	at, now := c.at, c.now
	defer func() { c.at, c.now = at, now }()
	for c.at++; c.at < len(c.all) && c.charge(1, c.root()); c.at++ {
		if c.now = c.all[c.at]; step() {
			return true
		}
	}
	return false
}

// root is the release that the checker is at, for limits.
func (c *moveChecker) root() node { return node{at: &At{Release: c.pack}} }

// moved is the present migration's move of a thing.
func (c *moveChecker) moved(kind MoveKind, of, from string) *moveDraft {
	return c.now[moveKey{kind, of, from}]
}

// stateLater reports whether a state member is one of this release in the end, or
// is moved on the way.
func (c *moveChecker) stateLater(typ, name string) bool {
	return c.behind(func() bool {
		if c.moved(MoveState, typ, name) != nil {
			return true
		}
		m := c.moved(MoveType, "", typ)
		if m != nil && m.target == nil {
			return true
		}
		typ = c.renamed(MoveType, "", typ)
		return false
	}) || c.hasState(typ, name)
}

func (c *moveChecker) hasState(typ, name string) bool {
	i, code := c.names.typ(c.pack, typ)
	return code == "" && c.rs.Types[i].member(name) != nil
}

// choiceLater is the same for a choice; it also gives the id that the choice has
// in the end, "" when it is moved on the way.
func (c *moveChecker) choiceLater(id string) (last string, known bool) {
	if c.behind(func() bool {
		if c.moved(MoveChoice, "", id) != nil || c.ownerDropped(id) {
			return true
		}
		id = c.choiceNow(id)
		return false
	}) {
		return "", true
	}
	return id, c.choiceByID(id) != nil
}

// optionLater is the same for an inline option.
func (c *moveChecker) optionLater(choice, id string) bool {
	return c.behind(func() bool {
		m := c.moved(MoveChoice, "", choice)
		if c.moved(MoveOption, choice, id) != nil || c.ownerDropped(choice) || m != nil && m.target == nil {
			return true
		}
		choice = c.choiceNow(choice)
		return false
	}) || c.offers(choice, id)
}

func (c *moveChecker) offers(choice, id string) bool {
	def := c.choiceByID(choice)
	return def != nil && c.search(c.root(), def.Labels, id) >= 0
}

// ownerDropped reports whether the content that has a choice is dropped.
func (c *moveChecker) ownerDropped(choice string) bool {
	owner, _, ok := strings.Cut(choice, "#")
	m := c.moved(MoveContent, "", owner)
	return ok && m != nil && m.target == nil
}
