package world

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Update writes for a model (behaviours, item 287), inside the writable paths
// only. A text takes the type of what is stored: see typed. On success text
// tells the model the path, the new and the old value; otherwise problem says
// what it can do instead, and nothing is changed.
func (s *State) Update(path string, v ojson.Value, writable []string) (text, problem string, result Result) {
	p, err := ParsePath(path)
	if err != nil {
		allowed := s.Snapshot().view().scope(writable)
		return "", fmt.Sprintf("%s Paths that may be changed: %s.", reason(err), allowed.list()), Result{}
	}
	result, err = s.commit(func(root *cell) (next *cell, changes []Change, err error) {
		next, changes, text, err = update(root, p, v, writable)
		return next, changes, err
	})
	if err != nil {
		return "", err.Error(), Result{}
	}
	s.deliver()
	return text, "", result
}

// update is the part of Update that looks at the state and changes it.
func update(root *cell, p Path, v ojson.Value, writable []string) (next *cell, changes []Change, text string, err error) {
	allowed := viewOf(root).scope(writable)
	r := viewOf(root).resolve(p)
	at, ok := allowed.covers(r)
	if !ok {
		return nil, nil, "", problem(fmt.Sprintf("'%s' is read-only. Paths that may be changed: %s.", cut(r.path.String(), 80), allowed.list()))
	}
	old := "it was not set"
	if r.exists() {
		old = "it was " + brief(r.at.value())
		if v, err = typed(v, r); err != nil {
			return nil, nil, "", err
		}
	} else {
		v = untyped(v)
	}
	next, changes, err = set(root, at, v)
	if why := problem(""); errors.As(err, &why) {
		return nil, nil, "", problem(strings.TrimSuffix(fmt.Sprintf("'%s' cannot be set: %s. %s", cut(at.String(), 80), why, allowed.nearest(r)), " "))
	}
	name := "'" + at.String() + "'"
	if len(at) == 0 {
		name = "the world"
	}
	return next, changes, fmt.Sprintf("Set %s to %s; %s.", name, brief(v), old), err
}

// brief shows a value in a message.
func brief(v ojson.Value) string { return cut(v.String(), 200) }

// typed gives a text the type of what is stored at r: models put most values
// into quotes. Values that are no text are taken as they are.
func typed(v ojson.Value, r resolved) (ojson.Value, error) {
	s, ok := v.AsString()
	if !ok {
		return v, nil
	}
	text := strings.TrimSpace(s)
	wrong := func(want string) (ojson.Value, error) {
		return v, problem(fmt.Sprintf("'%s' holds %s, so its new value must be %s, not '%s'.", r.path, r.at.kind(), want, cut(s, 80)))
	}
	switch kind := r.at.kind(); kind {
	case ojson.KindNumber:
		if n, err := ojson.Parse([]byte(strings.ReplaceAll(text, ",", ""))); err == nil && n.Kind() == kind && n.IsFinite() {
			return n, nil
		}
		return wrong("a number such as 45")
	case ojson.KindBool:
		word := strings.ToLower(text)
		switch {
		case slices.Contains([]string{"true", "yes", "1"}, word):
			return ojson.Bool(true), nil
		case slices.Contains([]string{"false", "no", "0"}, word):
			return ojson.Bool(false), nil
		}
		return wrong("true or false")
	case ojson.KindString:
		if inner, err := ojson.Parse([]byte(text)); err == nil && inner.Kind() == kind {
			return inner, nil
		}
		return v, nil
	case ojson.KindArray, ojson.KindObject:
		if parsed, err := ojson.Parse([]byte(text)); err == nil && parsed.Kind() == kind {
			return parsed, nil
		}
		return wrong(fmt.Sprintf("the JSON text of %s", kind))
	default:
		return untyped(v), nil
	}
}

// untyped returns what a text means where nothing, or null, is stored: what it
// says as JSON, or else the text.
func untyped(v ojson.Value) ojson.Value {
	s, ok := v.AsString()
	if !ok {
		return v
	}
	if parsed, err := ojson.Parse([]byte(s)); err == nil && check(parsed, 0) == "" {
		return parsed
	}
	return v
}
