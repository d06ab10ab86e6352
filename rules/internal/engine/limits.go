package engine

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// The limits of docs/rules/limits.md that hold while a sheet is computed.
const (
	maxFormulas         = 200_000
	maxFormulaBytes     = 1 << 20
	maxLoadSteps        = 8_000_000
	maxValues           = 200_000
	maxRulesetTargets   = 2_000_000
	maxSteps            = 2_000_000
	maxNodes            = 20_000
	maxNodeDepth        = 64
	maxEffectTargets    = 200_000
	maxEffectsPerTarget = 2_000
	maxValueDepth       = 1_000
	maxOptions          = 50_000
)

// fewOptions are looked through faster than they are looked up.
const fewOptions = 32

// issueSteps is what writing an issue of a constraint counts for: an answer of one
// step must not make a list without end.
const issueSteps = 10

// limitData says which limit was passed.
func limitData(name string, most int64) ojson.Value {
	return ojson.Object(ojson.Field("limit", ojson.String(name)), ojson.Field("max", ojson.Int(most)))
}

// limitError is the error of a call that passed a limit.
func limitError(name string, most int64) *fault.Error {
	return &fault.Error{Code: "safety-limit-exceeded", Data: limitData(name, most)}
}

func limitFault(name string, most int64) *formula.Fault {
	return &formula.Fault{Code: "safety-limit-exceeded", Data: limitData(name, most)}
}
