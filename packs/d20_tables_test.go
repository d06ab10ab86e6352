package packs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// The rows of the SRD's tables of weapons, armour and gear, as name, data member
// and value. Costs are in gold pieces.
const d20Rows = `
club damage 1d4, damageType bludgeoning, category simple, reach melee, properties [light], mastery slow, weight 2, cost 0.1
dagger damage 1d4, damageType piercing, category simple, reach melee, properties [finesse light thrown], normal 20, long 60, mastery nick, weight 1, cost 2
handaxe damage 1d6, damageType slashing, category simple, properties [light thrown], normal 20, long 60, mastery vex, weight 2, cost 5
javelin damage 1d6, damageType piercing, category simple, reach melee, properties [thrown], normal 30, long 120, mastery slow, weight 2, cost 0.5
mace damage 1d6, damageType bludgeoning, category simple, mastery sap, weight 4, cost 5
quarterstaff damage 1d6, versatile 1d8, damageType bludgeoning, category simple, properties [versatile], mastery topple, weight 4, cost 0.2
spear damage 1d6, versatile 1d8, damageType piercing, category simple, properties [thrown versatile], normal 20, long 60, mastery sap, weight 3, cost 1
light-crossbow damage 1d8, damageType piercing, category simple, reach ranged, properties [ammunition loading two-handed], normal 80, long 320, mastery slow, weight 5, cost 25
shortbow damage 1d6, damageType piercing, category simple, reach ranged, properties [ammunition two-handed], normal 80, long 320, mastery vex, weight 2, cost 25
sling damage 1d4, damageType bludgeoning, category simple, reach ranged, properties [ammunition], normal 30, long 120, mastery slow, cost 0.1
battleaxe damage 1d8, versatile 1d10, damageType slashing, category martial, reach melee, properties [versatile], mastery topple, weight 4, cost 10
flail damage 1d8, damageType bludgeoning, category martial, mastery sap, weight 2, cost 10
greataxe damage 1d12, damageType slashing, category martial, properties [heavy two-handed], mastery cleave, weight 7, cost 30
greatsword damage 2d6, damageType slashing, category martial, properties [heavy two-handed], mastery graze, weight 6, cost 50
longsword damage 1d8, versatile 1d10, damageType slashing, category martial, properties [versatile], mastery sap, weight 3, cost 15
rapier damage 1d8, damageType piercing, category martial, properties [finesse], mastery vex, weight 2, cost 25
scimitar damage 1d6, damageType slashing, category martial, properties [finesse light], mastery nick, weight 3, cost 25
shortsword damage 1d6, damageType piercing, category martial, properties [finesse light], mastery vex, weight 2, cost 10
warhammer damage 1d8, versatile 1d10, damageType bludgeoning, category martial, properties [versatile], mastery push, weight 5, cost 15
longbow damage 1d8, damageType piercing, category martial, reach ranged, properties [ammunition heavy two-handed], normal 150, long 600, mastery slow, weight 2, cost 50
padded-armor category light, noisy true, weight 8, cost 5
leather-armor category light, weight 10, cost 10
studded-leather-armor category light, weight 13, cost 45
hide-armor category medium, weight 12, cost 10
chain-shirt category medium, weight 20, cost 50
scale-mail category medium, noisy true, weight 45, cost 50
breastplate category medium, weight 20, cost 400
half-plate-armor category medium, noisy true, weight 40, cost 750
ring-mail category heavy, noisy true, weight 40, cost 30
chain-mail category heavy, strength 13, noisy true, weight 55, cost 75
splint-armor category heavy, strength 15, noisy true, weight 60, cost 200
plate-armor category heavy, strength 15, noisy true, weight 65, cost 1500
shield bonus 2, weight 6, cost 10
potion-of-healing weight 0.5, cost 50
backpack weight 5, cost 2
bedroll weight 7, cost 1
torch weight 1, cost 0.01
rope weight 5, cost 1
rations weight 2, cost 0.5
arrow weight 0.05, cost 0.05
quiver weight 1, cost 1
healers-kit weight 3, cost 5
spellbook weight 3
component-pouch weight 2, cost 25`

// TestD20Tables holds the data of what is carried to the tables of the text, both
// ways: nothing in the pack is without its row.
func TestD20Tables(t *testing.T) {
	content, _ := d20Ruleset(t).JSON().Get("content")
	rows := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(d20Rows)) {
		name, row, _ := strings.Cut(strings.TrimSpace(line), " ")
		rows["d20:"+name] = row
	}
	for _, c := range content.Members() {
		typ, _ := c.Value.Get("type")
		abstract, _ := c.Value.Get("abstract")
		kind, _ := typ.AsString()
		if on, _ := abstract.AsBool(); on || !strings.Contains("d20:weapon d20:armor d20:shield d20:gear", kind) {
			continue
		}
		row, ok := rows[c.Key]
		delete(rows, c.Key)
		if !ok && c.Key != "d20:unarmed-strike" && c.Key != "d20:longsword-plus-1" {
			t.Errorf("%s has no row", c.Key)
		}
		data, _ := c.Value.Get("data")
		for part := range strings.SplitSeq(row, ", ") {
			name, want, _ := strings.Cut(part, " ")
			got, _ := data.Get(name)
			if name != "" && plain(got) != want {
				t.Errorf("%s: %s is %s, want %s", c.Key, name, plain(got), want)
			}
		}
		noisy, _ := data.Get("noisy")
		if loud, _ := noisy.AsBool(); loud != strings.Contains(row, "noisy true") {
			t.Errorf("%s: noisy is %t", c.Key, loud)
		}
	}
	for id := range rows {
		t.Errorf("the pack has no %s", id)
	}
}

// plain is a value as the rows write it: texts without quotes or pack.
func plain(v ojson.Value) string {
	return strings.NewReplacer(`"`, "", "d20:", "", ",", " ").Replace(v.String())
}

// TestD20Skills holds each skill to its ability, by the bonus of a character whose
// modifiers are all different.
func TestD20Skills(t *testing.T) {
	abilities := map[string]string{
		"str": "athletics", "dex": "acrobatics sleightOfHand stealth", "int": "arcana history investigation nature religion",
		"wis": "animalHandling insight medicine perception survival", "cha": "deception intimidation performance persuasion",
	}
	mods := map[string]int{"str": 1, "dex": 2, "con": 3, "int": 4, "wis": 5, "cha": 6}
	var changes, values []string
	skills := 0
	for ability, mod := range mods {
		changes = append(changes, put("abilities."+ability+".score", fmt.Sprint(10+2*mod)))
		values = append(values, fmt.Sprintf("saves.%s.bonus %d", ability, mod))
		for _, skill := range strings.Fields(abilities[ability]) {
			values = append(values, fmt.Sprintf("skills.%s.bonus %d", skill, mod))
			skills++
		}
	}
	if skills != 18 {
		t.Fatalf("%d skills", skills)
	}
	s := d20Sheet(t, strings.Join(changes, ","))
	for _, want := range values {
		field, value, _ := strings.Cut(want, " ")
		if got, _ := s.Value("d20:" + field); got.String() != value {
			t.Errorf("%s is %s, want %s", field, got, value)
		}
	}
}

// TestD20Choices holds the numbers of picks to the class tables: skills, weapon
// kinds, cantrips, spells of the book and prepared ones.
func TestD20Choices(t *testing.T) {
	type limits map[string]string // choice: "min max", "-" without a limit
	for name, c := range map[string]struct {
		changes string
		want    limits
	}{
		"fighter 3": {fighter(3), limits{"e1/skills": "2 2", "e1/+d20:fighter-weapon-mastery/weapons": "3 3", "e1/subclass": "1 1", "e1/+d20:fighting-style/style": "1 1"}},
		"fighter 4": {fighter(4), limits{"e1/+d20:fighter-weapon-mastery/weapons": "4 4", "e1/feat@4": "1 1"}},
		"wizard 1":  {wizard(1), limits{"e2/skills": "2 2", "e2/cantrips": "3 3", "e2/spellbook": "6 -", "e2/prepared": "0 4"}},
		"wizard 2":  {wizard(2), limits{"e2/cantrips": "3 3", "e2/spellbook": "8 -", "e2/prepared": "0 5", "e2/+d20:scholar/field-of-study": "1 1"}},
		"wizard 3":  {wizard(3), limits{"e2/cantrips": "3 3", "e2/spellbook": "10 -", "e2/prepared": "0 6", "e2/subclass": "1 1"}},
		"wizard 4":  {wizard(4), limits{"e2/cantrips": "4 4", "e2/spellbook": "12 -", "e2/prepared": "0 7", "e2/feat@4": "1 1"}},
		"wizard 5":  {wizard(5), limits{"e2/cantrips": "4 4", "e2/spellbook": "14 -", "e2/prepared": "0 9"}},
		"anybody":   {put("name", `"A"`), limits{"rules/d20:languages": "2 2", "rules/d20:species": "1 1", "rules/d20:background": "1 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs := d20Sheet(t, c.changes).JSON()
			for _, e := range errs {
				t.Fatal(e)
			}
			choices, _ := out.Get("choices")
			found := map[string]string{}
			for _, choice := range choices.Items() {
				path, _ := choice.Get("path")
				text, _ := path.AsString()
				least, most := "-", "-"
				if v, ok := choice.Get("min"); ok {
					least = v.String()
				}
				if v, ok := choice.Get("max"); ok {
					most = v.String()
				}
				found[text] = least + " " + most
			}
			for path, want := range c.want {
				if found[path] != want {
					t.Errorf("%s has %q, want %q", path, found[path], want)
				}
			}
		})
	}
}

// TestD20Options: a spell of a level without slots is no option of the book, and
// a magic sword is no kind of weapon.
func TestD20Options(t *testing.T) {
	for _, c := range []struct{ changes, path, option, code string }{
		{wizard(2), "e2/spellbook", "d20:magic-missile", ""},
		{wizard(2), "e2/spellbook", "d20:misty-step", "unknown-option"},
		{wizard(3), "e2/spellbook", "d20:misty-step", ""},
		{wizard(4), "e2/spellbook", "d20:fireball", "unknown-option"},
		{wizard(5), "e2/spellbook", "d20:fireball", ""},
		{fighter(1), "e1/+d20:fighter-weapon-mastery/weapons", "d20:longsword", ""},
		{fighter(1), "e1/+d20:fighter-weapon-mastery/weapons", "d20:longsword-plus-1", "unknown-option"},
		{fighter(1), "e1/+d20:fighter-weapon-mastery/weapons", "d20:unarmed-strike", "unknown-option"},
	} {
		hero, errs := d20Ruleset(t).Character(ojson.MustParse(`{"specVersion":"1.0","id":"x"}`))
		for _, e := range errs {
			t.Fatal(e)
		}
		_, errs = hero.ApplyChanges(ojson.MustParse("["+c.changes+","+pick(c.path, c.option)+"]").Items(), rules.ApplyOptions{})
		code := ""
		if len(errs) > 0 {
			code = errs[0].Code
		}
		if code != c.code {
			t.Errorf("%s of %s: %q, want %q", c.option, c.path, code, c.code)
		}
	}
}

// TestD20Weapons: D70 and what training, strength and two hands make of a weapon.
func TestD20Weapons(t *testing.T) {
	for name, c := range map[string]struct{ changes, copy, want string }{
		"D70":               {scores("str 8") + fighter(1), "rules~d20:unarmed-strike", "attack 1, damage 0"},
		"D70, no less":      {scores("str 1") + fighter(1), "rules~d20:unarmed-strike", "attack -3, damage 0"},
		"magic":             {scores("str 16") + fighter(1) + "," + blade("longsword-plus-1", `{}`), "w", `attack 6, damage 4, dice "1d8"`},
		"two hands":         {scores("str 16") + fighter(1) + "," + blade("longsword", `{"twoHanded":true}`), "w", `attack 5, damage 3, dice "1d10"`},
		"untrained":         {scores("str 16") + wizard(1) + "," + blade("longsword", `{}`), "w", "attack 3, proficient false"},
		"simple":            {scores("str 16") + wizard(1) + "," + blade("quarterstaff", `{}`), "w", "attack 5, proficient true"},
		"finesse":           {scores("str 12, dex 18") + fighter(1) + "," + blade("rapier", `{}`), "w", "attack 6, damage 4"},
		"ranged":            {scores("str 18, dex 12") + fighter(1) + "," + blade("longbow", `{}`), "w", "attack 3, damage 1, unwieldy true"},
		"heavy, weak":       {scores("str 12, dex 18") + fighter(1) + "," + blade("greataxe", `{}`), "w", "attack 3, unwieldy true"},
		"heavy, strong":     {scores("str 13") + fighter(1) + "," + blade("greataxe", `{}`), "w", "unwieldy false"},
		"archery":           {scores("dex 14") + fighter(1) + "," + pick("e1/+d20:fighting-style/style", "d20:archery") + "," + blade("longbow", `{}`), "w", "attack 6"},
		"archery, in melee": {scores("str 14") + fighter(1) + "," + pick("e1/+d20:fighting-style/style", "d20:archery") + "," + blade("club", `{}`), "w", "attack 4"},
		"exhausted":         {scores("str 16") + fighter(1) + "," + blade("longsword", `{}`) + "," + tired(2), "w", "attack 1, damage 3"},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs := d20Sheet(t, c.changes).JSON()
			for _, e := range errs {
				t.Fatal(e)
			}
			copies, _ := out.Get("copies")
			computed, _ := copies.Get(c.copy)
			for want := range strings.SplitSeq(c.want, ", ") {
				member, value, _ := strings.Cut(want, " ")
				if got, _ := computed.Get(member); got.String() != value {
					t.Errorf("%s is %s, want %s", member, got, value)
				}
			}
		})
	}
}

func blade(item, state string) string {
	return fmt.Sprintf(`{"type":"addItem","entry":"w","item":"d20:%s","equipped":true,"state":%s}`, item, state)
}

func d20Sheet(t *testing.T, changes string) *rules.Sheet {
	t.Helper()
	hero, errs := d20Ruleset(t).Character(ojson.MustParse(`{"specVersion":"1.0","id":"x"}`))
	for _, e := range errs {
		t.Fatal(e)
	}
	done, errs := hero.ApplyChanges(ojson.MustParse("["+changes+"]").Items(), rules.ApplyOptions{})
	for _, e := range errs {
		t.Fatal(e)
	}
	s, errs := done.Character.ComputeSheet(rules.SheetOptions{})
	for _, e := range errs {
		t.Fatal(e)
	}
	return s
}

// TestD20Damage: each trait meets its own type of damage and no other, from 59 hit
// points: of 9 damage half is 4, twice 18.
func TestD20Damage(t *testing.T) {
	types := strings.Fields("acid bludgeoning cold fire force lightning necrotic piercing poison psychic radiant slashing thunder")
	release, err := packs.Release("d20")
	if err != nil {
		t.Fatal(err)
	}
	var content []string
	kinds := map[string]int64{"resist": 4, "vulnerable": 18, "immune": 0}
	for kind := range kinds {
		for _, damage := range types {
			content = append(content, fmt.Sprintf(`"%[1]s-%[2]s": {"type": "d20:spell-effect", "grants": [{"content": "d20:%[1]s-%[2]s"}]}`, kind, damage))
		}
	}
	traits := ojson.MustParse(`{"id": "traits", "version": "1.0.0", "specVersion": "1.0", "kind": "content", "requires": {"d20": "*"},
		"content": {` + strings.Join(content, ",") + `}}`)
	rs, errs := rules.LoadRuleset([]ojson.Value{release, traits})
	for _, e := range errs {
		t.Fatal(e)
	}
	hero, errs := rs.Character(ojson.MustParse(`{"specVersion":"1.0","id":"x"}`))
	for _, e := range errs {
		t.Fatal(e)
	}
	for kind, met := range kinds {
		for i, damage := range types {
			for tag, dealt := range map[string]int64{damage: met, types[(i+1)%len(types)]: 9} {
				changes := tough + active("traits:"+kind+"-"+damage) + "," + hit(9, tag)
				done, errs := hero.ApplyChanges(ojson.MustParse("["+changes+"]").Items(), rules.ApplyOptions{})
				for _, e := range errs {
					t.Fatal(e)
				}
				s, errs := done.Character.ComputeSheet(rules.SheetOptions{})
				for _, e := range errs {
					t.Fatal(e)
				}
				if got, _ := s.Value("d20:hp.current"); !ojson.Equal(got, ojson.Int(59-dealt)) {
					t.Errorf("%s to %s, 9 %s: %s are left, want %d", kind, damage, tag, got, 59-dealt)
				}
			}
		}
	}
}
