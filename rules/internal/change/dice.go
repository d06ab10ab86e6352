package change

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// The limits of dice (docs/rules/limits.md).
const (
	MaxDice  = 1_000
	MaxSides = 1_000_000
)

// dice hands out the faces of the batch: those that a change brings, else those
// of the dice function. Where there are none it goes on with ones, to find the
// other dice of the batch, and then the batch fails.
type dice struct {
	index  int
	change *Change
	used   int     // of the faces that the change brings
	rolled []int64 // by the dice function, for the change
	count  int     // dice of the batch so far

	missing []ojson.Value
	first   int // the first change that lacks faces
}

// begin starts the dice of one change.
func (d *dice) begin(index int, c *Change) {
	d.index, d.change, d.used, d.rolled = index, c, 0, nil
}

// end refuses faces that no die wanted.
func (d *dice) end() *fault.Error {
	if len(d.missing) == 0 && d.used < len(d.change.Faces) {
		return d.invalid("/faces", ojson.Field("dice", ojson.Int(int64(d.used))))
	}
	return nil
}

// required is the error of a batch that lacks faces, or nil.
func (d *dice) required() *fault.Error {
	if len(d.missing) == 0 {
		return nil
	}
	return fault.New("faces-required", fault.Index("/changes", d.first), ojson.Field("dice", ojson.Array(d.missing...)))
}

func (d *dice) invalid(path string, data ...ojson.Member) *fault.Error {
	return fault.New("invalid-faces", path, data...)
}

// roll rolls the dice of an effect and returns their sum and faces. Zero or
// fewer dice roll nothing.
func (d *dice) roll(in *engine.Incoming, e *engine.Event, function func(int64) int64) (formula.Value, []int64, *fault.Error) {
	count, sides, problem := in.Dice(e)
	switch {
	case problem != nil:
		return formula.Value{}, nil, failed(problem, "/field")
	case count <= 0 || sides <= 0:
		return formula.Int(0), nil, nil
	case count > MaxDice-int64(d.count):
		return formula.Value{}, nil, exceeded("dice", MaxDice)
	case sides > MaxSides:
		return formula.Value{}, nil, exceeded("sides", MaxSides)
	}
	total := int64(0)
	faces := make([]int64, 0, count)
	for range count {
		face, err := d.face(in.ID, sides, function)
		if err != nil {
			return formula.Value{}, nil, err
		}
		faces = append(faces, face)
		total += face
	}
	d.count += int(count)
	return formula.Int(total), faces, nil
}

// face is the face of one die.
func (d *dice) face(effect string, sides int64, function func(int64) int64) (int64, *fault.Error) {
	if d.change.Has("faces") {
		if d.used >= len(d.change.Faces) {
			return 0, d.invalid("/faces", ojson.Field("dice", ojson.Int(int64(d.used)+1)))
		}
		face := d.change.Faces[d.used]
		if face > sides {
			return 0, d.invalid(fault.Index("/faces", d.used), ojson.Field("sides", ojson.Int(sides)))
		}
		d.used++
		return face, nil
	}
	if function != nil && len(d.missing) == 0 {
		switch face := function(sides); {
		case face > sides:
			return 0, d.invalid("", ojson.Field("sides", ojson.Int(sides)), ojson.Field("face", ojson.Int(face)))
		case face >= 1:
			d.rolled = append(d.rolled, face)
			return face, nil
		}
	}
	if len(d.missing) == 0 {
		d.first = d.index
	}
	d.missing = append(d.missing, ojson.Object(
		ojson.Field("change", ojson.Int(int64(d.index))),
		ojson.Field("effect", ojson.String(effect)),
		ojson.Field("sides", ojson.Int(sides))))
	return 1, nil
}

func faceList(faces []int64) ojson.Value {
	items := make([]ojson.Value, len(faces))
	for i, f := range faces {
		items[i] = ojson.Int(f)
	}
	return ojson.Array(items...)
}
