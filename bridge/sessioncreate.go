package bridge

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// createSession creates an agent with its own conversation. The order of the
// checks is that of item 50 of the observable behaviours: id, options, history,
// tools, named tool choice, model, limit.
func createSession(r *Request) (Reply, error) {
	e, p := r.engine, r.params
	id, err := ObjectID(p, "session")
	switch {
	case err != nil:
		return Reply{}, err
	case id == "":
		id = e.sessions.newID()
	case e.sessions.get(id) != nil:
		return Reply{}, sessionExists(id)
	}
	o, _, err := p.OptionalObject("options")
	if err != nil {
		return Reply{}, err
	}
	options, timeout, err := parseOptions(o, e.config.ToolTimeout)
	if err != nil {
		return Reply{}, err
	}
	warnings := p.UnknownWarnings("session", "instructions", "tools", "options", "history", "model")
	warnings = append(warnings, o.UnknownWarnings(optionNames...)...)

	restored, err := parseHistory(p, timeout)
	if err != nil {
		return Reply{}, err
	}
	instructions, err := p.OptionalString("instructions", "")
	if err != nil {
		return Reply{}, err
	}
	shown, _ := p.Get("instructions")
	// An entry without text was written for its tools alone.
	if !p.Has("instructions") && restored.instructions != "" {
		instructions, shown = restored.instructions, ojson.String(restored.instructions)
	}
	tools := restored.tools
	if p.Has("tools") {
		list, ok := p.Get("tools")
		if !ok {
			list = ojson.Array()
		}
		if tools, err = ParseTools(list, "tools", timeout); err != nil {
			return Reply{}, err
		}
		restored.toolWarnings = nil
	}
	warnings = append(append(append(warnings, restored.warnings...), restored.toolWarnings...), tools.Flat()...)
	if err := checkNamedTool(options.ToolChoice, tools.Tools, "options.toolChoice"); err != nil {
		return Reply{}, err
	}
	spec, _ := p.Get("model")
	m, err := e.MakeModel(spec, "model")
	if err != nil {
		return Reply{}, err
	}
	if w, ok := m.(interface{ Warnings() []string }); ok {
		warnings = append(warnings, w.Warnings()...)
	}
	about := m.Describe()
	if !about.Available {
		warnings = append(warnings, fmt.Sprintf("The model is not available (%s); turns fail until it is.", reasonOf(about)))
	}
	a, err := agent.New(agent.Config{
		Model: m, Instructions: instructions, Tools: tools.Tools, Options: options, History: restored.entries,
	})
	if err != nil {
		return Reply{}, err
	}
	s := &session{
		id: id, modelName: about.Name, agent: a, toolTimeout: timeout, createdAt: time.Now(), instructions: shown,
	}
	if err := e.sessions.add(s, e.config.MaxSessions); err != nil {
		return Reply{}, err
	}
	return Result(ojson.Object(
		ojson.Field("session", ojson.String(id)),
		ojson.Field("warnings", ojson.Strings(warnings)),
	)), nil
}

// history is what a saved transcript gives a new session.
type history struct {
	// instructions is empty when the conversation had none.
	instructions string
	tools        ToolSet
	entries      []model.Entry
	warnings     []string
	toolWarnings []string
}

// parseHistory reads the parameter history (behaviours, items 66 to 70).
// timeout is the limit of the tools that it restores.
func parseHistory(p Params, timeout time.Duration) (h history, err error) {
	v, ok := p.Get("history")
	if !ok {
		return h, nil
	}
	saved, err := transcript.Read(v, p.Path("history"))
	if err != nil {
		var bad *transcript.Error
		if errors.As(err, &bad) {
			return h, jsonrpc.InvalidParams(bad.Message)
		}
		return h, err
	}
	h.instructions, h.entries = saved.Instructions, saved.Entries
	h.warnings = saved.Warnings
	if n := len(saved.Tools); n > agent.MaxTools {
		h.toolWarnings = append(h.toolWarnings, fmt.Sprintf("of %d saved tools the first %d were restored", n, agent.MaxTools))
		saved.Tools = saved.Tools[:agent.MaxTools]
	}
	for _, t := range saved.Tools {
		parameters, err := schema.Parse(t.Parameters, schema.ToolTypeName(t.Name))
		switch {
		case err != nil:
			h.toolWarnings = append(h.toolWarnings, fmt.Sprintf("%s: the saved tool was left out: %v", t.Name, err))
			continue
		case !isToolName(t.Name) || t.Name == agent.RespondDirectly:
			h.toolWarnings = append(h.toolWarnings, fmt.Sprintf("the saved tool '%s' was left out: its name cannot be used", cutRunes(t.Name, 80)))
			continue
		case slices.ContainsFunc(h.tools.Tools, func(o agent.Tool) bool { return o.Name == t.Name }):
			continue
		}
		h.tools.Tools = append(h.tools.Tools, agent.Tool{
			Name: t.Name, Description: t.Description, Parameters: parameters, Timeout: timeout,
		})
		// What could not be enforced was said when the tool was new.
		h.tools.Warnings = append(h.tools.Warnings, nil)
	}
	return h, nil
}
