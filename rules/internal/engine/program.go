package engine

import (
	"cmp"
	"slices"
	"sync"

	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Program is a compiled ruleset. It is immutable; any number of goroutines may
// use it at once.
type Program struct {
	RS *ruleset.Ruleset
	// Warnings are what the compiled formulas show.
	Warnings []ruleset.Warning

	fields   []valueProg
	types    []typeProg
	contents []contentProg // as RS.Contents, the rules last
	rules    int32         // index of the rules in contents
	byTag    map[string][]tagTarget
	counter  *formula.Formula // rules.counter
	// ofType lists the contents of each type that are not abstract.
	ofType [][]int32
	// stateNames numbers the names of state members of all types.
	stateNames map[string]int32
	// ids are the ids of contents as values.
	ids []formula.Value
	// optionSets are the contents that an option field or state may name.
	optionSets map[*ruleset.Query][]int32
	// optionNames are the literal options of shapes that have many.
	optionNames map[*ruleset.Shape]map[string]struct{}
	// tagsOf lists, for each content tag, the contents that carry it.
	tagsOf map[string][]int32

	// groups are the names of groups by the numbers of their conditions.
	groups []groupName

	// scratch keeps the memory of finished sheets. It holds nothing that a
	// result depends on.
	scratch sync.Pool
}

// tagTarget is a field that carries a tag.
type tagTarget struct {
	slot int32
	when *formula.Formula // the tag's condition, or nil
}

// amount is a literal or a compiled formula; the zero amount is absent.
type amount struct {
	literal formula.Value
	formula *formula.Formula
}

func (a *amount) absent() bool { return a.formula == nil && a.literal.Kind() == formula.None }

// valueProg is a field or a computed value.
type valueProg struct {
	def      *ruleset.Value
	formula  *formula.Formula // derived base
	fallback amount           // stored base without a stored value
	min, max amount
	when     *formula.Formula
	tags     []*formula.Formula // parallel to def.Tags; nil without a condition
}

// typeProg is a content type.
type typeProg struct {
	def      *ruleset.Type
	active   *formula.Formula
	counter  *formula.Formula
	computed []valueProg
	max      amount
	perItem  amount
	stateMin []amount
	stateMax []amount
	// stateAt finds state members by their number of stateNames.
	stateAt []stateAt
}

// stateAt is a state member of a type: its number among all names, by which
// they are sorted, and its index into def.State.
type stateAt struct{ name, index int32 }

// contentProg is a content.
type contentProg struct {
	def        *ruleset.Content
	when       *formula.Formula
	counter    *formula.Formula
	once       bool
	effects    []effectProg
	grants     []grantProg
	choices    []choiceProg
	prereqs    []*formula.Formula
	tests      []*formula.Formula
	actions    []*ActionProg
	followUps  []followUpProg
	offers     []offerProg
	standards  []standardProg
	groups     []groupProg
	hasChoices bool
}

type effectProg struct {
	def     *ruleset.Effect
	targets []tagTarget // TargetField and TargetTag
	of      *formula.Query
	value   amount
	when    *formula.Formula
	cap     amount
	count   amount
	sides   amount
	dices   *DicesProg // of rolls
}

type grantProg struct {
	def     *ruleset.Grant
	content int32
	when    *formula.Formula
	counter *formula.Formula
}

type choiceProg struct {
	def     *ruleset.Choice
	from    *formula.Query // a query over contents, copies or activations
	members string         // where the candidates of from come from: "", held, own or all
	fixed   []int32        // options of a content-only query, resolved at load
	isFixed bool
	min     amount
	max     amount
	slots   amount
	when    *formula.Formula
	counter *formula.Formula
	effects []effectProg
	fields  map[int32]int // option fields to their order
}

// conditional reports whether there is anything to ask about whether it applies.
func (c *choiceProg) conditional() bool {
	return c.def.Leveled || c.def.SlotsAt != nil || c.when != nil
}

type followUpProg struct {
	def     *ruleset.FollowUp
	becomes *formula.Formula
	when    *formula.Formula
	run     runProg
}

type offerProg struct {
	def  *ruleset.Offer
	when *formula.Formula
	run  runProg
}

type runProg struct {
	params  []amount
	changes [][]*formula.Formula
}

type standardProg struct {
	item int32
	when *formula.Formula
}

type groupProg struct {
	name  string
	query *formula.Query
}

// groupName names a group, of the rules or of the nearest entry above.
type groupName struct {
	name    string
	ofRules bool
}

// option returns the content with the qualified id.
func (p *Program) content(id string) (int32, bool) {
	c, ok := p.RS.Content(id)
	if !ok {
		return 0, false
	}
	return int32(c.Index), true
}

// typeOf is the type of a content, or -1.
func (p *Program) typeOf(content int32) int { return p.contents[content].def.Type }

// stateIndex finds a state member of a type by its number among all names.
func (t *typeProg) stateIndex(name int32) int {
	// Few types have more than a handful.
	for i := range t.stateAt {
		if at := &t.stateAt[i]; at.name == name {
			return int(at.index)
		} else if at.name > name {
			return -1
		} else if len(t.stateAt)-i > 16 {
			i, ok := slices.BinarySearchFunc(t.stateAt, name, func(a stateAt, n int32) int { return cmp.Compare(a.name, n) })
			if !ok {
				return -1
			}
			return int(t.stateAt[i].index)
		}
	}
	return -1
}

// member finds a state member of a type by name.
func (t *typeProg) member(name string) int {
	return slices.IndexFunc(t.def.State, func(m *ruleset.Member) bool { return m.Name == name })
}

// stateless reports whether activations of the type have no state of their own
// even when they are entries.
func (p *Program) typ(content int32) *typeProg {
	if t := p.typeOf(content); t >= 0 {
		return &p.types[t]
	}
	return nil
}
