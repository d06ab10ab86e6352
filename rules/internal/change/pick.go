package change

import (
	"cmp"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// choose adds a pick to a choice that applies and offers it.
func (b *batch) choose(c *Change) *fault.Error {
	s, err := b.now()
	if err != nil {
		return err
	}
	choice, ok := s.Choice(c.Path)
	switch {
	case ok && choice.Fault != nil:
		return failed(choice.Fault, "/path")
	case !ok || !choice.Applies:
		return unknown("unknown-choice", "/path", "path", c.Path)
	}
	picks := b.ch.PicksOf(c.Path)
	if slices.Contains(picks, c.Option) {
		return unknown("already-picked", "/option", "option", c.Option)
	}
	offered, problem := choice.Offers(c.Option)
	switch {
	case problem != nil:
		return failed(problem, "/path")
	case !offered:
		return unknown("unknown-option", "/option", "option", c.Option)
	}
	picks = append(slices.Clone(picks), c.Option)
	slices.SortStableFunc(picks, func(x, y string) int { return cmp.Compare(choice.Order(x), choice.Order(y)) })
	b.touch()
	return b.ch.SetPicks(c.Path, picks)
}

// unchoose takes a pick, or all of them, out of a choice, with what was picked
// below.
func (b *batch) unchoose(c *Change) *fault.Error {
	picks := b.ch.PicksOf(c.Path)
	gone, kept := picks, []string(nil)
	if c.Has("option") {
		if !slices.Contains(picks, c.Option) {
			if err := b.knownChoice(c.Path, picks); err != nil {
				return err
			}
			return unknown("not-picked", "/option", "option", c.Option)
		}
		gone = []string{c.Option}
		kept = slices.DeleteFunc(slices.Clone(picks), func(o string) bool { return o == c.Option })
	} else if err := b.knownChoice(c.Path, picks); err != nil {
		return err
	}
	if len(gone) == 0 {
		return nil
	}
	var full *fault.Error
	err := b.removing(func() {
		full = b.ch.SetPicks(c.Path, kept)
		for _, option := range gone {
			b.ch.RemovePicksBelow(c.Path + "/" + option)
		}
	})
	return cmp.Or(err, full)
}

// knownChoice refuses a path that holds nothing and leads nowhere.
func (b *batch) knownChoice(path string, picks []string) *fault.Error {
	if len(picks) > 0 {
		return nil
	}
	s, err := b.now()
	if err != nil {
		return err
	}
	if _, ok := s.Choice(path); !ok {
		return unknown("unknown-choice", "/path", "path", path)
	}
	return nil
}

// removing does something that takes activations away, and removes the picks
// below those that nothing reaches any more. Only once content needs a search:
// its picks stand under its own id, not under that of whoever reached it.
func (b *batch) removing(do func()) *fault.Error {
	var reached []string
	if roots := b.onceRoots(); len(roots) > 0 {
		s, err := b.now()
		if err != nil {
			return err
		}
		for _, id := range roots {
			if s.Reachable(id) {
				reached = append(reached, id)
			}
		}
	}
	b.touch()
	do()
	for removed := true; removed && len(reached) > 0; {
		s, err := b.now()
		if err != nil {
			return err
		}
		left := slices.DeleteFunc(slices.Clone(reached), func(id string) bool { return !s.Reachable(id) })
		if removed = len(left) < len(reached); removed {
			b.touch()
			for _, id := range reached {
				if !slices.Contains(left, id) {
					b.ch.RemovePicksBelow(id)
				}
			}
		}
		reached = left
	}
	return nil
}

// onceRoots lists the contents under whose own ids picks are stored.
func (b *batch) onceRoots() (ids []string) {
	for _, p := range b.ch.Picks {
		head, _, _ := strings.Cut(p.Path, "/")
		head, _, _ = strings.Cut(head, "~")
		if strings.Contains(head, ":") && (len(ids) == 0 || ids[len(ids)-1] != head) {
			ids = append(ids, head)
		}
	}
	return ids
}

// finishCreation ends the creation of a character that lacks nothing.
func (b *batch) finishCreation() *fault.Error {
	if b.ch.Creating == "" {
		return fault.New("not-creating", "")
	}
	s, err := b.now()
	if err != nil {
		return err
	}
	if issues := append(slices.Clone(s.Issues()), s.Missing()...); len(issues) > 0 {
		return fault.New("creation-incomplete", "", ojson.Field("issues", issueList(issues)))
	}
	if err := s.Over(); err != nil {
		return err
	}
	b.touch()
	b.ch.FinishCreation()
	return nil
}

func issueList(issues []fault.Issue) ojson.Value {
	items := make([]ojson.Value, 0, len(issues))
	for _, i := range issues {
		items = append(items, i.JSON())
	}
	return ojson.Array(items...)
}
