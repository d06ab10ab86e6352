package transcript_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// value parses JSON.
func value(t testing.TB, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// save returns the envelope around the JSON of entries.
func save(entries string) string { return saveAs(`"1.1"`, entries) }

func saveAs(version, entries string) string {
	return `{"type":"FoundationModels.Transcript","version":` + version + `,"transcript":{"entries":[` + entries + `]}}`
}

func read(t testing.TB, text string) *transcript.Transcript {
	t.Helper()
	got, err := transcript.Read(value(t, text), "history")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return got
}

// written returns the entries that Write makes of its arguments.
func written(instructions string, tools []model.Tool, entries ...model.Entry) ojson.Value {
	v := transcript.Write(instructions, tools, entries)
	inner, _ := v.Get("transcript")
	list, _ := inner.Get("entries")
	return list
}

func parseSchema(t testing.TB, text, name string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(value(t, text), name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkError wants a transcript.Error at a path, whose message names it.
func checkError(t *testing.T, err error, path, message string) {
	t.Helper()
	var e *transcript.Error
	if !errors.As(err, &e) {
		t.Fatalf("error = %v, want a transcript.Error at %s", err, path)
	}
	diff(t, path, e.Path)
	for _, part := range []string{"'" + path + "'", message} {
		if !strings.Contains(e.Message, part) {
			t.Errorf("message %q does not contain %q", e.Message, part)
		}
	}
	diff(t, e.Message, err.Error())
}

// options compare JSON values by their bytes.
var options = cmp.Options{
	cmp.Comparer(func(a, b ojson.Value) bool { return a.String() == b.String() }),
	cmp.Comparer(func(a, b *schema.Schema) bool { return a == b }),
}

// ignoreSaved compares entries by their meaning.
var ignoreSaved = cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Saved" }, cmp.Ignore())

func diff(t testing.TB, want, got any, more ...cmp.Option) {
	t.Helper()
	if d := cmp.Diff(want, got, append(more, options)...); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
