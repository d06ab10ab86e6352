package jsonrpc_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// FuzzLineReader: any chunking gives the lines that cutting the whole text
// gives, in bounded memory.
func FuzzLineReader(f *testing.F) {
	f.Add("a\nbc\r\n\n", []byte{1, 0, 3}, uint16(5))
	f.Add("123456789\nnext", []byte{2}, uint16(8))
	f.Add("12345678\r\nnext\r", []byte{9, 1}, uint16(8))
	f.Add("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n", []byte{}, uint16(100))
	f.Fuzz(func(t *testing.T, text string, sizes []byte, limit uint16) {
		checkLines(t, text, sizes, int(limit)+1)
	})
}

// FuzzDecode: every line is a message that can be written again or an error
// that can be sent.
func FuzzDecode(f *testing.F) {
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"session/respond","params":{"session":"guard"}}`,
		`{"jsonrpc":"2.0","id":"t-1","result":{"output":{"opened":false}}}`,
		`{"jsonrpc":"2.0","id":1.50,"error":{"code":-32000,"message":"Offline","data":{"code":"gate","a":1}}}`,
		`{"id":null,"method":"","result":null,"error":"x"}`,
		`[{"jsonrpc":"2.0"}]`,
		"\uFEFFContent-Length: 52",
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var p ojson.Parser
		msg, id, err := jsonrpc.Decode(&p, line)
		if err != nil {
			checkRefused(t, msg, id, err)
			return
		}
		if id != msg.ID || id.IsZero() != (msg.Kind == jsonrpc.KindNotification) {
			t.Errorf("kind %d with id %v, %v", msg.Kind, msg.ID, id)
		}
		if call := msg.Kind != jsonrpc.KindResponse; (msg.Method != "") != call {
			t.Errorf("kind %d with method %q", msg.Kind, msg.Method)
		}
		written := write(msg)
		again, _, err := jsonrpc.Decode(&p, written)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if diff := cmp.Diff(string(written), string(write(again))); diff != "" {
			t.Errorf("(-first +second):\n%s", diff)
		}
		if bytes.ContainsAny(written, "\r\n") {
			t.Errorf("more than one line: %q", written)
		}
	})
}

// checkRefused checks what Decode returned for a line that is no message.
func checkRefused(t *testing.T, msg jsonrpc.Message, id jsonrpc.ID, err *jsonrpc.Error) {
	t.Helper()
	switch {
	case err.Code == jsonrpc.CodeParseError && err.Name == "parse_error" && id.IsZero():
	case err.Code == jsonrpc.CodeInvalidMessage && err.Name == "invalid_message":
	default:
		t.Errorf("error %#v with id %v", err, id)
	}
	if msg.Kind != 0 {
		t.Errorf("message %v beside the error", summarise(msg))
	}
	// The answer must itself be a message; with an id it is one for us too.
	answer := jsonrpc.AppendError(nil, id, err)
	var p ojson.Parser
	if back, _, err := jsonrpc.Decode(&p, answer); !id.IsZero() && (err != nil || back.ID != id) {
		t.Errorf("%s: %v", answer, err)
	}
}

func write(m jsonrpc.Message) []byte {
	switch {
	case m.Kind == jsonrpc.KindRequest:
		return jsonrpc.AppendRequest(nil, m.ID, m.Method, m.Params)
	case m.Kind == jsonrpc.KindNotification:
		return jsonrpc.AppendNotification(nil, m.Method, m.Params)
	case m.Error != nil:
		return jsonrpc.AppendError(nil, m.ID, m.Error)
	default:
		return jsonrpc.AppendResult(nil, m.ID, m.Result)
	}
}
