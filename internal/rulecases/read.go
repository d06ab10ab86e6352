package rulecases

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Read reads all cases below a folder, in the order of their names: every *.json
// file in a folder of its own right below it. Releases that a case names by
// path are read from the folder too. The cases that can be read are returned
// beside the errors of the others.
func Read(folder string) ([]*Case, error) {
	areas, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var cases []*Case
	var errs []error
	releases := map[string]ojson.Value{}
	release := func(path string) (ojson.Value, error) {
		if r, ok := releases[path]; ok {
			return r, nil
		}
		if !filepath.IsLocal(filepath.FromSlash(path)) {
			return ojson.Value{}, fmt.Errorf("%s is not below the folder of cases", path)
		}
		r, err := readJSON(filepath.Join(folder, filepath.FromSlash(path)))
		releases[path] = r
		return r, err
	}
	for _, area := range areas {
		if !area.IsDir() || area.Name() == releasesFolder {
			continue
		}
		files, err := fs.Glob(os.DirFS(filepath.Join(folder, area.Name())), "*.json")
		errs = append(errs, err)
		for _, file := range files {
			name := area.Name() + "/" + strings.TrimSuffix(file, ".json")
			v, err := readJSON(filepath.Join(folder, area.Name(), file))
			if err != nil {
				errs = append(errs, err)
				continue
			}
			c, err := parseCase(name, v, release)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			cases = append(cases, c)
		}
	}
	return cases, errors.Join(errs...)
}

// releasesFolder holds releases that several cases share.
const releasesFolder = "releases"

func readJSON(file string) (ojson.Value, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return ojson.Value{}, err
	}
	v, err := ojson.Parse(text)
	if err != nil {
		return ojson.Value{}, fmt.Errorf("%s: %w", file, err)
	}
	return v, nil
}
