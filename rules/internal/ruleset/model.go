package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// Ruleset is what the releases say together, with everything textual resolved:
// inheritance, overrides, each, ids. Formulas are still texts. All references
// are indexes into its lists. It is never changed after loading.
type Ruleset struct {
	Packs    []*Pack    // load order
	Fields   []*Field   // by the bytes of their ids
	Types    []*Type    // by the bytes of their ids
	Contents []*Content // named content by the bytes of their ids, then inline options
	Named    int        // how many of Contents are named content
	Rules    *Content   // the activation "rules": parts of all packs in load order
	Tables   []*Table   // by id
	Dice     []*Die     // by id
	Links    []*Link    // by id
	Tags     []string   // every known tag, sorted
	Counter  *Text      // rules.counter, or nil

	// Migrations are those of all packs, of each by version.
	Migrations []*Migration

	Conflicts []Conflict
	Warnings  []Warning

	names    *names        // what ids mean, for lookups
	actions  []ownedAction // by the bytes of their ids
	resolved *source       // what was decoded, for JSON
}

// None is the index of nothing.
const None = -1

// Pack is one release of the ruleset.
type Pack struct {
	ID, Version, Kind string
	Release           ojson.Value
	Requires          []int // indexes of the packs it may name, its game first
}

// At is a place in a release. Its pointer is built when asked for.
type At struct {
	Release int // index in load order
	Parent  *At
	Key     string // name of a member, which may be ""
	Item    int    // number of an item, from 1; 0 for a member
}

// Text is a formula as written: its text and the pack whose ids it means.
type Text struct {
	Text string
	Pack int
	At   *At
}

// Amount is a literal or a formula.
type Amount struct {
	Literal formula.Value // when Formula is nil
	Formula *Text
}

// ValueType is the type of a stored or computed value.
type ValueType uint8

// The types of fields, data members, state members and link reads. Ref and Dice
// are for data members only.
const (
	Integer ValueType = iota
	Number
	Boolean
	TextType
	Option
	ListType
	Ref
	Dice
)

// Shape is a type with what narrows it.
type Shape struct {
	Type        ValueType
	Of          int      // Ref: index of the content type, or None
	Options     []string // Option: the literal options
	OptionsFrom *Query   // Option: ids of content
	Numbers     bool     // ListType: items are numbers
}

// Round says how a value is rounded.
type Round uint8

// The rounding modes of packs (formats of section 1.7 of the design).
const (
	NoRound Round = iota
	Floor
	Ceil
	Trunc
	HalfAway
	HalfUp
)

// Prefer says which member of a competition of sets is recommended.
type Prefer uint8

// The preferences.
const (
	PreferHighest Prefer = iota
	PreferLowest
	PreferFirst
	PreferLast
)

// Value is what fields and computed values have in common.
type Value struct {
	Shape
	ID      string // field: qualified id; computed: plain name
	Pack    int
	At      *At
	Formula *Text   // derived base, or nil
	Default *Amount // stored base, or nil
	Min     *Amount
	Max     *Amount
	Round   Round
	Tags    []FieldTag
	Group   string // competition that the base belongs to, or ""
	When    *Text  // condition of the base in it
	Prefer  Prefer
}

// FieldTag is a tag with its condition.
type FieldTag struct {
	Tag  string
	When *Text
}

// Field is one field after each.
type Field struct {
	Value
	AbsorbedBy    []int // fields
	Below, Above  int   // overflow fields, or None
	KeepOnMaxDrop bool
	Stages        []string
	Display       ojson.Value
	Index         int
}

// Type is a content type.
type Type struct {
	ID       string
	Pack     int
	At       *At
	Index    int
	Data     []*Member // by name
	Copies   string    // "", "inventory" or "features"
	Applied  bool
	Template bool
	State    []*Member // by name
	Computed []*Value  // by name
	NameFrom int       // index into State, or None
	Max      *Amount
	PerItem  *Amount
	Active   *Text
	Once     bool
	Counter  *Text
}

// Member is a typed data or state member.
type Member struct {
	Shape
	Name     string
	At       *At
	Default  formula.Value // None kind: the zero of the type
	Required bool          // data only
	Min, Max *Amount
	// DefaultDice is the default of dice as written.
	DefaultDice ojson.Value
}

// Content is an entry, an inline option, or the rules.
type Content struct {
	ID       string
	Pack     int // the pack that defines it
	At       *At
	Index    int // in Contents; None for the rules
	Type     int // index of its type; None for the rules and inline options
	Abstract bool
	Data     []formula.Value // parallel to the type's Data: default where absent, None kind where there is none
	DataRefs []int           // parallel: the content that a ref names, or None
	DataDice []ojson.Value   // parallel: dice
	Tags     []string        // sorted
	When     *Text
	Counter  *Text
	Display  ojson.Value

	Effects        []*Effect
	Grants         []*Grant
	Choices        []*Choice // by name
	Prerequisites  []*Test
	Constraints    []*Test
	Actions        []*Action // by name
	FollowUps      []*FollowUp
	Offers         []*Offer
	StandardCopies []*StandardCopy
	Groups         []*Group // by name
}

// TargetKind says what an effect reaches.
type TargetKind uint8

// The targets of effects.
const (
	TargetField TargetKind = iota
	TargetTag
	TargetComputed
	TargetPick
	TargetIncoming
	TargetRoll
)

// Op is what an effect does.
type Op uint8

// The operations, in the order of the pipeline.
const (
	OpBase Op = iota
	OpSet
	OpAdd
	OpSubtract // incoming only
	OpMultiply
	OpRaise
	OpLower
	OpAppend
	OpRemove
	OpDice // rolls only
	OpFlag // rolls only
)

// Keep says which effects with one stack key apply.
type Keep uint8

// The ways of stacking.
const (
	KeepAll Keep = iota // no stack key
	KeepHighest
	KeepLowest
	KeepSum
	KeepOnePerSource
)

// Effect is one effect of a content.
type Effect struct {
	ID     string
	Name   string // what follows "#" in its outputs: ID, in rules pack:ID
	Pack   int
	At     *At
	Target TargetKind

	Field    int      // TargetField, TargetIncoming
	Tag      string   // TargetTag
	Except   []int    // TargetTag: fields
	Computed string   // TargetComputed
	Of       *Query   // TargetComputed
	Tags     []string // TargetIncoming, TargetRoll
	Down, Up bool     // TargetIncoming: directions it meets

	Op          Op
	Value       *Amount // nil for dice and flags
	Items       *Amount // unused outside lists; append and remove take Value
	When        *Text
	StackKey    string
	Keep        Keep
	Cap         *Amount
	Situational bool
	Group       string

	Stage   int // incoming: index into the field's stages
	Round   Round
	PerPart bool
	Count   *Amount // dice
	Sides   *Amount // dice
	Flag    string
	Dice    *Dices // of rolls
}

// Query is a set of content, copies or activations.
type Query struct {
	Type  int // content type, or None for any
	Where *Text
	From  string // "" (content), "held", "own", "all" or "group"
	Group string
	Pack  int
	At    *At
}

// Grant switches content on.
type Grant struct {
	Content int
	Level   int // at, or 0
	Leveled bool
	When    *Text
	Counter *Text
	At      *At
}

// Choice is a decision that a character stores.
type Choice struct {
	Name    string // as in paths: plain, in rules pack:name
	ID      string // qualified
	Pack    int
	At      *At
	From    *Query   // content, or nil
	Fields  []int    // options are these fields, or nil
	Options []int    // inline options: contents, in the order of the list
	Labels  []string // their plain ids
	Min     *Amount  // nil: 1
	Max     *Amount  // nil with NoMax false: the greater of 1 and min
	NoMax   bool
	Level   int
	Leveled bool
	SlotsAt []int
	Slots   *Amount
	Counter *Text
	When    *Text
	Unique  bool
	// Recommended are option ids as stored picks have them.
	Recommended []string
	Record      bool // activate: false
	// Effects are carried by every pick beside its content.
	Effects []*Effect
}

// Test is a prerequisite or a constraint.
type Test struct {
	ID   string // qualified
	Test *Text
	Data ojson.Value
	At   *At
}

// Trigger says what fires a follow-up.
type Trigger uint8

// The triggers.
const (
	OnDealt Trigger = iota
	OnExcess
	OnOverflow
	Becomes
)

// FollowUp is a consequence that a batch may store.
type FollowUp struct {
	ID       string // qualified
	Name     string
	Pack     int
	At       *At
	Trigger  Trigger
	Field    int
	Down, Up bool
	Tags     []string
	Becomes  *Text
	When     *Text
	Run      Run
	Required bool
}

// Offer is a derived offer.
type Offer struct {
	ID       string // qualified
	Name     string
	Pack     int
	At       *At
	When     *Text
	Run      Run
	Link     int    // create: the link slot, or None
	Creation string // create: the action, qualified where it is known
	Required bool
}

// Run is what a follow-up or an offer proposes.
type Run struct {
	Action  string // qualified, or ""
	Params  []Param
	Changes []ChangeText
	To      string // "self" unless written
	ToLink  int    // the link slot that it goes to instead, or None
}

// Param is one parameter of a run.
type Param struct {
	Name  string
	Value Amount
}

// ChangeText is a change whose numbers may be formulas.
type ChangeText struct {
	Change   ojson.Value // as written, ids qualified; formulas are replaced by their values
	Formulas []MemberText
}

// MemberText is a member of a change that is a formula.
type MemberText struct {
	Name string
	Text *Text
}

// StandardCopy is a copy that exists without being saved.
type StandardCopy struct {
	Item int
	When *Text
	At   *At
}

// Group is a named set below the activation that declares it.
type Group struct {
	Name  string
	Query *Query
}

// Table is a lookup of the rules.
type Table struct {
	ID     string
	Values map[string]formula.Value // by the text of the key
	Steps  []Row                    // by From
	Else   formula.Value            // default or below; None kind for none
}

// Row is a row of a step table.
type Row struct{ From, Value formula.Value }

// Link is a slot for another character.
type Link struct {
	ID    string
	Reads []LinkRead // by field id
}

// LinkRead is a field that the engine may read through a link.
type LinkRead struct {
	Shape
	Field   string // as the view names it
	Default formula.Value
}

// Conflict is a member that two packs changed.
type Conflict struct {
	Kind   string // "field", "type", "content" or "rules"
	ID     string
	Member string // JSON Pointer into the entry
	Packs  []string
	Winner string
}

// Warning is what the check command tells and the call does not.
type Warning struct {
	Code string
	At   *At
	Data ojson.Value
}
