package game_test

import (
	"fmt"
	"testing"

	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model/scripted"
	"github.com/open-actor-models/oam/ojson"
)

// endless is a model that always says the same.
func endless(b *testing.B, step string) *scripted.Model {
	b.Helper()
	script, err := scripted.Parse(ojson.MustParse(`{"type":"scripted","fallback":`+step+`}`), "model")
	if err != nil {
		b.Fatal(err)
	}
	return script.NewModel("scripted")
}

// BenchmarkTalk is one turn of each of 128 NPCs, which talk at once.
func BenchmarkTalk(b *testing.B) {
	for _, c := range []struct{ name, step string }{
		{"structured", said("Aye, three iron swords are left.")}, {"text", step("text", "[happy] Aye, three iron swords are left.")},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				done := make(chan error)
				for i := range 128 {
					o := game.DefaultOptions()
					if c.name == "text" {
						o.ReplyFormat = game.TextReply
					}
					n, err := game.New(game.Config{
						ID: fmt.Sprint(i), Model: endless(b, c.step), Persona: game.Persona{Name: "Gorm"}, Options: o,
					})
					if err != nil {
						b.Fatal(err)
					}
					go func() {
						_, err := n.Talk(b.Context(), game.Talk{Line: "Swords?"}, nil)
						n.Close()
						done <- err
					}()
				}
				for range 128 {
					if err := <-done; err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkSave is the save, and the restore, of an NPC with 200 turns.
func BenchmarkSave(b *testing.B) {
	o := game.DefaultOptions()
	o.CompactAfterTurns = 0
	n, err := game.New(game.Config{ID: "gorm", Model: endless(b, said("Aye.")), Persona: game.Persona{Name: "Gorm"}, Options: o})
	if err != nil {
		b.Fatal(err)
	}
	defer n.Close()
	for range 200 {
		if _, err := n.Talk(b.Context(), game.Talk{Line: "Swords?"}, nil); err != nil {
			b.Fatal(err)
		}
	}
	text := n.Snapshot().String()
	b.Run("save", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			_ = n.Snapshot().String()
		}
	})
	b.Run("restore", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			m, _, err := restore(n.Model(), ojson.MustParse(text), nil)
			if err != nil {
				b.Fatal(err)
			}
			m.Close()
		}
	})
}
