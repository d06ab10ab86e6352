package bridge_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
)

// Extensions read their parameters like the built-in methods; the messages are
// compared by clients.
func TestParams(t *testing.T) {
	str := func(p bridge.Params) (any, error) { return p.String("k") }
	optional := func(p bridge.Params) (any, error) { return p.OptionalString("k", "other") }
	boolean := func(p bridge.Params) (any, error) { return p.OptionalBool("k", true) }
	integer := func(p bridge.Params) (any, error) { return p.OptionalInt("k", 2, 7) }
	float := func(p bridge.Params) (any, error) {
		f, err := p.OptionalFloat("k", -1, 1)
		if f == nil {
			return nil, err
		}
		return *f, err
	}
	positive := func(p bridge.Params) (any, error) {
		f, err := p.OptionalFloat("k", 0, math.MaxFloat64)
		if f == nil {
			return nil, err
		}
		return *f, err
	}
	seconds := func(p bridge.Params) (any, error) { return p.OptionalSeconds("k", time.Minute) }
	object := func(p bridge.Params) (any, error) {
		o, ok, err := p.OptionalObject("k")
		return fmt.Sprint(o.Value().String(), " ", ok, " ", o.Path("x")), err
	}
	array := func(p bridge.Params) (any, error) {
		items, err := p.OptionalArray("k")
		return fmt.Sprint(len(items), " ", items == nil), err
	}
	list := func(p bridge.Params) (any, error) {
		items, err := p.OptionalStrings("k")
		return fmt.Sprint(items, " ", items == nil), err
	}
	id := func(p bridge.Params) (any, error) { return bridge.ObjectID(p, "k") }
	const missing = "Missing required parameter 'at.k'."
	for _, test := range []struct {
		name    string
		read    func(bridge.Params) (any, error)
		object  string
		want    any
		message string
	}{
		{"string", str, `{"k":"v"}`, "v", ""},
		{"empty string", str, `{"k":""}`, "", ""},
		{"string absent", str, `{}`, nil, missing},
		{"string null", str, `{"k":null}`, nil, missing},
		{"string number", str, `{"k":1}`, nil, "Parameter 'at.k' must be a string, not 1."},
		{"optional string absent", optional, `{}`, "other", ""},
		{"optional string null", optional, `{"k":null}`, "other", ""},
		{"optional string array", optional, `{"k":["a"]}`, nil, `Parameter 'at.k' must be a string, not ["a"].`},
		{"boolean", boolean, `{"k":false}`, false, ""},
		{"boolean absent", boolean, `{}`, true, ""},
		{"boolean null", boolean, `{"k":null}`, true, ""},
		{"boolean string", boolean, `{"k":"true"}`, nil, `Parameter 'at.k' must be a boolean, not "true".`},
		{"integer", integer, `{"k":3}`, 3, ""},
		{"integer absent", integer, `{}`, 7, ""},
		{"integer 3.0", integer, `{"k":3.0}`, 3, ""},
		{"integer 30e-1", integer, `{"k":30e-1}`, 3, ""},
		{"integer 3.2", integer, `{"k":3.2}`, nil, "Parameter 'at.k' must be an integer of at least 2, not 3.2."},
		{"integer low", integer, `{"k":1}`, nil, "Parameter 'at.k' must be an integer of at least 2, not 1."},
		{"integer 2^53-1", integer, `{"k":9007199254740991}`, 9007199254740991, ""},
		{"integer 2^53", integer, `{"k":9007199254740992}`, nil, "Parameter 'at.k' must be an integer of at least 2, not 9007199254740992."},
		{"integer 1e999", integer, `{"k":1e999}`, nil, "Parameter 'at.k' must be an integer of at least 2, not 1e999."},
		{"float", float, `{"k":0.5}`, 0.5, ""},
		{"float absent", float, `{}`, nil, ""},
		{"float high", float, `{"k":1.5}`, nil, "Parameter 'at.k' must be a number from -1 to 1, not 1.5."},
		{"float string", float, `{"k":"0"}`, nil, `Parameter 'at.k' must be a number from -1 to 1, not "0".`},
		{"float infinite", positive, `{"k":1e999}`, nil, "Parameter 'at.k' must be a finite number of at least 0, not 1e999."},
		{"float large", positive, `{"k":1e300}`, 1e300, ""},
		{"seconds", seconds, `{"k":1.5}`, 1500 * time.Millisecond, ""},
		{"seconds absent", seconds, `{}`, time.Minute, ""},
		{"seconds 0", seconds, `{"k":0}`, time.Duration(0), ""},
		{"seconds 86400", seconds, `{"k":86400}`, 24 * time.Hour, ""},
		{"seconds 86400.5", seconds, `{"k":86400.5}`, nil, "Parameter 'at.k' must be a number from 0 to 86400, not 86400.5."},
		{"seconds -1", seconds, `{"k":-1}`, nil, "Parameter 'at.k' must be a number from 0 to 86400, not -1."},
		{"seconds 1e19", seconds, `{"k":1e19}`, nil, "Parameter 'at.k' must be a number from 0 to 86400, not 10000000000000000000."},
		{"object", object, `{"k":{"a":1}}`, `{"a":1} true at.k.x`, ""},
		{"object absent", object, `{}`, `{} false at.k.x`, ""},
		{"object array", object, `{"k":[]}`, nil, "Parameter 'at.k' must be an object, not []."},
		{"array", array, `{"k":[1,2]}`, "2 false", ""},
		{"array empty", array, `{"k":[]}`, "0 false", ""},
		{"array absent", array, `{}`, "0 true", ""},
		{"array object", array, `{"k":{}}`, nil, "Parameter 'at.k' must be an array, not {}."},
		{"strings", list, `{"k":["a","b"]}`, "[a b] false", ""},
		{"strings empty", list, `{"k":[]}`, "[] false", ""},
		{"strings absent", list, `{"k":null}`, "[] true", ""},
		{"strings number", list, `{"k":["a",5]}`, nil, "Parameter 'at.k[1]' must be a string, not 5."},
		{"id", id, `{"k":"a b ü"}`, "a b ü", ""},
		{"id absent", id, `{}`, "", ""},
		{"id empty", id, `{"k":""}`, nil, `Parameter 'at.k' must be 1 to 128 printable characters, not "".`},
		{"id control", id, `{"k":"a\u0007"}`, nil, `Parameter 'at.k' must be 1 to 128 printable characters, not "a\u0007".`},
		{"id 128", id, `{"k":"` + strings.Repeat("ü", 128) + `"}`, strings.Repeat("ü", 128), ""},
		{"id 129", id, `{"k":"` + strings.Repeat("ü", 129) + `"}`, nil, `Parameter 'at.k' must be 1 to 128 printable characters, not "` + strings.Repeat("ü", 79) + `….`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.read(bridge.NewParams(parse(test.object), "at"))
			if test.message == "" {
				if err != nil || got != test.want {
					t.Errorf("got %v, %v; want %v", got, err, test.want)
				}
				return
			}
			var wire *jsonrpc.Error
			if !errors.As(err, &wire) || wire.Code != jsonrpc.CodeInvalidParams || wire.Name != "invalid_params" || wire.Message != test.message {
				t.Errorf("got  %v\nwant %s", err, test.message)
			}
		})
	}
}

func TestUnknownWarnings(t *testing.T) {
	p := bridge.NewParams(parse(`{"b":1,"a":2,"known":3,"c":null}`), "options")
	want := "[Unknown parameter 'options.b' was ignored. Unknown parameter 'options.a' was ignored. Unknown parameter 'options.c' was ignored.]"
	if got := fmt.Sprint(p.UnknownWarnings("known", "absent")); got != want {
		t.Errorf("got %s", got)
	}
}
