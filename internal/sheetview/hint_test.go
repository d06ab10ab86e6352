package sheetview_test

import (
	"testing"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
)

// TestHints draws each display hint once (docs/rules/display.md).
func TestHints(t *testing.T) {
	release := ojson.MustParse(`{"id":"h","version":"1.0.0","specVersion":"1.0","kind":"game",
	"contentTypes":{"c":{}},"content":{"north-wind":{"type":"c"}},
	"fields":{
		"plain":{"default":3,"display":{"group":"a","order":2}},
		"first":{"default":-3,"display":{"group":"a","order":1,"as":"bonus","label":"A label"}},
		"wind":{"type":"option","options":{"type":"c"},"default":"h:north-wind","display":{"group":"a","order":3,"as":"content"}},
		"pool":{"default":4,"max":9,"display":{"group":"a","order":4,"as":"pool","unit":"kg","with":["plain","first"]}},
		"yes":{"type":"boolean","default":true,"display":{"group":"a","order":5,"as":"check"}},
		"half":{"type":"number","default":0.5,"display":{"group":"a","order":6,"as":"mark"}},
		"unset":{"default":0,"display":{"group":"a","order":7,"show":"set"}},
		"none":{"default":0,"max":0,"display":{"group":"a","order":8,"as":"pool","show":"max"}},
		"later":{"default":1,"display":{"group":"a","order":9,"showWhen":"unset"}},
		"hidden":{"default":1,"display":{}},
		"big":{"default":7,"display":{"group":"b","order":20,"layout":"boxes"}},
		"other":{"type":"text","display":{"group":"b","order":21}},
		"ranked":{"formula":"1 - 2","display":{"group":"c","order":30,"as":"bonus","mark":["yes","plain","half"],"label":{"content":"north-wind"}}},
		"odd":{"default":1,"display":"what an app alone understands"},
		"wrong":{"default":1,"display":{"group":7,"order":"x","with":"no","mark":{}}},
		"bare":{"type":"list","default":["a","b"]}}}`)
	x := load(t, release, ojson.MustParse(`{"specVersion":"1.0","id":"hints"}`))
	golden(t, "hints", x.hero(t, "en").Sheet(sheetview.Style{}))
}
