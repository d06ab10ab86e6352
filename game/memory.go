package game

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/open-actor-models/oam/ojson"
)

// Memory is what a character remembers beside the conversation itself.
type Memory struct {
	// Facts are in the order in which they were learnt.
	Facts []string
	// Relationship is the attitude towards the player, from -100 to 100.
	Relationship int
	// Summary is the gist of turns that are no longer kept; empty for none.
	Summary string
}

const maxRelationship = 100

func memoryNames() []string { return []string{"facts", "relationship", "summary"} }

// DecodeMemory reads a memory; path is its place. A relationship beyond ±100
// is clamped (behaviours, item 195). unknown are the full paths of members that
// it does not have. The error is an [*Error].
func DecodeMemory(v ojson.Value, path string) (m Memory, unknown []string, err error) {
	f := openFields(v, path, true)
	m = Memory{Facts: f.texts("facts", nil), Summary: f.text("summary", "")}
	if r, ok := f.get("relationship"); ok {
		x, _ := r.AsFloat()
		if !r.IsFinite() || !r.IsInteger() {
			f.fail(f.at("relationship"), "an integer", r)
		}
		m.Relationship = int(max(-maxRelationship, min(x, maxRelationship)))
	}
	return m, f.unknown(memoryNames()), f.err
}

func (m Memory) encode() ojson.Value {
	v := ojson.Object(
		ojson.Field("facts", ojson.Strings(m.Facts)),
		ojson.Field("relationship", ojson.Int(int64(m.Relationship))),
	)
	if m.Summary != "" {
		v = v.With("summary", ojson.String(m.Summary))
	}
	return v
}

func (m Memory) patched(patch ojson.Value, path string) (Memory, error) {
	q, _, err := DecodeMemory(mergePatch(m.encode(), known(patch, memoryNames())), path)
	return q, err
}

func clampRelationship(r int) int { return max(-maxRelationship, min(r, maxRelationship)) }

// attitude is the word for a relationship (behaviours, item 211).
func attitude(relationship int) string {
	switch {
	case relationship < -60:
		return "hostile"
	case relationship < -20:
		return "unfriendly"
	case relationship <= 20:
		return "neutral"
	case relationship <= 60:
		return "friendly"
	default:
		return "trusting"
	}
}

// block is the text about the memory that follows the instructions, "" when
// there is nothing to say (behaviours, item 210). The attitude is told when it
// is not the usual one, or when always is set.
func (m Memory) block(always bool) string {
	var lines []string
	if m.Relationship != 0 || always {
		lines = append(lines, fmt.Sprintf("Your attitude towards the player: %s (%d on a scale from -100 to 100).",
			attitude(m.Relationship), m.Relationship))
	}
	if len(m.Facts) > 0 {
		lines = append(lines, "What you remember:")
		for _, fact := range m.Facts {
			lines = append(lines, "- "+fact)
		}
	}
	if !blank(m.Summary) {
		lines = append(lines, "Earlier conversation: "+m.Summary)
	}
	return strings.Join(lines, "\n")
}

// knows reports whether a fact is known, whatever its case and punctuation.
func knows(facts []string, fact string) bool {
	key := factKey(fact)
	return slices.ContainsFunc(facts, func(f string) bool { return factKey(f) == key })
}

func factKey(fact string) string {
	words := strings.FieldsFunc(strings.ToLower(fact), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return fact // nothing but signs: those are what it says
	}
	return strings.Join(words, " ")
}

// changes are what the memory tools of a turn want to change. They take effect
// when the turn succeeds (behaviours, items 231, 238 and 239).
type changes struct {
	facts []string
	delta int
}

// remember stages a fact and reports whether it is new.
func (c *changes) remember(m Memory, fact string) bool {
	if knows(m.Facts, fact) || knows(c.facts, fact) {
		return false
	}
	c.facts = append(c.facts, fact)
	return true
}

// change stages a change of the relationship and returns the relationship that
// comes of it.
func (c *changes) change(m Memory, delta int) int {
	now := clampRelationship(m.Relationship + c.delta + delta)
	c.delta = now - m.Relationship
	return now
}

// applied returns the memory with the changes. Where facts were added, the
// oldest ones beyond the limit are dropped.
func (c *changes) applied(m Memory, maxFacts int) Memory {
	m.Relationship = clampRelationship(m.Relationship + c.delta)
	if len(c.facts) > 0 {
		facts := slices.Concat(m.Facts, c.facts)
		m.Facts = facts[max(0, len(facts)-maxFacts):]
	}
	return m
}
