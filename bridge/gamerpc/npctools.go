package gamerpc

import (
	"fmt"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/ojson"
)

// npcTools are the client tools of an NPC as they were sent.
type npcTools struct {
	tools    []game.Tool
	warnings []string
}

// parseNPCTools reads tool definitions (protocol, section 9). Tools that name no
// limit get that of the NPC's options with each turn.
func parseNPCTools(list ojson.Value, path string) (npcTools, error) {
	var t npcTools
	set, err := bridge.ParseTools(list, path, 0)
	if err != nil {
		return t, err
	}
	for i, definition := range list.Items() {
		t.tools = append(t.tools, game.Tool{Tool: set.Tools[i], Definition: definition, OwnTimeout: namesTimeout(definition)})
		for _, w := range set.Warnings[i] {
			t.warnings = append(t.warnings, set.Tools[i].Name+": "+w)
		}
	}
	return t, nil
}

// namesTimeout reports whether a definition has a limit of its own.
func namesTimeout(definition ojson.Value) bool {
	if inner, ok := definition.Get("function"); ok {
		if kind, _ := definition.Get("type"); ojson.Equal(kind, ojson.String("function")) {
			definition = inner
		}
	}
	v, _ := definition.Get("timeoutSeconds")
	return !v.IsNull()
}

// tooMany warns when an NPC has more tools than models choose well among, the
// built-in ones included.
func tooMany(names []string) []string {
	const recommended = 5
	if len(names) <= recommended {
		return nil
	}
	return []string{fmt.Sprintf("%d tools: models choose best among 3 to %d per request", len(names), recommended)}
}
