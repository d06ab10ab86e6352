package upgrade

import "github.com/open-actor-models/oam/rules/internal/ruleset"

// tracker knows of which type content was, while migrations give both other names.
type tracker struct {
	old, new *ruleset.Ruleset
	// types is the type of content that migrations renamed, names what types of
	// the old ruleset are called by now.
	types, names map[string]string
	// rest are the migrations to come, the present one first.
	rest []*ruleset.Migration
}

func newTracker(old, fresh *ruleset.Ruleset) *tracker {
	return &tracker{old: old, new: fresh, types: map[string]string{}, names: map[string]string{}}
}

// typeName is the type of content by its present name, "" if nobody knows. The
// old ruleset may be too new to have the content: then the new one tells, by what
// both will be called.
func (t *tracker) typeName(content string) string {
	if typ, ok := t.types[content]; ok {
		return typ
	}
	if c, ok := t.old.Content(content); ok && c.Type >= 0 {
		typ := t.old.Types[c.Type].ID
		if now, ok := t.names[typ]; ok {
			return now
		}
		return typ
	}
	// Asked once: from now on the type is followed like that of renamed content.
	t.types[content] = t.later(content)
	return t.types[content]
}

// later is the present name of the type of content that only the new ruleset
// knows.
func (t *tracker) later(content string) string {
	for _, m := range t.rest {
		if x, ok := m.Move(ruleset.MoveContent, "", content); ok {
			content = x.To
		}
	}
	c, ok := t.new.Content(content)
	if !ok || c.Type < 0 {
		return ""
	}
	typ := t.new.Types[c.Type].ID
	for i := len(t.rest) - 1; i >= 0; i-- {
		for _, x := range t.rest[i].Moves[ruleset.MoveType] {
			if x.To == typ {
				typ = x.From
				break
			}
		}
	}
	return typ
}

// step goes behind the present migration. items are the contents that matter, as
// it found them.
func (t *tracker) step(items map[string]string) {
	m := t.rest[0]
	fresh := map[string]string{}
	for _, content := range items {
		if x, ok := m.Move(ruleset.MoveContent, "", content); ok && x.To != "" {
			fresh[x.To] = t.typeName(content)
		}
	}
	t.rest = t.rest[1:]
	for content, typ := range fresh {
		t.types[content] = typ
	}
	if len(m.Moves[ruleset.MoveType]) == 0 {
		return
	}
	rename := func(typ string) string {
		if x, ok := m.Move(ruleset.MoveType, "", typ); ok && x.To != "" {
			return x.To
		}
		return typ
	}
	for content, typ := range t.types {
		t.types[content] = rename(typ)
	}
	for _, typ := range t.old.Types {
		now, ok := t.names[typ.ID]
		if !ok {
			now = typ.ID
		}
		if to := rename(now); to != typ.ID {
			t.names[typ.ID] = to
		}
	}
}
