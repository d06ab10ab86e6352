package game

import (
	"errors"
	"strings"
	"unicode"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// Reply is the outcome of a talk.
type Reply struct {
	Line          string
	Emotion       Emotion
	PlayerOptions []string
	// EndsConversation tells that the character ends the conversation.
	EndsConversation bool
	// ToolCalls are in the order in which they completed.
	ToolCalls []agent.Record
	// Relationship is the attitude after the turn.
	Relationship int
	// IsFallback tells that Line is one of the fallback lines.
	IsFallback bool
	Usage      model.Usage
	Warnings   []string
}

// replySchema is what a structured reply must be (behaviours, item 212).
func replySchema(p *Persona, o *Options) (*schema.Schema, error) {
	described := func(kind, description string, more ...ojson.Member) ojson.Value {
		return ojson.Object(append([]ojson.Member{
			ojson.Field("type", ojson.String(kind)), ojson.Field("description", ojson.String(description)),
		}, more...)...)
	}
	emotions := make([]ojson.Value, 0, 16)
	for _, e := range o.allowed() {
		emotions = append(emotions, ojson.String(string(e)))
	}
	properties := []ojson.Member{
		ojson.Field("emotion", described("string", "How "+p.Name+" feels while saying it.", ojson.Field("enum", ojson.Array(emotions...)))),
		ojson.Field("line", described("string", "The words that "+p.Name+" says aloud, and nothing else.")),
	}
	if n := o.PlayerOptionCount; n > 0 {
		properties = append(properties, ojson.Field("player_options", described("array",
			"Short and different things that the player could say next.",
			ojson.Field("items", ojson.Object(ojson.Field("type", ojson.String("string")))),
			ojson.Field("minItems", ojson.Int(int64(n))), ojson.Field("maxItems", ojson.Int(int64(n))))))
	}
	if o.CanEndConversation {
		properties = append(properties, ojson.Field("ends_conversation",
			described("boolean", "Whether "+p.Name+" ends the conversation now.")))
	}
	names := make([]string, len(properties))
	for i, m := range properties {
		names[i] = m.Key
	}
	return schema.Parse(ojson.Object(
		ojson.Field("type", ojson.String("object")),
		ojson.Field("properties", ojson.Object(properties...)),
		ojson.Field("required", ojson.Strings(names)),
	), "Reply")
}

// said is what a reply says, before it is known whether it stands.
type said struct {
	line    string
	emotion Emotion
	options []string
	ends    bool
}

// hasLine refuses a structured reply without a line. All else in it can be
// missing or odd.
func hasLine(v ojson.Value) error {
	line, _ := v.Get("line")
	if _, ok := line.AsString(); !ok {
		return errors.New("there is no line in it")
	}
	return nil
}

// readStructured reads a structured reply (behaviours, items 217 and 218).
func readStructured(v ojson.Value, p *Persona, o *Options) said {
	word, _ := v.Get("emotion")
	emotion, _ := word.AsString()
	text, _ := v.Get("line")
	line, _ := text.AsString()
	s := said{
		line:    reading{name: p.Name, whole: true}.clean(line),
		emotion: chosen(emotion, o.allowed(), p.DefaultEmotion),
		options: []string{},
	}
	if list, ok := v.Get("player_options"); ok {
		s.options = playerOptions(list.Items(), o.PlayerOptionCount)
	}
	if ends, ok := v.Get("ends_conversation"); ok && o.CanEndConversation {
		s.ends, _ = ends.AsBool()
	}
	return s
}

// readText reads a reply in the text format.
func readText(text string, p *Persona, o *Options) said {
	t := reading{name: p.Name, whole: true}.tagged(text)
	return said{line: t.line, emotion: chosen(t.tag, o.allowed(), p.DefaultEmotion), options: []string{}}
}

// playerOptions cleans the suggested replies.
func playerOptions(items []ojson.Value, count int) []string {
	options := make([]string, 0, count)
	seen := map[string]bool{}
	for _, item := range items {
		text, _ := item.AsString()
		text = reading{name: "Player", whole: true}.clean(withoutMarker(text))
		key := strings.ToLower(text)
		if text == "" || seen[key] || len(options) == count {
			continue
		}
		seen[key] = true
		options = append(options, text)
	}
	return options
}

// withoutMarker drops the marker of a list item: "1. ", "- ", "• ".
func withoutMarker(text string) string {
	text = strings.TrimSpace(text)
	rest := strings.TrimLeftFunc(text, unicode.IsDigit)
	if len(rest) < len(text) {
		if after, ok := cutAny(rest, ". ", ") "); ok {
			return after
		}
		return text
	}
	if after, ok := cutAny(text, "- ", "• ", "* ", "– "); ok {
		return after
	}
	return text
}

func cutAny(text string, prefixes ...string) (string, bool) {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(text, p); ok {
			return strings.TrimSpace(rest), true
		}
	}
	return text, false
}
