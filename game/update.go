package game

import (
	"context"
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// Update says what of an NPC changes. Persona, Options and Memory are merge
// patches (RFC 7386), in which null resets a member to its default; a null one
// changes nothing (behaviours, items 251 to 254).
type Update struct {
	Persona ojson.Value
	Options ojson.Value
	Memory  ojson.Value
	// Tools replace the tools that are not built in; nil leaves them, a pointer
	// to an empty list removes them.
	Tools *[]Tool
	// Defaults are the options that null resets to; zero as a whole they stand
	// for [DefaultOptions].
	Defaults Options
	// Commit, if set, is called right before the NPC changes. An error from it
	// ends the update.
	Commit func() error
}

// Update changes an NPC, from its next turn. It is done whole or not at all.
// unknown are the full paths of members that were ignored. The error is an
// [*Error], what Commit returned, or cancelled.
func (n *NPC) Update(ctx context.Context, u Update) (unknown []string, err error) {
	if err := n.order.enter(ctx); err != nil {
		return nil, cancelled(err)
	}
	defer n.order.leave()
	m := n.now()
	if err := u.apply(&m); err != nil {
		return nil, err
	}
	if err := m.prepare(n.world, "options", "tools"); err != nil {
		return nil, err
	}
	if u.Commit != nil {
		if err := u.Commit(); err != nil {
			return nil, err
		}
	}
	n.become(m)
	return u.unknown(), nil
}

// apply changes a mind, against what it is now.
func (u *Update) apply(m *mind) (err error) {
	if !u.Persona.IsNull() {
		if m.persona, err = m.persona.patched(u.Persona, "persona"); err != nil {
			return err
		}
	}
	if !u.Options.IsNull() {
		if m.options, err = m.options.patched(u.Options, "options", u.Defaults.orDefaults()); err != nil {
			return err
		}
	}
	if !u.Memory.IsNull() {
		if m.memory, err = m.memory.patched(u.Memory, "memory"); err != nil {
			return err
		}
	}
	if u.Tools != nil {
		m.tools = slices.Clone(*u.Tools)
	}
	return nil
}

func (u *Update) unknown() []string {
	return slices.Concat(
		(&fields{object: u.Persona, path: "persona"}).unknown(personaNames()),
		(&fields{object: u.Options, path: "options"}).unknown(optionNames()),
		(&fields{object: u.Memory, path: "memory"}).unknown(memoryNames()),
	)
}
