package gamerpc

import (
	"errors"
	"fmt"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// The codes of the protocol's section 8 for worlds.
const (
	CodeWorldNotFound        = -32052
	CodeWorldExists          = -32053
	CodeWorldError           = -32054
	CodeLimitReached         = -32055
	CodeSubscriptionNotFound = -32056
)

func worldNotFound(id string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeWorldNotFound, Name: "world_not_found",
		Message: fmt.Sprintf("There is no world '%s'.", id),
		Data:    []ojson.Member{ojson.Field("world", ojson.String(id))}}
}

func worldExists(id string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeWorldExists, Name: "world_exists",
		Message: fmt.Sprintf("There is already a world '%s'.", id),
		Data:    []ojson.Member{ojson.Field("world", ojson.String(id))}}
}

// worldError gives what a world refused its wire form (behaviours, item 275).
// Any other error is returned as it is.
func worldError(id string, err error) error {
	var refused *world.Error
	if !errors.As(err, &refused) {
		return err
	}
	return &jsonrpc.Error{Code: CodeWorldError, Name: "world_error", Message: refused.Message,
		Data: []ojson.Member{
			ojson.Field("world", ojson.String(id)),
			ojson.Field("path", ojson.String(refused.Path)),
		}, Cause: err}
}

// limitReached refuses one more of a kind, which is a plural (behaviours, item
// 297).
func limitReached(kind string, limit int) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeLimitReached, Name: "limit_reached",
		Message: fmt.Sprintf("There are already %d %s, which is the limit.", limit, kind),
		Data:    []ojson.Member{ojson.Field("limit", ojson.Int(int64(limit)))}}
}

func subscriptionNotFound(id string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeSubscriptionNotFound, Name: "subscription_not_found",
		Message: fmt.Sprintf("There is no subscription '%s'.", id),
		Data:    []ojson.Member{ojson.Field("subscription", ojson.String(id))}}
}
