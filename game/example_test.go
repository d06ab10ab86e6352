package game_test

import (
	"context"
	"fmt"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/model/scripted"
	"github.com/open-actor-models/oam/ojson"
)

// script stands in for a language model.
func script(steps string) model.Model {
	s, err := scripted.Parse(ojson.MustParse(`{"type":"scripted","steps":`+steps+`}`), "model")
	if err != nil {
		panic(err)
	}
	return s.NewModel("scripted")
}

// An NPC looks something up with a tool of the game, answers in character, and
// remembers.
func ExampleNPC_Talk() {
	shelf := agent.Tool{
		Name: "check_shelf", Description: "Tells what is on the shelf.",
		Run: func(context.Context, agent.Call) (agent.Output, error) {
			return agent.NewOutput(ojson.MustParse(`{"iron sword":3}`), false), nil
		},
	}
	options := game.DefaultOptions()
	options.GroundingTool = shelf.Name
	options.MemoryTools = game.RememberFact
	gorm, err := game.New(game.Config{
		Model: script(`[
			{"toolCalls":[{"name":"check_shelf"}]},
			{"toolCalls":[{"name":"remember_fact","arguments":{"fact":"Aria wants a sword."}}]},
			{"json":{"emotion":"proud","line":"Gorm: \"Aye, three iron swords.\"","player_options":["How much?","Bye."],"ends_conversation":false}}]`),
		Persona: game.Persona{Name: "Gorm", Role: "the village blacksmith"},
		Options: options,
		Tools:   []game.Tool{{Tool: shelf}},
	})
	if err != nil {
		panic(err)
	}
	defer gorm.Close()
	reply, err := gorm.Talk(context.Background(), game.Talk{Line: "Do you have swords?"}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Printf("[%s] %s\n", reply.Emotion, reply.Line)
	fmt.Println(reply.PlayerOptions)
	fmt.Println(gorm.Memory().Facts)
	// Output:
	// [proud] Aye, three iron swords.
	// [How much? Bye.]
	// [Aria wants a sword.]
}

func ExampleDecide() {
	decided, err := game.Decide(context.Background(), game.Decision{
		Situation: ojson.String("A wolf comes out of the woods."),
		Choices:   []game.Choice{{ID: "flee", Description: "Run for the village."}, {ID: "fight"}},
		Actor:     &game.Persona{Name: "Snik", Personality: "timid"},
		Engine:    game.Engine{Model: script(`[{"json":{"reasoning":"Snik is timid.","choice":"flee","confidence":90}}]`)},
	}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(decided.ID, decided.Confidence, decided.Reasoning)
	// Output: flee 90 Snik is timid.
}
