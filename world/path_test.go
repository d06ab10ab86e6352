package world_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// TestPaths is item 270: the ways to write a path, and its canonical form.
func TestPaths(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""}, {"$", ""}, {"/", ""}, {".", ""}, {"  ", ""}, {" \t$\n", ""},
		{"player", "player"}, {"player.gold", "player.gold"}, {"party.0.name", "party.0.name"},
		{"a[0].b", "a.0.b"}, {"a[0][12]", "a.0.12"}, {"a[0]/b", "a.0.b"}, {"a.b[3]", "a.b.3"}, {"[0].b", "0.b"},
		{"a/b", "a.b"}, {"a/b.c", "a.b.c"}, {"/a/b", "a.b"}, {"/a", "a"}, {"/a.b", "a.b"}, {"/[1]", "1"},
		{"$.a", "a"}, {"$.a.b[1]", "a.b.1"}, {"$.[0]", "0"}, {"$.$", "$"}, {"$a", "$a"}, {"a.$", "a.$"},
		{"  player.gold\t", "player.gold"}, {"gold coins", "gold coins"}, {"a . b", "a . b"},
		{"Köln.ü", "Köln.ü"}, {"a]", "a]"}, {"-1", "-1"}, {"007", "007"}, {"a.00", "a.00"}, {"~1", "~1"},
	} {
		p, err := world.ParsePath(c.text)
		if err != nil || p.String() != c.want {
			t.Errorf("%q is %q (%v), want %q", c.text, p, err, c.want)
		}
	}
	for _, text := range []string{
		"a..b", "a.", ".a", "a/", "//", "/.", "..", "a//b", "a/.b", "$.", "$..a", "/a/", "//a",
		"a[", "a[]", "a[0", "a[x]", "a[-1]", "a[01]", "a[0]b", "a[0].", "a[0]..b", "a.[0]", "a[ 0 ]", "a['b']", "a[1234567890]",
		strings.Repeat("a.", world.MaxDepth) + "a", "a" + strings.Repeat("[0]", world.MaxDepth),
	} {
		p, err := world.ParsePath(text)
		var e *world.Error
		if !errors.As(err, &e) || e.Path != text {
			t.Errorf("%.80q is the path %q with the error %v", text, p, err)
		}
	}
	if _, err := world.ParsePath(strings.Repeat("a.", world.MaxDepth-1) + "a"); err != nil {
		t.Error(err)
	}
}

// TestBadPathEverywhere: every method gives the path back as it was given, and
// a long one does not fill the message.
func TestBadPathEverywhere(t *testing.T) {
	s := newWorld(t, `{"a":1}`)
	bad := " a.." + strings.Repeat("b", 1000)
	for name, call := range map[string]func() error{
		"get":       func() error { _, _, err := s.Get(bad); return err },
		"set":       func() error { _, err := s.Set(bad, ojson.Int(2)); return err },
		"merge":     func() error { _, err := s.Merge(bad, ojson.Object()); return err },
		"remove":    func() error { _, err := s.Remove(bad); return err },
		"subscribe": func() error { _, err := s.Subscribe(bad, func(world.Change) {}); return err },
		"watch":     func() error { _, err := s.Watch(bad); return err },
	} {
		var e *world.Error
		if err := call(); !errors.As(err, &e) || e.Path != bad || len(e.Message) > 200 {
			t.Errorf("%s fails with %v", name, err)
		}
	}
	if s.Version() != 0 {
		t.Error("something has changed")
	}
}

func TestTouches(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a.b", "a.b", true}, {"a", "a.b", true}, {"a.b", "a", true}, {"", "a", true}, {"a.b", "", true}, {"", "", true},
		{"a.b", "a.c", false}, {"a", "ab", false}, {"a.b", "a.bc", false}, {"a.0", "a.1", false}, {"a", "A", false},
	} {
		a, err := world.ParsePath(c.a)
		if err != nil {
			t.Fatal(err)
		}
		b, err := world.ParsePath(c.b)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Touches(b); got != c.want {
			t.Errorf("%q touches %q: %v", c.a, c.b, got)
		}
	}
}

// FuzzPath: a path is read or refused, never both, and its canonical form is
// the same path.
func FuzzPath(f *testing.F) {
	for _, text := range []string{"", "a.b", "a[0].b", "/a/b", "$.x", "a..b", " a ", "a[0", "$", "é.ü", "a[12][3]/c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := world.ParsePath(text)
		if err != nil {
			var e *world.Error
			if p != nil || !errors.As(err, &e) || e.Path != text {
				t.Fatalf("%q gives %q and %v", text, p, err)
			}
			return
		}
		for _, segment := range p {
			if segment == "" || strings.ContainsAny(segment, "./[") {
				t.Fatalf("%q has the segment %q", text, segment)
			}
		}
		// What is trimmed at the ends of a path can be in the middle.
		again, err := world.ParsePath("$." + p.String() + ".x")
		if len(p) > 0 && len(p) < world.MaxDepth && (err != nil || again.String() != p.String()+".x") {
			t.Fatalf("%q is %q, and that is %q (%v)", text, p, again, err)
		}
	})
}
