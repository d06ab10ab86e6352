package ruleset

import (
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/open-actor-models/oam/ojson"
)

// versionRange is a range of versions as requires writes it.
type versionRange struct {
	text string
	set  *semver.Constraints // nil for one that is wrong: it allows everything
}

// has reports whether the range holds a version.
func (r versionRange) has(version string) bool {
	v, err := semver.StrictNewVersion(version)
	return err != nil || r.set == nil || r.set.Check(v)
}

// versionRange reads a range.
func (d *decoder) versionRange(n node) versionRange {
	text, ok := d.text(n)
	if !ok {
		return versionRange{}
	}
	r := versionRange{text: text}
	if len(text) <= maxRange {
		r.set, _ = semver.NewConstraint(text)
	}
	if r.set == nil {
		d.fail("invalid-version", n, ojson.Field("range", ojson.String(clip(text))))
	}
	return r
}

// version reads the version of a release.
func (d *decoder) version(n node) string {
	text, ok := d.text(n)
	if !ok {
		return ""
	}
	if _, err := semver.StrictNewVersion(text); err != nil || len(text) > maxRange {
		d.fail("invalid-version", n, ojson.Field("version", ojson.String(clip(text))))
		return ""
	}
	return text
}

// specVersion reads the version of the format: major.minor, of which the major
// part decides.
func (d *decoder) specVersion(n node) {
	text, ok := d.text(n)
	if !ok {
		return
	}
	major, minor, ok := strings.Cut(text, ".")
	if !ok || !digits(major) || !digits(minor) {
		d.fail("invalid-version", n, ojson.Field("version", ojson.String(clip(text))))
		return
	}
	if ours, _, _ := strings.Cut(SpecVersion, "."); major != ours {
		d.fail("unsupported-spec-version", n,
			ojson.Field("version", ojson.String(clip(text))), ojson.Field("supported", ojson.String(SpecVersion)))
	}
}

// digits reports whether s is a number without superfluous zeros.
func digits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != "" && (s == "0" || s[0] != '0')
}

// clip shortens a text from a stranger that goes into an error.
func clip(text string) string {
	const most = 100
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// InRange reports whether a range that a release wrote holds a version.
func InRange(text, version string) bool {
	r := versionRange{text: text}
	r.set, _ = semver.NewConstraint(text)
	return r.has(version)
}
