package world_test

import (
	"errors"
	"slices"
	"strconv"

	"github.com/open-actor-models/oam/ojson"
)

// This is a world again, as plainly as it can be said: functions from a value
// to a value that copy everything. What takes care of speed is compared with it.

var errNaive = errors.New("refused")

// naiveGet follows a path.
func naiveGet(v ojson.Value, path []string) (ojson.Value, bool) {
	for _, segment := range path {
		var ok bool
		if v.Kind() == ojson.KindArray {
			i, err := strconv.Atoi(segment)
			if ok = err == nil && i >= 0 && i < v.Len() && strconv.Itoa(i) == segment; ok {
				v = v.Items()[i]
			}
		} else {
			v, ok = v.Get(segment)
		}
		if !ok {
			return ojson.Value{}, false
		}
	}
	return v, true
}

// naiveEdit replaces what is at a path by what f returns, making objects where
// there is nothing or null.
func naiveEdit(v ojson.Value, path []string, f func(old ojson.Value, ok bool) ojson.Value) (ojson.Value, error) {
	if len(path) == 0 {
		return f(v, true), nil
	}
	child, ok := naiveGet(v, path[:1])
	inner := func() (ojson.Value, error) {
		if !ok && len(path) == 1 {
			return f(ojson.Value{}, false), nil
		}
		return naiveEdit(child, path[1:], f)
	}
	switch v.Kind() {
	case ojson.KindNull, ojson.KindObject:
		next, err := inner()
		return v.With(path[0], next), err
	case ojson.KindArray:
		i, err := strconv.Atoi(path[0])
		if err != nil || i < 0 || i > v.Len() || strconv.Itoa(i) != path[0] {
			return v, errNaive
		}
		next, err := inner()
		items := slices.Clone(v.Items())
		if i == v.Len() {
			items = append(items, ojson.Value{})
		}
		items[i] = next
		return ojson.Array(items...), err
	default:
		return v, errNaive
	}
}

func naiveSet(v ojson.Value, path []string, x ojson.Value) (ojson.Value, error) {
	if len(path) == 0 && x.Kind() != ojson.KindObject {
		return v, errNaive
	}
	if old, ok := naiveGet(v, path); ok && ojson.Equal(old, x) {
		return v, nil
	}
	return naiveEdit(v, path, func(ojson.Value, bool) ojson.Value { return x })
}

func naiveRemove(v ojson.Value, path []string) ojson.Value {
	if _, ok := naiveGet(v, path); !ok {
		return v
	}
	if len(path) == 0 {
		return ojson.Object()
	}
	last := len(path) - 1
	v, err := naiveEdit(v, path[:last], func(parent ojson.Value, _ bool) ojson.Value {
		if parent.Kind() == ojson.KindObject {
			return parent.Without(path[last])
		}
		i, _ := strconv.Atoi(path[last])
		return ojson.Array(slices.Delete(slices.Clone(parent.Items()), i, i+1)...)
	})
	if err != nil {
		panic(err)
	}
	return v
}

// mergePatch is the function of RFC 7386, section 2, word for word.
func mergePatch(target, patch ojson.Value) ojson.Value {
	if patch.Kind() != ojson.KindObject {
		return patch
	}
	if target.Kind() != ojson.KindObject {
		target = ojson.Object()
	}
	for _, m := range patch.Members() {
		if m.Value.IsNull() {
			target = target.Without(m.Key)
			continue
		}
		old, _ := target.Get(m.Key)
		target = target.With(m.Key, mergePatch(old, m.Value))
	}
	return target
}

func naiveMerge(v ojson.Value, path []string, patch ojson.Value) (ojson.Value, error) {
	if patch.Kind() != ojson.KindObject {
		return naiveSet(v, path, patch)
	}
	return naiveEdit(v, path, func(old ojson.Value, _ bool) ojson.Value { return mergePatch(old, patch) })
}

// naiveLeaves returns the paths that a merge patch changes, in patch order, by
// comparing what was there with what is there.
func naiveLeaves(before, after, patch ojson.Value, path []string) (leaves [][]string) {
	old, had := naiveGet(before, path)
	now, has := naiveGet(after, path)
	if had == has && ojson.Equal(old, now) {
		return nil
	}
	if !had || patch.Kind() != ojson.KindObject || old.Kind() != ojson.KindObject {
		return [][]string{path}
	}
	for _, m := range patch.Members() {
		leaves = append(leaves, naiveLeaves(before, after, m.Value, append(slices.Clip(path), m.Key))...)
	}
	return leaves
}
