package doccheck

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

var (
	moduleLine = regexp.MustCompile(`(?m)^module\s+(\S+)`)
	goLine     = regexp.MustCompile(`(?m)^go\s+(\S+)`)
)

// isProgram reports whether Go source is a whole program.
func isProgram(text string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "main.go", text, parser.PackageClauseOnly)
	return err == nil && f.Name.Name == "main"
}

// program compiles and runs a Go program as a reader would: in a module of its
// own that requires this one, and so without access to internal packages.
func (r *run) program(b Block) error {
	dir, err := os.MkdirTemp(r.Scratch, "program")
	if err != nil {
		return err
	}
	root, err := filepath.Abs(r.Root)
	if err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	module, version := moduleLine.FindSubmatch(mod), goLine.FindSubmatch(mod)
	if module == nil || version == nil {
		return errors.New("go.mod has no module or no go line")
	}
	files := map[string]string{
		"main.go": b.Text,
		"go.mod": fmt.Sprintf("module example\n\ngo %[2]s\n\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %[3]s\n",
			module[1], version[1], root),
	}
	// The checksums of our own dependencies hold for the program's too.
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err == nil {
		files["go.sum"] = string(sum)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	binary := filepath.Join(dir, "program.exe")
	if out, err := r.command(dir, "go", "build", "-mod=mod", "-o", binary, "."); err != nil {
		return r.took(b, out, err)
	}
	out, err := r.command(dir, binary)
	return r.took(b, out, err)
}
