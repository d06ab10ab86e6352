package packdir

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Bundle is a release that was read from a folder, and knows where each of its
// values comes from. It is immutable; goroutines may share it.
type Bundle struct {
	// Release is the release as one object.
	Release ojson.Value

	sources []source
	root    spot
	// head is the index of the file that stands for the release as a whole, -1
	// when no file could be read.
	head int
}

// Read bundles every *.yaml, *.yml and *.json file of a folder and the folders
// in it into one release. Names that start with "." or "_" are skipped; files
// come in the order of the bytes of their paths.
//
// The bundle is never nil. When there are problems it holds what could be read,
// which is of use to show places and nothing else. The problems come in the
// order of their files, those of the folder first; there are at most
// [MaxProblems].
func Read(fsys fs.FS) (*Bundle, []Problem) {
	c := newCollector()
	for _, name := range c.list(fsys) {
		if c.full {
			break
		}
		if text, ok := c.readFile(fsys, name); ok {
			c.file(name, text)
		}
	}
	return c.finish(), c.problems
}

// ReadFile reads one file that is not part of a folder: its members alone are
// the release, whatever its name, but for the ending .json.
func ReadFile(name string, data []byte) (*Bundle, []Problem) {
	c := newCollector()
	if len(data) > MaxBytes {
		c.whole(name, codeTooLarge, limitData("bytes", MaxBytes))
	} else if v, s, ok := c.parse(name, string(data)); ok {
		c.merge(v, s)
	}
	return c.finish(), c.problems
}

// collector is the state of one Read.
type collector struct {
	bundle   Bundle
	problems []Problem
	release  table
	// bytes and values are what is left of the limits.
	bytes, values int
	// full says that reading on is of no use.
	full bool
}

func newCollector() *collector {
	return &collector{bundle: Bundle{head: -1}, bytes: MaxBytes, values: MaxValues}
}

func (c *collector) add(p Problem) {
	if len(c.problems) < MaxProblems {
		c.problems = append(c.problems, p)
	}
	c.full = c.full || len(c.problems) == MaxProblems
}

// file reads one file and merges it into the release.
func (c *collector) file(name, text string) {
	v, s, ok := c.parse(name, text)
	if !ok {
		return
	}
	if dir, base := path.Split(name); dir == "i18n/" {
		// The one special folder: i18n/en.yaml holds texts, not members.
		language := strings.TrimSuffix(base, path.Ext(base))
		top := spot{file: s.file, kids: []spot{s}}
		v = ojson.Object(ojson.Field(language, v))
		s = spot{file: s.file, kids: []spot{top}}
		v = ojson.Object(ojson.Field("i18n", v))
	}
	c.merge(v, s)
}

// merge adds the members of one file.
func (c *collector) merge(v ojson.Value, s spot) {
	for i, m := range v.Members() {
		c.join(&c.release, m.Key, m.Value, s.kids[i], topRule(m.Key), "")
	}
}

// parse reads the object that a file holds.
func (c *collector) parse(name, text string) (v ojson.Value, s spot, ok bool) {
	index := len(c.bundle.sources)
	c.bundle.sources = append(c.bundle.sources, newSource(name, text))
	src := &c.bundle.sources[index]
	if c.bundle.head < 0 || strings.TrimSuffix(name, path.Ext(name)) == "pack" {
		c.bundle.head = index
	}
	r := &reader{src: src.text, file: uint16(index), first: -1, left: &c.values}
	v, s, holds, f := r.parse(path.Ext(name) == ".json")
	c.repeated(src, r.twice)
	switch {
	case f != nil:
		c.add(Problem{Code: f.code, Place: src.place(f.start, f.end), Data: f.data})
		c.full = c.full || f.code == codeTooLarge
		return v, s, false
	case holds && v.Kind() != ojson.KindObject:
		c.add(Problem{Code: codeNotObject, Place: src.place(int(s.start), int(s.end)), Data: ojson.Object()})
		return v, s, false
	}
	return v, s, holds
}

// parse reads the whole text; holds is false when there is no value in it.
func (r *reader) parse(isJSON bool) (v ojson.Value, s spot, holds bool, f *fault) {
	if f := checkText(r.src); f != nil {
		return v, s, false, f
	}
	if !isJSON {
		return r.document()
	}
	v, s, f = r.json()
	if f != nil && (f.code == codeTooDeep || f.code == codeTooLarge) {
		return v, s, true, f
	}
	// The flow style of YAML is wider than JSON.
	if _, err := ojson.Parse([]byte(r.src)); err != nil {
		at, reason := 0, ""
		if e := (*ojson.SyntaxError)(nil); errors.As(err, &e) {
			at, reason = e.Offset, e.Reason
		}
		data := ojson.Object(ojson.Field("reason", ojson.String(reason)))
		return v, s, true, &fault{codeJSON, at, at + 1, data}
	}
	return v, s, true, f
}

// repeated adds the members that stand twice in one file, in their order.
func (c *collector) repeated(src *source, twice []repeated) {
	slices.SortStableFunc(twice, func(a, b repeated) int { return cmp.Compare(a.again.key, b.again.key) })
	for _, t := range twice {
		c.add(duplicate(src, &t.again, src, &t.first, t.path))
	}
}

// finish returns the bundle with the whole release.
func (c *collector) finish() *Bundle {
	c.release.sort()
	b := &c.bundle
	b.Release, b.root = c.release.object(spot{})
	return b
}
