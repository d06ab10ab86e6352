package schemas

import "embed"

//go:embed *.schema.json changes engine
var files embed.FS

// Base stands before the names of the files in their $id.
const Base = "https://raw.githubusercontent.com/open-actor-models/oam/main/rules/schemas/"

// File returns the text of a schema by its name, such as "pack.schema.json" or
// "engine/compute-sheet.schema.json"; ok is false for a name that is none.
func File(name string) (text []byte, ok bool) {
	text, err := files.ReadFile(name)
	return text, err == nil
}

// Names lists the schemas in order.
func Names() []string {
	var names []string
	for _, folder := range []string{".", "changes", "engine"} {
		entries, _ := files.ReadDir(folder)
		for _, e := range entries {
			switch {
			case e.IsDir():
			case folder == ".":
				names = append(names, e.Name())
			default:
				names = append(names, folder+"/"+e.Name())
			}
		}
	}
	return names
}
