package docs_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/bridge/gamerpc"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// TestMethodsAreDescribed wants a section for each method that is served and
// for each notification, and none for another.
func TestMethodsAreDescribed(t *testing.T) {
	e := oam.New(func([]byte) error { return nil })
	defer e.Close()
	result := call(t, e, "initialize", `{}`)
	capabilities, _ := result.Get("capabilities")
	served := func(key string) (names []string) {
		list, _ := capabilities.Get(key)
		for _, item := range list.Items() {
			name, _ := item.AsString()
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	described := func(heading string, files ...string) (names []string) {
		for _, file := range files {
			for _, m := range regexp.MustCompile("(?m)^"+heading+" `([^`]+/[^`]+|initialize|ping|shutdown)`$").FindAllStringSubmatch(read(t, file), -1) {
				names = append(names, m[1])
			}
		}
		slices.Sort(names)
		return names
	}
	if got, want := described("###", "protocol/methods.md", "protocol/games.md"), served("methods"); !slices.Equal(got, want) {
		t.Errorf("the pages describe the methods %q; the engine serves %q", got, want)
	}
	want := append(served("notifications"), served("clientRequests")...)
	slices.Sort(want)
	if got := described("##", "protocol/messages.md"); !slices.Equal(got, want) {
		t.Errorf("protocol/messages.md describes %q; the engine sends %q", got, want)
	}
}

// TestMethodsAreLinked wants each method of a page in the table at its top.
func TestMethodsAreLinked(t *testing.T) {
	for _, file := range []string{"protocol/methods.md", "protocol/games.md"} {
		text := read(t, file)
		for _, m := range regexp.MustCompile("(?m)^### `([^`]+)`$").FindAllStringSubmatch(text, -1) {
			anchor := strings.ToLower(strings.ReplaceAll(m[1], "/", ""))
			if row := fmt.Sprintf("\n| [`%s`](#%s) | ", m[1], anchor); !strings.Contains(text, row) {
				t.Errorf("%s has no row%s", file, row)
			}
		}
	}
}

// TestOptionsOfNPCsAreDescribed compares the table with what npc/state tells of
// an NPC without options.
func TestOptionsOfNPCsAreDescribed(t *testing.T) {
	e := oam.New(func([]byte) error { return nil })
	defer e.Close()
	call(t, e, "npc/create", `{"npc":"gorm","persona":{"name":"Gorm"},"model":"scripted"}`)
	result := call(t, e, "npc/state", `{"npc":"gorm"}`)
	state, _ := result.Get("state")
	options, _ := state.Get("options")
	text := read(t, "protocol/games.md")
	for _, m := range options.Members() {
		want := m.Value.String()
		if m.Value.Kind() != ojson.KindNumber {
			want = "`" + want + "`"
		}
		if m.Key == "emotions" {
			want = "all"
		}
		row := regexp.MustCompile("(?m)^\\| `" + m.Key + "` \\| [^|]+ \\| " + regexp.QuoteMeta(want) + " \\|")
		if !row.MatchString(text) {
			t.Errorf("protocol/games.md has no row for the option %s with the default %s", m.Key, want)
		}
	}
	var names []string
	for _, e := range game.Emotions() {
		names = append(names, "`"+string(e)+"`")
	}
	if list := strings.Join(names, ", "); !strings.Contains(strings.ReplaceAll(text, "\n", " "), list) {
		t.Errorf("protocol/games.md does not list the emotions %s", list)
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

		"npc_not_found":          gamerpc.CodeNPCNotFound,
		"npc_exists":             gamerpc.CodeNPCExists,
		"world_not_found":        gamerpc.CodeWorldNotFound,
		"world_exists":           gamerpc.CodeWorldExists,
		"world_error":            gamerpc.CodeWorldError,
		"limit_reached":          gamerpc.CodeLimitReached,
		"subscription_not_found": gamerpc.CodeSubscriptionNotFound,
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
	o, npc := agent.DefaultOptions(), game.DefaultOptions()
	for _, want := range []string{
		fmt.Sprintf("| a line | %d MiB |", jsonrpc.MaxLine>>20),
		fmt.Sprintf("| nesting of JSON | %d levels |", ojson.MaxDepth),
		fmt.Sprintf("%d,000 characters", agent.DefaultMaxOutputCharacters/1000),
		fmt.Sprintf("| %d and %d (`maxToolRounds`, `maxToolCalls`); %d and %d for NPCs |", o.MaxToolRounds, o.MaxToolCalls, npc.MaxToolRounds, npc.MaxToolCalls),
		fmt.Sprintf("| NPCs, worlds, subscriptions | %d, %d and %d |", limit(t, "npc/create"), limit(t, "world/create"), limit(t, "world/subscribe")),
		fmt.Sprintf("| a world | %d MiB and %d levels |", world.MaxSize>>20, world.MaxDepth),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("protocol/README.md does not say %q", want)
		}
	}
}

// limit returns how often a method of the game layer can be called.
func limit(t *testing.T, method string) int {
	t.Helper()
	e := oam.New(func([]byte) error { return nil })
	defer e.Close()
	call(t, e, "world/create", `{"world":"w"}`)
	n, id := 0, "w"
	if method == "world/create" {
		n, id = 1, "" // the one above counts, and ids are generated
	}
	params := ojson.MustParse(`{"persona":{"name":"Gorm"},"model":"scripted"}`)
	if id != "" {
		params = params.With("world", ojson.String(id))
	}
	for ; n <= 1000; n++ {
		_, err := e.Call(t.Context(), method, params)
		var refused *jsonrpc.Error
		if errors.As(err, &refused) && refused.Code == gamerpc.CodeLimitReached {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// call asks an engine and wants a result.
func call(t *testing.T, e *bridge.Engine, method, params string) ojson.Value {
	t.Helper()
	result, err := e.Call(t.Context(), method, ojson.MustParse(params))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
