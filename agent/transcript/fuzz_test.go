package transcript_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/ojson"
)

// FuzzRead wants no panic, errors with a place, and of whatever is accepted
// the same again when it is written and read. A list is taken as the entries.
func FuzzRead(f *testing.F) {
	f.Add(save(strings.Join([]string{savedInstructions, savedPrompt, savedCalls, savedOutput, savedAnswer}, ",")))
	f.Add(saveAs(`1`, savedAsking+","+savedChoice))
	f.Add(`{"session":"guard","transcript":` + save(savedPrompt) + `}`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ojson.Parse([]byte(text))
		if err != nil {
			return
		}
		if v.Kind() == ojson.KindArray {
			v = value(t, saveAs(`1`, "")).With("transcript", ojson.Object(ojson.Field("entries", v)))
		}
		first, err := transcript.Read(v, "history")
		if err != nil {
			var e *transcript.Error
			if !errors.As(err, &e) || !strings.HasPrefix(e.Path, "history") || !strings.Contains(e.Message, "'"+e.Path+"'") {
				t.Fatalf("error %#v has no place", err)
			}
			return
		}
		saved := transcript.Write(first.Instructions, nil, first.Entries)
		second, err := transcript.Read(saved, "history")
		if err != nil {
			t.Fatalf("%s\nis read, written and refused: %v", v, err)
		}
		diff(t, first.Instructions, second.Instructions)
		diff(t, first.Entries, second.Entries)
		diff(t, saved.String(), transcript.Write(second.Instructions, nil, second.Entries).String())
	})
}
