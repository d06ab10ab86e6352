package ruleset

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// target is the id that a move leads to, "" after an error. It is one that this
// release has, or that a later migration moves.
func (c *moveChecker) target(m *moveDraft) string {
	n := *m.target
	id, ok := c.text(n)
	if !ok {
		return ""
	}
	switch m.kind {
	case MoveField:
		to, _ := c.field(n)
		return to
	case MoveContent:
		return c.content(n, id)
	case MoveType:
		if i, code := c.names.typ(c.pack, id); code == "" {
			return c.rs.Types[i].ID
		}
	case MoveLink:
		if i, code := c.names.link(c.pack, id); code == "" {
			return c.rs.Links[i].ID
		}
	case MoveChoice:
		return c.choice(n, m.From, id)
	case MoveOption:
		return c.option(n, m.Of, id)
	case MoveState:
		return c.state(n, m.Of, id)
	}
	if old := c.oldID(c.pack, id); c.later(m.kind, "", old) {
		return old
	}
	c.unresolved(n, m.kind.word(), id, "unknown-reference")
	return ""
}

// field is the stored field that n names.
func (c *moveChecker) field(n node) (string, bool) {
	id, _ := n.value.AsString()
	i, code := c.names.field(c.pack, id)
	if code != "" {
		if old := c.oldID(c.pack, id); c.later(MoveField, "", old) {
			return old, true
		}
		c.unresolved(n, "field", id, code)
		return "", false
	}
	f := c.rs.Fields[i]
	if f.Formula != nil {
		c.fail("invalid-value", n, ojson.Field("field", ojson.String(f.ID)), ojson.Field("expected", ojson.String("stored field")))
		return "", false
	}
	return f.ID, true
}

// content is the content that n names, one that can be on.
func (c *moveChecker) content(n node, id string) string {
	i, code := c.names.content(c.pack, id)
	switch {
	case code == "" && i >= c.rs.Named: // an inline option belongs to its choice
		code = "unknown-reference"
	case code == "" && c.rs.Contents[i].Abstract:
		c.abstract(n, i)
		return ""
	case code == "":
		return c.rs.Contents[i].ID
	}
	if old := c.oldID(c.pack, id); c.later(MoveContent, "", old) {
		return old
	}
	c.unresolved(n, "content", id, code)
	return ""
}

// choice is the id of a choice by its new name. Its owner may have moved too.
func (c *moveChecker) choice(n node, from, name string) string {
	if !plainName(name) {
		c.fail("invalid-id", n, ojson.Field("id", ojson.String(name)))
		return ""
	}
	if _, known := c.choiceLater(c.ownerNow(from) + name); !known {
		c.unresolved(n, "choice", name, "unknown-reference")
		return ""
	}
	return ownerPrefix(from) + name
}

// option is what an option is called now: an inline option of its choice, or
// content if the choice offers that now.
func (c *moveChecker) option(n node, choice, id string) string {
	now := c.choiceNow(choice)
	def := c.choiceByID(now)
	if def != nil {
		if c.search(n, def.Labels, id) >= 0 {
			return id
		}
		if i, code := c.names.content(c.pack, id); code == "" && def.From != nil {
			return c.rs.Contents[i].ID
		}
	}
	if c.optionLater(now, id) {
		return id
	}
	c.unresolved(n, "option", id, "unknown-reference")
	return ""
}

// state is the name of a state member.
func (c *moveChecker) state(n node, of, name string) string {
	now := c.renamed(MoveType, "", of)
	if c.stateLater(now, name) {
		return name
	}
	c.unresolved(n, "state", name, "unknown-reference")
	return ""
}

// ownerPrefix is what stands before the name in the id of a choice: up to "#", of
// rules up to ":".
func ownerPrefix(choice string) string {
	if i := strings.LastIndexByte(choice, '#'); i >= 0 {
		return choice[:i+1]
	}
	pack, _, _ := strings.Cut(choice, ":")
	return pack + ":"
}

// ownerNow is [ownerPrefix] after this migration.
func (c *moveChecker) ownerNow(choice string) string {
	prefix := ownerPrefix(choice)
	owner, isContent := strings.CutSuffix(prefix, "#")
	if !isContent {
		return prefix
	}
	return c.contentNow(owner) + "#"
}

// contentNow is the id of content after this migration. That of an inline option
// is made of its choice and its own.
func (c *moveChecker) contentNow(id string) string {
	i := strings.LastIndexByte(id, '/')
	if i < 0 {
		return c.renamed(MoveContent, "", id)
	}
	choice, option := id[:i], id[i+1:]
	return c.choiceNow(choice) + "/" + c.renamed(MoveOption, choice, option)
}

// choiceNow is the id of a choice after this migration.
func (c *moveChecker) choiceNow(choice string) string {
	to := c.renamed(MoveChoice, "", choice)
	return c.ownerNow(choice) + strings.TrimPrefix(to, ownerPrefix(choice))
}

// choiceByID finds a choice by its qualified id.
func (c *moveChecker) choiceByID(id string) *Choice {
	if c.choices == nil {
		c.choices = map[string]*Choice{}
		for _, x := range slices.Concat([]*Content{c.rs.Rules}, c.rs.Contents) {
			for _, choice := range x.Choices {
				c.choices[choice.ID] = choice
			}
		}
	}
	return c.choices[id]
}
