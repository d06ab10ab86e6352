package dice_test

import (
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
)

// The aims: a preview of an attack well under 20 µs, twenty exploding dice under
// 5 µs. Measured figures are in docs/benchmarks of the project, not here.

func BenchmarkPreview(b *testing.B) {
	for _, c := range []struct{ name, rule, params string }{
		{"attack", "attack", "add=5 ac=15"},
		{"advantage", "attack", "add=5 ac=15 advantage=1"},
		{"d20 and d4", "blessed", "add=5 ac=15"},
		{"degrees", "degrees", "add=5 dc=20 better=0"},
		{"three dice", "threeDice", "skill=12"},
		{"percentile", "percentile", "skill=53"},
		{"pool of 6", "pool", "rating=6"},
		{"4 fate dice", "fate", "skill=2 difficulty=3"},
	} {
		s := data{b, rules(), params(c.params)}.step(ojson.MustParse(bandRules()[c.rule]))
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, exact := s.bands.Possible(s.roll, s.target); !exact {
					b.Fatal("not exact")
				}
			}
		})
	}
	// What is given up: sums of many dice.
	b.Run("given up", func(b *testing.B) {
		roll := dice.Roll{Terms: []dice.Term{{Count: 200, Sides: 20, Keep: dice.Keep{Mode: dice.KeepHighest, Count: 100}}}}
		bands := dice.Bands{List: []dice.Band{{ID: "a", Check: &dice.Check{Fact: dice.FactSum, Gte: num(1500)}}, {ID: "b", Check: &dice.Check{Fact: dice.FactMatches, Gte: num(20)}}}}
		b.ReportAllocs()
		for b.Loop() {
			if _, _, exact := bands.Possible(roll, dice.Target{}); exact {
				b.Fatal("exact")
			}
		}
	})
}

func BenchmarkRoll(b *testing.B) {
	for _, text := range []string{"1d20", "2d20kh1", "4d6dl1", "20d6!", "20d10!!s>=8f1", "1000d6"} {
		r := parse(b, text)
		b.Run(text, func(b *testing.B) {
			face, faces := dice.Seeded(1), [dice.MaxDice]int64{}
			b.ReportAllocs()
			for b.Loop() {
				x, problem := r.Begin(dice.Limits{})
				if problem != nil {
					b.Fatal(problem)
				}
				for need := x.Need(); len(need) > 0; need = x.Need() {
					for i, w := range need {
						faces[i] = face(w.Sides)
					}
					if problem := x.Give(faces[:len(need)]); problem != nil {
						b.Fatal(problem)
					}
				}
				x.Result()
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, problem := dice.Parse("4d6kh3ro1+2d8!+5", nil); problem != nil {
			b.Fatal(problem)
		}
	}
}
