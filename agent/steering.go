package agent

import (
	"slices"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/schema"
)

// stepPlan is what a step may do: the steering of each step separately.
type stepPlan struct {
	step Step
	// explicit marks that RespondDirectly is offered beside the real tools.
	explicit bool
}

// plan decides what the next step may do (behaviours, items 88 to 96).
func (t *turn) plan(index int) stepPlan {
	p := stepPlan{step: Step{Index: index, CompletedToolRounds: t.rounds, Mode: model.Disallowed, EnabledTools: []string{}}}
	enabled := t.enabled
	choice := t.options.ToolChoice
	if len(enabled) == 0 || choice.Kind == ChoiceNone || t.direct || t.scolded ||
		t.rounds >= t.options.MaxToolRounds || t.calls >= t.options.MaxToolCalls {
		return p
	}
	p.step.Mode, p.step.EnabledTools = model.Allowed, enabled
	if t.rounds > 0 {
		// A call is forced on the first step only: a model that is forced again
		// calls tools for ever.
		return p
	}
	switch choice.Kind {
	case ChoiceRequired:
		p.step.Mode = model.Required
	case ChoiceExplicit:
		p.step.Mode, p.explicit = model.Required, true
	case ChoiceTool:
		if !slices.Contains(enabled, choice.Tool) {
			return stepPlan{step: Step{Index: index, CompletedToolRounds: t.rounds, Mode: model.Disallowed, EnabledTools: []string{}}}
		}
		p.step.Mode, p.step.EnabledTools = model.Required, []string{choice.Tool}
	}
	return p
}

// enabledTools are the names of the tools that a turn may call at all.
func enabledTools(tools []Tool, o Options) []string {
	chosen := make(map[string]bool, len(o.EnabledTools))
	for _, name := range o.EnabledTools {
		chosen[name] = true
	}
	names := make([]string, 0, len(tools))
	for i := range tools {
		if name := tools[i].Name; o.EnabledTools == nil || chosen[name] {
			names = append(names, name)
		}
	}
	return names
}

// request builds the model's request for a step, trimmed to the context.
func (t *turn) request(p stepPlan) (*model.Request, error) {
	r := t.draft(p)
	return r, t.fit(r)
}

// draft is the request for a step without its conversation.
func (t *turn) draft(p stepPlan) *model.Request {
	r := &model.Request{
		Instructions: t.instructions,
		Tools:        t.definitions,
		Callable:     p.step.EnabledTools,
		Mode:         p.step.Mode,
		Schema:       t.Schema,
		Options:      t.options.Model,
	}
	if p.explicit {
		r.Tools = append(slices.Clip(r.Tools), respondDirectlyDefinition())
		r.Callable = append(slices.Clip(r.Callable), RespondDirectly)
	}
	return r
}

func respondDirectlyDefinition() model.Tool {
	return model.Tool{
		Name:        RespondDirectly,
		Description: "Answer at once, when no other tool is needed for it.",
		Parameters:  schema.Empty(schema.ToolTypeName(RespondDirectly)),
	}
}
