package bridge_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// talk reads the events of a streamed talk until its response: what is
// displayed must add up to the line, and be nothing strange on the way.
func (p *player) talk(ctx context.Context, want ojson.Value) error {
	npc, err := fill(member(want, "npc"), p.binds)
	if err != nil {
		return err
	}
	line, _ := member(want, "line").AsString()
	never, _ := member(want, "never").AsString()
	grows, _ := member(want, "grows").AsBool()
	var emotions []string
	for _, e := range member(want, "emotions").Items() {
		name, _ := e.AsString()
		emotions = append(emotions, name)
	}
	var told []string
	for shown := ""; ; {
		v, err := p.next(ctx)
		if err != nil {
			return err
		}
		if _, isEvent := v.Get("method"); !isEvent {
			if shown != line || !slices.Equal(told, emotions) {
				return fmt.Errorf("at the response, the line is %q and the emotions were %q", shown, told)
			}
			return match(member(want, "response"), v, p.binds, "$")
		}
		event := member(member(v, "params"), "event")
		kind, _ := member(event, "type").AsString()
		key := map[string]string{"emotion": "emotion", "lineDelta": "delta", "lineReset": "line"}[kind]
		text, _ := member(event, key).AsString()
		if exact := talkEvent(npc, member(want, "requestId"), kind, key, text); key == "" || v.String() != exact.String() {
			return errors.New("want an event of type emotion, lineDelta or lineReset, or the response")
		}
		switch {
		case kind == "emotion":
			told = append(told, text)
		case kind == "lineDelta" && text == "":
			return errors.New("the delta is empty")
		case kind == "lineDelta":
			shown += text
		case grows:
			return errors.New("the line is reset")
		default:
			shown = text
		}
		if grows && !strings.HasPrefix(line, shown) || never != "" && regexp.MustCompile(never).MatchString(shown) {
			return fmt.Errorf("the displayed line is %q", shown)
		}
	}
}

// talkEvent is an event as it must be.
func talkEvent(npc, requestID ojson.Value, kind, key, text string) ojson.Value {
	return ojson.Object(
		ojson.Field("jsonrpc", ojson.String("2.0")),
		ojson.Field("method", ojson.String("npc/event")),
		ojson.Field("params", ojson.Object(
			ojson.Field("npc", npc),
			ojson.Field("requestId", requestID),
			ojson.Field("event", ojson.Object(ojson.Field("type", ojson.String(kind)), ojson.Field(key, ojson.String(text)))))))
}

// checkTalk refuses what expectTalk cannot mean.
func checkTalk(v ojson.Value) error {
	for _, m := range v.Members() {
		ok := true
		switch m.Key {
		case "npc", "line":
			_, ok = m.Value.AsString()
		case "requestId", "response":
		case "emotions":
			ok = m.Value.Kind() == ojson.KindArray
		case "grows":
			ok, _ = m.Value.AsBool()
		case "never":
			text, _ := m.Value.AsString()
			_, err := regexp.Compile(text)
			ok = text != "" && err == nil
		default:
			ok = false
		}
		if !ok {
			return fmt.Errorf("%q is unknown or mistyped", m.Key)
		}
	}
	for _, key := range []string{"npc", "requestId", "line", "emotions", "response"} {
		if _, ok := v.Get(key); !ok {
			return fmt.Errorf("%q is missing", key)
		}
	}
	return checkPattern(member(v, "response"))
}
