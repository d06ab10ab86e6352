package bridge_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// player holds a conversation with a peer.
type player struct {
	conversation *conversation
	peer         peer
	binds        binds
	// pings is the number of pings with a private id.
	pings int
	// latest is the line that was read last, for messages.
	latest []byte
}

// play holds the whole conversation. The error names the line of the file.
func play(ctx context.Context, c *conversation, p peer) error {
	pl := &player{conversation: c, peer: p, binds: binds{}}
	for _, s := range c.steps {
		if err := pl.step(ctx, s); err != nil {
			return fmt.Errorf("%s.jsonl:%d: %s: %w\nexpected: %s\ngot:      %s",
				c.name, s.line, s.kind, err, cut(s.arg.String()), cut(string(pl.latest)))
		}
	}
	if err := pl.finish(ctx); err != nil {
		return fmt.Errorf("%s.jsonl: at the end: %w\ngot:      %s", c.name, err, cut(string(pl.latest)))
	}
	return nil
}

// finish ends a conversation that has not ended by itself: a ping is answered,
// so nothing more was sent than the file says, and the bridge ends in peace.
func (p *player) finish(ctx context.Context) error {
	steps := p.conversation.steps
	if steps[len(steps)-1].kind == "expectEnd" {
		return nil
	}
	if err := p.silence(ctx); err != nil {
		return err
	}
	p.peer.closeInput()
	return p.end(ctx)
}

func (p *player) step(ctx context.Context, s step) error {
	p.latest = nil
	switch s.kind {
	case "send":
		v, err := fill(s.arg, p.binds)
		if err != nil {
			return err
		}
		return p.peer.send(v.Append(nil))
	case "sendRaw", "sendHex", "sendRepeat":
		return p.peer.send(s.raw)
	case "expect":
		v, err := p.next(ctx)
		if err != nil {
			return err
		}
		return match(s.arg, v, p.binds, "$")
	case "expectRaw":
		want, _ := s.arg.AsString()
		if _, err := p.next(ctx); err != nil {
			return err
		}
		if string(p.latest) != want {
			return errors.New("the lines differ")
		}
		return nil
	case "expectAnyOrder":
		return p.anyOrder(ctx, s.arg.Items())
	case "expectText":
		return p.text(ctx, s.arg)
	case "expectTalk":
		return p.talk(ctx, s.arg)
	case "expectSilence":
		return p.silence(ctx)
	case "close":
		p.peer.closeInput()
		return nil
	default: // expectEnd
		return p.end(ctx)
	}
}

// next reads the next line and answers it if it is a call of a tool that the
// header has an answer for.
func (p *player) next(ctx context.Context) (ojson.Value, error) {
	line, err := p.peer.next(ctx)
	switch {
	case errors.Is(err, io.EOF):
		return ojson.Value{}, errors.New("the output has ended")
	case err != nil:
		return ojson.Value{}, fmt.Errorf("no line came: %w", err)
	}
	p.latest = line
	v, err := ojson.Parse(line)
	if err != nil || !bytes.HasPrefix(line, []byte(`{"jsonrpc":"2.0",`)) {
		return v, errors.New("the line is no message")
	}
	if method, _ := member(v, "method").AsString(); method == "tool/call" {
		name, _ := member(member(member(v, "params"), "call"), "name").AsString()
		if reply, ok := p.conversation.tools[name]; ok {
			members := append([]ojson.Member{ojson.Field("jsonrpc", ojson.String("2.0")), ojson.Field("id", member(v, "id"))}, reply...)
			return v, p.peer.send(ojson.Object(members...).Append(nil))
		}
	}
	return v, nil
}

func (p *player) anyOrder(ctx context.Context, patterns []ojson.Value) error {
	values := make([]ojson.Value, len(patterns))
	var all [][]byte
	for i := range values {
		var err error
		values[i], err = p.next(ctx)
		if all = append(all, p.latest); err != nil {
			return err
		}
	}
	p.latest = bytes.Join(all, []byte("\n          "))
	return matchAnyOrder(patterns, values, p.binds)
}

// text reads text events until their deltas add up to the whole text.
func (p *player) text(ctx context.Context, want ojson.Value) error {
	whole, _ := member(want, "text").AsString()
	context, err := fill(member(want, "context"), p.binds)
	if err != nil {
		return err
	}
	requestID, err := fill(member(want, "requestId"), p.binds)
	if err != nil {
		return err
	}
	for text := ""; text != whole; {
		v, err := p.next(ctx)
		if err != nil {
			return err
		}
		delta, _ := member(member(member(v, "params"), "event"), "delta").AsString()
		text += delta
		line := ojson.Object(
			ojson.Field("jsonrpc", ojson.String("2.0")),
			ojson.Field("method", member(want, "method")),
			ojson.Field("params", context.With("requestId", requestID).With("event", ojson.Object(
				ojson.Field("type", ojson.String("text")),
				ojson.Field("delta", ojson.String(delta)),
				ojson.Field("text", ojson.String(text)),
				ojson.Field("isReset", ojson.Bool(false))))))
		if v.String() != line.String() {
			return fmt.Errorf("want the text event %s", line)
		}
		if delta == "" || !strings.HasPrefix(whole, text) {
			return fmt.Errorf("the texts so far, %q, do not lead to %q", text, whole)
		}
	}
	return nil
}

// silence sends a ping and wants its answer to be the next line.
func (p *player) silence(ctx context.Context) error {
	p.pings++
	id := fmt.Sprintf("runner-ping-%d", p.pings)
	if err := p.peer.send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%q,"method":"ping"}`, id)); err != nil {
		return err
	}
	if _, err := p.next(ctx); err != nil {
		return err
	}
	if want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"result":{}}`, id); string(p.latest) != want {
		return fmt.Errorf("want nothing before %s", want)
	}
	return nil
}

func (p *player) end(ctx context.Context) error {
	line, err := p.peer.next(ctx)
	if p.latest = line; !errors.Is(err, io.EOF) {
		return fmt.Errorf("the output has not ended (%v)", err)
	}
	return p.peer.wait()
}

func cut(s string) string {
	const limit = 3000
	if len(s) > limit {
		return s[:limit] + "…"
	}
	return s
}
