package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// module is the path under which this repository's packages are imported.
const module = "github.com/open-actor-models/oam"

// tree is the Go source of a repository, parsed.
type tree struct {
	fset  *token.FileSet
	files []*source
}

// source is one Go file.
type source struct {
	path   string // slash-separated, relative to the repository
	dir    string // the package's place; "." is the root package
	nested string // the nested module that holds the file; "" for the main one
	test   bool
	text   []byte
	ast    *ast.File
}

// imports calls f with each import path of the file.
func (s *source) imports(f func(path string)) {
	for _, spec := range s.ast.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			f(p)
		}
	}
}

// importName returns the name under which the file uses an import path, or ""
// if it does not import it. It takes the last element of the path for the
// package's name, which is true of the standard packages it is asked for.
func (s *source) importName(importPath string) string {
	for _, spec := range s.ast.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p == importPath {
			if spec.Name != nil {
				return spec.Name.Name
			}
			return path.Base(importPath)
		}
	}
	return ""
}

// ownPackage returns the place of an imported package of this module.
func ownPackage(importPath string) (dir string, ok bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// isStandard reports whether an import path belongs to the standard library:
// only there does the first element have no dot.
func isStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}

// within reports whether dir is root or lies below it.
func within(dir, root string) bool {
	return dir == root || strings.HasPrefix(dir, root+"/")
}

// skipDir names folders that hold no source of ours: fixtures, hidden folders
// and what the go command itself passes over.
func skipDir(name string) bool {
	return name == "testdata" || name == "node_modules" ||
		name != "." && strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// loadTree parses every Go file below the root of fsys.
func loadTree(fsys fs.FS) (*tree, error) {
	t := &tree{fset: token.NewFileSet()}
	var nested []string
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && skipDir(d.Name()):
			return fs.SkipDir
		case d.IsDir():
			if _, err := fs.Stat(fsys, path.Join(name, "go.mod")); err == nil && name != "." {
				nested = append(nested, name)
			}
			return nil
		case !strings.HasSuffix(name, ".go"):
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(t.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s := &source{
			path: name,
			dir:  path.Dir(name),
			test: strings.HasSuffix(name, "_test.go"),
			text: text,
			ast:  parsed,
		}
		for _, n := range nested {
			if within(s.dir, n) {
				s.nested = n
			}
		}
		t.files = append(t.files, s)
		return nil
	})
	return t, err
}

// packages returns the files by package place, the folders of all modules
// together, in order of place and file.
func (t *tree) packages() (dirs []string, byDir map[string][]*source) {
	byDir = map[string][]*source{}
	for _, s := range t.files {
		if byDir[s.dir] == nil {
			dirs = append(dirs, s.dir)
		}
		byDir[s.dir] = append(byDir[s.dir], s)
	}
	slices.Sort(dirs)
	return dirs, byDir
}

// root is the repository seen from this package's folder, where tests run.
const root = "../.."

// repository parses this repository.
func repository(t *testing.T) *tree {
	t.Helper()
	r, err := loadTree(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// broken parses a tree made to break a rule: files by path.
func broken(t *testing.T, files map[string]string) *tree {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	r, err := loadTree(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// report fails the test with each finding of a rule over this repository.
func report(t *testing.T, findings []string) {
	t.Helper()
	for _, f := range findings {
		t.Error(f)
	}
}

// same fails the test unless a rule found exactly what its broken tree holds.
func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	got = slices.Sorted(slices.Values(got))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("findings:\n\t%s\nwant:\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
