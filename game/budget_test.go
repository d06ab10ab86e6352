package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
)

// crammed is an NPC with more of everything than small contexts have room for.
func crammed(c *game.Config) {
	c.Persona.Personality = "Gruff."
	var state []string
	for i := range 20 {
		state = append(state, fmt.Sprintf(`"place%02d":"value of %d"`, i, i))
		c.Memory.Facts = append(c.Memory.Facts, fmt.Sprintf("Fact number %02d is this one.", i))
	}
	c.World, c.Options.WorldContextPaths, c.Options.WorldReadable = board("{"+strings.Join(state, ",")+"}"), []string{""}, nil
	for i := range 120 {
		c.Memory.Summary += fmt.Sprintf("word%03d ", i)
	}
	c.Options.ReplyFormat, c.Options.CompactAfterTurns = game.TextReply, 0
	for i := range 12 {
		c.History = append(c.History,
			model.Entry{Kind: model.PromptEntry, ID: fmt.Sprintf("p%d", i), Text: fmt.Sprintf("Player: question %02d %s", i, strings.Repeat("x", 200))},
			model.Entry{Kind: model.ResponseEntry, ID: fmt.Sprintf("r%d", i), Text: fmt.Sprintf("[happy] Answer %02d.", i)})
	}
}

// TestOrderOfSacrifice: in smaller and smaller contexts the oldest turns go,
// then lines of the world, then facts by age, then the end of the summary.
func TestOrderOfSacrifice(t *testing.T) {
	gone := func(text, kind string, first bool, n int) (missing int) {
		for i := range n {
			at := i
			if !first {
				at = n - 1 - i
			}
			if strings.Contains(text, fmt.Sprintf(kind, at)) {
				return i
			}
		}
		return n
	}
	last := [4]int{}
	seen := map[int]bool{}
	for size := 8192; size >= 512; size -= 64 {
		a := playIn(t, size, step("text", "[sad] Aye."))
		n := gorm(t, a, crammed)
		reply, err := n.Talk(t.Context(), game.Talk{Line: "The current line.", Context: js(`"It rains."`)}, nil)
		if err != nil {
			t.Fatalf("%d: %v", size, err)
		}
		r := a.asked(t, 0)
		all := r.Instructions + "\n" + strings.Join(prompts(r), "\n")
		if used := a.CountTokens(&r); used > size-min(1024, size/4) {
			t.Errorf("%d: %d tokens leave no room for the answer", size, used)
		}
		inOrder(t, all, "Gorm, the village blacksmith", "Gruff.", "Rules:", "stay in character", "Situation: It rains.", "Player: The current line.")
		now := [4]int{
			gone(all, "question %02d", true, 12), gone(all, "place%02d", false, 20),
			gone(all, "number %02d", true, 20), gone(all, "word%03d", false, 120),
		}
		full := [4]int{12, 20, 20, 120}
		for i := range now {
			if now[i] < last[i] {
				t.Errorf("%d: less is given up than in a larger context: %v after %v", size, now, last)
			}
			if i > 0 && now[i] > 0 && now[i-1] < full[i-1] {
				t.Errorf("%d: out of order: %v", size, now)
			}
			what := []string{"oldest turns", "game state", "oldest facts", "earlier summary"}[i]
			if told := strings.Contains(strings.Join(reply.Warnings, "\n"), what); told != (now[i] > 0) {
				t.Errorf("%d: %v, but the warnings are %q", size, now, reply.Warnings)
			}
			if now[i] > 0 {
				seen[i] = true
			}
		}
		last = now
		// Nothing is lost, only hidden.
		if n.TurnCount() != 13 || len(n.Memory().Facts) != 20 || !strings.Contains(n.Memory().Summary, "word119") {
			t.Errorf("%d: %d turns, %d facts are left", size, n.TurnCount(), len(n.Memory().Facts))
		}
	}
	diff(t, "kinds given up", 4, len(seen))
}

func TestPersonaAloneTooBig(t *testing.T) {
	a := playIn(t, 512, said("Aye."))
	n := gorm(t, a, func(c *game.Config) { c.Persona.Backstory = strings.Repeat("He was born here. ", 200) })
	_, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, nil)
	wantCode(t, err, model.ContextSizeExceeded)
	if !strings.Contains(err.Error(), "Gorm") {
		t.Errorf("the error %v does not say who is too big", err)
	}
	diff(t, "steps", 0, a.steps())
	// The same for a line of the player that is too long.
	a = playIn(t, 512, said("Aye."))
	_, err = gorm(t, a, format(game.TextReply)).Talk(t.Context(), game.Talk{Line: strings.Repeat("blah ", 1000)}, nil)
	wantCode(t, err, model.ContextSizeExceeded)
}

// Turns that were hidden stay hidden, so that the prompt begins the same for
// several turns.
func TestHiddenTurnsStayHidden(t *testing.T) {
	steps := make([]string, 40)
	for i := range steps {
		steps[i] = step("text", "[sad] "+strings.Repeat("Aye. ", 20))
	}
	a := playIn(t, 1024, steps...)
	n := gorm(t, a, options(plainText), compactAfter(0, 0))
	var firsts []string
	for i := range steps {
		talk(t, n, fmt.Sprintf("question %02d %s", i, strings.Repeat("x", 60)))
		firsts = append(firsts, prompts(a.asked(t, i))[0])
	}
	diff(t, "turns", 40, n.TurnCount())
	changes := 0
	for i := 1; i < len(firsts); i++ {
		if firsts[i] < firsts[i-1] {
			t.Errorf("turn %d: a hidden turn came back", i)
		}
		if firsts[i] != firsts[i-1] {
			changes++
		}
	}
	if changes == 0 || changes > len(firsts)/3 {
		t.Errorf("the prompt begins differently %d times in %d turns", changes, len(firsts))
	}
}

// Tool outputs that fill the context on the way are told as well.
func TestToolOutputsFillTheContext(t *testing.T) {
	a := playIn(t, 1500, said(strings.Repeat("One. ", 60)), said(strings.Repeat("Two. ", 60)),
		calls("look", `{}`, `{}`), said("Three."))
	n := gorm(t, a, tools("look"), options(func(o *game.Options) { o.ToolChoice.Kind = 0 }))
	h := answering(`"` + strings.Repeat("long ", 300) + `"`)
	var reply *game.Reply
	for _, line := range []string{"1", "2", "3"} {
		var err error
		if reply, err = n.Talk(t.Context(), game.Talk{Line: line}, h); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(strings.Join(reply.Warnings, "\n"), "tool outputs") {
		t.Errorf("warnings %q", reply.Warnings)
	}
}
