package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
)

// Action is what a character can do (docs/rules/actions.md).
type Action struct {
	Name    string
	ID      string // qualified
	Pack    int
	At      *At
	When    *Text
	Tags    []string
	Params  []*ActionParam // by name
	Roles   []*Role        // by name
	Flags   []*Flag        // by name
	Cancel  [][]int        // lists of flags
	Results []string
	Steps   []*Step
	Raw     ojson.Value // as written, for those who name its parts
}

// ActionParam is a parameter.
type ActionParam struct {
	Shape
	Name     string
	At       *At
	Default  *Amount // nil: it must be given
	Min, Max *Amount
}

// Role is a part for other characters.
type Role struct {
	Name     string
	At       *At
	Min, Max int
	Reads    []LinkRead // by field id
}

// Flag is a named switch of rolls.
type Flag struct {
	Name string
	When *Text
}

// StepKind says what a step does.
type StepKind uint8

// The kinds of steps.
const (
	StepRoll StepKind = iota
	StepChoose
	StepAllocate
	StepUse
	StepHandoff
	StepChanges
	StepLet
	StepBranch
	StepRepeat
	StepOutcome
)

// Step is one step of an action. Which members are set depends on its kind.
type Step struct {
	ID   string
	At   *At
	Kind StepKind
	When *Text

	Roll     *RollStep
	Choose   *ChooseStep
	Allocate *AllocateStep
	Run      *RunStep // use and handoff
	Changes  []*Proposal
	Let      *Text
	Branch   *BranchStep
	Repeat   *RepeatStep
	Outcome  *OutcomeStep
}

// RollStep is a roll with its bands.
type RollStep struct {
	Dice     *Dices // nil with Again
	Variants []Variant
	Times    *Amount
	Again    *Again
	Add      *Amount
	Tags     []string
	TagsText *Text // instead of Tags: a formula that gives them
	DieMin   *Amount
	Against  *Amount
	Min, Max *Amount
	Bands    []*Band
	Shifts   []*Shift
}

// Variant is what is rolled instead when a flag is on.
type Variant struct {
	Flag int
	Dice *Dices
}

// Again names the dice of an earlier roll that are rolled once more.
type Again struct {
	Roll    string
	Only    *dice.Test
	Lowest  *Amount
	Highest *Amount
}

// Dices are terms, or a formula that gives a notation.
type Dices struct {
	At    *At
	Text  *Text // nil with Terms
	Terms []*DiceTerm
	Add   int64 // the plain numbers of notations
}

// DiceTerm is a group of equal dice. A term that a notation gave has only Fixed.
type DiceTerm struct {
	At       *At
	Fixed    *dice.Term
	Count    *Amount
	Sides    *Amount
	Die      *Die
	Keep     dice.KeepMode
	KeepN    *Amount
	Explode  *dice.Explode
	Reroll   *dice.Reroll
	RerollIf *Text
	Min, Max *Amount
	Success  []dice.Success
	Read     dice.Read
	WhenZero *DiceTerm
	Subtract bool
}

// Die is a die of the rules with faces of its own.
type Die struct {
	ID    string // qualified
	At    *At
	Faces []dice.Face
}

// Band is a named outcome of a roll.
type Band struct {
	ID   string
	At   *At
	Test *Check // nil: always
}

// Shift moves a band.
type Shift struct {
	Test *Check
	From []string
	By   int64
	To   string // instead of By
}

// Check is a structured test of a roll: everything in it must hold.
type Check struct {
	At    *At
	Facts []FactCheck
	All   []*Check
	Any   []*Check // nil: not asked
	Not   *Check
	When  *Text
}

// FactCheck compares a fact.
type FactCheck struct {
	Fact   dice.Fact
	On     *dice.Test // of dice.FactCount
	Symbol string     // of dice.FactSymbol
	// Eq, Gte, Gt, Lte, Lt; nil: not asked.
	Bounds [5]*Amount
}

// ChooseStep asks for options.
type ChooseStep struct {
	Options     []ChooseOption
	From        *Query // instead of Options
	Min, Max    *Amount
	Recommended []string
}

// ChooseOption is an option that the step names itself.
type ChooseOption struct {
	ID   string
	When *Text
}

// AllocateStep asks for amounts.
type AllocateStep struct {
	Fields   []int
	Min, Max *Amount
	Budget   *Amount
	Cost     int // table, or None
	Values   []formula.Value
}

// RunStep runs an action: as a part of this one, or by a participant.
type RunStep struct {
	Action string // qualified where it is known
	Known  bool
	Params []Param
	Roles  []RoleMap // use
	Role   int       // handoff
}

// RoleMap hands a role to a used action.
type RoleMap struct {
	Theirs string
	Mine   int
}

// Proposal is a change that a step proposes.
type Proposal struct {
	At      *At
	When    *Text
	Role    int // None: not a role
	Link    int // None: not a link
	Amounts string
	ChangeText
}

// BranchStep takes one of two ways.
type BranchStep struct {
	If         *Text
	Then, Else []*Step
}

// RepeatStep repeats steps.
type RepeatStep struct {
	Times *Amount
	Each  int // role, or None
	While *Text
	Steps []*Step
}

// OutcomeStep ends the action.
type OutcomeStep struct {
	Result  string // one of the action's results
	Formula *Text  // instead
	Data    []Param
}

// StepRoll and so on by their names in releases.
func (k StepKind) String() string {
	return [...]string{"roll", "choose", "allocate", "use", "handoff", "changes", "let", "branch", "repeat", "outcome"}[k]
}

// FindRole is the index of a role, or [None].
func (a *Action) FindRole(name string) int {
	for i, r := range a.Roles {
		if r.Name == name {
			return i
		}
	}
	return None
}

// FindFlag is the index of a flag, or [None].
func (a *Action) FindFlag(name string) int {
	for i, f := range a.Flags {
		if f.Name == name {
			return i
		}
	}
	return None
}

// HasResult reports whether a result is declared.
func (a *Action) HasResult(name string) bool {
	for _, r := range a.Results {
		if r == name {
			return true
		}
	}
	return false
}
