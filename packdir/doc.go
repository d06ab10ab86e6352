// Package packdir reads a rules pack from the folder of YAML and JSON files
// that people write, and bundles it into the one JSON object that a release is:
// design of the rules engine, section 2. docs/rules/pack-folder.md is the page
// for authors.
//
// [Read] gives a [Bundle]: the release, and where each of its values came from.
// The loader of the rules knows JSON Pointers and offsets in formulas only;
// [Bundle.Locate] and [Bundle.LocateIn] turn them into a [Place], and [Caret]
// shows it.
//
// The YAML is a part of YAML 1.2 with the core schema, read by a reader of our
// own. Packs are sent by strangers. Readers for all of YAML expand aliases and
// build what tags name; the one that we tried, goccy/go-yaml v1.19.2, also takes
// time that grows with the square of its input: 18 seconds for a key and 80 kB
// of line ends. The YAML test suite that it carries is our judge in tests.
//
// The package reads files through [io/fs.FS] alone. It must never panic, follow
// links, guess what a text means that readers of YAML disagree about, take a
// number through a float, or take more than linear time. It knows nothing about
// what the members of a release mean beyond how files are merged.
package packdir
