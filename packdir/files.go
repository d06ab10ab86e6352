package packdir

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// list returns the paths of the pack files in the order of their bytes, which
// is not the order of a walk: "a-b.yaml" comes before "a/b.yaml".
func (c *collector) list(fsys fs.FS) (paths []string) {
	entries := 0
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			c.unreadable(name, "failed")
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entries++; entries > MaxEntries {
			c.whole(name, codeTooLarge, limitData("entries", MaxEntries))
			return fs.SkipAll
		}
		if base := path.Base(name); name != "." && (base[0] == '.' || base[0] == '_') {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		switch {
		case d.IsDir():
			if strings.Count(name, "/") >= MaxDepth {
				c.whole(name, codeTooDeep, limitData("depth", MaxDepth))
				return fs.SkipDir
			}
		case !isPackFile(name):
		case !d.Type().IsRegular():
			// A link may lead out of the folder, to what its author must not
			// see in a release.
			c.unreadable(name, "not-regular")
		case len(paths) == MaxFiles:
			c.whole(name, codeTooLarge, limitData("files", MaxFiles))
			return fs.SkipAll
		default:
			paths = append(paths, name)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.SkipAll) {
		c.unreadable(".", "failed")
	}
	slices.Sort(paths)
	return paths
}

// isPackFile reports whether a name has one of the three endings.
func isPackFile(name string) bool {
	switch path.Ext(name) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

// readFile returns the text of a file. It does not trust the size that the file
// system tells.
func (c *collector) readFile(fsys fs.FS, name string) (text string, ok bool) {
	f, err := fsys.Open(name)
	if err != nil {
		c.unreadable(name, "failed")
		return "", false
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(c.bytes)+1))
	if closing := f.Close(); err == nil {
		err = closing
	}
	switch {
	case err != nil:
		c.unreadable(name, "failed")
		return "", false
	case len(data) > c.bytes:
		c.whole(name, codeTooLarge, limitData("bytes", MaxBytes))
		c.full = true
		return "", false
	}
	c.bytes -= len(data)
	return string(data), true
}

// unreadable adds a problem of a file that gave no text.
func (c *collector) unreadable(name, reason string) {
	c.whole(name, codeUnreadable, ojson.Object(ojson.Field("reason", ojson.String(reason))))
}

// whole adds a problem of a whole file or folder.
func (c *collector) whole(name, code string, data ojson.Value) {
	c.add(Problem{Code: code, Place: Place{File: name}, Data: data})
}
