package rules

import (
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
	moved, report, changes, over := upgrade.Migrate(before.program.RS, to.program.RS, file)
	if over != nil {
		return nil, one(over)
	}
	c, errs := to.Character(moved)
	if errs != nil {
		return nil, errs
	}
	// The character's own release counts too: what it adds is not gone.
	moved, gone := upgrade.Gone(before.program.RS, c.program.RS, moved)
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
		report = append(report, p.Done(done.Adjustments, done.FollowUps)...)
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
// the values of fields and copies that both have and that changed.
func differences(old, now ojson.Value) (report []ojson.Value) {
	had, _ := old.Get("issues")
	has, _ := now.Get("issues")
	known := make(map[string]bool, had.Len())
	for _, issue := range had.Items() {
		known[issue.String()] = true
	}
	for _, issue := range has.Items() {
		if known[issue.String()] {
			continue
		}
		source, _ := issue.Get("source")
		text, _ := source.AsString()
		report = append(report, upgrade.Line("issue", text, "issue", ojson.Value{}, issue))
	}
	before, _ := old.Get("values")
	after, _ := now.Get("values")
	report = append(report, changed("value", "", before, after, plain)...)
	before, _ = old.Get("copies")
	after, _ = now.Get("copies")
	for _, entry := range after.Members() {
		was, _ := before.Get(entry.Key)
		report = append(report, changed("computed", entry.Key+"#", was, entry.Value, func(v ojson.Value) ojson.Value { return v })...)
	}
	return report
}

// changed are the lines of members that both objects have, and that differ.
func changed(kind, prefix string, before, after ojson.Value, value func(ojson.Value) ojson.Value) (report []ojson.Value) {
	for _, v := range after.Members() {
		was, ok := before.Get(v.Key)
		if !ok {
			continue
		}
		if a, b := value(was), value(v.Value); !ojson.Equal(a, b) {
			report = append(report, upgrade.Line(kind, prefix+v.Key, "rules", a, b))
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
	if errs := kindsOf(input, map[string]ojson.Kind{"old": ojson.KindObject, "new": ojson.KindObject}); errs != nil {
		return failure(errs)
	}
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

// kindsOf checks members of which another call wants another kind.
func kindsOf(input ojson.Value, kinds map[string]ojson.Kind) []*Error {
	var errs fault.List
	for name, kind := range kinds {
		if v, _ := input.Get(name); v.Kind() != kind {
			errs.Add(wrongType("/"+name, fault.WantKind(kind)))
		}
	}
	if errs.Empty() {
		return nil
	}
	return errs.Sorted()
}
