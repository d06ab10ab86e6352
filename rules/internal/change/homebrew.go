package change

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// homebrewSteps is what loading a whole ruleset counts for: a batch may do it
// less than twenty times.
const homebrewSteps = maxSteps / 20

// setHomebrew replaces the character's own release; the changes after it see the
// new rules.
func (b *batch) setHomebrew(c *Change) *fault.Error {
	if ojson.Equal(c.Any, b.ch.Homebrew) && c.Any.String() == b.ch.Homebrew.String() {
		return nil
	}
	if b.spent += homebrewSteps; b.spent > maxSteps {
		return exceeded("steps", maxSteps)
	}
	b.touch()
	if err := b.ch.SetHomebrew(c.Any); err != nil {
		return err
	}
	p, errs := b.load(c.Any)
	if len(errs) > 0 {
		items := make([]ojson.Value, 0, len(errs))
		for _, e := range errs {
			items = append(items, e.JSON())
		}
		return fault.New("invalid-homebrew", "/homebrew", ojson.Field("errors", ojson.Array(items...)))
	}
	b.size = true
	b.links = linksFor(p.RS, b.p.RS, b.links)
	b.p = p
	return nil
}

// linksFor gives the views of links their places in another ruleset. What only
// the new one declares is empty and has its defaults.
func linksFor(now, before *ruleset.Ruleset, links engine.Links) engine.Links {
	if len(links) == 0 {
		return links
	}
	list := make(engine.Links, len(now.Links))
	for i, l := range now.Links {
		for j, old := range before.Links {
			if old.ID != l.ID || j >= len(links) || !links[j].Present {
				continue
			}
			view := engine.LinkView{Present: true, ID: links[j].ID, Values: make([]formula.Value, len(l.Reads))}
			for k := range l.Reads {
				for m := range old.Reads {
					if old.Reads[m].Field == l.Reads[k].Field && m < len(links[j].Values) {
						view.Values[k] = links[j].Values[m]
					}
				}
			}
			list[i] = view
		}
	}
	return list
}
