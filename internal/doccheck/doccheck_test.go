package doccheck_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/open-actor-models/oam/internal/doccheck"
)

// root is the repository seen from this package's folder, where tests run.
const root = "../.."

// maxNotRun bounds the blocks that say they are not run. Raise it with a
// reason that a reader would accept; a page that nobody runs is soon wrong.
const maxNotRun = 12

// pages returns the Markdown files of the repository.
func pages(t *testing.T) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, ".md"):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// read takes one page of the repository apart.
func read(t *testing.T, name string) doccheck.Page {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return doccheck.ReadPage(name, string(text))
}

// TestPages checks the blocks of the README and of everything below docs.
func TestPages(t *testing.T) {
	if os.Getenv("OAM_DOCCHECK") != "" {
		t.Fatal("a page starts the check of the pages")
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin, "./cmd/oam")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("cannot build the oam that pages call: %v\n%s", err, out)
	}

	var checked, notRun atomic.Int64
	t.Run("each", func(t *testing.T) {
		for _, name := range pages(t) {
			if name != "README.md" && !strings.HasPrefix(name, "docs/") {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c := doccheck.Checker{Root: root, Scratch: t.TempDir(), Bin: bin}
				result, err := c.Check(t.Context(), read(t, name))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range result.Findings {
					t.Error(f)
				}
				checked.Add(int64(result.Checked))
				notRun.Add(int64(result.NotRun))
			})
		}
	})
	t.Logf("%d blocks checked, %d not run", checked.Load(), notRun.Load())
	if n := notRun.Load(); n > maxNotRun {
		t.Errorf("%d blocks are not run, %d is the limit", n, maxNotRun)
	}
}

// TestLinks follows the links of every page in the repository.
func TestLinks(t *testing.T) {
	for _, name := range pages(t) {
		for _, f := range doccheck.Links(os.DirFS(root), read(t, name)) {
			t.Error(f)
		}
	}
}
