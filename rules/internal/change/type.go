package change

// Type is the type of a change as it is written.
type Type string

// The types of changes.
const (
	Set             Type = "set"
	Adjust          Type = "adjust"
	AddItem         Type = "addItem"
	RemoveItem      Type = "removeItem"
	Equip           Type = "equip"
	SetState        Type = "setState"
	AdjustState     Type = "adjustState"
	SetQuantity     Type = "setQuantity"
	AdjustQuantity  Type = "adjustQuantity"
	ApplyTemplate   Type = "applyTemplate"
	RemoveTemplate  Type = "removeTemplate"
	ApplyEffect     Type = "applyEffect"
	RemoveEffect    Type = "removeEffect"
	ToggleEffect    Type = "toggleEffect"
	Choose          Type = "choose"
	Unchoose        Type = "unchoose"
	SetExtension    Type = "setExtension"
	FinishCreation  Type = "finishCreation"
	SetHomebrew     Type = "setHomebrew"
	DismissFollowUp Type = "dismissFollowUp"
	ClearFollowUp   Type = "clearFollowUp"
)

// kind is what a member of a change holds.
type kind uint8

const (
	aText       kind = iota
	aNewID           // the id of an entry that the change makes
	aBoolean         //
	anInteger        // any integer
	aCount           // an integer not below 0
	aNumber          // any number
	aValue           // a scalar or a list of scalars, or null
	aState           // an object of scalars and lists
	someTags         // a list of texts
	someFaces        // a list of integers from 1
	someParts        // [{by, tags?}]
	copyQuery        // {type, where?, limit?}
	effectQuery      // {where?, limit?}
	anything         //
	aRelease         // an object, or null
)

// member is one member of a type of change.
type member struct {
	name     string
	kind     kind
	required bool
}

// shape is the shape of a type of change.
type shape struct {
	typ     Type
	members []member
	// oneOf lists members of which exactly one must be there.
	oneOf []string
}

// shapes is the table of docs/rules/changes.md.
var shapes = [...]shape{
	{Set, []member{{"field", aText, true}, {"value", aValue, true}}, nil},
	{Adjust, []member{
		{"field", aText, true}, {"by", aNumber, false}, {"parts", someParts, false},
		{"tags", someTags, false}, {"faces", someFaces, false},
	}, []string{"by", "parts"}},
	{AddItem, []member{
		{"item", aText, true}, {"entry", aNewID, false}, {"quantity", aCount, false},
		{"equipped", aBoolean, false}, {"state", aState, false},
	}, nil},
	{RemoveItem, []member{{"entry", aText, false}, {"copies", copyQuery, false}}, ofCopies},
	{Equip, []member{
		{"entry", aText, false}, {"copies", copyQuery, false}, {"equipped", aBoolean, false},
	}, ofCopies},
	{SetState, []member{
		{"entry", aText, false}, {"copies", copyQuery, false}, {"applied", effectQuery, false},
		{"state", aText, true}, {"value", aValue, true},
	}, ofBoth},
	{AdjustState, []member{
		{"entry", aText, false}, {"copies", copyQuery, false}, {"applied", effectQuery, false},
		{"state", aText, true}, {"by", aNumber, true},
	}, ofBoth},
	{SetQuantity, []member{
		{"entry", aText, false}, {"copies", copyQuery, false}, {"quantity", aCount, true},
	}, ofCopies},
	{AdjustQuantity, []member{
		{"entry", aText, false}, {"copies", copyQuery, false}, {"by", anInteger, true},
	}, ofCopies},
	{ApplyTemplate, []member{{"template", aText, true}, {"id", aNewID, false}}, nil},
	{RemoveTemplate, []member{{"id", aText, true}}, nil},
	{ApplyEffect, []member{
		{"effect", aText, true}, {"id", aNewID, false}, {"state", aState, false}, {"on", aBoolean, false},
	}, nil},
	{RemoveEffect, []member{{"id", aText, false}, {"applied", effectQuery, false}}, ofEffects},
	{ToggleEffect, []member{
		{"id", aText, false}, {"applied", effectQuery, false}, {"on", aBoolean, false},
	}, ofEffects},
	{Choose, []member{{"path", aText, true}, {"option", aText, true}}, nil},
	{Unchoose, []member{{"path", aText, true}, {"option", aText, false}}, nil},
	{SetExtension, []member{{"key", aText, true}, {"value", anything, true}}, nil},
	{FinishCreation, nil, nil},
	{SetHomebrew, []member{{"homebrew", aRelease, true}}, nil},
	{DismissFollowUp, []member{{"id", aText, true}}, nil},
	{ClearFollowUp, []member{{"id", aText, true}}, nil},
}

// The ways of naming what a change is about.
var (
	ofCopies  = []string{"entry", "copies"}
	ofEffects = []string{"id", "applied"}
	ofBoth    = []string{"entry", "copies", "applied"}
)

// shapeOf returns the shape of a type; ok is false for a type that is none.
func shapeOf(typ string) (s shape, ok bool) {
	for _, s := range shapes {
		if string(s.typ) == typ {
			return s, true
		}
	}
	return shape{}, false
}

// Types returns the types of changes in the order of the docs.
func Types() []Type {
	list := make([]Type, len(shapes))
	for i, s := range shapes {
		list[i] = s.typ
	}
	return list
}
