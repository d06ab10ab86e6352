package change

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
)

// Change is one change. Which members mean something depends on its type; a
// member that the change does not have is the zero of its kind.
type Change struct {
	Type Type
	// Raw is the change as it was written.
	Raw ojson.Value

	Field   string
	Content string // item, template or effect
	// ID is entry or id: the entry or follow-up that the change is about or makes.
	ID       string
	Copies   *Query // instead of ID
	Applied  *Query // instead of ID
	State    string // setState, adjustState
	Path     string
	Option   string
	Key      string
	Value    formula.Value // set, setState; None: back to the default
	By       formula.Value
	Parts    []Part // adjust: nil with By
	Tags     []string
	Faces    []int64
	Quantity int64
	States   []character.Stored // addItem, applyEffect, as written
	On       bool               // equipped or on
	Any      ojson.Value        // the value of setExtension, the release of setHomebrew

	// has are the members that the change has.
	has uint32
}

// Query names copies or applied effects of whoever receives the change.
type Query struct {
	Type  string // copies only
	Where string // a formula, or ""
	Limit int64  // 0: no limit
}

// Part is a part of a mixed adjust.
type Part struct {
	By   formula.Value
	Tags []string
}

// Has reports whether the change has a member of its type.
func (c *Change) Has(name string) bool {
	s, _ := shapeOf(string(c.Type))
	for i := range s.members {
		if s.members[i].name == name {
			return c.has&(1<<i) != 0
		}
	}
	return false
}

// WithID returns the change with an id that was picked for it written in, as
// "entry" or "id", behind its type and content.
func (c *Change) WithID(id string) ojson.Value {
	name, behind := "id", "effect"
	switch c.Type {
	case AddItem:
		name, behind = "entry", "item"
	case ApplyTemplate:
		behind = "template"
	}
	return insert(c.Raw, behind, name, ojson.String(id))
}

// WithFaces returns the change with the faces that were rolled for it.
func (c *Change) WithFaces(faces []int64) ojson.Value {
	return c.Raw.With("faces", faceList(faces))
}

// insert puts a member behind another.
func insert(v ojson.Value, behind, name string, m ojson.Value) ojson.Value {
	members := make([]ojson.Member, 0, v.Len()+1)
	for _, old := range v.Members() {
		if old.Key == name {
			continue
		}
		members = append(members, old)
		if old.Key == behind {
			members = append(members, ojson.Field(name, m))
		}
	}
	return ojson.Object(members...)
}
