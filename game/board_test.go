package game_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/ojson"
)

// memoryBoard is a small world: top-level members only.
type memoryBoard struct {
	mu    sync.Mutex
	state ojson.Value
}

func board(text string) game.World { return &memoryBoard{state: js(text)} }

func (b *memoryBoard) Read(path string, readable []string) (ojson.Value, string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	v, ok := b.state.Get(path)
	if !ok || !slices.Contains(readable, path) && !slices.Contains(readable, "") {
		return ojson.Value{}, fmt.Sprintf("There is no '%s'. Readable: %s.", path, strings.Join(readable, ", "))
	}
	return v, ""
}

func (b *memoryBoard) Update(path string, v ojson.Value, writable []string) (text, problem string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !slices.Contains(writable, path) {
		return "", "read-only"
	}
	old, _ := b.state.Get(path)
	b.state = b.state.With(path, v)
	return fmt.Sprintf("%s: %s (was %s)", path, v, old), ""
}

func (b *memoryBoard) Summary(paths []string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var lines []string
	for _, m := range b.state.Members() {
		if slices.Contains(paths, m.Key) || slices.Contains(paths, "") {
			lines = append(lines, m.Key+": "+m.Value.String())
		}
	}
	return strings.Join(lines, "\n")
}
