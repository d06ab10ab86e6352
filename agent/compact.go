package agent

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
)

// Compaction says how to compact a conversation.
type Compaction struct {
	// KeepRecentTurns is the number of turns that stay as they are.
	KeepRecentTurns int
	// Instructions replace the default ones for the summary.
	Instructions string
	// User and Assistant label the speakers; empty for "User" and "Assistant".
	User, Assistant string
	// Text gives the text of a prompt or an answer as the summary should see
	// it; nil for the text as it is. An empty text leaves the entry out.
	Text func(e *model.Entry) string
	// Commit, if set, is called when the summary is there, right before the
	// conversation changes. An error from it ends the compaction, which then
	// changes nothing.
	Commit func() error
}

const summaryInstructions = "You keep the memory of a conversation. Write a short summary of the notes and exchanges you are given: " +
	"who took part, what happened, what was promised, decided or learnt, and how things stand now. " +
	"Keep names and numbers exactly. Write plain sentences in the language of the conversation, without any introduction."

// Compact summarizes all but the most recent turns into the context note and
// drops them (bridge protocol, section 5, session/compact). The summary is one
// model step, without tools, events or retries. It returns ok false when there
// was nothing to compact. Compact takes its place in the order of turns.
func (a *Agent) Compact(ctx context.Context, c Compaction) (summary string, ok bool, err error) {
	place := a.order.take()
	defer place.giveUp()
	if err := place.wait(ctx); err != nil {
		return "", false, cancelled(err)
	}
	a.mu.Lock()
	entries, note := a.log[:a.committed:a.committed], a.note
	a.mu.Unlock()
	cut := cutBefore(entries, c.KeepRecentTurns)
	if cut == 0 {
		return "", false, nil
	}
	about := a.model.Describe()
	if !about.Available {
		return "", false, &model.Error{Code: model.Unavailable, Message: "The model is not available (" + about.Reason + ")."}
	}
	request := c.request(note, entries[:cut], a.summaryRoom(about))
	request.Options = a.options.Model
	text, err := a.summarize(ctx, request)
	if err != nil {
		return "", false, err
	}
	if c.Commit != nil {
		if err := c.Commit(); err != nil {
			return "", false, err
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.note = text
	a.log = append([]model.Entry(nil), a.log[cut:]...)
	a.committed = len(a.log)
	a.trimmed = max(0, a.trimmed-cut)
	a.written = writtenInstructions{a.fullInstructions(), a.definitions}
	return text, true, nil
}

// cutBefore is the index of the first entry that stays: that of the prompt of
// the oldest turn kept.
func cutBefore(entries []model.Entry, keep int) int {
	var prompts []int
	for i := range entries {
		if entries[i].Kind == model.PromptEntry {
			prompts = append(prompts, i)
		}
	}
	switch {
	case len(prompts) <= keep:
		return 0
	case keep <= 0:
		return len(entries)
	default:
		return prompts[len(prompts)-keep]
	}
}

func (a *Agent) summarize(ctx context.Context, r *model.Request) (string, error) {
	var text strings.Builder
	for event, err := range a.model.Step(ctx, r) {
		if ctx.Err() != nil {
			return "", cancelled(ctx.Err())
		}
		if err != nil {
			return "", asModelError(err)
		}
		if e, ok := event.(model.Text); ok {
			if e.Reset {
				text.Reset()
			}
			text.WriteString(e.Delta)
		}
	}
	if ctx.Err() != nil {
		return "", cancelled(ctx.Err())
	}
	summary := strings.TrimSpace(text.String())
	if summary == "" {
		// Taking it would trade the conversation for nothing.
		return "", &model.Error{Code: model.GenerationFailed, Message: "The model wrote an empty summary."}
	}
	return summary, nil
}

// summaryRoom is the number of characters that the conversation may take in
// the request for a summary, 0 for no bound.
func (a *Agent) summaryRoom(about model.Description) int {
	if about.ContextSize <= 0 {
		return 0
	}
	return max(smallestOutput, (about.ContextSize-a.options.ReservedResponseTokens)*charactersPerToken-len(summaryInstructions))
}

// request renders the note and the older entries as one prompt.
func (c Compaction) request(note string, entries []model.Entry, room int) *model.Request {
	r := &model.Request{Instructions: summaryInstructions, Mode: model.Disallowed}
	if c.Instructions != "" {
		r.Instructions = c.Instructions
	}
	var head strings.Builder
	if note != "" {
		head.WriteString("Notes so far:\n" + note + "\n\n")
	}
	head.WriteString("Conversation:\n")
	lines := c.render(entries)
	if room > 0 {
		// What is too old to fit is given up first; the note has its gist.
		left := room - utf8.RuneCountInString(head.String())
		first := len(lines)
		for first > 0 && left > 0 {
			first--
			left -= utf8.RuneCountInString(lines[first]) + 1
		}
		if left < 0 {
			lines[first] = cutText(lines[first], max(smallestOutput, utf8.RuneCountInString(lines[first])+left))
		}
		lines = lines[first:]
	}
	r.Entries = []model.Entry{{Kind: model.PromptEntry, ID: transcript.NewID(), Text: head.String() + strings.Join(lines, "\n")}}
	return r
}

// render writes one line for each entry (behaviours, item 148).
func (c Compaction) render(entries []model.Entry) []string {
	user, assistant := "User", "Assistant"
	if c.User != "" {
		user = c.User
	}
	if c.Assistant != "" {
		assistant = c.Assistant
	}
	var lines []string
	say := func(speaker string, e *model.Entry) {
		text := e.Text
		if c.Text != nil {
			if text = c.Text(e); text == "" {
				return
			}
		}
		lines = append(lines, speaker+": "+text)
	}
	for i := range entries {
		switch e := &entries[i]; e.Kind {
		case model.PromptEntry:
			say(user, e)
		case model.ResponseEntry:
			say(assistant, e)
		case model.ToolCallsEntry:
			for _, call := range e.Calls {
				lines = append(lines, "["+assistant+" called "+call.Name+" "+call.Arguments.String()+"]")
			}
		case model.ToolOutputEntry:
			lines = append(lines, "["+e.ToolName+" returned: "+e.Text+"]")
		}
	}
	return lines
}
