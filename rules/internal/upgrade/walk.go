package upgrade

import (
	"strings"

	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// place is what became of an activation or of the path of a choice.
type place struct {
	now  string
	gone bool // it hangs below something that was dropped
	// owner is the content of the activation, choice the id of the choice at the
	// end of a path, both as they were.
	owner, choice string
}

// maxSegments is how many segments a path has at most: two for each activation,
// of which 64 can stand below each other (limit node-depth), and a choice. What is
// longer leads nowhere.
const maxSegments = 2*64 + 2

// walk follows the id of an activation or a path (docs/rules/choices.md): a root,
// then grants (+content) and picks (choice[@slot]/option), each perhaps with
// standard copies behind it (~content).
func (x *mover) walk(id string) place {
	p := place{now: id}
	if strings.Count(id, "/") > maxSegments {
		return p
	}
	segments := strings.Split(id, "/")
	x.reach(&p, &segments[0], func(head string) (string, string) {
		switch {
		case head == "rules":
			p.owner = head
		case strings.Contains(head, ":"):
			p.owner = head
			return x.content(head)
		default:
			p.owner = x.items[head]
			if x.dropped[head] {
				return "", dropped
			}
		}
		return head, ""
	})
	for i := 1; i < len(segments); i++ {
		if granted, ok := strings.CutPrefix(segments[i], "+"); ok {
			x.reach(&p, &granted, func(head string) (string, string) {
				p.owner = head
				return x.content(head)
			})
			segments[i] = "+" + granted
			continue
		}
		choice := x.choiceStep(&p, &segments[i])
		if i++; i >= len(segments) {
			p.choice = choice
			break
		}
		// What follows a choice is an option of it, which may own choices.
		x.reach(&p, &segments[i], func(head string) (string, string) {
			if p.owner = head; !strings.Contains(head, ":") {
				p.owner = choice + "/" + head
			}
			return x.option(choice, head)
		})
	}
	p.now = strings.Join(segments, "/")
	return p
}

// reach renames one step and the standard copies behind it.
func (x *mover) reach(p *place, segment *string, head func(string) (string, string)) {
	parts := strings.Split(*segment, "~")
	for i, part := range parts {
		now, why := part, ""
		if i == 0 {
			now, why = head(part)
		} else {
			p.owner = part
			now, why = x.content(part)
		}
		if why == dropped {
			p.gone = true
			continue
		}
		parts[i] = now
	}
	*segment = strings.Join(parts, "~")
}

// choiceStep renames the step of a choice and tells the id that it had.
func (x *mover) choiceStep(p *place, segment *string) string {
	name, slot, slotted := strings.Cut(*segment, "@")
	id := p.owner + "#" + name
	if p.owner == "rules" {
		id = name
	}
	to, why := x.move(ruleset.MoveChoice, "", id)
	switch {
	case why == dropped:
		p.gone = true
	case why != "": // of rules the id is the name
		name = to[strings.LastIndexByte(to, '#')+1:]
	}
	if slotted {
		name += "@" + slot
	}
	*segment = name
	return id
}

// option is [mover.move] of an option of a choice: an inline option, a field or
// content.
func (x *mover) option(choice, id string) (to, why string) {
	if to, why = x.move(ruleset.MoveOption, choice, id); why != "" || !strings.Contains(id, ":") {
		return to, why
	}
	content, why := x.move(ruleset.MoveContent, "", id)
	def := choiceOf(x.old, choice)
	if def != nil && def.Fields != nil || def == nil && why == "" {
		return x.move(ruleset.MoveField, "", id)
	}
	return content, why
}

// partID is [mover.move] of a part of content: <content>#<name>, or
// <choice>/<option> of an inline option.
func (x *mover) partID(id string) (to, why string) {
	if strings.Count(id, "/")+strings.Count(id, "#") > maxSegments {
		return id, ""
	}
	if i := strings.LastIndexByte(id, '/'); i > strings.LastIndexByte(id, '#') {
		choice, option := id[:i], id[i+1:]
		now, why := x.choiceID(choice)
		if why == dropped {
			return "", why
		}
		name, how := x.move(ruleset.MoveOption, choice, option)
		if how == dropped {
			return "", how
		}
		return now + "/" + name, reason(why, how)
	}
	i := strings.LastIndexByte(id, '#')
	owner, why := x.content(id[:i])
	if why == dropped {
		return "", why
	}
	return owner + id[i:], why
}

// choiceID is [mover.move] of a choice with what its owner became.
func (x *mover) choiceID(id string) (to, why string) {
	to, why = x.move(ruleset.MoveChoice, "", id)
	i := strings.LastIndexByte(to, '#')
	if why == dropped || i < 0 {
		return to, why
	}
	owner, how := x.content(to[:i])
	if how == dropped {
		return "", how
	}
	return owner + to[i:], reason(why, how)
}

// reason is the first of two that says something.
func reason(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// choiceOf finds a choice by its qualified id, nil if there is none.
func choiceOf(rs *ruleset.Ruleset, id string) *ruleset.Choice {
	owner := rs.Rules
	if i := strings.LastIndexByte(id, '#'); i >= 0 {
		c, ok := rs.Content(id[:i])
		if !ok {
			return nil
		}
		owner = c
	}
	for _, c := range owner.Choices {
		if c.ID == id {
			return c
		}
	}
	return nil
}
