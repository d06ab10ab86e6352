// Package packs holds rules packs as data, each a folder of YAML files beside the
// release that is built from it, and a character that uses it.
//
// The folders are what people read and change; _release.json, _example.json and
// _act.json, an action for that character to play, are what programs load
// (packdir passes by what begins with _). The package only embeds them: it must never interpret one,
// and a rule that needs code here belongs into the pack format.
package packs
