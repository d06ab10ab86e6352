package dice_test

import (
	"fmt"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
)

// bandRules are rolls with bands as packs would write them.
func bandRules() map[string]string {
	return map[string]string{
		"attack": `{"roll": {"dice": "1d20", "add": "param.add", "variants": {"advantage": "2d20kh1", "disadvantage": "2d20kl1"}}, "bands": [
			{"id": "critical", "test": {"natural": {"eq": 20}}},
			{"id": "fumble", "test": {"natural": {"eq": 1}}},
			{"id": "hit", "test": {"total": {"gte": "param.ac"}}},
			{"id": "miss"}]}`,
		"blessed": `{"roll": {"dice": ["1d20", "1d4"], "add": "param.add"}, "bands": [
			{"id": "critical", "test": {"natural": {"eq": 20}}},
			{"id": "hit", "test": {"total": {"gte": "param.ac"}}},
			{"id": "miss"}]}`,
		"check": `{"roll": {"dice": "1d20", "add": "param.add", "against": "param.dc"}, "bands": [
			{"id": "success", "test": {"margin": {"gte": 0}}}, {"id": "failure"}]}`,
		// The natural face moves by a step, then what the character has.
		"degrees": `{"roll": {"dice": "1d20", "add": "param.add", "against": "param.dc"}, "bands": [
			{"id": "criticalSuccess", "test": {"margin": {"gte": 10}}},
			{"id": "success", "test": {"margin": {"gte": 0}}},
			{"id": "failure", "test": {"margin": {"gt": -10}}},
			{"id": "criticalFailure"}],
			"shift": [{"test": {"natural": {"eq": 20}}, "by": 1}, {"test": {"natural": {"eq": 1}}, "by": -1},
				{"test": {"when": "param.better == 1"}, "from": ["success"], "to": "criticalSuccess"}]}`,
		"percentile": `{"roll": {"dice": {"count": 1, "sides": 10, "read": "percentile"}}, "bands": [
			{"id": "critical", "test": {"total": {"eq": 1}}},
			{"id": "fumble", "test": {"any": [{"total": {"eq": 100}}, {"when": "param.skill < 50", "total": {"gte": 96}}]}},
			{"id": "extreme", "test": {"total": {"lte": "param.skill // 5"}}},
			{"id": "hard", "test": {"total": {"lte": "param.skill // 2"}}},
			{"id": "regular", "test": {"total": {"lte": "param.skill"}}},
			{"id": "failure"}]}`,
		// A fifth to the nearest; the fumble band is a twentieth of what is missing,
		// counted from 100; 01 to 05 always succeed.
		"roleplaying": `{"roll": {"dice": "1d100"}, "bands": [
			{"id": "fumble", "test": {"total": {"gte": "101 - max(1, round((100 - param.skill) / 20))"}}},
			{"id": "special", "test": {"total": {"lte": "round(param.skill / 5)"}}},
			{"id": "success", "test": {"total": {"lte": "max(5, param.skill)"}}},
			{"id": "failure"}]}`,
		"threeDice": `{"roll": {"dice": "3d6", "against": "param.skill"}, "bands": [
			{"id": "criticalSuccess", "test": {"any": [{"total": {"lte": 4}}, {"when": "param.skill >= 15", "total": {"lte": 5}}, {"when": "param.skill >= 16", "total": {"lte": 6}}]}},
			{"id": "criticalFailure", "test": {"any": [{"total": {"eq": 18}}, {"when": "param.skill <= 15", "total": {"eq": 17}}, {"margin": {"gte": 10}}]}},
			{"id": "success", "test": {"margin": {"lte": 0}, "total": {"lt": 17}}},
			{"id": "failure"}]}`,
		"pool": `{"roll": {"dice": {"count": "param.rating", "sides": 6, "keep": {"highest": 2}, "whenZero": {"count": 2, "keep": {"lowest": 1}}}}, "bands": [
			{"id": "critical", "test": {"count": {"on": 6, "gte": 2}}},
			{"id": "full", "test": {"highest": {"eq": 6}}},
			{"id": "partial", "test": {"highest": {"gte": 4}}},
			{"id": "bad"}]}`,
		"challenge": `{"roll": {"dice": "2d10"}, "bands": [
			{"id": "strongMatch", "test": {"highest": {"lt": "param.score"}, "matches": {"eq": 2}}},
			{"id": "strong", "test": {"highest": {"lt": "param.score"}}},
			{"id": "weak", "test": {"lowest": {"lt": "param.score"}}},
			{"id": "missMatch", "test": {"matches": {"eq": 2}}},
			{"id": "miss"}]}`,
		"fate": `{"roll": {"dice": "4d[fate]", "add": "param.skill", "against": "param.difficulty"}, "bands": [
			{"id": "style", "test": {"margin": {"gte": 3}}},
			{"id": "success", "test": {"margin": {"gte": 1}}},
			{"id": "tie", "test": {"margin": {"eq": 0}}},
			{"id": "failure"}]}`,
		// The worst of two by outcome: doubles above the skill are a critical failure.
		"panic": `{"roll": {"dice": {"count": 1, "sides": 10, "read": "percentile"}}, "bands": [
			{"id": "criticalSuccess", "test": {"matches": {"eq": 2}, "total": {"lt": "param.skill"}}},
			{"id": "success", "test": {"total": {"lt": "param.skill"}}},
			{"id": "failure", "test": {"matches": {"lt": 2}}},
			{"id": "criticalFailure"}]}`,
		"modified": `{"roll": {"dice": "1d20", "add": "param.add"}, "bands": [{"id": "miss", "test": {"total": {"lte": 1}}}, {"id": "hit"}]}`,
		"natural":  `{"roll": {"dice": "1d20", "add": "param.add"}, "bands": [{"id": "miss", "test": {"natural": {"eq": 1}}}, {"id": "hit"}]}`,
	}
}

func rules() ojson.Value {
	return ojson.MustParse(`{"fate": {"faces": [{"id": "minus", "value": -1}, {"id": "blank"}, {"id": "plus", "value": 1}]}}`)
}

func TestBandCases(t *testing.T) {
	for _, c := range []struct {
		id, rule, params string
		faces            []int64
		band             string
	}{
		{"D68 20 hits anything", "attack", "add=3 ac=35", []int64{20}, "critical"},
		{"D68 1 misses everything", "attack", "add=15 ac=3", []int64{1}, "fumble"},
		{"D68 check", "check", "add=5 dc=30", []int64{20}, "failure"},
		{"D64 advantage", "attack", "add=0 ac=15 advantage=1", []int64{18, 3}, "hit"},
		{"D64 disadvantage", "attack", "add=0 ac=15 disadvantage=1", []int64{18, 3}, "miss"},
		{"D68 the lower 1 under advantage", "attack", "add=0 ac=5 advantage=1", []int64{1, 7}, "hit"},
		{"D68 with a die that an effect adds", "blessed", "add=0 ac=35", []int64{20, 1}, "critical"},
		{"D68 a 1 of that die", "blessed", "add=0 ac=15", []int64{14, 1}, "hit"},
		{"P07 30", "degrees", "add=15 dc=20 better=0", []int64{15}, "criticalSuccess"},
		{"P07 29", "degrees", "add=15 dc=20 better=0", []int64{14}, "success"},
		{"P07 20", "degrees", "add=5 dc=20 better=0", []int64{15}, "success"},
		{"P07 19", "degrees", "add=5 dc=20 better=0", []int64{14}, "failure"},
		{"P07 11", "degrees", "add=5 dc=20 better=0", []int64{6}, "failure"},
		{"P07 10", "degrees", "add=5 dc=20 better=0", []int64{5}, "criticalFailure"},
		{"P08 n20 total 19", "degrees", "add=-1 dc=20 better=0", []int64{20}, "success"},
		{"P08 n20 total 31", "degrees", "add=11 dc=20 better=0", []int64{20}, "criticalSuccess"},
		{"P08 n1 total 25", "degrees", "add=24 dc=15 better=0", []int64{1}, "success"},
		{"P08 n1 total 15", "degrees", "add=14 dc=15 better=0", []int64{1}, "failure"},
		{"P09 n20", "degrees", "add=0 dc=45 better=0", []int64{20}, "failure"},
		{"P09 n1", "degrees", "add=30 dc=12 better=0", []int64{1}, "success"},
		{"P10", "degrees", "add=30 dc=20 better=1", []int64{1}, "criticalSuccess"},
		{"R02 1", "percentile", "skill=53", []int64{1, 10}, "critical"},
		{"R02 10", "percentile", "skill=53", []int64{10, 1}, "extreme"},
		{"R02 11", "percentile", "skill=53", []int64{1, 1}, "hard"},
		{"R02 26", "percentile", "skill=53", []int64{6, 2}, "hard"},
		{"R02 27", "percentile", "skill=53", []int64{7, 2}, "regular"},
		{"R02 53", "percentile", "skill=53", []int64{3, 5}, "regular"},
		{"R02 54", "percentile", "skill=53", []int64{4, 5}, "failure"},
		{"R03 40: 95", "percentile", "skill=40", []int64{5, 9}, "failure"},
		{"R03 40: 96", "percentile", "skill=40", []int64{6, 9}, "fumble"},
		{"R03 50: 99", "percentile", "skill=50", []int64{9, 9}, "failure"},
		{"R03 50: 100", "percentile", "skill=50", []int64{10, 10}, "fumble"},
		{"R06 12: 2", "roleplaying", "skill=12", []int64{2}, "special"},
		{"R06 12: 3", "roleplaying", "skill=12", []int64{3}, "success"},
		{"R06 13: 3", "roleplaying", "skill=13", []int64{3}, "special"},
		{"R06 17: 3", "roleplaying", "skill=17", []int64{3}, "special"},
		{"R06 17: 4", "roleplaying", "skill=17", []int64{4}, "success"},
		{"R06 18: 4", "roleplaying", "skill=18", []int64{4}, "special"},
		{"R07 10: 95", "roleplaying", "skill=10", []int64{95}, "failure"},
		{"R07 10: 96", "roleplaying", "skill=10", []int64{96}, "fumble"},
		{"R07 11: 96", "roleplaying", "skill=11", []int64{96}, "failure"},
		{"R07 11: 97", "roleplaying", "skill=11", []int64{97}, "fumble"},
		{"R07 30: 96", "roleplaying", "skill=30", []int64{96}, "failure"},
		{"R07 30: 97", "roleplaying", "skill=30", []int64{97}, "fumble"},
		{"R07 31: 97", "roleplaying", "skill=31", []int64{97}, "failure"},
		{"R07 31: 98", "roleplaying", "skill=31", []int64{98}, "fumble"},
		{"R08 5", "roleplaying", "skill=3", []int64{5}, "success"},
		{"R08 6", "roleplaying", "skill=3", []int64{6}, "failure"},
		{"G01", "threeDice", "skill=11", []int64{1, 2, 2}, "success"},
		{"G02 4 vs 11", "threeDice", "skill=11", []int64{1, 1, 2}, "criticalSuccess"},
		{"G02 5 vs 15", "threeDice", "skill=15", []int64{1, 2, 2}, "criticalSuccess"},
		{"G02 6 vs 15", "threeDice", "skill=15", []int64{2, 2, 2}, "success"},
		{"G02 6 vs 16", "threeDice", "skill=16", []int64{2, 2, 2}, "criticalSuccess"},
		{"G03 17 vs 11", "threeDice", "skill=11", []int64{6, 6, 5}, "criticalFailure"},
		{"G03 17 vs 16", "threeDice", "skill=16", []int64{6, 6, 5}, "failure"},
		{"G03 17 vs 17", "threeDice", "skill=17", []int64{6, 6, 5}, "failure"},
		{"G03 18", "threeDice", "skill=20", []int64{6, 6, 6}, "criticalFailure"},
		{"G04 15 vs 5", "threeDice", "skill=5", []int64{5, 5, 5}, "criticalFailure"},
		{"G04 14 vs 5", "threeDice", "skill=5", []int64{5, 5, 4}, "failure"},
		{"B01 6,4", "pool", "rating=2", []int64{6, 4}, "full"},
		{"B01 5,1", "pool", "rating=2", []int64{5, 1}, "partial"},
		{"B01 3,2", "pool", "rating=2", []int64{3, 2}, "bad"},
		{"B02", "pool", "rating=3", []int64{6, 2, 6}, "critical"},
		{"B03, O21 6,2", "pool", "rating=0", []int64{6, 2}, "bad"},
		{"B03, O21 6,5", "pool", "rating=0", []int64{6, 5}, "partial"},
		{"B03 -1", "pool", "rating=-1", []int64{6, 5}, "partial"},
		{"B04", "pool", "rating=0", []int64{6, 6}, "full"},
		{"I01 strong", "challenge", "score=6", []int64{5, 3}, "strong"},
		{"I01 weak", "challenge", "score=6", []int64{6, 3}, "weak"},
		{"I01 miss", "challenge", "score=6", []int64{6, 7}, "miss"},
		{"I02 6,6", "challenge", "score=4", []int64{6, 6}, "missMatch"},
		{"I02 3,3", "challenge", "score=9", []int64{3, 3}, "strongMatch"},
		{"I03", "challenge", "score=10", []int64{10, 4}, "weak"},
		{"F08 3 shifts", "fate", "skill=6 difficulty=3", []int64{2, 2, 2, 2}, "style"},
		{"F08 2 shifts", "fate", "skill=5 difficulty=3", []int64{2, 2, 2, 2}, "success"},
		{"F10 +1", "fate", "skill=2 difficulty=1", []int64{1, 1, 2, 3}, "tie"},
		{"O25 66", "panic", "skill=40", []int64{6, 6}, "criticalFailure"},
		{"O25 74", "panic", "skill=40", []int64{4, 7}, "failure"},
		{"O25 doubles under", "panic", "skill=40", []int64{3, 3}, "criticalSuccess"},
		{"O25 natural 2 with -1, by the natural die", "natural", "add=-1", []int64{2}, "hit"},
		{"O25 natural 2 with -1, by the modified die", "modified", "add=-1", []int64{2}, "miss"},
	} {
		t.Run(c.id, func(t *testing.T) {
			s := data{t, rules(), params(c.params)}.step(ojson.MustParse(bandRules()[c.rule]))
			r := play(t, s.roll, c.faces...)
			same(t, "band", band(&s.bands, r, s.target), c.band)
		})
	}
}

// G01 says by how much, too, and O25 that the worst of two is the worse outcome:
// the greater rank.
func TestMarginAndRank(t *testing.T) {
	s := data{t, rules(), params("skill=11")}.step(ojson.MustParse(bandRules()["threeDice"]))
	r := play(t, s.roll, 1, 2, 2)
	same(t, "margin", s.target.Total(r.Sum)-s.target.Against, -6)

	s = data{t, rules(), params("skill=40")}.step(ojson.MustParse(bandRules()["panic"]))
	_, of66, _ := s.bands.Decide(play(t, s.roll, 6, 6), s.target)
	_, of74, _ := s.bands.Decide(play(t, s.roll, 4, 7), s.target)
	if of66 <= of74 {
		t.Errorf("66 is band %d, 74 is band %d: the first is worse", of66, of74)
	}
}

// What a preview says before the dice fall, worked out by hand.
func TestPossibleCases(t *testing.T) {
	for _, c := range []struct{ rule, params, want string }{
		{"attack", "add=3 ac=35", "[critical fumble miss]"},
		{"attack", "add=15 ac=3", "[critical fumble hit]"},
		{"attack", "add=3 ac=15 advantage=1", "[critical fumble hit miss]"},
		{"attack", "add=-1 ac=19", "[critical fumble miss]"}, // 19 gives 18
		{"blessed", "add=0 ac=24", "[critical miss]"},        // only 20 and 4 make 24
		{"degrees", "add=15 dc=20 better=0", "[criticalSuccess success failure criticalFailure]"},
		{"degrees", "add=16 dc=20 better=0", "[criticalSuccess success failure criticalFailure]"}, // a 1 fails by 3, and sinks
		{"degrees", "add=19 dc=20 better=0", "[criticalSuccess success failure]"},                 // a 1 meets it, and sinks
		{"degrees", "add=0 dc=45 better=0", "[failure criticalFailure]"},
		{"degrees", "add=30 dc=20 better=1", "[criticalSuccess]"},
		{"percentile", "skill=53", "[critical fumble extreme hard regular failure]"},
		{"percentile", "skill=100", "[critical fumble extreme hard regular]"},
		{"percentile", "skill=4", "[critical fumble hard regular failure]"}, // 4 // 5 is 0
		{"threeDice", "skill=5", "[criticalSuccess criticalFailure success failure]"},
		{"threeDice", "skill=3", "[criticalSuccess criticalFailure failure]"}, // 3 is a critical one
		{"pool", "rating=0", "[full partial bad]"},
		{"pool", "rating=1", "[full partial bad]"},
		{"pool", "rating=2", "[critical full partial bad]"},
		{"challenge", "score=1", "[missMatch miss]"},
		{"challenge", "score=2", "[strongMatch weak missMatch miss]"},
		{"fate", "skill=0 difficulty=5", "[failure]"},
		{"fate", "skill=0 difficulty=1", "[style success tie failure]"},
		{"fate", "skill=0 difficulty=2", "[success tie failure]"},
		{"panic", "skill=100", "[criticalSuccess success criticalFailure]"}, // 00 is 100, and a double
	} {
		s := data{t, rules(), params(c.params)}.step(ojson.MustParse(bandRules()[c.rule]))
		possible, none, exact := s.bands.Possible(s.roll, s.target)
		var got []string
		for i, b := range s.bands.List {
			if possible[i] {
				got = append(got, b.ID)
			}
		}
		if fmt.Sprint(got) != c.want || none || !exact {
			t.Errorf("%s %s: %v, none %v, exact %v, want %s", c.rule, c.params, got, none, exact, c.want)
		}
	}
}

// Bands without a last one may all miss.
func TestPossibleNone(t *testing.T) {
	b := dice.Bands{List: []dice.Band{{ID: "six", Check: &dice.Check{Fact: dice.FactTotal, Gte: num(6)}}}}
	possible, none, exact := b.Possible(parse(t, "1d6"), dice.Target{})
	equal(t, "possible", possible, true)
	same(t, "none", none, true)
	same(t, "exact", exact, true)
	possible, none, _ = b.Possible(parse(t, "1d6"), dice.Target{Add: 5})
	equal(t, "possible", possible, true)
	same(t, "none", none, false)
	if _, _, ok := b.Decide(play(t, parse(t, "1d6"), 5), dice.Target{}); ok {
		t.Error("5 has a band")
	}
}
