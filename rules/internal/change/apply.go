package change

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// Options are what a batch depends on beside ruleset, character and changes.
type Options struct {
	// Strict refuses a batch that adds rules issues.
	Strict bool
	Links  engine.Links
	// Tree is the tree of the character before the batch, or nil. It saves building
	// it again.
	Tree *engine.Tree
	// Dice rolls one die; nil where nothing may roll. A face that the die does not
	// have says that there are no more.
	Dice func(sides int64) int64
}

// Load compiles the ruleset with a homebrew release over it, or without one for
// null.
type Load func(homebrew ojson.Value) (*engine.Program, []*fault.Error)

// Result is what a batch did.
type Result struct {
	Character   *character.Character
	Changes     ojson.Value // the batch as applied: a list
	Issues      []fault.Issue
	Adjustments ojson.Value // a list
	FollowUps   ojson.Value // those that the batch stored, as offers: a list
	// Tree is the tree of the character after the batch where the batch changed
	// nothing that it depends on, else nil.
	Tree *engine.Tree
}

// Apply applies changes in order to a copy of the character. p is the ruleset
// with the character's homebrew. The first error rejects the batch; paths begin
// with "/changes/<n>". All shape errors are found before anything is applied.
//
// The character is only read, so that calls may share it.
func Apply(p *engine.Program, load Load, ch *character.Character, changes []ojson.Value, o Options) (*Result, []*fault.Error) {
	list, errs := DecodeBatch(changes, "/changes")
	if errs != nil {
		return nil, errs
	}
	b := &batch{p: p, first: p, load: load, o: o, links: o.Links, tree: o.Tree, start: ch, ch: ch.Clone(), changes: list}
	defer b.close()
	result, err := b.run()
	if err != nil {
		return nil, []*fault.Error{err}
	}
	return result, nil
}

// batch is the state of one call.
type batch struct {
	p, first *engine.Program // now, and before the batch
	load     Load
	o        Options
	links    engine.Links // as p numbers its slots
	start    *character.Character
	ch       *character.Character // the working copy
	changes  []*Change
	index    int // of the change at work

	// opening is the sheet of the start, made when first needed and kept to the
	// end. sheet is that of the working copy, nil where nobody asked since the
	// latest change; before the first change it is opening.
	opening *engine.Sheet
	sheet   *engine.Sheet
	touched bool
	// tree is the tree of the working copy, nil since something changed that it
	// depends on.
	tree  *engine.Tree
	spent int64 // evaluation steps and activations of sheets that are closed

	written     []ojson.Value
	adjustments []adjustment
	events      []event
	dice        dice
	size        bool // something of any size was stored
}

func (b *batch) run() (*Result, *fault.Error) {
	for i, c := range b.changes {
		b.index = i
		if err := b.one(c); err != nil {
			return nil, b.rejected(err)
		}
	}
	if err := b.dice.required(); err != nil {
		return nil, err
	}
	return b.finish()
}

// one applies one change and writes down what is to be replayed.
func (b *batch) one(c *Change) *fault.Error {
	b.dice.begin(b.index, c)
	b.written = append(b.written, c.Raw)
	if err := b.apply(c); err != nil {
		return err
	}
	if err := b.dice.end(); err != nil {
		return err
	}
	if faces := b.dice.rolled; len(faces) > 0 {
		b.written[b.index] = c.WithFaces(faces)
	}
	if b.sheet != nil {
		return b.sheet.Over()
	}
	return nil
}

// rejected puts the place of the change before the path of its error. The limit
// of a call has no place. Where dice are missing, what comes after them is not
// known to be wrong.
func (b *batch) rejected(err *fault.Error) *fault.Error {
	if err.Code == limitCode {
		return &fault.Error{Code: err.Code, Data: err.Data}
	}
	if missing := b.dice.required(); missing != nil {
		return missing
	}
	return err.Under(fault.Index("/changes", b.index))
}

func (b *batch) apply(c *Change) *fault.Error {
	switch c.Type {
	case Set:
		return b.set(c)
	case Adjust:
		return b.adjust(c)
	case AddItem:
		return b.addItem(c)
	case RemoveItem:
		return b.removeItem(c)
	case Equip:
		return b.eachCopy(c, func(e target) { b.ch.SetEquipped(e.id, c.On) })
	case SetQuantity:
		return b.eachCopy(c, func(e target) { b.ch.SetQuantity(e.id, c.Quantity) })
	case AdjustQuantity:
		return b.eachCopy(c, func(e target) { b.adjustQuantity(e.id, c.By) })
	case SetState:
		return b.setState(c)
	case AdjustState:
		return b.adjustState(c)
	case ApplyTemplate:
		return b.applyTemplate(c)
	case RemoveTemplate:
		return b.removeTemplate(c)
	case ApplyEffect:
		return b.applyEffect(c)
	case RemoveEffect:
		return b.removeEffect(c)
	case ToggleEffect:
		return b.toggleEffect(c)
	case Choose:
		return b.choose(c)
	case Unchoose:
		return b.unchoose(c)
	case SetExtension:
		b.size = true
		// The members are copied for each change.
		if b.spent += nodeSteps * int64(b.ch.Extensions.Len()); b.spent > maxSteps {
			return exceeded("steps", maxSteps)
		}
		return b.ch.SetExtension(c.Key, c.Any) // no sheet reads it
	case FinishCreation:
		return b.finishCreation()
	case SetHomebrew:
		return b.setHomebrew(c)
	case DismissFollowUp, ClearFollowUp:
		if !b.ch.RemoveFollowUp(c.ID) {
			return unknown("unknown-follow-up", "/id", "id", c.ID)
		}
	}
	return nil
}

// now returns the sheet of the working copy.
func (b *batch) now() (*engine.Sheet, *fault.Error) {
	if b.sheet != nil {
		return b.sheet, nil
	}
	if !b.touched {
		s, err := b.before()
		b.sheet = s
		return s, err
	}
	if b.spent > maxSteps {
		return nil, exceeded("steps", maxSteps)
	}
	if b.tree != nil {
		b.sheet = b.p.SheetOn(b.tree, b.ch, engine.Options{Links: b.links})
		return b.sheet, nil
	}
	s, err := b.p.Sheet(b.ch, engine.Options{Links: b.links})
	if err != nil {
		return nil, err
	}
	if b.spent += nodeSteps * int64(s.Nodes()); b.spent > maxSteps {
		s.Release()
		return nil, exceeded("steps", maxSteps)
	}
	b.sheet = s
	return s, nil
}

// before returns the sheet of the character as it was.
func (b *batch) before() (*engine.Sheet, *fault.Error) {
	if b.opening == nil && b.o.Tree != nil {
		b.opening = b.first.SheetOn(b.o.Tree, b.start, engine.Options{Links: b.o.Links})
	}
	if b.opening == nil {
		s, err := b.first.Sheet(b.start, engine.Options{Links: b.o.Links})
		if err != nil {
			return nil, err
		}
		b.opening = s
	}
	return b.opening, nil
}

// touch gives the sheet and its tree up before the working copy changes.
func (b *batch) touch() {
	b.tree = nil
	b.touchFields()
}

// touchFields gives the sheet up before values of fields change, or what no tree
// depends on.
func (b *batch) touchFields() {
	b.touched = true
	if b.sheet != nil && b.sheet != b.opening {
		b.spent += b.sheet.Steps()
		b.sheet.Release()
	}
	b.sheet = nil
}

// close gives the memory of the sheets back.
func (b *batch) close() {
	b.touchFields()
	if b.opening != nil {
		b.opening.Release()
		b.opening = nil
	}
}

// maxSteps is the limit of evaluation steps of a call. Each sheet has it for
// itself; a batch of many sheets has it once.
const maxSteps = 2_000_000

// nodeSteps is what building an activation counts for, so that a batch that
// builds a large tree again and again ends like one that evaluates for as long.
const nodeSteps = 4

const limitCode = "safety-limit-exceeded"

// failed is the error of a formula that failed.
func failed(f *formula.Fault, path string) *fault.Error {
	return &fault.Error{Code: f.Code, Path: path, Data: f.Data}
}

// unknown is an error about something that has one name.
func unknown(code, path, member, id string) *fault.Error {
	return fault.New(code, path, ojson.Field(member, ojson.String(id)))
}
