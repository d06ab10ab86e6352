package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// player is a character that random runs of its actions are made with.
type player struct {
	pack      string
	rs        *rules.Ruleset
	character *rules.Character
	view      ojson.Value // of itself, as a participant
	actions   []rules.ActionID
	defs      map[string]ojson.Value
	situation []string
	contents  []ojson.Member
}

// players are the example characters of the packs, by pack.
func players(tb testing.TB) map[string]*player {
	tb.Helper()
	out := map[string]*player{}
	for _, name := range packs.Names() {
		release, err := packs.Release(name)
		if err != nil {
			tb.Fatal(err)
		}
		example, err := packs.Example(name)
		if err != nil {
			tb.Fatal(err)
		}
		out[name] = newPlayer(tb, name, release, example)
	}
	return out
}

func newPlayer(tb testing.TB, name string, release, file ojson.Value) *player {
	tb.Helper()
	rs, errs := rules.LoadRuleset([]ojson.Value{release})
	for _, e := range errs {
		tb.Fatal(e)
	}
	c, errs := rs.Character(file)
	for _, e := range errs {
		tb.Fatal(e)
	}
	p := &player{pack: name, rs: rs, character: c, defs: map[string]ojson.Value{}}
	s, errs := c.ComputeSheet(rules.SheetOptions{})
	for _, e := range errs {
		tb.Fatal(e)
	}
	sheet, errs := s.JSON()
	for _, e := range errs {
		tb.Fatal(e)
	}
	values, _ := sheet.Get("values")
	p.view = ojson.Object(ojson.Field("id", ojson.String("other")), ojson.Field("values", values))
	actions, _ := sheet.Get("actions")
	for _, a := range actions.Items() {
		p.actions = append(p.actions, rules.ActionID{ID: member(a, "id"), Entry: member(a, "entry")})
	}
	situational, _ := sheet.Get("situational")
	for _, x := range situational.Items() {
		p.situation = append(p.situation, member(x, "id"))
	}
	all := rs.JSON()
	note := func(prefix string, holder ojson.Value) {
		list, _ := holder.Get("actions")
		for _, m := range list.Members() {
			p.defs[prefix+m.Key] = m.Value
		}
	}
	r, _ := all.Get("rules")
	note("", r)
	content, _ := all.Get("content")
	p.contents = content.Members()
	for _, m := range content.Members() {
		note(m.Key+"#", m.Value)
	}
	return p
}

// options draws parameters, participants and situational effects for an action.
func (p *player) options(t *rapid.T, id rules.ActionID) rules.ActionOptions {
	def := p.defs[id.ID]
	var o rules.ActionOptions
	params, _ := def.Get("params")
	var given []ojson.Member
	for _, m := range params.Members() {
		_, has := m.Value.Get("default")
		if has && rapid.Bool().Draw(t, "default of "+m.Key) {
			continue
		}
		if v, ok := p.param(t, m); ok {
			given = append(given, ojson.Field(m.Key, v))
		}
	}
	o.Params = ojson.Object(given...)
	roles, _ := def.Get("roles")
	var parts []ojson.Member
	for _, m := range roles.Members() {
		low, high := 1, 1
		if v, ok := m.Value.Get("min"); ok {
			n, _ := v.AsInt()
			low = int(n)
			high = max(high, low)
		}
		if v, ok := m.Value.Get("max"); ok {
			n, _ := v.AsInt()
			high = int(n)
		}
		var views []ojson.Value
		for i := range rapid.IntRange(low, min(high, 3)).Draw(t, m.Key) {
			views = append(views, p.view.With("id", ojson.String(fmt.Sprint("other-", i))))
		}
		parts = append(parts, ojson.Field(m.Key, ojson.Array(views...)))
	}
	o.Participants = ojson.Object(parts...)
	for _, s := range p.situation {
		if rapid.Bool().Draw(t, s) {
			o.Situational = append(o.Situational, s)
		}
	}
	return o
}

// param draws a value for a parameter; what the ruleset's own formulas bound is
// left to its default.
func (p *player) param(t *rapid.T, m ojson.Member) (ojson.Value, bool) {
	bound := func(name string, fallback int64) int64 {
		if v, ok := m.Value.Get(name); ok {
			if n, ok := v.AsInt(); ok {
				return n
			}
		}
		return fallback
	}
	switch typ := member(m.Value, "type"); typ {
	case "", "integer", "number":
		for _, name := range []string{"min", "max"} {
			if b, ok := m.Value.Get(name); ok && b.Kind() == ojson.KindString {
				d, ok := m.Value.Get("default")
				return d, ok && d.Kind() == ojson.KindNumber
			}
		}
		low := bound("min", -2)
		return ojson.Int(rapid.Int64Range(low, max(low, bound("max", 20))).Draw(t, m.Key)), true
	case "boolean":
		return ojson.Bool(rapid.Bool().Draw(t, m.Key)), true
	case "option":
		options, _ := m.Value.Get("options")
		if options.Kind() != ojson.KindArray {
			var ids []ojson.Value
			for _, c := range p.contents {
				if member(c.Value, "type") == p.pack+":"+member(options, "type") {
					ids = append(ids, ojson.String(c.Key))
				}
			}
			return rapid.SampledFrom(ids).Draw(t, m.Key), true
		}
		return rapid.SampledFrom(options.Items()).Draw(t, m.Key), true
	case "text":
		if d, ok := m.Value.Get("default"); ok {
			return d, true
		}
		return ojson.String("x"), true
	}
	return ojson.Array(), true
}

// answer draws an answer that fits what a paused run needs.
func (p *player) answer(t *rapid.T, needs ojson.Value) ojson.Value {
	switch member(needs, "kind") {
	case "dice":
		var faces []ojson.Value
		dice, _ := needs.Get("dice")
		for _, d := range dice.Items() {
			sides, _ := d.Get("sides")
			n, _ := sides.AsInt()
			count, _ := d.Get("count")
			c, _ := count.AsInt()
			for range c {
				faces = append(faces, ojson.Int(rapid.Int64Range(1, n).Draw(t, "face")))
			}
		}
		// Part of them will do, too.
		some := rapid.IntRange(1, len(faces)).Draw(t, "some")
		if rapid.Bool().Draw(t, "all") {
			some = len(faces)
		}
		return ojson.Object(ojson.Field("faces", ojson.Array(faces[:some]...)))
	case "choose":
		options, _ := needs.Get("options")
		low, high := intOf(needs, "min"), intOf(needs, "max")
		order := rapid.Permutation(options.Items()).Draw(t, "options")
		var ids []ojson.Value
		for _, o := range order[:rapid.IntRange(int(low), int(high)).Draw(t, "chosen")] {
			id, _ := o.Get("id")
			ids = append(ids, id)
		}
		if len(ids) == 1 && rapid.Bool().Draw(t, "single") {
			return ojson.Object(ojson.Field("option", ids[0]))
		}
		return ojson.Object(ojson.Field("options", ojson.Array(ids...)))
	case "allocate":
		return p.amounts(t, needs)
	}
	// A handoff: what the participant's own run comes to.
	run, _ := needs.Get("run")
	def := p.defs[member(run, "action")]
	results, _ := def.Get("results")
	var m []ojson.Member
	if results.Len() > 0 {
		m = append(m, ojson.Field("result", rapid.SampledFrom(results.Items()).Draw(t, "result")))
	}
	return ojson.Object(append(m, ojson.Field("data", ojson.Object(ojson.Field("by", ojson.Int(2)))))...)
}

func intOf(v ojson.Value, name string) int64 {
	m, _ := v.Get(name)
	n, _ := m.AsInt()
	return n
}

// amounts draws what fits an allocation: the least of everything, or the values
// in any order.
func (p *player) amounts(t *rapid.T, needs ojson.Value) ojson.Value {
	a, _ := needs.Get("allocate")
	fields, _ := a.Get("fields")
	var m []ojson.Member
	if values, ok := a.Get("values"); ok {
		order := rapid.Permutation(values.Items()).Draw(t, "values")
		for i, f := range fields.Items() {
			if i < len(order) {
				m = append(m, ojson.Field(member(f, "field"), order[i]))
			}
		}
	} else {
		for _, f := range fields.Items() {
			if low, ok := f.Get("min"); ok && rapid.Bool().Draw(t, "written") {
				m = append(m, ojson.Field(member(f, "field"), low))
			}
		}
	}
	return ojson.Object(ojson.Field("amounts", ojson.Object(m...)))
}

// again sends a value through its JSON text, as to another process.
func again(t interface{ Fatal(...any) }, v ojson.Value) ojson.Value {
	out, err := ojson.Parse(v.Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// play runs an action to its end, answering each pause at random, through JSON
// and a ruleset that was loaded anew each time.
func (p *player) play(t *rapid.T, id rules.ActionID, o rules.ActionOptions, seed int64) (end *rules.Run, pauses []*rules.Run, answers []ojson.Value) {
	if seed != 0 {
		o.Dice = rules.SeededDice(seed)
	}
	run, errs := p.character.StartAction(id, o)
	for _, e := range errs {
		t.Fatalf("%s: %v", id.ID, e)
	}
	for !run.Finished {
		if len(pauses) > 200 {
			t.Fatalf("%s never ends", id.ID)
		}
		pauses = append(pauses, run)
		answer := p.answer(t, run.Needs)
		answers = append(answers, answer)
		var c rules.ContinueOptions
		c.Policy = o.Policy
		if seed != 0 {
			dice := rules.SeededDice(seed)
			c.Dice, c.Rolled = dice, func(sides int64) { dice(sides) }
		}
		next, errs := p.rs.ContinueAction(again(t, run.JSON()), again(t, answer), c)
		for _, e := range errs {
			t.Fatalf("%s: %v at %s with %s", id.ID, e, run.Needs, answer)
		}
		run = next
	}
	return run, pauses, answers
}

// For every action of every pack: starting with the answers is starting and going
// on with each; a paused run survives JSON; what it proposes for the character
// itself can be applied; an answer too many is refused.
func TestRunsAreReplays(t *testing.T) {
	for name, p := range players(t) {
		t.Run(name, func(t *testing.T) {
			for _, id := range p.actions {
				rapid.Check(t, func(t *rapid.T) {
					o := p.options(t, id)
					o.Policy.PauseDice = true
					end, pauses, answers := p.play(t, id, o, 0)
					for n := range len(answers) + 1 {
						o.Answers = answers[:n]
						got, errs := p.character.StartAction(id, o)
						for _, e := range errs {
							t.Fatalf("%s with %d answers: %v", id.ID, n, e)
						}
						want := end
						if n < len(answers) {
							want = pauses[n]
						}
						if got.JSON().String() != want.JSON().String() {
							t.Fatalf("%s with %d answers:\n%s\nstep by step:\n%s", id.ID, n, got.JSON(), want.JSON())
						}
					}
					o.Answers = append(slices.Clone(answers), ojson.Object(ojson.Field("option", ojson.String("x"))))
					if _, errs := p.character.StartAction(id, o); len(errs) != 1 || errs[0].Code != "answer-mismatch" || intOf(errs[0].Data, "index") != int64(len(answers)) {
						t.Fatalf("%s with an answer too many: %v", id.ID, errs)
					}
					if changes := end.ForSelf(); len(changes) > 0 {
						if _, errs := p.character.ApplyChanges(changes, rules.ApplyOptions{Dice: rules.SeededDice(1)}); errs != nil {
							t.Fatalf("%s proposes %s: %v", id.ID, ojson.Array(changes...), errs[0])
						}
					}
				})
			}
		})
	}
}

// With a seeded dice function the whole run is the same bytes, wherever it was
// paused.
func TestSeededRuns(t *testing.T) {
	for name, p := range players(t) {
		t.Run(name, func(t *testing.T) {
			for _, id := range p.actions {
				rapid.Check(t, func(t *rapid.T) {
					o := p.options(t, id)
					seed := rapid.Int64Range(1, 1<<40).Draw(t, "seed")
					end, _, answers := p.play(t, id, o, seed)
					o.Answers, o.Dice = answers, rules.SeededDice(seed)
					whole, errs := p.character.StartAction(id, o)
					for _, e := range errs {
						t.Fatalf("%s: %v", id.ID, e)
					}
					if whole.JSON().String() != end.JSON().String() {
						t.Fatalf("%s at once:\n%s\nwith pauses:\n%s", id.ID, whole.JSON(), end.JSON())
					}
				})
			}
		})
	}
}

// A preview never lies: all faces together give exactly the bands that the
// summary allows.
func TestPreviewsAreExact(t *testing.T) {
	checked := map[string]int{}
	for name, p := range players(t) {
		for _, id := range p.actions {
			rapid.Check(t, func(t *rapid.T) {
				o := p.options(t, id)
				o.Policy.PauseDice = true
				_, pauses, _ := p.play(t, id, o, 0)
				for _, run := range pauses {
					if p.exact(t, run) {
						checked[name]++
					}
				}
			})
		}
	}
	t.Log(checked)
	if checked["testgame"] < 100 {
		t.Errorf("only %v previews were small enough to be checked", checked)
	}
}

// exact enumerates the faces of a paused roll; false when there are too many.
func (p *player) exact(t *rapid.T, run *rules.Run) bool {
	summary, ok := run.Needs.Get("summary")
	if !ok {
		return false
	}
	bands, has := summary.Get("bands")
	given, partly := run.Needs.Get("given")
	if _, inexact := summary.Get("exact"); !has || inexact || partly && given.Len() > 0 || strings.Contains(summary.String(), `"explode"`) || strings.Contains(summary.String(), `"reroll"`) {
		return false
	}
	var sides []int64
	dice, _ := run.Needs.Get("dice")
	total := int64(1)
	for _, d := range dice.Items() {
		for range intOf(d, "count") {
			sides = append(sides, intOf(d, "sides"))
			if total *= intOf(d, "sides"); total > 100 {
				return false
			}
		}
	}
	want := map[string]bool{}
	for _, b := range bands.Items() {
		want[member(b, "id")] = true
	}
	got := map[string]bool{}
	faces := make([]ojson.Value, len(sides))
	for n := range total {
		rest := n
		for i, s := range sides {
			faces[i] = ojson.Int(rest%s + 1)
			rest /= s
		}
		next, errs := p.rs.ContinueAction(run.JSON(), ojson.Object(ojson.Field("faces", ojson.Array(faces...))), rules.ContinueOptions{})
		for _, e := range errs {
			t.Fatal(e)
		}
		for _, entry := range next.Log[len(run.Log):] {
			if member(entry, "step") == member(run.Needs, "step") && member(entry, "kind") == "roll" {
				if band := member(entry, "band"); band != "" {
					got[band] = true
				}
				break
			}
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s: the preview allows %v, faces give %v", run.Needs, want, got)
	}
	return true
}
