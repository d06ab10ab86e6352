package sheetview

import (
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// mostFaces is the greatest die whose faces are counted out.
const mostFaces = 1000

// bandFaces lists for each band of a roll the faces that give it, where one plain
// die decides: all numbers of the tests are in the summary, so that the outcome
// of a face can be read off. ok is false for every other roll.
func bandFaces(summary ojson.Value) (faces [][]int64, ok bool) {
	bands := member(summary, "bands").Items()
	d, ok := oneDie(summary)
	if !ok || len(bands) == 0 || member(summary, "shift").Len() > 0 {
		return nil, false
	}
	faces = make([][]int64, len(bands))
	for face := int64(1); face <= d.sides; face++ {
		facts := d.facts(face)
		for i, b := range bands {
			t, tested := b.Get("test")
			holds, known := true, true
			if tested {
				holds, known = facts.hold(t)
			}
			if !known {
				return nil, false
			}
			if holds {
				faces[i] = append(faces[i], face)
				break
			}
		}
	}
	return faces, true
}

// die is the one die that counts of a roll, and what is made of it.
type die struct {
	sides, add, against int64
	low, high           *int64 // of the face, as it counts
	min, max            *int64 // of the total
}

// oneDie is the die of a roll of which exactly one counts, as it falls.
func oneDie(summary ojson.Value) (d die, ok bool) {
	dice := member(summary, "dice").Items()
	if len(dice) != 1 || !member(summary, "again").IsNull() {
		return d, false
	}
	for _, m := range dice[0].Members() {
		switch m.Key {
		case "count", "sides", "keep", "drop", "min", "max", "source":
		default: // rerolled, exploding, read otherwise: a face alone says nothing
			return d, false
		}
	}
	kept, _ := member(dice[0], "count").AsInt()
	for _, m := range member(dice[0], "keep").Members() {
		n, _ := m.Value.AsInt()
		kept = min(kept, n)
	}
	for _, m := range member(dice[0], "drop").Members() {
		n, _ := m.Value.AsInt()
		kept -= n
	}
	d.sides, _ = member(dice[0], "sides").AsInt()
	d.add, _ = member(summary, "add").AsInt()
	d.against, _ = member(summary, "against").AsInt()
	d.low, d.high = number(dice[0], "min"), number(dice[0], "max")
	d.min, d.max = number(summary, "min"), number(summary, "max")
	return d, kept == 1 && d.sides >= 1 && d.sides <= mostFaces
}

func number(v ojson.Value, key string) *int64 {
	if n, ok := member(v, key).AsInt(); ok {
		return &n
	}
	return nil
}

func within(n int64, low, high *int64) int64 {
	if low != nil {
		n = max(n, *low)
	}
	if high != nil {
		n = min(n, *high)
	}
	return n
}

// facts are what a roll knows (docs/rules/dice.md, What a roll knows).
type facts map[string]int64

func (d *die) facts(face int64) facts {
	value := within(face, d.low, d.high)
	total := within(value+d.add, d.min, d.max)
	return facts{
		"natural": face, "sum": value, "highest": value, "lowest": value,
		"matches": 1, "total": total, "margin": total - d.against,
	}
}

// hold reports whether a test holds; known is false for one about something else.
func (f facts) hold(test ojson.Value) (holds, known bool) {
	holds = true
	for _, m := range test.Members() {
		is := true
		switch m.Key {
		case "when":
			is, _ = m.Value.AsBool()
		case "not":
			not, ok := f.hold(m.Value)
			if !ok {
				return false, false
			}
			is = !not
		case "all", "any":
			is = m.Key == "all"
			for _, t := range m.Value.Items() {
				one, ok := f.hold(t)
				if !ok {
					return false, false
				}
				if m.Key == "all" {
					is = is && one
				} else {
					is = is || one
				}
			}
		default:
			n, ok := f[m.Key]
			if !ok {
				return false, false
			}
			is = compares(n, m.Value)
		}
		holds = holds && is
	}
	return holds, true
}

func compares(n int64, bounds ojson.Value) bool {
	for _, m := range bounds.Members() {
		x, _ := m.Value.AsInt()
		if !map[string]bool{"eq": n == x, "gte": n >= x, "gt": n > x, "lte": n <= x, "lt": n < x}[m.Key] {
			return false
		}
	}
	return true
}

// onTheDie says which faces are meant: "9 or more on the die", and the total that
// they come to.
func onTheDie(faces []int64, summary ojson.Value) string {
	d, _ := oneDie(summary)
	if len(faces) == 0 {
		return "no face of the die"
	}
	var parts []string
	for i := 0; i < len(faces); {
		j := i
		for j+1 < len(faces) && faces[j+1] == faces[j]+1 {
			j++
		}
		from, to := strconv.FormatInt(faces[i], 10), strconv.FormatInt(faces[j], 10)
		switch {
		case i == j:
			parts = append(parts, from)
		case faces[i] == 1 && faces[j] == d.sides:
			parts = append(parts, "anything")
		case faces[j] == d.sides:
			parts = append(parts, from+" or more")
		case faces[i] == 1:
			parts = append(parts, to+" or less")
		default:
			parts = append(parts, from+" to "+to)
		}
		i = j + 1
	}
	return strings.Join(parts, ", ") + " on the die"
}
