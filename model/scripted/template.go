package scripted

import (
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/model"
)

// maxAnswer is the largest answer of a template in bytes, the size of the
// largest line of the protocol. A prompt may hold placeholders of its own, so
// that without a bound a short one could ask for terabytes.
const maxAnswer = 16 << 20

// expand fills a template from the conversation: {prompt} is the text of the
// latest prompt, {toolOutputs} all outputs of the turn, one per line, and
// {toolOutput} the latest. They are replaced in this order, so placeholders in
// the prompt are filled as well (behaviours, item 181).
func expand(template string, entries []model.Entry) (string, error) {
	prompt, outputs := turn(entries)
	latest := ""
	if len(outputs) > 0 {
		latest = outputs[len(outputs)-1]
	}
	text := template
	for _, r := range [...]struct{ placeholder, value string }{
		{"{prompt}", prompt},
		{"{toolOutputs}", strings.Join(outputs, "\n")},
		{"{toolOutput}", latest},
	} {
		n := strings.Count(text, r.placeholder)
		if size := len(text) + n*(len(r.value)-len(r.placeholder)); size > maxAnswer {
			return "", &model.Error{Code: model.GenerationFailed,
				Message: fmt.Sprintf("The answer of the template would be longer than %d bytes.", maxAnswer)}
		}
		text = strings.ReplaceAll(text, r.placeholder, r.value)
	}
	return text, nil
}

// turn returns the prompt of the turn in progress and the tool outputs after
// it, as the model sees them.
func turn(entries []model.Entry) (prompt string, outputs []string) {
	start := 0
	for i := len(entries) - 1; i >= 0; i-- {
		if entries[i].Kind == model.PromptEntry {
			prompt, start = entries[i].Text, i+1
			break
		}
	}
	for _, e := range entries[start:] {
		if e.Kind == model.ToolOutputEntry {
			outputs = append(outputs, e.Text)
		}
	}
	return prompt, outputs
}
