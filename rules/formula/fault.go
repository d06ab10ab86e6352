package formula

import "github.com/open-actor-models/oam/ojson"

// Codes of faults and problems that this package makes itself. Those of
// problems are in problem.go.
const (
	CodeDivisionByZero = "division-by-zero"
	CodeTypeMismatch   = "type-mismatch"
	CodeNumberTooLarge = "number-too-large"
	CodeEmptySelection = "empty-selection"
	CodeSafetyLimit    = "safety-limit-exceeded"
)

// fault makes a failed value with data of one or more members.
func fault(code string, data ...ojson.Member) Value {
	return Fail(&Fault{Code: code, Data: ojson.Object(data...)})
}

func divisionByZero() Value { return fault(CodeDivisionByZero) }

// mismatch is the fault of a value that has another kind than its use wants.
func mismatch(want string, got Kind) Value {
	return fault(CodeTypeMismatch, mismatchData(want, got.String())...)
}

func mismatchData(want, got string) []ojson.Member {
	return []ojson.Member{
		ojson.Field("expected", ojson.String(want)),
		ojson.Field("actual", ojson.String(got)),
	}
}

// tooManyBits is the fault of a result with a part longer than MaxBits.
func tooManyBits() Value {
	return fault(CodeNumberTooLarge, ojson.Field("bits", ojson.Int(MaxBits)))
}

// beyondRange is the fault of a number that is read and is beyond MaxNumber.
func beyondRange() Value {
	return fault(CodeNumberTooLarge, ojson.Field("max", ojson.Int(MaxNumber)))
}

// outOfSteps is the fault of every evaluation after the last step.
func outOfSteps() Value {
	return fault(CodeSafetyLimit, ojson.Field("limit", ojson.String("steps")))
}

// wants returns v when it failed, else the fault that its kind is not the one
// that is wanted.
func wants(kind Kind, v Value) Value {
	if v.kind == Failed {
		return v
	}
	return mismatch(kind.String(), v.kind)
}
