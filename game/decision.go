package game

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// Choice is one option of a decision.
type Choice struct {
	ID          string
	Description string
}

// Decision is a choice to be made (protocol, section 6, decision/decide).
type Decision struct {
	// Situation is text or any JSON, from the actor's point of view.
	Situation ojson.Value
	// Choices have different ids; see [CheckChoices].
	Choices []Choice
	// Actor is who decides; nil for nobody in particular.
	Actor *Persona
	// Facts is any JSON; null and {} say nothing.
	Facts      ojson.Value
	Tools      []agent.Tool
	ToolChoice agent.ToolChoice
	// Fallback is the id that is chosen when the decision is blocked; empty for
	// none.
	Fallback string
	// Engine are the settings that several decisions share.
	Engine Engine
}

// Engine are settings of decisions. MaxToolRounds is taken as it is.
type Engine struct {
	Model model.Model
	// Instructions replace the general ones unless they are blank.
	Instructions  string
	Temperature   *float64
	MaxToolRounds int
}

// Decided is the outcome of a decision.
type Decided struct {
	ID        string
	Reasoning string
	// Confidence is from 0 to 100.
	Confidence int
	ToolCalls  []agent.Record
	Usage      model.Usage
	IsFallback bool
	Warnings   []string
}

const (
	// DefaultDecisionRounds is the protocol's default of maxToolRounds.
	DefaultDecisionRounds = 2

	defaultConfidence = 50
	fullConfidence    = 100
)

const decisionInstructions = "You decide what a character in a game does. Choose one of the options, as the character would. " +
	"First give the reason in one sentence, then the id of the option, then how sure you are, from 0 to 100."

// CheckChoices checks that there are choices, that no id is blank and none
// repeated, and that the fallback, if it is not empty, is among them. path is
// the place of the choices. The error is an [*Error].
func CheckChoices(choices []Choice, fallback, path, fallbackPath string) error {
	if len(choices) == 0 {
		return invalid(path, "Parameter '%s' must have at least one option.", path)
	}
	seen := map[string]bool{}
	for i, c := range choices {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case blank(c.ID):
			return invalid(at, "Parameter '%s' has a blank id.", at)
		case seen[c.ID]:
			return invalid(at, "Duplicate option id '%s' in parameter '%s'.", cut(c.ID, 80), path)
		}
		seen[c.ID] = true
	}
	if fallback != "" && !seen[fallback] {
		return invalid(fallbackPath, "Parameter '%s' names the option '%s', which there is not.", fallbackPath, cut(fallback, 80))
	}
	return nil
}

// Decide makes a decision. The choices must have been checked. The error is a
// [*model.Error]. A nil host fails calls of client tools.
func Decide(ctx context.Context, d Decision, host agent.Host) (*Decided, error) {
	if len(d.Choices) == 1 {
		return &Decided{
			ID: d.Choices[0].ID, Reasoning: "There is only one option.", Confidence: fullConfidence, ToolCalls: []agent.Record{},
		}, nil
	}
	answer, err := d.schema()
	if err != nil {
		return nil, err
	}
	options := agent.DefaultOptions()
	options.ToolChoice, options.MaxToolRounds = d.ToolChoice, d.Engine.MaxToolRounds
	options.Model.Temperature = d.Engine.Temperature
	options.ReservedResponseTokens = reserved(d.Engine.Model.Describe().ContextSize, &Options{})
	if len(d.Tools) == 0 {
		options.ToolChoice = agent.ToolChoice{Kind: agent.ChoiceNone}
	}
	a, err := agent.New(agent.Config{Model: d.Engine.Model, Instructions: d.instructions(), Tools: d.Tools, Options: options})
	if err != nil {
		return nil, err
	}
	response, err := a.Respond(ctx, agent.Turn{Prompt: d.prompt(), Schema: answer, Accept: func(v ojson.Value) error {
		_, err := d.chosen(v)
		return err
	}}, host)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, cancelled(ctx.Err())
	case blocked(err) && d.Fallback != "":
		return &Decided{ID: d.Fallback, ToolCalls: []agent.Record{}, IsFallback: true}, nil
	case err != nil:
		return nil, err
	}
	return d.read(response)
}

func (d *Decision) schema() (*schema.Schema, error) {
	ids := make([]ojson.Value, len(d.Choices))
	for i, c := range d.Choices {
		ids[i] = ojson.String(c.ID)
	}
	return schema.Parse(ojson.Object(
		ojson.Field("type", ojson.String("object")),
		ojson.Field("properties", ojson.Object(
			ojson.Field("reasoning", ojson.MustParse(`{"type":"string","description":"The reason in one sentence."}`)),
			ojson.Field("choice", ojson.Object(
				ojson.Field("type", ojson.String("string")),
				ojson.Field("description", ojson.String("The id of the chosen option.")),
				ojson.Field("enum", ojson.Array(ids...)))),
			ojson.Field("confidence", ojson.MustParse(`{"type":"integer","minimum":0,"maximum":100,"description":"How sure."}`)),
		)),
		ojson.Field("required", ojson.MustParse(`["reasoning","choice","confidence"]`)),
	), "Decision")
}

func (d *Decision) instructions() string {
	lines := []string{decisionInstructions}
	if !blank(d.Engine.Instructions) {
		lines[0] = d.Engine.Instructions
	}
	if p := d.Actor; p != nil {
		who := "The character is " + p.Name
		if !blank(p.Role) {
			who += ", " + strings.TrimSuffix(strings.TrimSpace(p.Role), ".")
		}
		lines = append(lines, who+".")
		if !blank(p.Personality) {
			lines = append(lines, "Personality: "+strings.TrimSpace(p.Personality))
		}
		if goals := sentence(p.Goals); goals != "" {
			lines = append(lines, "Goals: "+goals)
		}
	}
	return strings.Join(lines, "\n")
}

// prompt is the prompt of a decision (behaviours, item 264).
func (d *Decision) prompt() string {
	lines := []string{situationLabel + shown(d.Situation)}
	if !d.Facts.IsNull() && !(d.Facts.Kind() == ojson.KindObject && d.Facts.Len() == 0) {
		lines = append(lines, "Facts: "+d.Facts.String())
	}
	lines = append(lines, "Options:")
	for _, c := range d.Choices {
		line := "- " + c.ID
		if !blank(c.Description) {
			line += ": " + strings.TrimSpace(c.Description)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// read reads the model's decision (behaviours, item 260).
func (d *Decision) read(r *agent.Response) (*Decided, error) {
	v := *r.Structured
	member := func(key string) string {
		m, _ := v.Get(key)
		s, _ := m.AsString()
		return strings.TrimSpace(s)
	}
	out := &Decided{
		Reasoning: member("reasoning"), Confidence: defaultConfidence, ToolCalls: r.ToolCalls, Usage: r.Usage, Warnings: r.Warnings,
	}
	var err error
	if out.ID, err = d.chosen(v); err != nil {
		return nil, &model.Error{Code: model.GenerationFailed, Message: "The decision cannot be used: " + err.Error() + ".", Err: err}
	}
	if c, ok := v.Get("confidence"); ok && c.IsFinite() {
		f, _ := c.AsFloat()
		out.Confidence = int(math.Round(max(0, min(f, fullConfidence))))
	}
	if out.ToolCalls == nil {
		out.ToolCalls = []agent.Record{}
	}
	return out, nil
}

// chosen is the id that an answer names: exactly, else in any case.
func (d *Decision) chosen(v ojson.Value) (string, error) {
	m, _ := v.Get("choice")
	choice, _ := m.AsString()
	choice = strings.TrimSpace(choice)
	for _, c := range d.Choices {
		if c.ID == choice {
			return c.ID, nil
		}
	}
	for _, c := range d.Choices {
		if strings.EqualFold(c.ID, choice) {
			return c.ID, nil
		}
	}
	return "", fmt.Errorf("the model chose '%s', which is none of the options", cut(choice, 80))
}

// Outcome is the end of one of several decisions.
type Outcome struct {
	Decided *Decided
	Err     error
}

// DecideMany makes several decisions, at most limit at the same time, begun in
// their order. One that fails does not affect the others. host gives the host
// of each; nil for none.
func DecideMany(ctx context.Context, decisions []Decision, limit int, host func(index int) agent.Host) []Outcome {
	outcomes := make([]Outcome, len(decisions))
	next := make(chan int, len(decisions))
	for i := range decisions {
		next <- i
	}
	close(next)
	var workers sync.WaitGroup
	for range min(limit, len(decisions)) {
		workers.Go(func() { // ends when no decision is left; waited for below
			for i := range next {
				var h agent.Host
				if host != nil {
					h = host(i)
				}
				outcomes[i].Decided, outcomes[i].Err = Decide(ctx, decisions[i], h)
			}
		})
	}
	workers.Wait()
	return outcomes
}
