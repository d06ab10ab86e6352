package game

import (
	"context"
	"slices"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// saveVersion is the version of saves that this program writes.
const saveVersion = 1

// saveNames are the members of a save in their order (protocol, section 6,
// npc/state).
func saveNames() []string {
	return []string{"version", "persona", "memory", "transcript", "npc", "options", "tools", "world"}
}

// State returns the NPC's save, once all earlier operations and the summary of
// older turns are done. The error is the context's.
func (n *NPC) State(ctx context.Context) (ojson.Value, error) {
	if err := n.order.enter(ctx); err != nil {
		return ojson.Value{}, cancelled(err)
	}
	defer n.order.leave()
	return n.Snapshot(), nil
}

// Snapshot returns the NPC's save after the last whole turn, at once.
//
// It depends on the NPC alone: a save that is restored is saved again as the
// same bytes. The instructions in it are those that the next turn would have.
// Members that the NPC's first save had, and this program does not know, stand
// where they stood.
func (n *NPC) Snapshot() ojson.Value {
	m := n.now()
	tools := make([]ojson.Value, len(m.tools))
	for i := range m.tools {
		tools[i] = m.tools[i].definition()
	}
	world := ojson.Value{}
	if n.worldID != "" {
		world = ojson.String(n.worldID)
	}
	return arrange(n.savedAs(), saveNames(), ojson.Object(
		ojson.Field("version", ojson.Int(saveVersion)),
		ojson.Field("persona", arrange(n.savedAs("persona"), personaNames(), m.persona.encode())),
		ojson.Field("memory", arrange(n.savedAs("memory"), memoryNames(), m.memory.encode())),
		ojson.Field("transcript", n.transcript(&m)),
		ojson.Field("npc", ojson.String(n.id)),
		ojson.Field("options", arrange(n.savedAs("options"), optionNames(), m.options.encode())),
		ojson.Field("tools", ojson.Array(tools...)),
		ojson.Field("world", world),
	))
}

// transcript returns the conversation with the instructions of the next turn.
func (n *NPC) transcript(m *mind) ojson.Value {
	var definitions []model.Tool
	for i := range m.tools {
		definitions = append(definitions, define(m.tools[i].Tool))
	}
	for i := range m.builtIns {
		definitions = append(definitions, define(m.builtIns[i]))
	}
	text := m.instructions()
	if note := m.memory.block(m.options.MemoryTools&ChangeRelationship != 0); note != "" {
		text += "\n\n" + note
	}
	v := transcript.Write(text, definitions, m.history)
	inner, _ := v.Get("transcript")
	inner = arrange(n.savedAs("transcript", "transcript"), []string{"entries"}, inner)
	return arrange(n.savedAs("transcript"), []string{"type", "version", "transcript"}, v.With("transcript", inner))
}

// arrange returns an object with the unknown members of a saved one in their
// places. Members that the saved one did not have follow those that come before
// them here.
func arrange(saved ojson.Value, names []string, now ojson.Value) ojson.Value {
	if saved.Kind() != ojson.KindObject {
		return now
	}
	var members []ojson.Member
	for _, m := range saved.Members() {
		if !slices.Contains(names, m.Key) {
			members = append(members, m)
		} else if v, ok := now.Get(m.Key); ok {
			members = append(members, ojson.Field(m.Key, v))
		}
	}
	last := 0
	for _, m := range now.Members() {
		i := slices.IndexFunc(members, func(o ojson.Member) bool { return o.Key == m.Key })
		if i < 0 {
			i = last
			members = slices.Insert(members, i, m)
		}
		last = i + 1
	}
	return ojson.Object(members...)
}
