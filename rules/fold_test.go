package rules_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/open-actor-models/oam/ojson"
)

// The breakdown is the computation: folding it, here with math/big and from the
// JSON alone, gives the value, and names each active effect once.

// checkFolds checks every field of a computed sheet. It returns how many
// breakdown lines it folded.
func checkFolds(t testing.TB, sheet ojson.Value) (lines int) {
	t.Helper()
	active := map[string]map[string]int{}
	effects, _ := sheet.Get("effects")
	for _, e := range effects.Items() {
		target, _ := e.Get("target")
		field, ok := target.Get("field")
		if !ok {
			continue
		}
		key := text(field)
		if active[key] == nil {
			active[key] = map[string]int{}
		}
		active[key][member(e, "id")]++
	}
	values, _ := sheet.Get("values")
	for _, m := range values.Members() {
		value, ok := m.Value.Get("value")
		if !ok {
			continue // a field with an error has no breakdown
		}
		breakdown, _ := m.Value.Get("breakdown")
		lines += breakdown.Len()
		got, err := fold(breakdown)
		if err != nil {
			t.Fatalf("%s: %v\n%s", m.Key, err, breakdown)
		}
		if !ojson.Equal(got, value) {
			t.Fatalf("%s: value %s, its breakdown folds to %s\n%s", m.Key, value, got, breakdown)
		}
		for _, line := range breakdown.Items() {
			status := member(line, "status")
			if source := member(line, "source"); source != "" && member(line, "op") != "base" && status != "inactive" {
				active[m.Key][source]--
				if status == "suppressed" && member(line, "by") == "" {
					t.Fatalf("%s: suppressed by nobody: %s", m.Key, line)
				}
			}
		}
		for id, n := range active[m.Key] {
			if n != 0 {
				t.Fatalf("%s: effect %s is in effects %+d times more than in the breakdown", m.Key, id, n)
			}
		}
	}
	return lines
}

func text(v ojson.Value) string { s, _ := v.AsString(); return s }

func member(v ojson.Value, name string) string { m, _ := v.Get(name); return text(m) }

func rat(v ojson.Value) (*big.Rat, error) {
	r, ok := new(big.Rat).SetString(v.Literal())
	if !ok {
		return nil, fmt.Errorf("no number: %s", v)
	}
	return r, nil
}

// fold works a breakdown out, as docs/rules/sheet.md says.
func fold(breakdown ojson.Value) (ojson.Value, error) {
	var sum *big.Rat
	var other ojson.Value
	for _, line := range breakdown.Items() {
		if member(line, "status") != "applied" {
			continue
		}
		operand, _ := line.Get("value")
		op := member(line, "op")
		switch op {
		case "append":
			other = ojson.Array(append(append([]ojson.Value{}, other.Items()...), items(operand)...)...)
			continue
		case "remove":
			var kept []ojson.Value
			for _, have := range other.Items() {
				gone := false
				for _, x := range items(operand) {
					gone = gone || ojson.Equal(have, x)
				}
				if !gone {
					kept = append(kept, have)
				}
			}
			other = ojson.Array(kept...)
			continue
		}
		if operand.Kind() != ojson.KindNumber {
			sum, other = nil, operand
			continue
		}
		x, err := rat(operand)
		if err != nil {
			return other, err
		}
		switch op {
		case "base", "set", "round", "precision":
			sum = x
		case "add":
			if c, capped := line.Get("cap"); capped && x.Sign() > 0 {
				top, err := rat(c)
				if err != nil {
					return other, err
				}
				room := new(big.Rat).Sub(top, sum)
				if room.Sign() < 0 {
					room = new(big.Rat)
				}
				if x.Cmp(room) > 0 {
					x = room
				}
			}
			sum = new(big.Rat).Add(sum, x)
		case "multiply":
			sum = new(big.Rat).Mul(sum, x)
		case "raise":
			if x.Cmp(sum) > 0 {
				sum = x
			}
		case "lower":
			if x.Cmp(sum) < 0 {
				sum = x
			}
		case "min":
			if x.Cmp(sum) <= 0 {
				return other, fmt.Errorf("min %s did not change %s", operand, sum)
			}
			sum = x
		case "max":
			if x.Cmp(sum) >= 0 {
				return other, fmt.Errorf("max %s did not change %s", operand, sum)
			}
			sum = x
		default:
			return other, fmt.Errorf("unknown op in %s", line)
		}
	}
	if sum == nil {
		return other, nil
	}
	return ojson.Parse([]byte(decimal(sum)))
}

func items(v ojson.Value) []ojson.Value {
	if v.Kind() == ojson.KindArray {
		return v.Items()
	}
	return []ojson.Value{v}
}

// decimal writes a number with enough digits; a value of the sheet has 12.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return r.FloatString(40)
}

func TestFoldOfTheBigSheet(t *testing.T) {
	rs := bigRuleset(t)
	s, errs := prepared(t, rs, bigHero()).ComputeSheet(sheetOptions())
	if errs != nil {
		t.Fatal(errs[0])
	}
	out, errs := s.JSON()
	if errs != nil {
		t.Fatal(errs[0])
	}
	if lines := checkFolds(t, out); lines < 1000 {
		t.Errorf("only %d lines of breakdown", lines)
	}
}
