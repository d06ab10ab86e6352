package rules

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/upgrade"
)

// Upgraded is a character under another ruleset.
type Upgraded struct {
	Character *Character
	// Pending are the choices that are open now, as the sheet has them.
	Pending []ojson.Value
	// Report says what changed, [{kind, path, to?, before?, after?, why,
	// migration?}].
	Report []ojson.Value
}

// JSON is the output of upgrade: ok, character, pending, report.
func (u *Upgraded) JSON() ojson.Value {
	return ojson.Object(
		ojson.Field("ok", ojson.Bool(true)),
		ojson.Field("character", u.Character.JSON()),
		ojson.Field("pending", ojson.Array(u.Pending...)),
		ojson.Field("report", ojson.Array(u.Report...)))
}

// Upgrade carries a character file from one ruleset to another (engine interface,
// upgrade): it follows the migrations of the new packs, keeps whatever still has
// a meaning, and reports each thing that changed. The file is not changed. Paths
// of errors begin in it.
func Upgrade(from, to *Ruleset, file ojson.Value) (*Upgraded, []*Error) {
	before, errs := from.Character(file)
	if errs != nil {
		return nil, errs
	}
	old, errs := sheetJSON(before)
	if errs != nil {
		return nil, errs
	}
	moved, report, changes := upgrade.Migrate(before.program.RS, to.program.RS, file)
	c, errs := to.Character(moved)
	if errs != nil {
		return nil, errs
	}
	// The character's own releases count too: what they add is not gone.
	moved, gone := upgrade.GonePicks(c.program.RS, moved)
	report = append(report, gone...)
	if c, errs = to.Character(moved); errs != nil {
		return nil, errs
	}
	for _, p := range changes {
		done, errs := c.ApplyChanges([]ojson.Value{p.Change}, ApplyOptions{})
		if errs != nil {
			report = append(report, p.Failed(errs[0]))
			continue
		}
		for _, a := range done.Adjustments.Items() {
			field, _ := a.Get("field")
			text, _ := field.AsString()
			was, _ := a.Get("from")
			is, _ := a.Get("to")
			report = append(report, upgrade.Line("change", fault.Key("/fields", text), "mapped", was, is).With("migration", ojson.String(p.Migration)))
		}
		if done.Adjustments.Len() == 0 {
			report = append(report, upgrade.Line("change", "", "mapped", ojson.Value{}, p.Change).With("migration", ojson.String(p.Migration)))
		}
		c = done.Character
	}
	now, errs := sheetJSON(c)
	if errs != nil {
		return nil, errs
	}
	pending, _ := now.Get("pending")
	return &Upgraded{Character: c, Pending: pending.Items(), Report: append(report, differences(old, now)...)}, nil
}

func sheetJSON(c *Character) (ojson.Value, []*Error) {
	s, errs := c.ComputeSheet(SheetOptions{})
	if errs != nil {
		return ojson.Value{}, errs
	}
	defer s.Release()
	return s.JSON()
}

// differences are the issues that a sheet has and the one before had not, and
// the values of fields that both have and that changed.
func differences(old, now ojson.Value) (report []ojson.Value) {
	had, _ := old.Get("issues")
	has, _ := now.Get("issues")
	for _, issue := range has.Items() {
		if slices.ContainsFunc(had.Items(), func(v ojson.Value) bool { return ojson.Equal(v, issue) }) {
			continue
		}
		source, _ := issue.Get("source")
		text, _ := source.AsString()
		report = append(report, upgrade.Line("issue", text, "issue", ojson.Value{}, issue))
	}
	before, _ := old.Get("values")
	after, _ := now.Get("values")
	for _, v := range after.Members() {
		was, ok := before.Get(v.Key)
		if !ok {
			continue
		}
		a, b := plain(was), plain(v.Value)
		if !ojson.Equal(a, b) {
			report = append(report, upgrade.Line("value", v.Key, "rules", a, b))
		}
	}
	return report
}

// plain is the value of an entry of a sheet, or its error.
func plain(entry ojson.Value) ojson.Value {
	if v, ok := entry.Get("value"); ok {
		return v
	}
	v, _ := entry.Get("error")
	return v
}

// upgradeCall is the call upgrade.
func upgradeCall(input ojson.Value) ojson.Value {
	sets := map[string]*Ruleset{}
	for _, name := range []string{"old", "new"} {
		given, _ := input.Get(name)
		rs, errs := ParseRuleset(given)
		if errs != nil {
			return failure(under("/"+name, errs))
		}
		sets[name] = rs
	}
	file, _ := input.Get("character")
	u, errs := Upgrade(sets["old"], sets["new"], file)
	if errs != nil {
		return failure(under("/character", errs))
	}
	return u.JSON()
}
