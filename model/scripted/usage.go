package scripted

import (
	"unicode/utf8"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/schema"
)

// CountTokens implements [model.Counter]: a third of the characters, rounded
// up.
func (m *Model) CountTokens(req *model.Request) int {
	held := characters(req.Instructions) + m.entries(req.Entries) + schemaCharacters(req.Schema)
	if req.Mode != model.Disallowed { // else the definitions are hidden
		for _, t := range req.Tools {
			held += characters(t.Name) + characters(t.Description) + schemaCharacters(t.Parameters)
		}
	}
	return tokens(held)
}

// usage is the usage of a step that produced the given number of characters.
func (m *Model) usage(req *model.Request, produced int) model.Usage {
	return model.Usage{Input: m.CountTokens(req), Output: tokens(produced)}
}

// tokens is the estimate for a number of characters (behaviours, item 154).
func tokens(characters int) int { return (characters + 2) / 3 }

// history remembers the size of a conversation up to a prompt, so that the
// steps of a long one do not count it all again. It keeps no text.
type history struct {
	// prompt is the id of the prompt at the index last.
	prompt     string
	last       int
	characters int
}

// covers reports whether the conversation begins as the remembered one did.
// Entries of a conversation never change and ids of prompts are unique, so a
// prompt vouches for all before it; trimming and compaction change its index.
func (h history) covers(entries []model.Entry) bool {
	return h.prompt != "" && h.last < len(entries) && entries[h.last].ID == h.prompt
}

// entries counts the characters of a conversation.
func (m *Model) entries(entries []model.Entry) int {
	m.mu.Lock()
	h := m.history
	m.mu.Unlock()
	n, from := 0, 0
	if h.covers(entries) {
		n, from = h.characters, h.last+1
	}
	known := h
	for i := from; i < len(entries); i++ {
		n += entryCharacters(entries[i])
		if entries[i].Kind == model.PromptEntry {
			known = history{entries[i].ID, i, n}
		}
	}
	if known != h {
		m.mu.Lock()
		m.history = known
		m.mu.Unlock()
	}
	return n
}

func entryCharacters(e model.Entry) int {
	if e.Kind == model.ReasoningEntry {
		return 0 // no model sees it
	}
	n := characters(e.Text)
	for _, c := range e.Calls {
		n += callCharacters(c)
	}
	return n
}

func callCharacters(c model.ToolCall) int {
	return characters(c.Name) + characters(c.Arguments.String())
}

func schemaCharacters(s *schema.Schema) int {
	if s == nil {
		return 0
	}
	return s.Size()
}

func characters(s string) int { return utf8.RuneCountInString(s) }
