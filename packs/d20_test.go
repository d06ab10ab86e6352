package packs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// d20Case is a character made by changes alone, and what its sheet must have.
type d20Case struct {
	changes   string // joined with ","
	values    string // "field value, field value"
	followUps string // the follow-ups that the last change stored, by local id
	issues    string // the ids of the issues; "-" for any
}

// d20Ruleset is the pack and, beside it, effects that give damage traits: the
// pack has them, and nothing yet that gives most of them.
func d20Ruleset(t *testing.T) *rules.Ruleset {
	t.Helper()
	release, err := packs.Release("d20")
	if err != nil {
		t.Fatal(err)
	}
	traits := ojson.MustParse(`{"id": "traits", "version": "1.0.0", "specVersion": "1.0", "kind": "content", "requires": {"d20": "*"}, "content": {
		"tinder": {"type": "d20:spell-effect", "grants": [{"content": "d20:vulnerable-fire"}]},
		"fireproof": {"type": "d20:spell-effect", "grants": [{"content": "d20:resist-fire"}]},
		"deathless": {"type": "d20:spell-effect", "grants": [{"content": "d20:resist-necrotic"}]},
		"warded": {"type": "d20:spell-effect", "grants": [{"content": "d20:resist-all"}]},
		"fireborn": {"type": "d20:spell-effect", "grants": [{"content": "d20:immune-fire"}]}}}`)
	rs, errs := rules.LoadRuleset([]ojson.Value{release, traits})
	for _, e := range errs {
		t.Fatal(e)
	}
	return rs
}

// The cases D01 to D80 of the fifth edition (SRD 5.2) that the pack carries, with
// its own classes where the case names others. Values were worked out from the
// text by hand.
func TestD20(t *testing.T) {
	rs := d20Ruleset(t)
	for name, c := range d20Cases() {
		t.Run(name, func(t *testing.T) {
			hero, errs := rs.Character(ojson.MustParse(`{"specVersion":"1.0","id":"x"}`))
			for _, e := range errs {
				t.Fatal(e)
			}
			changes := ojson.MustParse("[" + strings.TrimSuffix(c.changes, ",") + "]").Items()
			if len(changes) > 1 { // the last change is a batch of its own
				done, errs := hero.ApplyChanges(changes[:len(changes)-1], rules.ApplyOptions{})
				for _, e := range errs {
					t.Fatal(e)
				}
				hero, changes = done.Character, changes[len(changes)-1:]
			}
			done, errs := hero.ApplyChanges(changes, rules.ApplyOptions{})
			for _, e := range errs {
				t.Fatal(e)
			}
			s, errs := done.Character.ComputeSheet(rules.SheetOptions{})
			for _, e := range errs {
				t.Fatal(e)
			}
			for want := range strings.SplitSeq(c.values, ", ") {
				field, value, ok := strings.Cut(want, " ")
				if got, _ := s.Value("d20:" + field); ok && !ojson.Equal(got, ojson.MustParse(value)) {
					t.Errorf("%s is %s, want %s", field, got, value)
				}
			}
			var fired []string
			for _, f := range done.FollowUps.Items() {
				id, _ := f.Get("followUp")
				text, _ := id.AsString()
				fired = append(fired, strings.TrimPrefix(text, "d20:"))
			}
			if got := strings.Join(fired, ", "); got != c.followUps {
				t.Errorf("follow-ups %q, want %q", got, c.followUps)
			}
			var issues []string
			for _, i := range s.Issues() {
				issues = append(issues, strings.TrimPrefix(i.ID, "d20:"))
			}
			if got := strings.Join(issues, ", "); c.issues != "-" && got != c.issues {
				t.Errorf("issues %q, want %q", got, c.issues)
			}
		})
	}
}

func d20Cases() map[string]d20Case {
	cases := map[string]d20Case{
		// Proficiency goes by the level of the character.
		"D02, 4": {changes: fighter(4), values: "level 4, proficiency 2"},
		"D02, 5": {changes: fighter(5), values: "level 5, proficiency 3"},
		"D02, 8": {changes: scores("str 13, int 13") + fighter(5) + "," + wizard(3), values: "level 8, proficiency 3"},
		"D02, 9": {changes: scores("str 13, int 13") + fighter(5) + "," + wizard(4), values: "level 9, proficiency 4"},
		"D03":    {changes: scores("str 13, int 13") + fighter(3) + "," + wizard(2), values: "level 5, proficiency 3"},
		"D04":    {changes: scores("str 13, int 18") + fighter(5) + "," + wizard(4) + "," + sage + "," + scholar("arcana"), values: "skills.arcana.bonus 12"}, // 4 + 2·4
		"D04, no": {changes: scores("str 13, int 18") + fighter(5) + "," + wizard(4) + "," + scholar("nature"),
			values: "skills.nature.bonus 4", issues: "scholar#proficient"},
		"D05": {changes: scores("cha 14") + fighter(5) + "," + skilled("deception", "persuasion", "insight"),
			values: "skills.deception.bonus 5, skills.persuasion.bonus 5"},
		"D08": {changes: fighter(5) + "," + pick("e1/skills", "d20:skills.history.rank"), values: "skills.history.bonus 3, skills.arcana.bonus 0"},

		// One base of the armour class at a time; a shield comes on top, for those who are trained.
		"D09": {changes: scores("dex 14"), values: "ac 12"},
		"D10": {changes: scores("dex 14") + fighter(1) + "," + worn("shield"), values: "ac 14"},
		"D13": {changes: scores("dex 16") + active("mage-armor-effect"), values: "ac 16"},
		"D14": {changes: scores("dex 16") + fighter(1) + "," + active("mage-armor-effect") + "," + worn("leather-armor"),
			values: "ac 14", followUps: "mage-armor-effect#armor-donned"},
		"D15, a":  {changes: scores("dex 18") + fighter(1) + "," + worn("half-plate-armor"), values: "ac 17"},
		"D15, b":  {changes: scores("dex 8, str 15") + fighter(1) + "," + worn("plate-armor"), values: "ac 18, speed 30"},
		"D15, c":  {changes: scores("dex 8") + fighter(1) + "," + worn("studded-leather-armor"), values: "ac 11"},
		"D15, d":  {changes: scores("dex 20, str 14") + fighter(1) + "," + worn("plate-armor"), values: "ac 18, speed 20"},
		"D16, 15": {changes: scores("dex 16") + fighter(1) + "," + worn("shield") + "," + active("barkskin-effect"), values: "ac 17"},
		"D16, 18": {changes: scores("str 15") + fighter(1) + "," + worn("plate-armor") + "," + active("barkskin-effect"), values: "ac 18"},
		"D60":     {changes: attuned("ring-of-protection") + "," + attuned("cloak-of-protection"), values: "ac 12, saves.wis.bonus 2"},
		"D59": {changes: attuned("ring-of-protection") + "," + attuned("ring-of-protection"),
			values: "ac 11, saves.wis.bonus 1", issues: "ring-of-protection#one-of-a-kind, ring-of-protection#one-of-a-kind"},
		"D75":                    {changes: wizard(1) + "," + worn("shield"), values: "ac 10"},
		"two shields":            {changes: fighter(1) + "," + worn("shield") + "," + worn("shield"), values: "ac 12", issues: "one-shield"},
		"defense":                {changes: fighter(1) + "," + pick("e1/+d20:fighting-style/style", "d20:defense") + "," + worn("chain-shirt"), values: "ac 14"},
		"defense without armour": {changes: fighter(1) + "," + pick("e1/+d20:fighting-style/style", "d20:defense"), values: "ac 10"},

		// Scores and hit points.
		"D18, 14":      {changes: scores("con 14") + attuned("amulet-of-health"), values: "abilities.con.score 19"},
		"D18, 19":      {changes: scores("con 19") + attuned("amulet-of-health"), values: "abilities.con.score 19"},
		"D18, 20":      {changes: scores("con 20") + attuned("amulet-of-health"), values: "abilities.con.score 20"},
		"D19, 17":      {changes: scores("con 17, str 13, int 13") + fighter(5) + "," + wizard(3) + "," + first("fighter"), values: "hp.max 70"}, // 13 + 4·9 + 3·7
		"D19, 18":      {changes: scores("con 18, str 13, int 13") + fighter(5) + "," + wizard(3) + "," + first("fighter"), values: "hp.max 78"},
		"D20":          {changes: scores("con 14") + wizard(5) + "," + attuned("amulet-of-health"), values: "hp.max 42"}, // 32 + 5·2
		"D21, 15":      {changes: scores("con 15") + fighter(4) + "," + improved, values: "abilities.con.score 17"},
		"D21, 18":      {changes: scores("con 18") + fighter(4) + "," + improved, values: "abilities.con.score 20"},
		"D21, 19":      {changes: scores("con 19") + fighter(4) + "," + improved, values: "abilities.con.score 20"},
		"D21, 20":      {changes: scores("con 20") + fighter(4) + "," + improved, values: "abilities.con.score 20"},
		"D21, 22":      {changes: scores("con 22") + fighter(4) + "," + improved, values: "abilities.con.score 22"},
		"D22, fighter": {changes: scores("con 16") + fighter(5), values: "hp.max 49, hp.current 49"},
		"D22, wizard":  {changes: scores("con 14") + wizard(5), values: "hp.max 32"},
		"D23, 1":       {changes: scores("con 14") + fighter(1) + "," + pick("rules/d20:species", "d20:dwarf"), values: "hp.max 13"},
		"D23, 5":       {changes: scores("con 14") + fighter(5) + "," + pick("rules/d20:species", "d20:dwarf"), values: "hp.max 49"}, // 12 + 4·8 + 5
		"D24":          {changes: scores("con 3") + wizard(3), values: "hp.max 4"},
		"D25, wizard": {changes: scores("con 12, str 13, int 13") + wizard(1) + "," + fighter(1) + "," + first("wizard"),
			values: "hp.max 14, saves.int.rank 1, saves.str.rank 0"},
		"D25, fighter": {changes: scores("con 12, str 13, int 13") + wizard(1) + "," + fighter(1) + "," + first("fighter"),
			values: "hp.max 16, saves.int.rank 0, saves.str.rank 1"},
		"D26":         {changes: scores("str 13, int 13") + fighter(5) + "," + wizard(5), values: "hitDice.d10.max 5, hitDice.d6.max 5, hitDice.d8.max 0"},
		"D27":         {changes: scores("str 15, int 12") + fighter(1) + "," + wizard(1), issues: "wizard#multiclass"},
		"D27, of old": {changes: scores("str 12, int 13") + fighter(1) + "," + wizard(1), issues: "fighter#multiclass"},
		"D28":         {changes: scores("str 10, dex 13, int 13") + fighter(1) + "," + wizard(1)},
		"D29":         {changes: fighter(4), values: "xpNext 6500"},
		"D29, 7":      {changes: scores("str 13, int 13") + fighter(5) + "," + wizard(2), values: "xpNext 34000"},

		// Damage, from 59 hit points (fighter 5, Con 20: 15 + 4·11).
		"D39": {changes: tough + active("warding-aura", "traits:warded", "traits:tinder") + "," + hit(28, "fire"), values: "hp.current 37"}, // 23, 11, 22
		"D40": {changes: tough + active("traits:warded", "traits:deathless") + "," + hit(20, "necrotic"), values: "hp.current 49"},
		"D41": {changes: tough + active("traits:fireproof") + "," + hit(27/2, "fire"), values: "hp.current 53"},
		"D42": {changes: tough + active("traits:fireborn", "traits:tinder") + "," + hit(50, "fire"), values: "hp.current 59"},
		"D43": {changes: tough + active("traits:fireproof") + `,{"type":"adjust","field":"d20:hp.current","parts":[{"by":-10,"tags":["fire"]},{"by":-10,"tags":["slashing"]}]}`,
			values: "hp.current 44"},
		"petrified": {changes: tough + active("petrified") + "," + hit(21, "fire"), values: "hp.current 49, speed 0"},
		"D44":       {changes: tough + put("hp.current", "20") + "," + put("hp.temp", "5") + "," + hit(7), values: "hp.temp 0, hp.current 18"},
		"D45":       {changes: tough + put("hp.temp", "10") + "," + put("hp.temp", "12"), values: "hp.temp 12, hp.current 59"},
		"D46":       {changes: tough + put("hp.current", "0") + "," + active("unconscious") + "," + put("hp.temp", "8"), values: "hp.current 0, hp.temp 8, speed 0"},
		"D51": {changes: tough + put("hp.current", "0") + "," + active("unconscious") + `,{"type":"adjust","field":"d20:hp.current","by":1}`,
			values: "hp.current 1", followUps: "recovered"},
		"D47, 18":   {changes: frail + hit(18), values: "hp.current 0", followUps: "massive-damage, dropped"},
		"D47, 17":   {changes: frail + hit(17), values: "hp.current 0", followUps: "dropped"},
		"D48":       {changes: frail + put("hp.temp", "5") + "," + hit(18), values: "hp.current 0, hp.temp 0", followUps: "dropped"},
		"D50, 3":    {changes: dying + hit(3), followUps: "damage-while-dying"},
		"D50, crit": {changes: dying + hit(3, "critical"), followUps: "damage-while-dying, critical-while-dying"},
		"D50, 12":   {changes: dying + hit(12), followUps: "massive-damage"},
		"D73, 12":   {changes: scores("con 12") + fighter(3) + "," + put("hp.current", "12"), values: "hp.max 25, bloodied true"},
		"D73, 13":   {changes: scores("con 12") + fighter(3) + "," + put("hp.current", "13"), values: "bloodied false"},

		// What else the pack carries.
		"D38":    {changes: fighter(5), values: "attacks 2"},
		"D56":    {changes: scores("str 20") + tired(3), values: "skills.athletics.bonus -1, speed 15, passivePerception 10, initiativeScore 10"},
		"D56, 6": {changes: tired(6), followUps: "exhaustion#death"},
		"D58": {changes: attuned("ring-of-protection") + "," + attuned("cloak-of-protection") + "," + attuned("amulet-of-health") + "," + attuned("headband-of-intellect"),
			values: "ac 12, abilities.int.score 19", issues: "attunement"},
		"D61, medium": {changes: scores("str 15") + put("size", `"medium"`), values: "carry.max 225, carry.lift 450"},
		"D61, small":  {changes: scores("str 15") + put("size", `"small"`), values: "carry.max 225"},
		"D61, large":  {changes: scores("str 15") + put("size", `"large"`), values: "carry.max 450"},
		"D61, tiny":   {changes: scores("str 15") + put("size", `"tiny"`), values: "carry.max 112.5"},
		"D66":         {changes: scores("wis 16") + fighter(5) + "," + pick("e1/skills", "d20:skills.perception.rank"), values: "passivePerception 16"},
		"D76, 27":     {changes: scores("str 15, dex 15, con 15, int 8, wis 8") + put("abilities.cha.score", "8"), values: "pointCost 27"},
		"D76, 28":     {changes: scores("str 14, dex 14, con 14, int 14, wis 8") + put("abilities.cha.score", "8"), values: "pointCost 28"},
		"D76, 16":     {changes: scores("str 16, dex 8, con 8, int 8, wis 8") + put("abilities.cha.score", "8"), values: "pointCost 99"},
		"D80":         {changes: scores("str 13, int 18") + fighter(4) + "," + wizard(5), values: "spellcasting.dc 16, spellcasting.attack 8"},
		"saves":       {changes: scores("int 16") + wizard(1), values: "saves.int.bonus 5, saves.wis.bonus 2, saves.cha.bonus 0"},
	}
	// Each score of D01 on its own; rounding toward zero would give -4, -3, -1, 0 for the first four.
	for score, mod := range map[int]int{1: -5, 3: -4, 7: -2, 9: -1, 10: 0, 11: 0, 15: 2, 30: 10} {
		cases[fmt.Sprint("D01, ", score)] = d20Case{changes: put("abilities.wis.score", fmt.Sprint(score)), values: fmt.Sprint("abilities.wis.mod ", mod)}
	}
	// The armour table (Dex 20 and Str 15) and the two class tables, up to level 5.
	for name, ac := range map[string]int{
		"padded-armor": 16, "leather-armor": 16, "studded-leather-armor": 17, "hide-armor": 14, "chain-shirt": 15, "scale-mail": 16,
		"breastplate": 16, "half-plate-armor": 17, "ring-mail": 14, "chain-mail": 16, "splint-armor": 17, "plate-armor": 18,
	} {
		cases[name] = d20Case{changes: scores("dex 20, str 15") + fighter(1) + "," + worn(name), values: fmt.Sprint("speed 30, ac ", ac)}
	}
	for i, values := range []string{
		"secondWind.max 2, actionSurge.max 0, attacks 1", "secondWind.max 2, actionSurge.max 1, attacks 1",
		"secondWind.max 2, actionSurge.max 1, attacks 1", "secondWind.max 3, actionSurge.max 1, attacks 1",
		"secondWind.max 3, actionSurge.max 1, attacks 2",
	} {
		cases[fmt.Sprint("fighter ", i+1)] = d20Case{changes: fighter(i + 1), values: values}
	}
	for i, slots := range [][3]int{{2, 0, 0}, {3, 0, 0}, {4, 2, 0}, {4, 3, 0}, {4, 3, 2}} {
		cases[fmt.Sprint("wizard ", i+1)] = d20Case{changes: wizard(i + 1), values: fmt.Sprintf(
			"slots.level1.max %d, slots.level2.max %d, slots.level3.max %d, arcaneRecovery.max 1", slots[0], slots[1], slots[2])}
	}
	return cases
}

const (
	sage     = `{"type":"choose","path":"rules/d20:background","option":"d20:sage"}`
	improved = `{"type":"choose","path":"e1/feat@4","option":"d20:ability-score-improvement"},
		{"type":"choose","path":"e1/feat@4/d20:ability-score-improvement/increase","option":"one-by-two"},
		{"type":"choose","path":"e1/feat@4/d20:ability-score-improvement/increase/one-by-two/score","option":"d20:abilities.con.score"}`
	// 59 hit points; 12, of which 6 are left; 12, none left and unconscious.
	tough = `{"type":"set","field":"d20:abilities.con.score","value":20},{"type":"addItem","entry":"e1","item":"d20:fighter","state":{"level":5}},`
	frail = `{"type":"set","field":"d20:abilities.con.score","value":14},{"type":"addItem","entry":"e1","item":"d20:fighter"},
		{"type":"set","field":"d20:hp.current","value":6},`
	dying = `{"type":"set","field":"d20:abilities.con.score","value":14},{"type":"addItem","entry":"e1","item":"d20:fighter"},
		{"type":"set","field":"d20:hp.current","value":0},{"type":"applyEffect","effect":"d20:unconscious"},`
)

func put(field, value string) string {
	return fmt.Sprintf(`{"type":"set","field":"d20:%s","value":%s}`, field, value)
}

// scores sets "str 13, int 12"; a comma ends them.
func scores(list string) string {
	var out strings.Builder
	for one := range strings.SplitSeq(list, ", ") {
		ability, score, _ := strings.Cut(one, " ")
		out.WriteString(put("abilities."+ability+".score", score) + ",")
	}
	return out.String()
}

func fighter(level int) string {
	return fmt.Sprintf(`{"type":"addItem","entry":"e1","item":"d20:fighter","state":{"level":%d}}`, level)
}

func wizard(level int) string {
	return fmt.Sprintf(`{"type":"addItem","entry":"e2","item":"d20:wizard","state":{"level":%d}}`, level)
}

func pick(path, option string) string {
	return fmt.Sprintf(`{"type":"choose","path":"%s","option":"%s"}`, path, option)
}

func first(class string) string { return pick("rules/d20:firstClass", "d20:"+class) }

func scholar(skill string) string {
	return pick("e2/+d20:scholar/field-of-study", "d20:skills."+skill+".expertise")
}

func skilled(skills ...string) string {
	const human = "rules/d20:species/d20:human/feat"
	picks := []string{pick("rules/d20:species", "d20:human"), pick(human, "d20:skilled")}
	for _, s := range skills {
		picks = append(picks, pick(human+"/d20:skilled/proficiencies", "d20:skills."+s+".rank"))
	}
	return strings.Join(picks, ",")
}

func worn(item string) string { return `{"type":"addItem","item":"d20:` + item + `","equipped":true}` }

func attuned(item string) string {
	return `{"type":"addItem","item":"d20:` + item + `","equipped":true,"state":{"attuned":true}}`
}

func active(effects ...string) string {
	return each(effects, func(e string) string {
		if !strings.Contains(e, ":") {
			e = "d20:" + e
		}
		return `{"type":"applyEffect","effect":"` + e + `"}`
	})
}

func tired(level int) string {
	return fmt.Sprintf(`{"type":"applyEffect","effect":"d20:exhaustion","state":{"level":%d}}`, level)
}

func hit(by int64, tags ...string) string {
	change := ojson.MustParse(`{"type":"adjust","field":"d20:hp.current"}`).With("by", ojson.Int(-by))
	if len(tags) > 0 {
		change = change.With("tags", ojson.Strings(tags))
	}
	return change.String()
}

// D53 and D58: what a save for concentration must reach, and a fourth attuned item
// where the rules are strict.
func TestD20Batches(t *testing.T) {
	rs := d20Ruleset(t)
	hero, errs := rs.Character(ojson.MustParse(`{"specVersion":"1.0","id":"x"}`))
	for _, e := range errs {
		t.Fatal(e)
	}
	for damage, dc := range map[int64]int64{9: 10, 22: 11, 23: 11, 70: 30} {
		done, errs := hero.ApplyChanges(ojson.MustParse("["+tough+active("concentrating")+"]").Items(), rules.ApplyOptions{})
		for _, e := range errs {
			t.Fatal(e)
		}
		done, errs = done.Character.ApplyChanges([]ojson.Value{ojson.MustParse(hit(damage))}, rules.ApplyOptions{})
		for _, e := range errs {
			t.Fatal(e)
		}
		var found []string
		for _, f := range done.FollowUps.Items() {
			if id, _ := f.Get("followUp"); ojson.Equal(id, ojson.String("d20:concentrating#check")) {
				params, _ := f.Get("params")
				found = append(found, params.String())
			}
		}
		if want := fmt.Sprintf(`{"dc":%d}`, dc); !slices.Equal(found, []string{want}) {
			t.Errorf("%d damage: saves %v, want one %s", damage, found, want)
		}
	}
	three := attuned("ring-of-protection") + "," + attuned("cloak-of-protection") + "," + attuned("amulet-of-health")
	for changes, want := range map[string]string{three: "", three + "," + attuned("headband-of-intellect"): "rules-issue"} {
		_, errs := hero.ApplyChanges(ojson.MustParse("["+changes+"]").Items(), rules.ApplyOptions{Strict: true})
		code := ""
		if len(errs) > 0 {
			code = errs[0].Code
		}
		if code != want {
			t.Errorf("strict: %q, want %q: %v", code, want, errs)
		}
	}
}
