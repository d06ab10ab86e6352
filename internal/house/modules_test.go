package house_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// goMod is what the go command tells about a go.mod file.
type goMod struct {
	file    string
	Require []struct {
		Path, Version string
		Indirect      bool
	}
	Replace []struct{ Old, New struct{ Path string } }
	Tool    []struct{ Path string }
}

// readModules reads the go.mod files of the repository at dir. Only the go
// command knows their grammar, and it reads them without a network.
func readModules(t *testing.T, dir string, files ...string) (modules []goMod) {
	t.Helper()
	for _, file := range files {
		cmd := exec.Command("go", "mod", "edit", "-json", filepath.Join(dir, file))
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		m := goMod{file: file}
		if err := json.Unmarshal(out, &m); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		modules = append(modules, m)
	}
	return modules
}

// checkReplace reports replaced modules: whoever imports this one would not get
// the replacement. A module beside the main one may point at its neighbour.
func checkReplace(modules []goMod) (findings []string) {
	for _, m := range modules {
		for _, r := range m.Replace {
			if m.file == "go.mod" || r.Old.Path != module || r.New.Path != "../" && r.New.Path != ".." {
				findings = append(findings, fmt.Sprintf("%s: replaces %s", m.file, r.Old.Path))
			}
		}
	}
	return findings
}

// dependencyRow finds a table row that starts with a module path, its version
// and the go.mod file in code marks: | `path` | version | `go.mod` | … |.
var dependencyRow = regexp.MustCompile("^\\| *`([^`]+)` *\\| *([^ |]+) *\\| *`([^`]+)` *\\|(.*)\\|$")

// checkDependencies compares the modules that go.mod files ask for directly
// with the table in docs/dependencies.md, both ways. Each row must also say in
// further cells, none of them empty, the licence, the use and the alternative.
func checkDependencies(modules []goMod, page string) (findings []string) {
	bad := func(format string, args ...any) { findings = append(findings, fmt.Sprintf(format, args...)) }

	rows := map[string]string{} // "go.mod path" → version
	for line := range strings.Lines(page) {
		m := dependencyRow.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		path, version, file := m[1], m[2], m[3]
		if _, twice := rows[file+" "+path]; twice {
			bad("dependencies: %s of %s has two rows", path, file)
		}
		rows[file+" "+path] = version
		cells := strings.Split(m[4], "|")
		empty := func(cell string) bool { return strings.TrimSpace(cell) == "" }
		if len(cells) != 3 || slices.ContainsFunc(cells, empty) {
			bad("dependencies: the row of %s must give licence, use and why not another", path)
		}
	}
	for _, m := range modules {
		for _, r := range m.Require {
			// The go command marks a module that only brings a tool as indirect.
			tool := slices.ContainsFunc(m.Tool, func(t struct{ Path string }) bool { return within(t.Path, r.Path) })
			if r.Path == module || r.Indirect && !tool {
				continue
			}
			key := m.file + " " + r.Path
			version, ok := rows[key]
			switch {
			case !ok:
				bad("%s: %s has no row in docs/dependencies.md", m.file, r.Path)
			case version != r.Version:
				bad("%s: %s is %s, docs/dependencies.md says %s", m.file, r.Path, r.Version, version)
			}
			delete(rows, key)
		}
	}
	for key := range rows {
		file, path, _ := strings.Cut(key, " ")
		bad("dependencies: %s does not require %s", file, path)
	}
	return findings
}

func TestModules(t *testing.T) {
	modules := readModules(t, root, "go.mod", "bench/go.mod", "tools/go.mod")
	report(t, checkReplace(modules))

	page, err := os.ReadFile(filepath.Join(root, "docs/dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	report(t, checkDependencies(modules, string(page)))
}

func TestModulesReports(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module " + module + `
require (
	example.com/named v1.0.0
	example.com/newer v1.10.0
	example.com/unnamed v1.0.0
	example.com/far v1.0.0 // indirect
)
replace example.com/named => ./local
`,
		"bench/go.mod": "module " + module + `/bench
require ` + module + ` v0.0.0
replace ` + module + ` => ../
`,
		"tools/go.mod": "module " + module + `/tools
tool example.com/lint/cmd/lint
require example.com/lint v1.0.0 // indirect
replace ` + module + ` => ../
replace ` + module + `/x => ../x
`,
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	modules := readModules(t, dir, "go.mod", "bench/go.mod", "tools/go.mod")

	same(t, checkReplace(modules),
		"go.mod: replaces example.com/named",
		"tools/go.mod: replaces "+module+"/x",
	)
	page := strings.Join([]string{
		"| Module | Version | In | Licence | For | Instead of |",
		"| --- | --- | --- | --- | --- | --- |",
		"| `example.com/named` | v1.0.0 | `go.mod` | MIT | names | nothing |",
		"| `example.com/newer` | v1.9.9 | `go.mod` | MIT | age | |",
		"| `example.com/gone` | v1.0.0 | `go.mod` | MIT | history | nothing |",
		"| `example.com/named` | v1.0.0 | `go.mod` | MIT | names | nothing |",
	}, "\n")
	same(t, checkDependencies(modules, page),
		"dependencies: example.com/named of go.mod has two rows",
		"dependencies: the row of example.com/newer must give licence, use and why not another",
		"go.mod: example.com/newer is v1.10.0, docs/dependencies.md says v1.9.9",
		"go.mod: example.com/unnamed has no row in docs/dependencies.md",
		"tools/go.mod: example.com/lint has no row in docs/dependencies.md",
		"dependencies: go.mod does not require example.com/gone",
	)
}
