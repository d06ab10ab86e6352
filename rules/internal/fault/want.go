package fault

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Want is what belongs in a place where something else stands: one or more types,
// the member expected of wrong-type (docs/rules/errors.md, "What belongs there").
// Its words are a closed list, so that programs can read them.
type Want uint16

// The types. An integer is a number too: where both would do, it is WantNumber.
const (
	WantBoolean Want = 1 << iota
	WantDice
	WantField
	WantInteger
	WantNumber
	WantText
	WantList
	WantObject
	WantFormula
)

// WantWords returns the words of the types, in the order in which [Want.String]
// has them.
func WantWords() []string {
	return []string{"boolean", "dice", "field", "integer", "number", "text", "list", "object", "formula"}
}

// String returns the words of w with " or " between them.
func (w Want) String() string {
	var words []string
	for i, word := range WantWords() {
		if w&(1<<i) != 0 {
			words = append(words, word)
		}
	}
	return strings.Join(words, " or ")
}

// WantKind is what belongs where a JSON value of one kind does.
func WantKind(k ojson.Kind) Want {
	switch k {
	case ojson.KindBool:
		return WantBoolean
	case ojson.KindNumber:
		return WantNumber
	case ojson.KindString:
		return WantText
	case ojson.KindArray:
		return WantList
	case ojson.KindObject:
		return WantObject
	default:
		return 0
	}
}

// Expected is the data of wrong-type.
func (w Want) Expected() ojson.Member { return ojson.Field("expected", ojson.String(w.String())) }

// WrongType returns the error that something else than w stands at path.
func WrongType(path string, w Want) *Error { return New("wrong-type", path, w.Expected()) }

// UnknownMember returns the error that the object at path has a member that the
// format does not have; its place is that member.
func UnknownMember(path, name string) *Error {
	return New("unknown-member", Key(path, name), ojson.Field("member", ojson.String(name)))
}
