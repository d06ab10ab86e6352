package jsonrpc_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// summary is a message in a form that tables can hold.
type summary struct {
	Kind                       jsonrpc.Kind
	ID, Method, Params, Result string
}

func summarise(m jsonrpc.Message) summary {
	return summary{m.Kind, m.ID.String(), m.Method, m.Params.String(), m.Result.String()}
}

func TestDecode(t *testing.T) {
	const none = "null"
	tests := []struct {
		name, line string
		want       summary
	}{
		{
			"request", `{"jsonrpc":"2.0","id":1,"method":"session/respond","params":{"b":1,"a":[2]}}`,
			summary{jsonrpc.KindRequest, `1`, "session/respond", `{"b":1,"a":[2]}`, none},
		},
		{
			"notification", `{"jsonrpc":"2.0","method":"session/cancel","params":{"session":"gorm"}}`,
			summary{jsonrpc.KindNotification, none, "session/cancel", `{"session":"gorm"}`, none},
		},
		{
			"response", `{"jsonrpc":"2.0","id":"t-3","result":{"output":"…"}}`,
			summary{jsonrpc.KindResponse, `"t-3"`, "", none, `{"output":"…"}`},
		},
		{
			"members in any order, unknown ones ignored", `{"x":[1],"params":{},"method":"ping","id":"a","jsonrpc":"2.0","Method":2}`,
			summary{jsonrpc.KindRequest, `"a"`, "ping", `{}`, none},
		},
		{
			"item 2: byte-order mark", "\uFEFF" + `{"jsonrpc":"2.0","id":1,"method":"ping"}`,
			summary{jsonrpc.KindRequest, `1`, "ping", none, none},
		},
		{
			"white space around", " \t" + `{ "jsonrpc" : "2.0" , "id" : 1 , "method" : "ping" } ` + "\r",
			summary{jsonrpc.KindRequest, `1`, "ping", none, none},
		},
		{
			"item 5: last value wins", `{"jsonrpc":"1.0","id":1,"method":"a","jsonrpc":"2.0","method":"b","id":2}`,
			summary{jsonrpc.KindRequest, `2`, "b", none, none},
		},
		{
			"item 10: largest id", `{"jsonrpc":"2.0","id":9007199254740991,"method":"ping"}`,
			summary{jsonrpc.KindRequest, `9007199254740991`, "ping", none, none},
		},
		{
			"item 11: fractional id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`,
			summary{jsonrpc.KindRequest, `1.5`, "ping", none, none},
		},
		{
			"item 17: a result beside the method", `{"jsonrpc":"2.0","id":1,"method":"ping","result":{},"error":{}}`,
			summary{jsonrpc.KindRequest, `1`, "ping", none, none},
		},
		{
			"item 17: the same without an id", `{"jsonrpc":"2.0","method":"ping","result":{}}`,
			summary{jsonrpc.KindNotification, none, "ping", none, none},
		},
		{
			"item 18: null is a result", `{"jsonrpc":"2.0","id":"t-1","result":null}`,
			summary{jsonrpc.KindResponse, `"t-1"`, "", none, none},
		},
		{
			"a null error is no error", `{"jsonrpc":"2.0","id":"t-1","result":1,"error":null}`,
			summary{jsonrpc.KindResponse, `"t-1"`, "", none, `1`},
		},
		{
			"a null method is no method", `{"jsonrpc":"2.0","id":"t-1","method":null,"params":null,"result":1}`,
			summary{jsonrpc.KindResponse, `"t-1"`, "", none, `1`},
		},
		{
			"item 21: the form of params is not checked", `{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}`,
			summary{jsonrpc.KindRequest, `1`, "ping", `[1]`, none},
		},
		{
			"item 22: null params", `{"jsonrpc":"2.0","id":1,"method":"ping","params":null}`,
			summary{jsonrpc.KindRequest, `1`, "ping", none, none},
		},
	}
	var p ojson.Parser
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			line := []byte(test.line)
			msg, id, err := jsonrpc.Decode(&p, line)
			if err != nil {
				t.Fatal(err)
			}
			for i := range line {
				line[i] = '?' // the message must not refer to it
			}
			if diff := cmp.Diff(test.want, summarise(msg)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if id != msg.ID {
				t.Errorf("id %v beside that of the message, %v", id, msg.ID)
			}
			if msg.Error != nil {
				t.Errorf("error %v", msg.Error)
			}
		})
	}
}

func TestDecodeFailure(t *testing.T) {
	const parseError, invalid = jsonrpc.CodeParseError, jsonrpc.CodeInvalidMessage
	tests := []struct {
		name, line string
		code       int
		id, hint   string
	}{
		{"not JSON", `{"jsonrpc":"2.0","id":1,"method":`, parseError, `null`, "unexpected end of the text at byte 33"},
		{"nothing", ``, parseError, `null`, "unexpected end"},
		{"item 3: 101 levels", `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, parseError, `null`, "100 levels"},
		{"item 4: trailing comma", `{"jsonrpc":"2.0","id":1,"method":"ping",}`, parseError, `null`, "key"},
		{"item 4: unpaired surrogate", `{"jsonrpc":"2.0","id":"\ud83d","method":"ping"}`, parseError, `null`, "surrogate"},
		{"two messages on a line", `{"jsonrpc":"2.0","id":1,"method":"ping"}{}`, parseError, `null`, "after the value"},
		{"item 9: an infinite id is JSON", `{"jsonrpc":"2.0","id":1e999,"method":"ping"}`, invalid, `null`, "string id"},
		{"item 10: 2^53", `{"jsonrpc":"2.0","id":9007199254740992,"method":"ping"}`, invalid, `null`, "string id"},
		{"item 10: 2^53+1", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, invalid, `null`, "string id"},
		{"item 10: large", `{"jsonrpc":"2.0","id":-1e300,"method":"ping"}`, invalid, `null`, "string id"},
		{"item 12: null id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, invalid, `null`, "'id'"},
		{"item 12: array id", `{"jsonrpc":"2.0","id":[1],"method":"ping"}`, invalid, `null`, "'id'"},
		{"item 12: object id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, invalid, `null`, "'id'"},
		{"item 12: boolean id", `{"jsonrpc":"2.0","id":true,"method":"ping"}`, invalid, `null`, "'id'"},
		{"item 12: null id of a response", `{"jsonrpc":"2.0","id":null,"result":{}}`, invalid, `null`, "'id'"},
		{"item 13: no version echoes the id", `{"id":1,"method":"ping"}`, invalid, `1`, "'jsonrpc'"},
		{"item 13: wrong version", `{"jsonrpc":"1.0","id":"a","method":"ping"}`, invalid, `"a"`, "'jsonrpc'"},
		{"item 13: a number as version", `{"jsonrpc":2.0,"id":1,"method":"ping"}`, invalid, `1`, "'jsonrpc'"},
		{"item 13: null version", `{"jsonrpc":null,"id":1,"method":"ping"}`, invalid, `1`, "'jsonrpc'"},
		{"item 13: key of another case", `{"JSONRPC":"2.0","id":1,"method":"ping"}`, invalid, `1`, "'jsonrpc'"},
		{"item 13: version before id", `{"id":null,"method":"ping"}`, invalid, `null`, "'jsonrpc'"},
		{"item 13: version before method", `{"id":1,"method":""}`, invalid, `1`, "'jsonrpc'"},
		{"item 13: id before method", `{"jsonrpc":"2.0","id":null,"method":""}`, invalid, `null`, "'id'"},
		{"item 13: method before the form of a response", `{"jsonrpc":"2.0","id":1,"method":5,"result":{}}`, invalid, `1`, "'method'"},
		{"item 14: number", `42`, invalid, `null`, "not a number"},
		{"item 14: string", `"x"`, invalid, `null`, "not a string"},
		{"item 14: null", `null`, invalid, `null`, "not null"},
		{"item 14: batch", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, invalid, `null`, "batches are not supported"},
		{"item 14: empty batch", `[]`, invalid, `null`, "batches are not supported"},
		{"item 15: empty method", `{"jsonrpc":"2.0","id":1,"method":""}`, invalid, `1`, "'method'"},
		{"item 15: a number as method", `{"jsonrpc":"2.0","id":"a","method":1}`, invalid, `"a"`, "'method'"},
		{"item 15: null method", `{"jsonrpc":"2.0","id":1,"method":null}`, invalid, `1`, "'method'"},
		{"item 15: without id", `{"jsonrpc":"2.0","method":{}}`, invalid, `null`, "'method'"},
		{"item 16: neither", `{"jsonrpc":"2.0","id":1}`, invalid, `1`, "neither"},
		{"item 16: neither, without id", `{"jsonrpc":"2.0"}`, invalid, `null`, "neither"},
		{"item 16: params only", `{"jsonrpc":"2.0","id":1,"params":{}}`, invalid, `1`, "neither"},
		{"item 16: a null error is none", `{"jsonrpc":"2.0","id":1,"error":null}`, invalid, `1`, "neither"},
		{"item 16: empty object", `{}`, invalid, `null`, "'jsonrpc'"},
		{"item 18: response without id", `{"jsonrpc":"2.0","result":{}}`, invalid, `null`, "'id'"},
		{"item 18: error without id", `{"jsonrpc":"2.0","error":{"code":1}}`, invalid, `null`, "'id'"},
		{"Content-Length", "Content-Length: 52", parseError, `null`, "one line"},
		{"Content-Length in another case", "\uFEFF content-length:52", parseError, `null`, "one line"},
		{"Content-Length behind a message", `{"jsonrpc":"2.0","id":1,"method":"ping"}Content-Length: 52`, parseError, `null`, "one line"},
		{"no header", "Content-Length", parseError, `null`, "unexpected character at byte 0"},
	}
	var p ojson.Parser
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			msg, id, err := jsonrpc.Decode(&p, []byte(test.line))
			if err == nil {
				t.Fatalf("accepted as %v", summarise(msg))
			}
			name := map[int]string{parseError: "parse_error", invalid: "invalid_message"}[test.code]
			if err.Code != test.code || err.Name != name {
				t.Errorf("%d %s, want %d %s", err.Code, err.Name, test.code, name)
			}
			if id.String() != test.id {
				t.Errorf("id %v, want %s", id, test.id)
			}
			if !strings.Contains(err.Message, test.hint) {
				t.Errorf("message %q, want %q in it", err.Message, test.hint)
			}
			if msg.Kind != 0 || msg.Method != "" || !msg.ID.IsZero() || msg.Error != nil {
				t.Errorf("message %v beside the error", summarise(msg))
			}
			var syntax *ojson.SyntaxError
			if errors.As(err, &syntax) != (test.code == parseError) {
				t.Errorf("cause %v", err.Cause)
			}
		})
	}
}

// TestDecodeError is items 18 and 100: what clients send as an error.
func TestDecodeError(t *testing.T) {
	tests := []struct {
		name, members string
		want          *jsonrpc.Error
		data          string
	}{
		{
			"whole", `"error":{"code":-32000,"message":"Offline","data":{"a":1,"code":"gate","b":2}}`,
			&jsonrpc.Error{Code: -32000, Name: "gate", Message: "Offline"}, `{"a":1,"b":2}`,
		},
		{"without data", `"error":{"code":-32000,"message":"Offline"}`, &jsonrpc.Error{Code: -32000, Message: "Offline"}, `{}`},
		{"without message", `"error":{"code":7}`, &jsonrpc.Error{Code: 7}, `{}`},
		{"without code", `"error":{"message":"No"}`, &jsonrpc.Error{Message: "No"}, `{}`},
		{"empty", `"error":{}`, &jsonrpc.Error{}, `{}`},
		{"members of other types", `"error":{"code":"x","message":null,"data":[1]}`, &jsonrpc.Error{}, `{}`},
		{"data.code of another type", `"error":{"data":{"code":5,"a":1}}`, &jsonrpc.Error{}, `{"a":1}`},
		{"huge code", `"error":{"code":1e300}`, &jsonrpc.Error{}, `{}`},
		{"a string", `"error":"Jammed"`, &jsonrpc.Error{Message: "Jammed"}, `{}`},
		{"a number", `"error":5`, &jsonrpc.Error{}, `{}`},
		{"false", `"error":false`, &jsonrpc.Error{}, `{}`},
		{"error wins", `"result":{"output":1},"error":{"message":"No"}`, &jsonrpc.Error{Message: "No"}, `{}`},
		{"error wins in the other order", `"error":{"message":"No"},"result":{}`, &jsonrpc.Error{Message: "No"}, `{}`},
	}
	var p ojson.Parser
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			msg, id, err := jsonrpc.Decode(&p, []byte(`{"jsonrpc":"2.0","id":"t-1",`+test.members+`}`))
			if err != nil {
				t.Fatal(err)
			}
			if msg.Kind != jsonrpc.KindResponse || id != jsonrpc.StringID("t-1") || !msg.Result.IsNull() {
				t.Errorf("message %v, id %v", summarise(msg), id)
			}
			e := msg.Error
			if e == nil {
				t.Fatal("no error")
			}
			if e.Code != test.want.Code || e.Name != test.want.Name || e.Message != test.want.Message {
				t.Errorf("got %#v, want %#v", e, test.want)
			}
			if data := ojson.Object(e.Data...).String(); data != test.data {
				t.Errorf("data %s, want %s", data, test.data)
			}
		})
	}
}
