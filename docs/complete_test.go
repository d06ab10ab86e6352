package docs_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// TestMethodsAreDescribed wants a section for each method that is served, and
// none for another.
func TestMethodsAreDescribed(t *testing.T) {
	e := oam.New(func([]byte) error { return nil })
	defer e.Close()
	result, err := e.Call(t.Context(), "initialize", ojson.Object())
	if err != nil {
		t.Fatal(err)
	}
	capabilities, _ := result.Get("capabilities")
	methods, _ := capabilities.Get("methods")
	var want []string
	for _, m := range methods.Items() {
		name, _ := m.AsString()
		want = append(want, name)
	}
	var got []string
	for _, m := range regexp.MustCompile("(?m)^### `([^`]+)`$").FindAllStringSubmatch(read(t, "protocol/methods.md"), -1) {
		got = append(got, m[1])
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("protocol/methods.md describes %q; the engine serves %q", got, want)
	}
}

// TestErrorsAreListed wants each code of a failed turn and of the bridge in the
// table of errors, with its number.
func TestErrorsAreListed(t *testing.T) {
	text := read(t, "protocol/messages.md")
	codes := map[string]int{
		"parse_error":       jsonrpc.CodeParseError,
		"invalid_message":   jsonrpc.CodeInvalidMessage,
		"method_not_found":  jsonrpc.CodeMethodNotFound,
		"invalid_params":    jsonrpc.CodeInvalidParams,
		"internal_error":    jsonrpc.CodeInternalError,
		"session_not_found": bridge.CodeSessionNotFound,
		"session_exists":    bridge.CodeSessionExists,
		"session_limit":     bridge.CodeSessionLimit,
		"shut_down":         bridge.CodeShutDown,
		"timeout":           bridge.CodeTimeout,
	}
	for _, c := range model.Codes() {
		codes[string(c)] = bridge.WireError(&model.Error{Code: c}).Code
	}
	for name, code := range codes {
		if row := fmt.Sprintf("\n| %d | `%s` | ", code, name); !strings.Contains(text, row) {
			t.Errorf("protocol/messages.md has no row%s", row)
		}
	}
	if n := len(regexp.MustCompile(`(?m)^\| -32\d{3} \|`).FindAllString(text, -1)); n != len(codes) {
		t.Errorf("the table has %d rows, and there are %d codes", n, len(codes))
	}
}

// TestLimitsAreTrue compares the limits that have a name in the code.
func TestLimitsAreTrue(t *testing.T) {
	text := read(t, "protocol/README.md")
	o := agent.DefaultOptions()
	for _, want := range []string{
		fmt.Sprintf("| a line | %d MiB |", jsonrpc.MaxLine>>20),
		fmt.Sprintf("| nesting of JSON | %d levels |", ojson.MaxDepth),
		fmt.Sprintf("%d,000 characters", agent.DefaultMaxOutputCharacters/1000),
		fmt.Sprintf("| %d and %d (`maxToolRounds`, `maxToolCalls`) |", o.MaxToolRounds, o.MaxToolCalls),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("protocol/README.md does not say %q", want)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
