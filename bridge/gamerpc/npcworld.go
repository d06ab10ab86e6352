package gamerpc

import "github.com/open-actor-models/oam/ojson"

// npcWorld is a world as the tools of an NPC use it. What they change is
// notified before they answer, and so before the response of the turn
// (behaviours, item 284).
type npcWorld struct{ *hosted }

func (w npcWorld) Read(path string, readable []string) (ojson.Value, string) {
	return w.state.Read(path, readable)
}

func (w npcWorld) Update(path string, value ojson.Value, writable []string) (text, problem string) {
	text, problem, _ = w.state.Update(path, value, writable)
	w.observed.passOn()
	return text, problem
}

func (w npcWorld) Summary(paths []string) string { return w.state.Summary(paths) }
