package bridge_test

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// checkPattern refuses what a pattern cannot mean, so that a typing error in a
// placeholder does not become a text that never comes.
func checkPattern(p ojson.Value) error {
	switch p.Kind() {
	case ojson.KindString:
		return checkText(p)
	case ojson.KindArray:
		items := p.Items()
		if n := len(items); n > 0 && isMore(items[n-1]) {
			items = items[:n-1]
		}
		return checkPatterns(items)
	case ojson.KindObject:
		return checkObject(p)
	default:
		return nil
	}
}

func checkPatterns(list []ojson.Value) error {
	for _, p := range list {
		if err := checkPattern(p); err != nil {
			return err
		}
	}
	return nil
}

func checkText(p ojson.Value) error {
	text, _ := p.AsString()
	switch {
	case !strings.HasPrefix(text, "$"), strings.HasPrefix(text, "$$"), text == "$any", text == "$string", text == "$number":
		return nil
	case strings.HasPrefix(text, bindPrefix) && text != bindPrefix:
		return nil
	default:
		return fmt.Errorf("unknown placeholder %q", text)
	}
}

func checkObject(p ojson.Value) error {
	if test, ok := stringTest(p); ok {
		if _, err := regexp.Compile(test.regexp); err != nil {
			return err
		}
		if p.Len() != 1 || test.regexp == "" && len(test.contains) == 0 {
			return fmt.Errorf("a text test has one member that is not empty: %s", p)
		}
		return nil
	}
	if has, ok := p.Get("$has"); ok {
		return checkSome(p, has)
	}
	for i, m := range p.Members() {
		if m.Key != "$more" {
			if err := checkPattern(m.Value); err != nil {
				return err
			}
			continue
		}
		if yes, _ := m.Value.AsBool(); !yes || i != p.Len()-1 {
			return fmt.Errorf(`"$more": true must come last: %s`, p)
		}
	}
	return nil
}

func checkSome(p, has ojson.Value) error {
	lacks, isThere := p.Get("$lacks")
	if has.Kind() != ojson.KindObject || isThere && lacks.Kind() != ojson.KindArray || !isThere && p.Len() != 1 || p.Len() > 2 {
		return fmt.Errorf("$has is an object, $lacks an array of keys, and there is nothing else: %s", p)
	}
	for _, key := range lacks.Items() {
		if _, ok := key.AsString(); !ok {
			return fmt.Errorf("$lacks holds keys: %s", p)
		}
	}
	return checkObject(has)
}
