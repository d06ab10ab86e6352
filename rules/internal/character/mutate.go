package character

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// next is the place in the file for a new member of a map.
func (c *Character) next() int32 {
	c.seq++
	return c.seq
}

// own makes sure that no clone shares a list before it is written into.
func own[T any](c *Character, p parts, list *[]T) {
	if c.owned&p == p {
		return
	}
	*list = append(make([]T, 0, len(*list)+1), *list...)
	c.owned |= p
}

// SetField stores a value of a field.
func (c *Character) SetField(id string, v formula.Value) {
	own(c, partFields, &c.Fields)
	c.touch(partFields)
	c.Fields = c.put(c.Fields, id, v)
}

// RemoveField removes the stored value of a field, if there is one.
func (c *Character) RemoveField(id string) {
	i, ok := findStored(c.Fields, id)
	if !ok {
		return
	}
	own(c, partFields, &c.Fields)
	c.touch(partFields)
	c.Fields = slices.Delete(c.Fields, i, i+1)
}

// put stores a value in a list that nobody else has.
func (c *Character) put(list []Stored, id string, v formula.Value) []Stored {
	i, ok := findStored(list, id)
	if ok {
		list[i].Value, list[i].Raw = v, v.JSON()
		return list
	}
	return slices.Insert(list, i, Stored{ID: id, Value: v, Raw: v.JSON(), seq: c.next()})
}

// SetPicks stores what a choice holds, in the order given; no options remove the
// choice from the file. The options are taken over. It fails beyond the limit of
// picks and then changes nothing.
func (c *Character) SetPicks(path string, options []string) *fault.Error {
	i, ok := c.findPick(path)
	if !ok && len(options) == 0 {
		return nil
	}
	if n := len(options); n > 1 || !ok {
		for _, p := range c.Picks {
			if p.Path != path {
				n += len(p.Options)
			}
		}
		if n > MaxPicks {
			return limitError("picks", MaxPicks)
		}
	}
	own(c, partChoices, &c.Picks)
	c.touch(partChoices)
	switch {
	case len(options) == 0:
		c.Picks = slices.Delete(c.Picks, i, i+1)
	case ok:
		c.Picks[i].Options, c.Picks[i].raw = options, ojson.Strings(options)
	default:
		c.Picks = slices.Insert(c.Picks, i, Pick{Path: path, Options: options, raw: ojson.Strings(options), seq: c.next()})
	}
	return nil
}

// RemovePicksBelow removes the picks of all choices below an activation, those of
// its standard copies included.
func (c *Character) RemovePicksBelow(activation string) {
	c.removePicks(activation + "/")
	c.removePicks(activation + "~")
}

// removePicks removes the picks of all paths with a prefix.
func (c *Character) removePicks(prefix string) {
	from, _ := c.findPick(prefix)
	to := from
	for to < len(c.Picks) && strings.HasPrefix(c.Picks[to].Path, prefix) {
		to++
	}
	if from == to {
		return
	}
	own(c, partChoices, &c.Picks)
	c.touch(partChoices)
	c.Picks = slices.Delete(c.Picks, from, to)
}

// SetExtension stores anything under a key of the app's own; null removes it. It
// fails where the file would nest too deep.
func (c *Character) SetExtension(key string, v ojson.Value) *fault.Error {
	if Deeper(v, MaxDepth-2) {
		return limitError("document-depth", MaxDepth)
	}
	if !v.IsNull() {
		c.Extensions = c.Extensions.With(key, v)
	} else if _, ok := c.Extensions.Get(key); ok {
		c.Extensions = c.Extensions.Without(key)
	} else {
		return nil
	}
	c.touch(partExtensions)
	return nil
}

// SetHomebrew replaces the homebrew release; null removes it. It fails beyond
// the limits of homebrew.
func (c *Character) SetHomebrew(release ojson.Value) *fault.Error {
	switch {
	case Deeper(release, MaxDepth-1):
		return limitError("document-depth", MaxDepth)
	case Longer(release, MaxHomebrewBytes):
		return limitError("homebrew-bytes", MaxHomebrewBytes)
	case release.IsNull() && c.Homebrew.IsNull():
		return nil
	}
	c.Homebrew = release
	if release.IsNull() {
		c.drop(partHomebrew)
	} else {
		c.touch(partHomebrew)
	}
	return nil
}

// FinishCreation takes the mark of a character in creation away.
func (c *Character) FinishCreation() {
	if c.Creating == "" {
		return
	}
	c.Creating = ""
	c.drop(partCreating)
}

// AddFollowUp stores a follow-up with the next id and returns that id. rest are
// its members after the id.
func (c *Character) AddFollowUp(rest []ojson.Member) (string, *fault.Error) {
	if len(c.FollowUps) >= MaxFollowUps {
		return "", limitError("follow-ups", MaxFollowUps)
	}
	id, err := c.nextID("f")
	if err != nil {
		return "", err
	}
	own(c, partFollowUps, &c.FollowUps)
	c.touch(partFollowUps)
	members := append([]ojson.Member{ojson.Field("id", ojson.String(id))}, rest...)
	c.FollowUps = append(c.FollowUps, FollowUp{ID: id, Object: ojson.Object(members...)})
	c.took(id)
	return id, nil
}

// RemoveFollowUp removes a stored follow-up and reports whether it was there.
func (c *Character) RemoveFollowUp(id string) bool {
	i := slices.IndexFunc(c.FollowUps, func(f FollowUp) bool { return f.ID == id })
	if i < 0 {
		return false
	}
	own(c, partFollowUps, &c.FollowUps)
	c.touch(partFollowUps)
	c.FollowUps = slices.Delete(c.FollowUps, i, i+1)
	c.took(id)
	return true
}
