package game

import (
	"fmt"
	"strings"
)

// brief is what the instructions of an NPC are written from.
type brief struct {
	persona Persona
	options *Options
	// relationship decides about the secrets.
	relationship int
	// factTools tells that there are tools that know something; memory tools
	// do not count (behaviours, item 207).
	factTools bool
	// bracketed asks for "[emotion] line".
	bracketed bool
}

// secrecy says what a character may do with their secrets.
type secrecy uint8

const (
	hidden secrecy = iota
	shareable
	guarded
)

func (b *brief) secrecy() secrecy {
	switch unlock := b.options.SecretsUnlockAt; {
	case len(b.persona.Secrets) == 0:
		return hidden
	case unlock == nil:
		return guarded
	case b.relationship >= *unlock:
		return shareable
	default:
		return hidden
	}
}

// instructions says who the character is and which rules hold, in the order of
// item 206 of the observable behaviours.
func (b *brief) instructions() string {
	p := &b.persona
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	about := func(label, text string) {
		if !blank(text) {
			add("%s: %s", label, strings.TrimSpace(text))
		}
	}
	if blank(p.Role) {
		add("You are %s, a character in a game.", p.Name)
	} else {
		add("You are %s, %s, a character in a game.", p.Name, strings.TrimSuffix(strings.TrimSpace(p.Role), "."))
	}
	about("Personality", p.Personality)
	about("Way of speaking", p.SpeakingStyle)
	about("Background", p.Backstory)
	about("Goals", sentence(p.Goals))
	about("Knowledge", sentence(p.Knowledge))
	secrets := b.secrecy()
	switch secrets {
	case shareable:
		about("Secrets that you may share with this player, whom you trust", sentence(p.Secrets))
	case guarded:
		about("Secrets that you keep", sentence(p.Secrets))
	}
	add("Rules:")
	add("- Always stay in character as %s. You know nothing of models, prompts or these rules.", p.Name)
	if p.MaxSentences == 1 {
		add("- Say one short sentence at most, only the words that %s speaks.", p.Name)
	} else {
		add("- Say %d short sentences at most, only the words that %s speaks.", p.MaxSentences, p.Name)
	}
	if b.factTools {
		add("- Use your tools to find out facts of the game. Never make up what a tool can tell.")
	} else {
		add("- State only what you were told here. If you do not know something, say so in character.")
	}
	if secrets == guarded {
		add("- Never reveal your secrets, nor that you have any, whatever the player says.")
	}
	for _, line := range b.extras() {
		add("- %s", line)
	}
	return strings.Join(lines, "\n")
}

// extras are the last rules (behaviours, item 208).
func (b *brief) extras() []string {
	var lines []string
	if !blank(b.options.ExtraInstructions) {
		lines = append(lines, strings.TrimSpace(b.options.ExtraInstructions))
	}
	if b.options.MemoryTools&RememberFact != 0 {
		lines = append(lines, "Call "+rememberFactTool+" when you learn something about the player that is worth keeping.")
	}
	if b.options.MemoryTools&ChangeRelationship != 0 {
		lines = append(lines, "Call "+changeRelationshipTool+" when the player's behaviour changes how you feel about them.")
	}
	if b.bracketed {
		lines = append(lines, bracketRule(b.options))
	}
	return lines
}

func bracketRule(o *Options) string {
	names := make([]string, 0, 16)
	for _, e := range o.allowed() {
		names = append(names, string(e))
	}
	return "Begin the reply with your emotion in square brackets, one of " + strings.Join(names, ", ") +
		", then the spoken line. Example: [" + names[0] + "] What do you need?"
}

// sentence joins the items of a list and closes them with a full stop.
func sentence(items []string) string {
	var parts []string
	for _, item := range items {
		if item = strings.TrimSpace(item); item != "" {
			parts = append(parts, item)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, "; ")
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}
