package jsonrpc_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
	"pgregory.net/rapid"
)

// TestEnvelopes is item 24.
func TestEnvelopes(t *testing.T) {
	params := ojson.Object(ojson.Field("session", ojson.String("guard")), ojson.Field("n", ojson.Float(3)))
	one, text, none := jsonrpc.IntID(1), jsonrpc.StringID("t-1"), jsonrpc.ID{}
	tests := []struct {
		name string
		got  []byte
		want string
	}{
		{"ping answer", jsonrpc.AppendResult(nil, one, ojson.Object()), `{"jsonrpc":"2.0","id":1,"result":{}}`},
		{"null result", jsonrpc.AppendResult(nil, text, ojson.Value{}), `{"jsonrpc":"2.0","id":"t-1","result":null}`},
		{
			"error", jsonrpc.AppendError(nil, one, jsonrpc.MethodNotFound("x")),
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Unknown method 'x'.","data":{"code":"method_not_found","method":"x"}}}`,
		},
		{
			"error without id", jsonrpc.AppendError(nil, none, jsonrpc.ParseError("no end")),
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Not valid JSON: no end.","data":{"code":"parse_error"}}}`,
		},
		{
			"notification", jsonrpc.AppendNotification(nil, "session/event", params),
			`{"jsonrpc":"2.0","method":"session/event","params":{"session":"guard","n":3}}`,
		},
		{"notification without params", jsonrpc.AppendNotification(nil, "a/b", ojson.Value{}), `{"jsonrpc":"2.0","method":"a/b"}`},
		{
			"request", jsonrpc.AppendRequest(nil, text, "tool/call", params),
			`{"jsonrpc":"2.0","id":"t-1","method":"tool/call","params":{"session":"guard","n":3}}`,
		},
		{"request without params", jsonrpc.AppendRequest(nil, one, "pi\nng", ojson.Value{}), `{"jsonrpc":"2.0","id":1,"method":"pi\nng"}`},
		{"behind other text", jsonrpc.AppendResult([]byte("x\n"), one, ojson.Object()), "x\n" + `{"jsonrpc":"2.0","id":1,"result":{}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := string(test.got); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestEnvelopesComeBack: Decode reads what the Append functions wrote.
func TestEnvelopesComeBack(t *testing.T) {
	var p ojson.Parser
	rapid.Check(t, func(t *rapid.T) {
		id := anyID().Draw(t, "id")
		method := rapid.StringN(1, 20, -1).Draw(t, "method")
		value := rapid.SampledFrom([]ojson.Value{
			{}, ojson.Object(), ojson.Int(1), ojson.Strings([]string{"a\nb", "\u2028"}),
			ojson.Object(ojson.Field("b", ojson.Float(0.5)), ojson.Field("a", ojson.Value{})),
		}).Draw(t, "value")
		failure := &jsonrpc.Error{
			Code: rapid.IntRange(-33000, 33000).Draw(t, "code"), Name: rapid.String().Draw(t, "name"),
			Message: rapid.String().Draw(t, "message"),
			Data:    []ojson.Member{ojson.Field("x", value)},
		}
		for _, test := range []struct {
			line []byte
			want jsonrpc.Message
		}{
			{jsonrpc.AppendResult(nil, id, value), jsonrpc.Message{Kind: jsonrpc.KindResponse, ID: id, Result: value}},
			{jsonrpc.AppendError(nil, id, failure), jsonrpc.Message{Kind: jsonrpc.KindResponse, ID: id, Error: failure}},
			{jsonrpc.AppendNotification(nil, method, value), jsonrpc.Message{Kind: jsonrpc.KindNotification, Method: method, Params: value}},
			{jsonrpc.AppendRequest(nil, id, method, value), jsonrpc.Message{Kind: jsonrpc.KindRequest, ID: id, Method: method, Params: value}},
		} {
			if bytes.ContainsAny(test.line, "\r\n") {
				t.Errorf("more than one line: %q", test.line)
			}
			msg, _, err := jsonrpc.Decode(&p, test.line)
			if err != nil {
				t.Fatalf("%s: %v", test.line, err)
			}
			if diff := cmp.Diff(summarise(test.want), summarise(msg)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.line, diff)
			}
			if test.want.Error != nil && msg.Error.Value().String() != test.want.Error.Value().String() {
				t.Errorf("%s: error %v", test.line, msg.Error)
			}
		}
	})
}
