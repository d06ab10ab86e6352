package rules_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// The ruleset of the benchmarks has the size of a full d20 game, the character
// that of a level 20 hero (section 15 of the design): about 1,500 contents, 420
// fields, 60 copies, 31 picks.

func object(lines ...string) string { return "{" + strings.Join(lines, ",") + "}" }

// bigRelease writes the release.
func bigRelease() ojson.Value {
	var content, fields []string
	for _, a := range []string{"str", "dex", "con", "int", "wis", "cha"} {
		content = append(content, fmt.Sprintf(`%q:{"type":"ability"}`, a))
	}
	for i := range 60 {
		content = append(content, fmt.Sprintf(`"skill-%d":{"type":"skill","data":{"ability":%q}}`, i, []string{"str", "dex", "con", "int", "wis", "cha"}[i%6]))
	}
	for i := range 20 {
		grants := []string{}
		for level := 1; level <= 20; level++ {
			grants = append(grants, fmt.Sprintf(`{"content":"feature-%d","at":%d}`, i*20+level-1, level))
		}
		content = append(content, fmt.Sprintf(`"class-%d":{"type":"class","data":{"hitDie":%d},"grants":[%s],"choices":{"feat":{"from":{"type":"feat"},"slotsAt":[4,6,8,12,14,16,19]},"skill":{"from":{"fields":{"tag":"rank"}},"min":4,"max":4,"effects":[{"id":"rank","target":{"pick":true},"op":"raise","value":1}]}}}`,
			i, 6+i%4*2, strings.Join(grants, ",")))
	}
	for i := range 400 {
		effect := ""
		switch i % 4 {
		case 0:
			effect = fmt.Sprintf(`{"id":"s","target":"skills.skill%d.bonus","op":"add","value":"prof // 2","when":"skills.skill%d.rank == 0"}`, i%60, i%60)
		case 1:
			effect = `{"id":"all","target":{"tag":"check"},"op":"add","value":1,"stack":{"key":"status","keep":"highest"}}`
		case 2:
			effect = `{"id":"hp","target":"hp.max","op":"add","value":"level"}`
		default:
			effect = `{"id":"ac","target":"ac","op":"set","value":"10 + abilities.dex.mod + abilities.con.mod","group":"ac"}`
		}
		content = append(content, fmt.Sprintf(`"feature-%d":{"type":"feature","effects":[%s]}`, i, effect))
	}
	for i := range 320 {
		content = append(content, fmt.Sprintf(`"feat-%d":{"type":"feat","prerequisites":[{"id":"p","test":"abilities.str.score >= %d || level >= 4"}],"effects":[{"id":"a","target":"abilities.%s.score","op":"add","value":1,"cap":20}]}`,
			i, 10+i%8, []string{"str", "dex", "con", "int", "wis", "cha"}[i%6]))
	}
	for i := range 500 {
		content = append(content, fmt.Sprintf(`"item-%d":{"type":"item","data":{"weight":%d,"bonus":%d},"effects":[{"id":"x","target":{"tag":"check"},"op":"add","value":"item.bonus","stack":{"key":"item","keep":"highest"}}]}`, i, i%9, i%3+1))
	}
	for i := range 200 {
		content = append(content, fmt.Sprintf(`"weapon-%d":{"type":"weapon","data":{"weight":3,"die":%d},"actions":{"attack":%s}}`, i, 4+i%5*2, bigAttack))
	}
	for i := range 20 {
		content = append(content, fmt.Sprintf(`"condition-%d":{"type":"condition","effects":[{"id":"c","target":{"tag":"check"},"op":"add","value":"-effect.state.value","stack":{"key":"status","keep":"highest"}}]}`, i))
	}
	fields = append(fields,
		`"abilities.{a}.score":{"each":{"a":{"type":"ability"}},"default":10,"min":1,"max":30,"tags":["abilityScore"]}`,
		`"abilities.{a}.mod":{"each":{"a":{"type":"ability"}},"formula":"(abilities.{a}.score - 10) // 2"}`,
		`"abilities.{a}.save":{"each":{"a":{"type":"ability"}},"formula":"abilities.{a}.mod + prof","tags":["check"]}`,
		`"skills.{s}.rank":{"each":{"s":{"type":"skill"}},"default":0,"min":0,"max":2,"tags":["rank"]}`,
		`"skills.{s}.bonus":{"each":{"s":{"type":"skill"}},"formula":"abilities.{s.ability}.mod + skills.{s}.rank * prof","tags":[{"tag":"check","when":"skills.{s}.rank > 0"}]}`,
		`"skills.{s}.passive":{"each":{"s":{"type":"skill"}},"formula":"10 + skills.{s}.bonus"}`,
		`"level":{"formula":"sum(copies('class'), it.state.level)"}`,
		`"prof":{"formula":"table('prof', level)"}`,
		`"ac":{"formula":"10 + abilities.dex.mod","group":"ac"}`,
		`"hp.temp":{"min":0}`,
		`"hp.max":{"formula":"level * (6 + abilities.con.mod)"}`,
		`"hp.current":{"min":0,"max":"hp.max","default":"hp.max","absorbedBy":["hp.temp"],"stages":["flat","resistance"]}`,
		`"weight":{"type":"number","formula":"sum(copies('item'), it.weight * it.quantity) + sum(copies('weapon'), it.weight)"}`,
	)
	for i := range 210 {
		fields = append(fields, fmt.Sprintf(`"spare.f%d":{"formula":"abilities.dex.mod + %d"}`, i, i))
	}
	return ojson.MustParse(object(
		`"id":"big"`, `"version":"1.0.0"`, `"specVersion":"1.0"`, `"kind":"game"`,
		`"fields":`+object(fields...),
		`"contentTypes":{"ability":{},"skill":{"data":{"ability":{"type":"ref","of":"ability"}}},"feature":{"repeat":"once"},"feat":{},`+
			`"class":{"copies":"features","perItem":1,"state":{"level":{"default":1,"min":1,"max":20}},"counter":"copy.state.level","data":{"hitDie":{}}},`+
			`"item":{"copies":"inventory","active":"copy.equipped","data":{"weight":{},"bonus":{}}},`+
			`"weapon":{"copies":"inventory","data":{"weight":{},"die":{}},"computed":{"attack":{"formula":"abilities.str.mod + prof"}}},`+
			`"condition":{"applied":true,"state":{"value":{"default":1,"min":0}}}}`,
		`"content":`+object(content...),
		`"rules":{"counter":"level","tags":["fire","attack","damage","test"],"tables":{"prof":{"steps":[[0,0],[1,2],[5,3],[9,4],[13,5],[17,6]]}},`+
			`"effects":[{"id":"r","target":{"incoming":"hp.current","tags":["fire"]},"stage":"resistance","op":"multiply","value":"1/2","round":"floor"},`+
			`{"id":"aim","target":{"roll":{"tags":["attack"]}},"op":"add","value":1,"stack":{"key":"status","keep":"highest"}},`+
			`{"id":"bless","target":{"roll":{"tags":["attack"]}},"op":"add","value":2,"stack":{"key":"status","keep":"highest"}},`+
			`{"id":"edge","target":{"roll":{"tags":["attack"]}},"op":"flag","value":"advantage","when":"hp.current > 10"},`+
			`{"id":"sneak","target":{"roll":{"tags":["damage"]}},"op":"dice","value":{"dice":"2d6"}}],`+
			`"constraints":[{"id":"weight","test":"weight <= 15 * abilities.str.score"}],`+
			`"actions":`+object(append(bigTests(), `"rest":{"when":"hp.current < hp.max"}`)...)+`}`,
	))
}

// bigAttack is an attack with two rolls, a participant, flags and a change.
const bigAttack = `{"roles":{"target":{"reads":{"ac":"integer"}}},"flags":{"advantage":{},"disadvantage":{}},"cancel":[["advantage","disadvantage"]],
	"results":["critical","hit","miss","fumble"],"steps":[
	{"id":"hit","roll":{"dice":"1d20","variants":{"advantage":"2d20kh1","disadvantage":"2d20kl1"},"tags":["attack"],"add":"copy.computed.attack","against":"target.ac"},
	 "bands":[{"id":"critical","test":{"natural":{"eq":20}}},{"id":"fumble","test":{"natural":{"eq":1}}},{"id":"hit","test":{"margin":{"gte":0}}},{"id":"miss"}]},
	{"id":"damage","when":"roll.hit.band in ['hit','critical']","roll":{"dice":{"count":1,"sides":"item.die"},"times":"roll.hit.band == 'critical' ? 2 : 1","add":"abilities.str.mod","min":0,"tags":["damage"]}},
	{"id":"apply","when":"rolled('damage')","changes":[{"to":"target","type":"adjust","field":"hp.current","by":"-roll.damage.total","tags":["fire"]}]},
	{"id":"done","outcome":{"result":"roll.hit.band"}}]}`

// bigTests are 33 more actions that begin with a roll.
func bigTests() []string {
	var out []string
	for i := range 33 {
		out = append(out, fmt.Sprintf(`"test-%d":{"params":{"dc":{"default":15}},"results":["good","bad"],"steps":[{"id":"d","roll":{"dice":"1d20","add":"skills.skill%d.bonus","against":"param.dc","tags":["test"]},
			"bands":[{"id":"good","test":{"margin":{"gte":0}}},{"id":"bad"}]},{"id":"done","outcome":{"result":"roll.d.band"}}]}`, i, i))
	}
	return out
}

// bigHero writes the character.
func bigHero() ojson.Value {
	var inventory, features, choices, fields []string
	for i := range 40 {
		inventory = append(inventory, fmt.Sprintf(`"e%d":{"item":"big:item-%d","equipped":%t}`, 100+i, i*7, i%4 == 0))
	}
	for i := range 16 {
		inventory = append(inventory, fmt.Sprintf(`"e%d":{"item":"big:weapon-%d"}`, 200+i, i))
	}
	for i := range 4 {
		features = append(features, fmt.Sprintf(`"e%d":{"item":"big:class-%d","state":{"level":5}}`, 1+i, i))
		choices = append(choices, fmt.Sprintf(`"e%d/feat@4":["big:feat-%d"]`, 1+i, i*3))
		picks := []string{}
		for j := range 4 {
			picks = append(picks, fmt.Sprintf(`"big:skills.skill%d.rank"`, i*4+j))
		}
		choices = append(choices, fmt.Sprintf(`"e%d/skill":[%s]`, 1+i, strings.Join(picks, ",")))
	}
	for i, a := range []string{"str", "dex", "con", "int", "wis", "cha"} {
		fields = append(fields, fmt.Sprintf(`"big:abilities.%s.score":%d`, a, 12+i))
	}
	fields = append(fields, `"big:hp.current":80`, `"big:hp.temp":5`)
	return ojson.MustParse(object(`"specVersion":"1.0"`, `"id":"hero"`, `"packs":{"big":"1.0.0"}`,
		`"fields":`+object(fields...), `"inventory":`+object(inventory...), `"features":`+object(features...),
		`"effects":[{"id":"e301","effect":"big:condition-1"},{"id":"e302","effect":"big:condition-2","state":{"value":2}}]`,
		`"choices":`+object(choices...), `"nextId":400`))
}

func bigRuleset(tb testing.TB) *rules.Ruleset {
	tb.Helper()
	rs, errs := rules.LoadRuleset([]ojson.Value{bigRelease()})
	for _, e := range errs {
		tb.Fatal(e)
	}
	return rs
}

func prepared(tb testing.TB, rs *rules.Ruleset, file ojson.Value) *rules.Character {
	tb.Helper()
	c, errs := rs.Character(file)
	for _, e := range errs {
		tb.Fatal(e)
	}
	return c
}

func BenchmarkLoad(b *testing.B) {
	release := bigRelease()
	text := release.Append(nil)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		v, err := ojson.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		if _, errs := rules.LoadRuleset([]ojson.Value{v}); errs != nil {
			b.Fatal(errs[0])
		}
	}
}

func BenchmarkPrepare(b *testing.B) {
	rs, text := bigRuleset(b), bigHero().Append(nil)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		v, err := ojson.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		prepared(b, rs, v)
	}
}

func BenchmarkSheet(b *testing.B) {
	rs := bigRuleset(b)
	c := prepared(b, rs, bigHero())
	b.ReportAllocs()
	for b.Loop() {
		s, errs := c.ComputeSheet(rules.SheetOptions{})
		if errs != nil {
			b.Fatal(errs[0])
		}
		s.Release()
	}
}

// A character that is read, and asked once.
func BenchmarkFirstSheet(b *testing.B) {
	rs, file := bigRuleset(b), bigHero()
	b.ReportAllocs()
	for b.Loop() {
		s, errs := prepared(b, rs, file).ComputeSheet(rules.SheetOptions{})
		if errs != nil {
			b.Fatal(errs[0])
		}
		s.Release()
	}
}

func BenchmarkSheetJSON(b *testing.B) {
	rs := bigRuleset(b)
	c := prepared(b, rs, bigHero())
	b.ReportAllocs()
	for b.Loop() {
		s, errs := c.ComputeSheet(rules.SheetOptions{})
		if errs != nil {
			b.Fatal(errs[0])
		}
		if _, errs := s.JSON(); errs != nil {
			b.Fatal(errs[0])
		}
		s.Release()
	}
}

func BenchmarkListOptions(b *testing.B) {
	rs := bigRuleset(b)
	c := prepared(b, rs, bigHero())
	b.ReportAllocs()
	for b.Loop() {
		if _, errs := c.ListOptions("e1/feat@4", ojson.Value{}); errs != nil {
			b.Fatal(errs[0])
		}
	}
}

func BenchmarkThousandCharacters(b *testing.B) {
	rs := bigRuleset(b)
	c := prepared(b, rs, bigHero())
	for b.Loop() {
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				for range 500 {
					s, errs := c.ComputeSheet(rules.SheetOptions{})
					if errs != nil {
						b.Error(errs[0])
						return
					}
					s.Release()
				}
			})
		}
		wg.Wait()
	}
}

// TestCounts pins the work of the big sheet: a fault of complexity shows as a
// count, whatever the machine. A change of the evaluation may change the counts;
// whoever changes them says in the commit why.
func TestCounts(t *testing.T) {
	rs := bigRuleset(t)
	s, errs := prepared(t, rs, bigHero()).ComputeSheet(rules.SheetOptions{})
	if errs != nil {
		t.Fatal(errs[0])
	}
	if len(s.Issues()) != 0 {
		t.Errorf("issues: %v", s.Issues())
	}
	if steps, nodes, pairs := s.Steps(), s.Nodes(), s.Pairs(); steps != 9047 || nodes != 163 || pairs != 4172 {
		t.Errorf("%d steps over %d activations and %d pairs, want 9047, 163 and 4172", steps, nodes, pairs)
	}
}
