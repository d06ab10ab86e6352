package formula

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Codes of problems that this package makes itself, beside those of faults: a
// formula that cannot succeed is refused with the code of its fault.
const (
	CodeSyntax        = "formula-syntax"       // {expected, found}
	CodeUnknownName   = "unknown-name"         // {name}
	CodeUnknownFunc   = "unknown-function"     // {name}
	CodeArgumentCount = "wrong-argument-count" // {name, min, max?, actual}
	CodeQueryPlace    = "misplaced-query"      // {name}: not the first argument of an aggregator
	CodeQueryArgument = "constant-expected"    // {name}: only the last argument may be no text
)

// Problem is why a formula is refused at load. Pos and End are the part of the
// text that it is about; End is the place after its last byte.
type Problem struct {
	Code     string
	Pos, End Position
	Data     ojson.Value
	// Arg lets a [Scope] say which argument of a call is wrong, from 1; 0 means
	// the whole call. Compile turns it into Pos and End.
	Arg int
}

func problem(code string, data ...ojson.Member) *Problem {
	return &Problem{Code: code, Data: ojson.Object(data...)}
}

// at places p, unless it has its place already.
func (p *Problem) at(text string, s span) *Problem {
	if p.Pos.Line == 0 {
		p.Pos, p.End = positionAt(text, s.start), positionAt(text, s.end)
	}
	return p
}

func syntax(expected, found string) *Problem {
	return problem(CodeSyntax,
		ojson.Field("expected", ojson.String(expected)),
		ojson.Field("found", ojson.String(found)))
}

func limitProblem(limit string, most int) *Problem {
	return problem(CodeSafetyLimit,
		ojson.Field("limit", ojson.String(limit)),
		ojson.Field("max", ojson.Int(int64(most))))
}

func named(code, name string) *Problem {
	return problem(code, ojson.Field("name", ojson.String(name)))
}

func typeProblem(want, got string) *Problem {
	return problem(CodeTypeMismatch, mismatchData(want, got)...)
}

// argumentCount is the problem of a call; a most below least means any number.
func argumentCount(name string, least, most, actual int) *Problem {
	data := []ojson.Member{
		ojson.Field("name", ojson.String(name)),
		ojson.Field("min", ojson.Int(int64(least))),
	}
	if most >= least {
		data = append(data, ojson.Field("max", ojson.Int(int64(most))))
	}
	return problem(CodeArgumentCount, append(data, ojson.Field("actual", ojson.Int(int64(actual))))...)
}

// faultProblem is a fault that is sure to happen, as a problem.
func faultProblem(v Value) *Problem {
	return &Problem{Code: v.Fault().Code, Data: v.Fault().Data}
}

// excerpt shortens what was found, at whole characters.
func excerpt(text string) string {
	const most = 40
	if len(text) <= most {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	cut := most
	for cut > 0 && text[cut]&0xC0 == 0x80 {
		cut--
	}
	return strings.ToValidUTF8(text[:cut], "\uFFFD") + "…"
}
