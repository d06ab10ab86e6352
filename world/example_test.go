package world_test

import (
	"fmt"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

func Example() {
	village, err := world.New(ojson.MustParse(`{"player":{"gold":60},"party":[{"name":"Bo"}]}`))
	if err != nil {
		panic(err)
	}
	if _, err := village.Subscribe("player", func(c world.Change) { fmt.Println(c.Path, c.Old, "→", c.New) }); err != nil {
		panic(err)
	}
	before := village.Snapshot()
	if _, err := village.Set("player.gold", ojson.Int(45)); err != nil {
		panic(err)
	}
	if _, err := village.Merge("", ojson.MustParse(`{"player":{"title":"Sir"},"party":null}`)); err != nil {
		panic(err)
	}
	fmt.Println(before.Version(), before.Value())
	fmt.Println(village.Version(), village.Snapshot().Value())
	_, err = village.Set("player.gold.coins", ojson.Int(1))
	fmt.Println(err)
	// Output:
	// player.gold 60 → 45
	// player.title null → "Sir"
	// 0 {"player":{"gold":60},"party":[{"name":"Bo"}]}
	// 2 {"player":{"gold":45,"title":"Sir"}}
	// World path 'player.gold.coins': 'player.gold' is a number, which has nothing inside.
}

// A game loop looks once per frame.
func ExampleState_Watch() {
	village, err := world.New(ojson.MustParse(`{"gold":60}`))
	if err != nil {
		panic(err)
	}
	watch, err := village.Watch("gold")
	if err != nil {
		panic(err)
	}
	defer watch.End()
	for frame := range 3 {
		if frame == 1 {
			text, problem, _ := village.Update("Gold", ojson.String("1,045"), []string{"gold"})
			fmt.Printf("%s %q\n", text, problem)
		}
		for _, c := range watch.Take() {
			fmt.Println("frame", frame, c.Path, c.New)
		}
	}
	// Output:
	// Set 'gold' to 1045; it was 60. ""
	// frame 1 gold 1045
}
