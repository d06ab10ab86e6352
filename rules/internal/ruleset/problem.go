package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// LoadCode is the code of a formula's problem as an error of loading, with its
// data. What would be a failure of a value at run time has codes of its own
// here, since a code has one kind.
func LoadCode(p *formula.Problem) (code string, data []ojson.Member) {
	switch p.Code {
	case formula.CodeTypeMismatch:
		return "formula-type", p.Data.Members()
	case formula.CodeDivisionByZero, formula.CodeNumberTooLarge, formula.CodeEmptySelection, "unknown-key", "unknown-field":
		failure := []ojson.Member{ojson.Field("code", ojson.String(p.Code))}
		if !p.Data.IsNull() {
			failure = append(failure, ojson.Field("data", p.Data))
		}
		return "constant-error", []ojson.Member{ojson.Field("error", ojson.Object(failure...))}
	}
	return p.Code, p.Data.Members()
}
