package bridge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/bridge"
)

// pong is how a line must be answered after which the engine is well.
const pong = `{"jsonrpc":"2.0","id":"ping","result":{}}`

// hostileLines are bad lines and how their answers begin; "" is for none.
func hostileLines() map[string]struct{ line, want string } {
	const null = `{"jsonrpc":"2.0","id":null,"error":{"code":`
	request := func(id, rest string) string { return `{"jsonrpc":"2.0","id":` + id + rest + `}` }
	list := map[string]struct{ line, want string }{
		"nothing":               {"", ""},
		"blank":                 {" \t\r\n", ""},
		"NUL":                   {"\x00", null + "-32700"},
		"NUL in a string":       {request("1", ",\"method\":\"\x00\""), null + "-32700"},
		"escaped NUL":           {request("1", `,"method":"\u0000"`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32601`},
		"lone surrogate":        {request("1", `,"method":"\ud83d"`), null + "-32700"},
		"invalid UTF-8":         {request("1", ",\"method\":\"\xc3\x28\""), null + "-32700"},
		"depth 101":             {strings.Repeat("[", 101) + strings.Repeat("]", 101), null + "-32700"},
		"depth without an end":  {strings.Repeat(`{"a":`, 1<<18), null + "-32700"},
		"id 1e999":              {request("1e999", `,"method":"ping"`), null + "-32600"},
		"id -1e300":             {request("-1e300", `,"method":"ping"`), null + "-32600"},
		"id 2^53":               {request("9007199254740992", `,"method":"ping"`), null + "-32600"},
		"id null":               {request("null", `,"method":"ping"`), null + "-32600"},
		"id object":             {request(`{}`, `,"method":"ping"`), null + "-32600"},
		"id with many digits":   {request("0."+strings.Repeat("1", 1<<18), `,"method":"ping"`), `{"jsonrpc":"2.0","id":0.1111`},
		"long id":               {request(`"`+strings.Repeat("i", 1<<20)+`"`, `,"method":"ping"`), `{"jsonrpc":"2.0","id":"iiii`},
		"long exponent":         {request("1", `,"method":"ping","params":{"x":1e`+strings.Repeat("9", 1<<16)+`}`), `{"jsonrpc":"2.0","id":1,"result":{}}`},
		"long method":           {request("1", `,"method":"`+strings.Repeat("m", 1<<20)+`"`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32601`},
		"duplicate id":          {request("1", `,"id":2,"method":"ping"`), `{"jsonrpc":"2.0","id":2,"result":{}}`},
		"duplicate method":      {request("1", `,"method":"no","method":"ping"`), `{"jsonrpc":"2.0","id":1,"result":{}}`},
		"other case":            {`{"JSONRPC":"2.0","ID":1,"METHOD":"ping"}`, null + "-32600"},
		"byte-order mark":       {"\uFEFF" + request("1", `,"method":"ping"`), `{"jsonrpc":"2.0","id":1,"result":{}}`},
		"two byte-order marks":  {"\uFEFF\uFEFF" + request("1", `,"method":"ping"`), null + "-32700"},
		"batch":                 {`[` + request("1", `,"method":"ping"`) + `]`, null + "-32600"},
		"array params":          {request("1", `,"method":"ping","params":[1]`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32602`},
		"string params":         {request("1", `,"method":"ping","params":"x"`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32602`},
		"temperature 1e999":     {request("1", `,"method":"session/create","params":{"model":"scripted","options":{"temperature":1e999}}`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32602`},
		"timeout 1e999":         {request("1", `,"method":"session/create","params":{"model":"scripted","options":{"toolTimeoutSeconds":1e999}}`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32602`},
		"session not a string":  {request("1", `,"method":"session/respond","params":{"session":{"a":1},"prompt":""}`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32602`},
		"schema without an end": {request("1", `,"method":"schema/validate","params":{"schema":{"$ref":"#"}}`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32007`},
		"answer to nothing":     {request(`"t-99"`, `,"result":{}`), ""},
		"answer to a number":    {request(`1`, `,"result":{}`), ""},
		"answer with junk":      {request(`"t-1"`, `,"error":[[]]`), ""},
		"unknown notification":  {`{"jsonrpc":"2.0","method":"no/such"}`, ""},
		"bad notification":      {`{"jsonrpc":"2.0","method":"session/respond","params":[]}`, ""},
		"id only":               {`{"jsonrpc":"2.0","id":5}`, `{"jsonrpc":"2.0","id":5,"error":{"code":-32600`},
		"method a number":       {request("5", `,"method":5`), `{"jsonrpc":"2.0","id":5,"error":{"code":-32600`},
		"no version":            {`{"id":5,"method":"ping"}`, `{"jsonrpc":"2.0","id":5,"error":{"code":-32600`},
	}
	return list
}

func TestHostileLines(t *testing.T) {
	for name, test := range hostileLines() {
		t.Run(name, func(t *testing.T) {
			c := newClient(t, bridge.Config{}, nil)
			c.send("%s", test.line)
			c.call(`"ping"`, "ping", "")
			c.flush()
			got := c.all()
			// Errors of form may overtake the ping; nothing else can.
			if got[len(got)-1].line != pong && got[0].line != pong {
				t.Errorf("the ping is missing:\n%s", tail(got))
			}
			switch {
			case test.want == "" && len(got) != 1:
				t.Errorf("this needs no answer: %s", got[0].line)
			case test.want != "" && (len(got) != 2 || !strings.HasPrefix(got[0].line, test.want)):
				t.Errorf("got %.300s\nwant %s", got[0].line, test.want)
			}
			for _, m := range got {
				if m.code() != 0 && m.text("error.data.code") == "" {
					t.Errorf("an error without data.code: %.300s", m.line)
				}
				if len(m.line) > 3<<20 {
					t.Errorf("%d bytes of answer", len(m.line))
				}
			}
		})
	}
}

func TestReceiveTooLong(t *testing.T) {
	c := newClient(t, bridge.Config{}, nil)
	c.engine.ReceiveTooLong(16 << 20)
	m := c.until("an error", func(m message) bool { return m.id == "null" })
	if m.code() != -32700 || !strings.Contains(m.text("error.message"), "16777216") {
		t.Errorf("got %s", m.line)
	}
}

// What a client sent is shown back in messages, but never at full length.
func TestMessagesAreCut(t *testing.T) {
	c := newClient(t, bridge.Config{}, nil)
	long := strings.Repeat("ü", 1<<20)
	for i, request := range []string{
		`"method":"` + long + `"`,
		`"method":"session/create","params":{"session":"` + long + `"}`,
		`"method":"session/create","params":{"model":"` + long + `"}`,
		`"method":"session/create","params":{"model":{"type":"` + long + `"}}`,
		`"method":"session/create","params":{"options":{"toolChoice":"` + long + `"}}`,
		`"method":"session/create","params":{"options":{"toolChoice":{"tool":"` + long + `"}}}`,
		`"method":"session/create","params":{"tools":[{"name":"` + long + `"}]}`,
		`"method":"session/create","params":{"model":{"type":"scripted","steps":[{"error":"` + long + `"}]}}`,
		`"method":"initialize","params":{"protocolVersion":"` + long + `"}`,
		`"method":"initialize","params":{"client":["` + long + `"]}`,
	} {
		c.send(`{"jsonrpc":"2.0","id":%d,%s}`, i, request)
		m := c.response(fmt.Sprint(i))
		if text := m.text("error.message"); text == "" || len(text) > 1000 {
			t.Errorf("%.60s: a message of %d bytes", request, len(text))
		}
	}
}
