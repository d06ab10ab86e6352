package bridge

import (
	"log/slog"
	"time"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// ProtocolVersion is the version of the bridge protocol that the engine speaks.
const ProtocolVersion = "1.0"

// ServerName is what initialize reports; it is the protocol's own, since
// clients may look for it.
const ServerName = "open-apple-models"

// NoTimeout as Config.ToolTimeout lets tool calls wait for ever.
const NoTimeout = time.Duration(-1)

// Config says what an engine serves. The zero Config is useful: built-in
// methods, scripted models, no system model.
type Config struct {
	// Version is reported by initialize; empty means "0.0.0".
	Version string
	// SystemModel returns the model of a new session on "system". It is called
	// once per session and once for model/availability; it may return the same
	// model each time. nil means that no system model is configured.
	SystemModel func() model.Model
	// Models are further model types by name, for {"type": name, …}.
	Models map[string]ModelFactory
	// NoScriptedModels refuses scripted models.
	NoScriptedModels bool
	// Extensions are registered after the built-in methods, in this order, and
	// may override them. nil means none.
	Extensions []Extension
	// MaxSessions bounds the sessions that exist at once; 0 means 64.
	MaxSessions int
	// ToolTimeout is the default time that a client has to answer a tool call;
	// 0 means 120 s, NoTimeout for ever.
	ToolTimeout time.Duration
	// MaxQueuedOperations bounds the operations, the running one included, of
	// one session or other object; 0 means 1024. Above it requests are refused
	// as busy.
	MaxQueuedOperations int
	// MaxPendingInput bounds the memory in bytes that requests take which are
	// not answered yet, about; 0 means 256 MiB. Above it requests are refused as
	// busy.
	MaxPendingInput int
	// MaxPendingOutput bounds the bytes of output that the client has not
	// taken; 0 means 64 MiB. Above it the engine stops.
	MaxPendingOutput int
	// OnShutdown, if set, is called after the answer to shutdown was delivered,
	// from the goroutine that delivers.
	OnShutdown func()
	// Logger takes what is worth knowing to whoever runs the program; nil
	// discards it. Prompts and answers are never logged.
	Logger *slog.Logger
}

// ModelFactory makes a model from the object that a client sent as "model".
// path is the path of that parameter, for messages. An error that is no
// *jsonrpc.Error is reported as invalid_params.
type ModelFactory func(spec ojson.Value, path string) (model.Model, error)

// withDefaults fills in what is zero.
func (c Config) withDefaults() Config {
	if c.Version == "" {
		c.Version = "0.0.0"
	}
	if c.SystemModel == nil {
		c.SystemModel = func() model.Model { return notConfigured{} }
	}
	if c.MaxSessions == 0 {
		c.MaxSessions = 64
	}
	switch {
	case c.ToolTimeout == 0:
		c.ToolTimeout = 120 * time.Second
	case c.ToolTimeout < 0:
		c.ToolTimeout = 0
	}
	if c.MaxQueuedOperations == 0 {
		c.MaxQueuedOperations = 1024
	}
	if c.MaxPendingInput == 0 {
		c.MaxPendingInput = 256 << 20
	}
	if c.MaxPendingOutput == 0 {
		c.MaxPendingOutput = 64 << 20
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}
