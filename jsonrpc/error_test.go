package jsonrpc_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// TestErrorWireForm is section 8 and items 24 and 25.
func TestErrorWireForm(t *testing.T) {
	tests := []struct {
		name string
		err  *jsonrpc.Error
		want string
	}{
		{
			"parse error", jsonrpc.ParseError("no end"),
			`{"code":-32700,"message":"Not valid JSON: no end.","data":{"code":"parse_error"}}`,
		},
		{
			"invalid message", jsonrpc.InvalidMessage("it is odd"),
			`{"code":-32600,"message":"Not a valid message: it is odd.","data":{"code":"invalid_message"}}`,
		},
		{
			"method not found", jsonrpc.MethodNotFound("no/such"),
			`{"code":-32601,"message":"Unknown method 'no/such'.","data":{"code":"method_not_found","method":"no/such"}}`,
		},
		{
			"item 27: the message of invalid params is given whole", jsonrpc.InvalidParams("Missing required parameter 'prompt'."),
			`{"code":-32602,"message":"Missing required parameter 'prompt'.","data":{"code":"invalid_params"}}`,
		},
		{
			"internal error", jsonrpc.InternalError("Boom."),
			`{"code":-32603,"message":"Boom.","data":{"code":"internal_error"}}`,
		},
		{
			"further data in order, cause not sent",
			&jsonrpc.Error{
				Code: -32007, Name: "invalid_schema", Message: "a\nb", Cause: io.EOF,
				Data: []ojson.Member{ojson.Field("path", ojson.String("schema")), ojson.Field("a", ojson.Int(1))},
			},
			`{"code":-32007,"message":"a\nb","data":{"code":"invalid_schema","path":"schema","a":1}}`,
		},
		{
			"data.code is the name, whatever data says",
			&jsonrpc.Error{
				Code: -32057, Name: "mine",
				Data: []ojson.Member{ojson.Field("x", ojson.Int(1)), ojson.Field("code", ojson.Int(2))},
			},
			`{"code":-32057,"message":"","data":{"code":"mine","x":1}}`,
		},
		{"empty", &jsonrpc.Error{}, `{"code":0,"message":"","data":{"code":""}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := string(test.err.Append([]byte("x"))); got != "x"+test.want {
				t.Errorf("Append:\ngot  %s\nwant x%s", got, test.want)
			}
			if got := test.err.Value().String(); got != test.want {
				t.Errorf("Value:\ngot  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestMethodNotFoundLong: a huge name is echoed once, not twice.
func TestMethodNotFoundLong(t *testing.T) {
	for _, unit := range []string{"a", "é", "漢", "😀"} {
		for length := 1; length < 60; length++ {
			method := "m" + strings.Repeat(unit, length)
			err := jsonrpc.MethodNotFound(method)
			if !utf8.ValidString(err.Message) || len(err.Message) > 120 {
				t.Errorf("message %q", err.Message)
			}
			if whole := strings.Contains(err.Message, "'"+method+"'"); whole != (len(method) <= 80) {
				t.Errorf("%d bytes: message %q", len(method), err.Message)
			}
			if got, _ := err.Data[0].Value.AsString(); got != method {
				t.Errorf("data.method %q", got)
			}
		}
	}
	// Bytes that are no text must not lead the cut astray.
	if err := jsonrpc.MethodNotFound(strings.Repeat("\x80", 200)); len(err.Message) < 80 {
		t.Errorf("message %q", err.Message)
	}
}

func TestErrorAsGoError(t *testing.T) {
	cause := fmt.Errorf("read: %w", io.ErrUnexpectedEOF)
	err := &jsonrpc.Error{Code: -32012, Name: "generation_failed", Message: "It broke.", Cause: cause}
	var wrapped error = fmt.Errorf("turn 3: %w", err)

	var found *jsonrpc.Error
	if !errors.As(wrapped, &found) || found != err {
		t.Error("errors.As does not find it")
	}
	if !errors.Is(wrapped, io.ErrUnexpectedEOF) {
		t.Error("errors.Is does not find the cause")
	}
	if !errors.Is(wrapped, &jsonrpc.Error{Code: -32012, Name: "generation_failed", Message: "Other."}) {
		t.Error("errors.Is does not match code and name")
	}
	for _, other := range []error{
		&jsonrpc.Error{Code: -32012, Name: "other"}, &jsonrpc.Error{Code: 1, Name: "generation_failed"},
		(*jsonrpc.Error)(nil), io.EOF,
	} {
		if errors.Is(wrapped, other) {
			t.Errorf("errors.Is matches %#v", other)
		}
	}
	for _, test := range []struct {
		err  *jsonrpc.Error
		want string
	}{
		{err, "generation_failed: It broke.: read: unexpected EOF"},
		{jsonrpc.InvalidParams("No."), "invalid_params: No."},
		{&jsonrpc.Error{Code: -32000, Message: "Offline."}, "error -32000: Offline."},
		{&jsonrpc.Error{}, "error 0"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("Error() = %q, want %q", got, test.want)
		}
	}
	if jsonrpc.InternalError("x").Unwrap() != nil {
		t.Error("a cause from nowhere")
	}
}
