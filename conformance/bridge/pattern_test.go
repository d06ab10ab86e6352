package bridge_test

import (
	"fmt"
	"maps"
	"regexp"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// binds are the values of the "$bind:name" placeholders.
type binds map[string]ojson.Value

const bindPrefix = "$bind:"

// mismatch says where a value differs from its pattern.
func mismatch(path, format string, args ...any) error {
	return fmt.Errorf("at %s: %s", path, fmt.Sprintf(format, args...))
}

// match compares a value with a pattern; new binds are added to b.
func match(pattern, v ojson.Value, b binds, path string) error {
	switch pattern.Kind() {
	case ojson.KindString:
		return matchString(pattern, v, b, path)
	case ojson.KindArray:
		return matchArray(pattern.Items(), v, b, path)
	case ojson.KindObject:
		if text, ok := stringTest(pattern); ok {
			return text.match(v, path)
		}
		if has, ok := pattern.Get("$has"); ok {
			return matchSome(has.Members(), member(pattern, "$lacks").Items(), v, b, path)
		}
		return matchObject(pattern.Members(), v, b, path)
	default:
		if !ojson.Equal(pattern, v) {
			return mismatch(path, "want %s, got %s", pattern, v)
		}
		return nil
	}
}

func matchString(pattern, v ojson.Value, b binds, path string) error {
	text, _ := pattern.AsString()
	name, isBind := strings.CutPrefix(text, bindPrefix)
	want := pattern
	switch {
	case text == "$any":
		return nil
	case text == "$string" && v.Kind() == ojson.KindString, text == "$number" && v.Kind() == ojson.KindNumber:
		return nil
	case text == "$string", text == "$number":
		return mismatch(path, "want a %s, got %s", text[1:], v)
	case isBind:
		bound, ok := b[name]
		if !ok {
			b[name] = v
			return nil
		}
		want = bound
	case strings.HasPrefix(text, "$$"):
		want = ojson.String(text[1:])
	}
	// As text, so that the order of keys in a bound value counts.
	if want.String() != v.String() {
		return mismatch(path, "want %s, got %s", want, v)
	}
	return nil
}

func matchArray(patterns []ojson.Value, v ojson.Value, b binds, path string) error {
	if v.Kind() != ojson.KindArray {
		return mismatch(path, "want an array, got %s", v)
	}
	more := false
	if n := len(patterns); n > 0 && isMore(patterns[n-1]) {
		patterns, more = patterns[:n-1], true
	}
	items := v.Items()
	if len(items) < len(patterns) || len(items) > len(patterns) && !more {
		return mismatch(path, "want %d items, got %d: %s", len(patterns), len(items), v)
	}
	for i, p := range patterns {
		if err := match(p, items[i], b, fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

func matchObject(patterns []ojson.Member, v ojson.Value, b binds, path string) error {
	if v.Kind() != ojson.KindObject {
		return mismatch(path, "want an object, got %s", v)
	}
	members := v.Members()
	for i, p := range patterns {
		if p.Key == "$more" {
			return nil
		}
		if i >= len(members) {
			return mismatch(path, "want a member %q after %s", p.Key, v)
		}
		if members[i].Key != p.Key {
			return mismatch(path, "want member %d to be %q, got %q", i, p.Key, members[i].Key)
		}
		if err := match(p.Value, members[i].Value, b, path+"."+p.Key); err != nil {
			return err
		}
	}
	if len(members) > len(patterns) {
		return mismatch(path, "unexpected member %q", members[len(patterns)].Key)
	}
	return nil
}

// matchSome wants some members, whatever their order and what else there is,
// and not some others.
func matchSome(has []ojson.Member, lacks []ojson.Value, v ojson.Value, b binds, path string) error {
	if v.Kind() != ojson.KindObject {
		return mismatch(path, "want an object, got %s", v)
	}
	for _, p := range has {
		got, ok := v.Get(p.Key)
		if !ok {
			return mismatch(path, "want a member %q in %s", p.Key, v)
		}
		if err := match(p.Value, got, b, path+"."+p.Key); err != nil {
			return err
		}
	}
	for _, key := range lacks {
		name, _ := key.AsString()
		if _, ok := v.Get(name); ok {
			return mismatch(path, "unexpected member %q", name)
		}
	}
	return nil
}

// textTest is {"$contains": […]} or {"$match": "…"}.
type textTest struct {
	contains []ojson.Value
	regexp   string
}

// stringTest returns the test that an object stands for, if it is one.
func stringTest(v ojson.Value) (t textTest, ok bool) {
	if parts, ok := v.Get("$contains"); ok {
		return textTest{contains: parts.Items()}, true
	}
	if expression, ok := v.Get("$match"); ok {
		text, _ := expression.AsString()
		return textTest{regexp: text}, true
	}
	return t, false
}

func (t textTest) match(v ojson.Value, path string) error {
	text, ok := v.AsString()
	if !ok {
		return mismatch(path, "want a string, got %s", v)
	}
	for _, part := range t.contains {
		if s, _ := part.AsString(); !strings.Contains(text, s) {
			return mismatch(path, "want a string with %q, got %q", s, text)
		}
	}
	if t.regexp != "" && !regexp.MustCompile(t.regexp).MatchString(text) {
		return mismatch(path, "want a match of %q, got %q", t.regexp, text)
	}
	return nil
}

// matchAnyOrder gives each value a pattern of its own.
func matchAnyOrder(patterns, values []ojson.Value, b binds) error {
	if len(patterns) == 0 {
		return nil
	}
	var first error
	for i, p := range patterns {
		try := maps.Clone(b)
		err := match(p, values[0], try, "$")
		if err == nil {
			rest := append(append([]ojson.Value(nil), patterns[:i]...), patterns[i+1:]...)
			if err = matchAnyOrder(rest, values[1:], try); err == nil {
				maps.Copy(b, try)
				return nil
			}
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// fill replaces the bound placeholders of a value that is sent.
func fill(v ojson.Value, b binds) (ojson.Value, error) {
	switch v.Kind() {
	case ojson.KindString:
		text, _ := v.AsString()
		name, ok := strings.CutPrefix(text, bindPrefix)
		if !ok {
			return v, nil
		}
		bound, ok := b[name]
		if !ok {
			return v, fmt.Errorf("%q is not bound yet", text)
		}
		return bound, nil
	case ojson.KindArray:
		items := make([]ojson.Value, v.Len())
		for i, item := range v.Items() {
			var err error
			if items[i], err = fill(item, b); err != nil {
				return v, err
			}
		}
		return ojson.Array(items...), nil
	case ojson.KindObject:
		members := make([]ojson.Member, v.Len())
		for i, m := range v.Members() {
			value, err := fill(m.Value, b)
			if err != nil {
				return v, err
			}
			members[i] = ojson.Field(m.Key, value)
		}
		return ojson.Object(members...), nil
	default:
		return v, nil
	}
}

func isMore(v ojson.Value) bool {
	s, _ := v.AsString()
	return s == "$more"
}
