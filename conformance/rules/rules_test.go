package rules_test

import (
	"testing"

	"github.com/open-actor-models/oam/internal/rulecases"
	"github.com/open-actor-models/oam/rules"
)

// TestCases plays every case of this folder.
func TestCases(t *testing.T) {
	cases, err := rulecases.Read(".")
	if err != nil {
		t.Error(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			for _, f := range (rulecases.Runner{Call: rules.Call}).Run(c).Failures {
				t.Error(f)
			}
		})
	}
}
