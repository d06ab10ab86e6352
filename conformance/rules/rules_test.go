package rules_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/open-actor-models/oam/internal/rulecases"
	"github.com/open-actor-models/oam/rules"
	"github.com/open-actor-models/oam/rules/data"
)

// TestCases plays every case of this folder.
func TestCases(t *testing.T) {
	kinds := errorKinds()
	// The schemas have the limits too, so an input past one is not valid either.
	kinds["safety-limit-exceeded"] = "load"
	orders, _ := strconv.Atoi(os.Getenv("RULES_ORDERS")) // .ci/long sets it to 100
	runner := rulecases.Runner{Orders: orders, Call: rules.Call, Check: engineSchemas(t), Kind: func(code string) string { return kinds[code] }}
	for _, c := range readCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			for _, f := range runner.Run(c).Failures {
				t.Error(f)
			}
		})
	}
}

// readCases reads the cases; those that cannot be read fail the test.
func readCases(t *testing.T) []*rulecases.Case {
	t.Helper()
	cases, err := rulecases.Read(".")
	if err != nil {
		t.Error(err)
	}
	if len(cases) == 0 {
		t.Error("there are no cases")
	}
	return cases
}

// errorKinds returns the kind of each error code.
func errorKinds() map[string]string {
	kinds := map[string]string{}
	for _, code := range data.ErrorCodes().Members() {
		kind, _ := code.Value.Get("kind")
		kinds[code.Key], _ = kind.AsString()
	}
	return kinds
}
