// Command sheet loads a pack and a character, explains a number, and lets the
// character take damage.
package main

import (
	"fmt"
	"log"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

func main() {
	release, err := packs.Release("d20") // any release as JSON
	check(err)
	file, err := packs.Example("d20")
	check(err)

	ruleset, errs := rules.LoadRuleset([]ojson.Value{release}) // once
	check(errs...)
	hero, errs := ruleset.Character(file)
	check(errs...)

	sheet, errs := hero.ComputeSheet(rules.SheetOptions{})
	check(errs...)
	armour, _ := sheet.Value("d20:ac")
	fmt.Println("armour class", armour)

	change := ojson.MustParse(`{"type": "adjust", "field": "d20:hp.current", "by": -9, "tags": ["poison"]}`)
	done, errs := hero.ApplyChanges([]ojson.Value{change}, rules.ApplyOptions{})
	check(errs...)
	for _, a := range done.Adjustments.Items() {
		field, _ := a.Get("field")
		from, _ := a.Get("from")
		to, _ := a.Get("to")
		fmt.Println(field, from, "→", to)
	}
	hero = done.Character // the character that came in is untouched
	after, errs := hero.ComputeSheet(rules.SheetOptions{})
	check(errs...)
	temporary, _ := after.Value("d20:hp.temp")
	fmt.Println("temporary hit points", temporary)
}

// check ends the program at the first error, of either kind.
func check[E error](errs ...E) {
	for _, err := range errs {
		if any(err) != nil {
			log.Fatal(err)
		}
	}
}
