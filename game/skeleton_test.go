package game_test

import (
	"fmt"
	"testing"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model/scripted"
	"github.com/open-actor-models/oam/ojson"
)

type printer struct{ t *testing.T }

func (p printer) Event(e game.Event) { p.t.Logf("%T %+v", e, e) }
func (p printer) CallTool(c agent.Call, reply func(agent.Output)) func(string) {
	reply(agent.NewOutput(ojson.String("ok"), false))
	return func(string) {}
}

func TestSkeleton(t *testing.T) {
	s, err := scripted.Parse(ojson.MustParse(`{"steps":[{"json":{"emotion":"proud","line":"Gorm: \"Aye.\"","player_options":["1. Hi","Bye"],"ends_conversation":false}},{"template":"{prompt}"}]}`), "model")
	if err != nil {
		t.Fatal(err)
	}
	o := game.DefaultOptions()
	n, err := game.New(game.Config{Model: s.NewModel("scripted"), Persona: game.Persona{Name: "Gorm", Role: "the smith"}, Options: o})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	r, err := n.Talk(t.Context(), game.Talk{Line: "Hello"}, printer{t})
	fmt.Printf("%+v %v\n", r, err)
	r, err = n.Talk(t.Context(), game.Talk{Line: "Hello"}, printer{t})
	fmt.Printf("%+v %v\n", r, err)
}
