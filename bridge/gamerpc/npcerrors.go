package gamerpc

import (
	"errors"
	"fmt"

	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// The codes of the protocol's section 8 for NPCs.
const (
	CodeNPCNotFound = -32050
	CodeNPCExists   = -32051
)

func npcNotFound(id string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeNPCNotFound, Name: "npc_not_found",
		Message: fmt.Sprintf("There is no NPC '%s'.", id),
		Data:    []ojson.Member{ojson.Field("npc", ojson.String(id))}}
}

func npcExists(id string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeNPCExists, Name: "npc_exists",
		Message: fmt.Sprintf("There is already an NPC '%s'.", id),
		Data:    []ojson.Member{ojson.Field("npc", ojson.String(id))}}
}

// gameError gives what the game layer refused its wire form. Any other error is
// returned as it is.
func gameError(err error) error {
	var refused *game.Error
	if errors.As(err, &refused) {
		return jsonrpc.InvalidParams(refused.Message)
	}
	return err
}
