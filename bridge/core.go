package bridge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// shutDownPatience bounds how long shutdown waits for work that ignores that it
// was cancelled.
const shutDownPatience = 2 * time.Second

func registerCore(r *Registry) {
	r.Handle("initialize", initialize)
	r.handlePrompt("ping", func(*Request) (Reply, error) { return Result(ojson.Object()), nil })
	r.Handle("model/availability", func(r *Request) (Reply, error) { return Result(r.engine.availability()), nil })
	r.Handle("shutdown", shutdown)
}

// initialize is the optional handshake (protocol, section 5).
func initialize(r *Request) (Reply, error) {
	if _, _, err := r.params.OptionalObject("client"); err != nil {
		return Reply{}, err
	}
	version, err := r.params.OptionalString("protocolVersion", ProtocolVersion)
	if err != nil {
		return Reply{}, err
	}
	major, _, _ := strings.Cut(version, ".")
	if ours, _, _ := strings.Cut(ProtocolVersion, "."); major != ours {
		return Reply{}, jsonrpc.InvalidParams(fmt.Sprintf(
			"Parameter 'protocolVersion': this bridge speaks %s, not '%s'.", ProtocolVersion, cutRunes(version, 80)))
	}
	e := r.engine
	return Result(ojson.Object(
		ojson.Field("protocolVersion", ojson.String(ProtocolVersion)),
		ojson.Field("server", ojson.Object(
			ojson.Field("name", ojson.String(ServerName)),
			ojson.Field("version", ojson.String(e.config.Version)))),
		ojson.Field("capabilities", ojson.Object(
			ojson.Field("methods", ojson.Strings(e.registry.Methods())),
			ojson.Field("notifications", ojson.Strings(e.notificationNames())),
			ojson.Field("clientRequests", ojson.Strings(e.clientRequestNames())),
			ojson.Field("streaming", ojson.Bool(true)),
			ojson.Field("clientTools", ojson.Bool(true)),
			ojson.Field("structuredOutput", ojson.Bool(true)),
			ojson.Field("models", ojson.Strings(e.modelNames())),
			ojson.Field("maxSessions", ojson.Int(int64(e.config.MaxSessions))),
			ojson.Field("batch", ojson.Bool(false)))),
		ojson.Field("model", e.availability()),
	)), nil
}

func (e *Engine) notificationNames() []string {
	names := []string{"session/event", "tool/cancel"}
	for _, x := range e.config.Extensions {
		if n, ok := x.(Notifier); ok {
			names = appendNew(names, n.Notifications())
		}
	}
	return names
}

func (e *Engine) clientRequestNames() []string {
	names := []string{"tool/call"}
	for _, x := range e.config.Extensions {
		if a, ok := x.(Asker); ok {
			names = appendNew(names, a.ClientRequests())
		}
	}
	return names
}

func appendNew(names, more []string) []string {
	for _, name := range more {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// availability describes the system model (behaviours, item 43).
func (e *Engine) availability() ojson.Value {
	return encodeAvailability(e.config.SystemModel().Describe())
}

func encodeAvailability(d model.Description) ojson.Value {
	size := d.ContextSize
	if size == 0 {
		size = defaultContextSize
	}
	members := []ojson.Member{ojson.Field("available", ojson.Bool(d.Available))}
	if !d.Available {
		members = append(members, ojson.Field("reason", ojson.String(reasonOf(d))))
	}
	members = append(members, ojson.Field("contextSize", ojson.Int(int64(size))))
	if d.Variant != "" {
		members = append(members, ojson.Field("variant", ojson.String(d.Variant)))
	}
	members = append(members, ojson.Field("supportedLanguages", ojson.Strings(slices.Sorted(slices.Values(d.Languages)))))
	if !d.Available && d.Hint != "" {
		members = append(members, ojson.Field("hint", ojson.String(d.Hint)))
	}
	return ojson.Object(members...)
}

// reasonOf keeps to the protocol's four values.
func reasonOf(d model.Description) string {
	switch d.Reason {
	case "device_not_eligible", "apple_intelligence_not_enabled", "model_not_ready":
		return d.Reason
	default:
		return "unknown"
	}
}

// shutdown is the only handler that waits: for work that was cancelled, and for
// extensions, about 2 s at most. Meanwhile replies to tool calls are still
// taken, and later requests wait to be refused.
func shutdown(r *Request) (Reply, error) {
	e := r.engine
	e.mu.Lock()
	if e.phase == serving {
		e.phase = shutDown
	}
	e.mu.Unlock()

	ctx, cancel := context.WithTimeout(context.Background(), shutDownPatience)
	defer cancel()
	e.sessions.clear()
	e.operations.cancelAll()
	extensions := make(chan struct{})
	e.crew.start(func() {
		defer close(extensions)
		e.shutDownExtensions(ctx)
	})
	if err := e.operations.open.wait(ctx); err != nil {
		e.config.Logger.Warn("shutdown does not wait for work that ignores that it was cancelled")
	}
	select {
	case <-extensions:
	case <-ctx.Done():
		e.config.Logger.Warn("shutdown does not wait for an extension")
	}
	return Reply{value: ojson.Object(), after: func() {
		e.out.after(func(delivered bool) {
			if delivered && e.config.OnShutdown != nil {
				e.config.OnShutdown()
			}
		})
	}}, nil
}

// shutDownExtensions shuts all extensions down, side by side.
func (e *Engine) shutDownExtensions(ctx context.Context) {
	var all sync.WaitGroup
	for _, x := range e.config.Extensions {
		if s, ok := x.(Shutdowner); ok {
			all.Go(func() {
				var err error
				defer e.recovered(&Request{method: "shutdown"}, &err)
				s.Shutdown(ctx)
			})
		}
	}
	all.Wait()
}
