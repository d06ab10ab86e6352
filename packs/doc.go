// Package packs holds rules packs as data, each a folder of YAML files beside the
// release that is built from it, and a character that uses it.
//
// The folders are what people read and change; _release.json and _example.json
// (packdir passes by what begins with _) are
// what programs load. The package only embeds them: it must never interpret one,
// and a rule that needs code here belongs into the pack format.
package packs
