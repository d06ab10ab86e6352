package world

import (
	"iter"
	"strconv"

	"github.com/open-actor-models/oam/ojson"
)

// view is a value for reading, be it in trees or not. Reading builds nothing.
type view struct {
	// grown has the members of a container that was written into; else the
	// value is plain.
	grown *container
	plain ojson.Value
}

func viewOf(c *cell) view { return view{c.grown.Load(), c.plain} }

func (v view) value() ojson.Value {
	if v.grown != nil {
		return v.grown.value()
	}
	return v.plain
}

func (v view) kind() ojson.Kind {
	switch {
	case v.grown == nil:
		return v.plain.Kind()
	case v.grown.list:
		return ojson.KindArray
	default:
		return ojson.KindObject
	}
}

func (v view) len() int {
	if v.grown != nil {
		return v.grown.order.len()
	}
	return v.plain.Len()
}

// child returns the member of an object or the item of a list.
func (v view) child(segment string) (view, bool) {
	if v.grown != nil {
		place, ok := v.grown.find(segment)
		if !ok {
			return view{}, false
		}
		return viewOf(v.grown.at(place)), true
	}
	if v.plain.Kind() == ojson.KindArray {
		i, ok := parseIndex(segment)
		if !ok || i >= v.plain.Len() {
			return view{}, false
		}
		return view{plain: v.plain.Items()[i]}, true
	}
	member, ok := v.plain.Get(segment)
	return view{plain: member}, ok
}

// walk follows a path; ok is false when it leads nowhere.
func (v view) walk(p Path) (view, bool) {
	for _, segment := range p {
		var ok bool
		if v, ok = v.child(segment); !ok {
			return view{}, false
		}
	}
	return v, true
}

// children yields keys, or indices of a list, with what is there.
func (v view) children() iter.Seq2[string, view] {
	return func(yield func(string, view) bool) {
		i := 0
		if v.grown != nil {
			for m := range v.grown.order.all() {
				key := m.key
				if v.grown.list {
					key = strconv.Itoa(i)
				}
				if i++; !yield(key, viewOf(m.cell)) {
					return
				}
			}
			return
		}
		for i, item := range v.plain.Items() {
			if !yield(strconv.Itoa(i), view{plain: item}) {
				return
			}
		}
		for _, m := range v.plain.Members() {
			if !yield(m.Key, view{plain: m.Value}) {
				return
			}
		}
	}
}
