package bridge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// The codes of the protocol's section 8 that the engine itself uses. Extensions
// use -32057 to -32099.
const (
	CodeInvalidSchema   = -32007
	CodeCancelled       = -32009
	CodeBusy            = -32010
	CodeSessionNotFound = -32020
	CodeSessionExists   = -32021
	CodeSessionLimit    = -32022
	CodeShutDown        = -32023
	CodeTimeout         = -32024
)

// modelCode returns the number of a failed turn's code.
func modelCode(c model.Code) int {
	switch c {
	case model.Unavailable:
		return -32001
	case model.GuardrailViolation:
		return -32002
	case model.Refusal:
		return -32003
	case model.ContextSizeExceeded:
		return -32004
	case model.RateLimited:
		return -32005
	case model.UnsupportedLanguage:
		return -32006
	case model.InvalidSchema:
		return CodeInvalidSchema
	case model.ToolFailed:
		return -32008
	case model.Cancelled:
		return CodeCancelled
	case model.Busy:
		return CodeBusy
	case model.InvalidRequest:
		return -32011
	default:
		return -32012
	}
}

// WireError gives any error its wire form. It is the one place where an error
// without a code gets one: internal_error.
func WireError(err error) *jsonrpc.Error {
	var wire *jsonrpc.Error
	var failed *model.Error
	switch {
	case errors.As(err, &wire):
		return wire
	case errors.As(err, &failed):
		code := failed.Code
		if code == "" {
			code = model.GenerationFailed
		}
		return &jsonrpc.Error{Code: modelCode(code), Name: string(code), Message: failed.Message, Data: retryData(failed), Cause: err}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Cancelled()
	default:
		return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Name: "internal_error", Message: err.Error(), Cause: err}
	}
}

// retryData tells when a rate limit ends, if that is known.
func retryData(err *model.Error) []ojson.Member {
	if err.RetryAfter.IsZero() {
		return nil
	}
	seconds := max(0, math.Ceil(time.Until(err.RetryAfter).Seconds()))
	return []ojson.Member{
		ojson.Field("retryAfter", ojson.String(err.RetryAfter.UTC().Format(time.RFC3339))),
		ojson.Field("retryAfterSeconds", ojson.Int(int64(seconds))),
	}
}

// Cancelled is the error of a request that was cancelled.
func Cancelled() *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeCancelled, Name: string(model.Cancelled), Message: "The request was cancelled."}
}

func shutDownError() *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeShutDown, Name: "shut_down", Message: "The bridge has been shut down."}
}

func busyError(message string, limit int) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeBusy, Name: string(model.Busy), Message: message,
		Data: []ojson.Member{ojson.Field("limit", ojson.Int(int64(limit)))}}
}

func sessionNotFound(id string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeSessionNotFound, Name: "session_not_found",
		Message: fmt.Sprintf("There is no session '%s'.", id),
		Data:    []ojson.Member{ojson.Field("session", ojson.String(id))}}
}

func sessionExists(id string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeSessionExists, Name: "session_exists",
		Message: fmt.Sprintf("There is already a session '%s'.", id),
		Data:    []ojson.Member{ojson.Field("session", ojson.String(id))}}
}

func sessionLimit(limit int) *jsonrpc.Error {
	return &jsonrpc.Error{Code: CodeSessionLimit, Name: "session_limit",
		Message: fmt.Sprintf("The limit on sessions, %d, is reached.", limit),
		Data:    []ojson.Member{ojson.Field("limit", ojson.Int(int64(limit)))}}
}

// schemaError reports a schema that cannot be used. path is that of the
// parameter, the schema's own error tells the place inside.
func schemaError(path string, err error) error {
	if errors.Is(err, schema.ErrNotSchema) {
		return jsonrpc.InvalidParams(fmt.Sprintf("Parameter '%s' must be a JSON Schema: an object, or its JSON text in a string.", path))
	}
	pointer := "#"
	var bad *schema.Error
	if errors.As(err, &bad) {
		pointer = bad.Pointer
	}
	return &jsonrpc.Error{Code: CodeInvalidSchema, Name: string(model.InvalidSchema),
		Message: fmt.Sprintf("Parameter '%s' is not a usable schema: %v.", path, err),
		Data: []ojson.Member{
			ojson.Field("path", ojson.String(path)),
			ojson.Field("schemaPath", ojson.String(pointer)),
		}}
}
