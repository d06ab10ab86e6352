package rules

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Error is one error as data (error.schema.json): a code of
// rules/data/error-codes.json, a JSON Pointer into the call's input, and
// members. It is a Go error too.
type Error = fault.Error

// Issue is a rules issue (rules-issue.schema.json): the character is valid, but
// the game's rules object.
type Issue = fault.Issue

// SpecVersion is the version of the pack format that this engine reads.
const SpecVersion = ruleset.SpecVersion

// Ruleset is a loaded and compiled set of pack releases. It is immutable, and
// any number of goroutines may use it at once.
type Ruleset struct {
	program *engine.Program

	// homebrew keeps rulesets with a character's own release on top, by the
	// digest of that release. It only saves work: what a call returns never
	// depends on it.
	mu       sync.Mutex
	homebrew map[[sha256.Size]byte]*engine.Program
	recent   [][sha256.Size]byte

	digest func() string
}

// homebrewKept is how many homebrew releases a ruleset keeps compiled.
const homebrewKept = 32

// homebrewSize is how many fields and contents they have together at most: a
// release of one megabyte can make a ruleset of a hundred.
const homebrewSize = 100_000

// maxHomebrewBytes is the limit homebrew-bytes.
const maxHomebrewBytes = 1 << 20

// LoadRuleset loads pack releases in load order (engine interface,
// loadRuleset). Errors come sorted by path, at most 100 of them; their paths are
// pointers into {releases: […]}.
func LoadRuleset(releases []ojson.Value) (*Ruleset, []*Error) {
	rs, errs := ruleset.Load(releases)
	if errs != nil {
		return nil, errs
	}
	p, errs := engine.Compile(rs)
	if errs != nil {
		return nil, errs
	}
	return &Ruleset{
		program: p, homebrew: map[[sha256.Size]byte]*engine.Program{},
		digest: sync.OnceValue(func() string { return digestOf(p) }),
	}, nil
}

// ParseRuleset takes a ruleset back from its JSON. It is rebuilt from the
// releases in its packs.
func ParseRuleset(v ojson.Value) (*Ruleset, []*Error) {
	packs, ok := v.Get("packs")
	if !ok {
		return nil, one(fault.New("missing-member", "", ojson.Field("member", ojson.String("packs"))))
	}
	if packs.Kind() != ojson.KindArray {
		return nil, one(wrongType("/packs", fault.WantList))
	}
	releases := make([]ojson.Value, 0, packs.Len())
	for i, p := range packs.Items() {
		r, ok := p.Get("release")
		if !ok {
			return nil, one(fault.New("missing-member", fault.Index("/packs", i), ojson.Field("member", ojson.String("release"))))
		}
		releases = append(releases, r)
	}
	rs, errs := LoadRuleset(releases)
	for i, e := range errs {
		if rest, ok := strings.CutPrefix(e.Path, "/releases/"); ok {
			number, tail, _ := strings.Cut(rest, "/")
			if n, err := strconv.Atoi(number); err == nil {
				path := fault.Index("/packs", n) + "/release"
				if tail != "" {
					path += "/" + tail
				}
				errs[i] = &Error{Code: e.Code, Path: path, Data: e.Data}
			}
		}
	}
	return rs, errs
}

// JSON is the ruleset as plain data: specVersion, packs, fields, contentTypes,
// content, rules and conflicts. [ParseRuleset] takes it back.
func (r *Ruleset) JSON() ojson.Value { return r.program.RS.JSON() }

// Warning is something that loads and is probably not meant.
type Warning struct {
	Code string
	Path string
	Data ojson.Value
}

// Warnings lists what the check of a pack tells beside errors.
func (r *Ruleset) Warnings() []Warning {
	var out []Warning
	for _, w := range append(slices.Clone(r.program.RS.Warnings), r.program.Warnings...) {
		out = append(out, Warning{w.Code, w.At.Pointer(), w.Data})
	}
	return out
}

// forget gives up the oldest homebrew rulesets, down to what is kept. The latest
// always stays. The caller holds the lock.
func (r *Ruleset) forget() {
	size := 0
	for _, p := range r.homebrew {
		size += sizeOf(p)
	}
	for len(r.recent) > 1 && (len(r.recent) > homebrewKept || size > homebrewSize) {
		size -= sizeOf(r.homebrew[r.recent[0]])
		delete(r.homebrew, r.recent[0])
		r.recent = append(r.recent[:0], r.recent[1:]...)
	}
}

func sizeOf(p *engine.Program) int { return len(p.RS.Fields) + len(p.RS.Contents) }

// with is the program with a character's homebrew on top.
func (r *Ruleset) with(homebrew ojson.Value) (*engine.Program, []*Error) {
	if homebrew.IsNull() {
		return r.program, nil
	}
	text := homebrew.Append(nil)
	if len(text) > maxHomebrewBytes {
		return nil, one(limitExceeded("homebrew-bytes", maxHomebrewBytes, "/homebrew"))
	}
	key := sha256.Sum256(text)
	r.mu.Lock()
	p, ok := r.homebrew[key]
	r.mu.Unlock()
	if ok {
		return p, nil
	}
	rs, errs := r.program.RS.With(homebrew)
	if errs == nil {
		p, errs = engine.Compile(rs)
	}
	if errs != nil {
		return nil, errs
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.homebrew[key]; !ok {
		r.homebrew[key] = p
		r.recent = append(r.recent, key)
		r.forget()
	}
	return p, nil
}

func one(e *Error) []*Error { return []*Error{e} }

func wrongType(path string, want fault.Want) *Error { return fault.WrongType(path, want) }

func limitExceeded(name string, most int64, path string) *Error {
	return fault.New("safety-limit-exceeded", path, ojson.Field("limit", ojson.String(name)), ojson.Field("max", ojson.Int(most)))
}
