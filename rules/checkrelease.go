package rules

import (
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
	"github.com/open-actor-models/oam/rules/internal/upgrade"
)

// ReleaseCheck is what two releases of a pack differ in.
type ReleaseCheck struct {
	Pack, From, To string
	// Level is what the difference needs, Declared what the versions say: major,
	// minor, patch or none. Sufficient says whether that is enough.
	Level, Declared string
	Sufficient      bool
	// Findings are [{level, kind, id, what}], the gravest first.
	Findings []ojson.Value
	// Stranded are [{kind, id, what}]: the findings with which saved characters
	// lose something.
	Stranded []ojson.Value
	// MissingMigrations are [{member, id, value?}]: the moves that would save them.
	MissingMigrations []ojson.Value
}

// JSON is the output of checkRelease.
func (c *ReleaseCheck) JSON() ojson.Value {
	return ojson.Object(
		ojson.Field("ok", ojson.Bool(true)),
		ojson.Field("pack", ojson.String(c.Pack)),
		ojson.Field("from", ojson.String(c.From)),
		ojson.Field("to", ojson.String(c.To)),
		ojson.Field("level", ojson.String(c.Level)),
		ojson.Field("declared", ojson.String(c.Declared)),
		ojson.Field("sufficient", ojson.Bool(c.Sufficient)),
		ojson.Field("findings", ojson.Array(c.Findings...)),
		ojson.Field("stranded", ojson.Array(c.Stranded...)),
		ojson.Field("missingMigrations", ojson.Array(c.MissingMigrations...)))
}

// CheckRelease compares two releases of a pack, each loaded with what it requires
// (engine interface, checkRelease). A ruleset without the pack is the error
// missing-dependency.
func CheckRelease(pack string, old, fresh *Ruleset) (*ReleaseCheck, *Error) {
	c := &ReleaseCheck{Pack: pack}
	for _, side := range []struct {
		rs      *Ruleset
		path    string
		version *string
	}{{old, "/old", &c.From}, {fresh, "/new", &c.To}} {
		for _, p := range side.rs.program.RS.Packs {
			if p.ID == pack {
				*side.version = p.Version
			}
		}
		if *side.version == "" {
			return nil, fault.New("missing-dependency", side.path, ojson.Field("pack", ojson.String(pack)))
		}
	}
	findings, missing := upgrade.Compare(old.program.RS, fresh.program.RS, pack)
	level := upgrade.None
	for _, f := range findings {
		level = max(level, f.Level)
		c.Findings = append(c.Findings, ojson.Object(
			ojson.Field("level", ojson.String(f.Level.String())), ojson.Field("kind", ojson.String(f.Kind)),
			ojson.Field("id", ojson.String(f.ID)), ojson.Field("what", ojson.String(f.What))))
		if f.Strands {
			c.Stranded = append(c.Stranded, ojson.Object(
				ojson.Field("kind", ojson.String(f.Kind)), ojson.Field("id", ojson.String(f.ID)), ojson.Field("what", ojson.String(f.What))))
		}
	}
	for _, m := range missing {
		line := ojson.Object(ojson.Field("member", ojson.String(m.Member)), ojson.Field("id", ojson.String(m.ID)))
		if m.Value != "" {
			line = line.With("value", ojson.String(m.Value))
		}
		c.MissingMigrations = append(c.MissingMigrations, line)
	}
	declared := declaredLevel(c.From, c.To)
	c.Level, c.Declared, c.Sufficient = level.String(), declared.String(), declared >= level
	return c, nil
}

// declaredLevel is the level between two versions. Before 1.0.0 a minor version
// may break.
func declaredLevel(from, to string) upgrade.Level {
	if ruleset.CompareVersions(from, to) >= 0 {
		return upgrade.None
	}
	a, b := numbers(from), numbers(to)
	switch {
	case a[0] != b[0]:
		return upgrade.Major
	case a[1] != b[1] && a[0] == 0:
		return upgrade.Major
	case a[1] != b[1]:
		return upgrade.Minor
	}
	return upgrade.Patch
}

// numbers are major, minor and patch of a semantic version.
func numbers(version string) (n [3]int) {
	core, _, _ := strings.Cut(version, "-")
	core, _, _ = strings.Cut(core, "+")
	for i, part := range strings.SplitN(core, ".", 3) {
		n[i], _ = strconv.Atoi(part)
	}
	return n
}

// checkReleaseCall is the call checkRelease.
func checkReleaseCall(input ojson.Value) ojson.Value {
	kinds := map[string]ojson.Kind{"old": ojson.KindArray, "new": ojson.KindArray, "pack": ojson.KindString}
	if errs := kindsOf(input, kinds); errs != nil {
		return failure(errs)
	}
	sets := map[string]*Ruleset{}
	for _, name := range []string{"old", "new"} {
		releases, _ := input.Get(name)
		rs, errs := LoadRuleset(releases.Items())
		for i, e := range errs {
			if rest, ok := strings.CutPrefix(e.Path, "/releases"); ok {
				errs[i] = &Error{Code: e.Code, Path: "/" + name + rest, Data: e.Data}
			}
		}
		if errs != nil {
			return failure(errs)
		}
		sets[name] = rs
	}
	pack, _ := input.Get("pack")
	id, _ := pack.AsString()
	c, err := CheckRelease(id, sets["old"], sets["new"])
	if err != nil {
		return failure(one(err))
	}
	return c.JSON()
}
