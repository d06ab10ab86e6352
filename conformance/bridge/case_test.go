package bridge_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
)

// conversation is a case file: a header and an ordered transcript. README.md
// describes the format.
type conversation struct {
	// timed marks a case that depends on real time where there is no other.
	timed bool
	// name is the path of the file without its extension: "create/ids".
	name   string
	items  []string
	config config
	// tools are the members that answer a tool/call of that name at once.
	tools map[string][]ojson.Member
	steps []step
}

// config is what the flags of oam stdio and OAM_SCRIPT can express.
type config struct {
	maxSessions      int
	noScriptedModels bool
	// toolTimeout is in seconds, nil for the default.
	toolTimeout *float64
	// systemScript is null for none.
	systemScript ojson.Value
}

// step is one line of the transcript.
type step struct {
	line int
	kind string
	arg  ojson.Value
	// raw is what sendRaw, sendHex and sendRepeat send.
	raw []byte
}

// readCases reads all case files, those with bad names included.
func readCases(t *testing.T) []*conversation {
	t.Helper()
	var cases []*conversation
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".jsonl" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		c, err := parseCase(strings.TrimSuffix(filepath.ToSlash(file), ".jsonl"), text)
		if err != nil {
			t.Error(err)
			return nil
		}
		cases = append(cases, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// parseCase reads a case file. Whatever it does not know is an error.
func parseCase(name string, text []byte) (*conversation, error) {
	c := &conversation{name: name, timed: bytes.Contains(text, []byte("elayMs")) || bytes.Contains(text, []byte("imeout"))}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		bad := func(err error) error { return fmt.Errorf("%s.jsonl:%d: %w", name, n, err) }
		v, err := ojson.Parse(line)
		if err != nil {
			return nil, bad(err)
		}
		if n == 1 {
			err = c.parseHeader(v)
		} else {
			err = c.parseStep(n, v)
		}
		if err != nil {
			return nil, bad(err)
		}
	}
	if len(c.steps) == 0 {
		return nil, fmt.Errorf("%s.jsonl: there is no transcript", name)
	}
	return c, nil
}

func (c *conversation) parseHeader(v ojson.Value) error {
	if s, _ := member(v, "case").AsString(); !strings.HasSuffix(s, ".") {
		return fmt.Errorf(`"case" must be a sentence`)
	}
	if s, _ := member(v, "spec").AsString(); s == "" {
		return fmt.Errorf(`"spec" must name a section of the protocol`)
	}
	for _, item := range member(v, "items").Items() {
		name, ok := item.AsString()
		if !ok {
			name = item.String()
		}
		if slices.Contains(c.items, name) {
			return fmt.Errorf("item %s is listed twice", name)
		}
		c.items = append(c.items, name)
	}
	if len(c.items) == 0 {
		return fmt.Errorf(`"items" must list behaviours`)
	}
	for _, m := range v.Members() {
		switch m.Key {
		case "case", "spec", "items":
		case "config":
			if err := c.config.parse(m.Value); err != nil {
				return err
			}
		case "tools":
			c.tools = map[string][]ojson.Member{}
			for _, tool := range m.Value.Members() {
				c.tools[tool.Key] = tool.Value.Members()
			}
		default:
			return fmt.Errorf("unknown member %q", m.Key)
		}
	}
	return nil
}

func (c *config) parse(v ojson.Value) error {
	for _, m := range v.Members() {
		ok := true
		switch m.Key {
		case "maxSessions":
			var n int64
			n, ok = m.Value.AsInt()
			c.maxSessions = int(n)
		case "noScriptedModels":
			c.noScriptedModels, ok = m.Value.AsBool()
		case "toolTimeout":
			var f float64
			f, ok = m.Value.AsFloat()
			c.toolTimeout = &f
		case "systemScript":
			c.systemScript, ok = m.Value, m.Value.Kind() == ojson.KindObject
		default:
			ok = false
		}
		if !ok {
			return fmt.Errorf("config: %q is unknown or mistyped", m.Key)
		}
	}
	return nil
}

func (c *conversation) parseStep(line int, v ojson.Value) error {
	members := v.Members()
	if len(members) != 1 {
		return fmt.Errorf("a line must be an object with one member, the directive")
	}
	s := step{line: line, kind: members[0].Key, arg: members[0].Value}
	ok, err := true, error(nil)
	switch s.kind {
	case "send":
		ok = s.arg.Kind() == ojson.KindObject
	case "sendRaw":
		var text string
		text, ok = s.arg.AsString()
		s.raw, ok = []byte(text), ok && !strings.Contains(text, "\n")
	case "sendHex":
		text, _ := s.arg.AsString()
		s.raw, err = hex.DecodeString(text)
	case "sendRepeat":
		s.raw, ok = repetition(s.arg)
	case "expect":
		err = checkPattern(s.arg)
	case "expectRaw":
		_, ok = s.arg.AsString()
	case "expectAnyOrder":
		ok, err = s.arg.Len() > 1, checkPatterns(s.arg.Items())
	case "expectText":
		text, _ := member(s.arg, "text").AsString()
		method, _ := member(s.arg, "method").AsString()
		ok = text != "" && method != "" && s.arg.Len() == 4 && member(s.arg, "context").Kind() == ojson.KindObject
	case "expectTalk":
		err = checkTalk(s.arg)
	case "expectSilence", "close", "expectEnd":
		ok, _ = s.arg.AsBool()
	default:
		return fmt.Errorf("unknown directive %q", s.kind)
	}
	if err != nil || !ok {
		return fmt.Errorf("bad %s: %v", s.kind, err)
	}
	if k := len(c.steps); k > 0 && c.steps[k-1].kind == "expectEnd" {
		return fmt.Errorf("nothing can follow expectEnd")
	}
	c.steps = append(c.steps, s)
	return nil
}

// repetition builds the line of sendRepeat.
func repetition(v ojson.Value) (line []byte, ok bool) {
	text, _ := member(v, "text").AsString()
	count, _ := member(v, "count").AsInt()
	before, _ := member(v, "before").AsString()
	after, _ := member(v, "after").AsString()
	if text == "" || count < 1 {
		return nil, false
	}
	return []byte(before + strings.Repeat(text, int(count)) + after), true
}

// member returns a member, null when there is none.
func member(v ojson.Value, key string) ojson.Value {
	m, _ := v.Get(key)
	return m
}
