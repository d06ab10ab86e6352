package ruleset

import "github.com/open-actor-models/oam/ojson"

// always is something that a content switches on without any condition.
type always struct {
	content int
	at      *At
}

// checkCycles reports content that grants itself without any condition, by
// whatever way around: every character that has it would need an endless tree.
// Once content is one activation however often it is reached, and ends a way.
func (l *loader) checkCycles() {
	r := l.rs
	type step struct {
		content int
		rest    []always
	}
	const done = -1
	place := make([]int, len(r.Contents)) // 0, done, or 1 + the place in path
	var path []step
	enter := func(content int) {
		path = append(path, step{content, r.always(content)})
		place[content] = len(path)
	}
	for i := range r.Contents {
		if place[i] == 0 {
			enter(i)
		}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.rest) == 0 {
				place[top.content] = done
				path = path[:len(path)-1]
				continue
			}
			next := top.rest[0]
			top.rest = top.rest[1:]
			switch start := place[next.content]; {
			case start == 0:
				enter(next.content)
			case start > 0:
				cycle := path[start-1:]
				ids := make([]string, 0, min(len(cycle), 10))
				for _, s := range cycle[:cap(ids)] {
					ids = append(ids, r.Contents[s.content].ID)
				}
				l.errs.Addf("grant-cycle", next.at.Pointer(), ojson.Field("cycle", ojson.Strings(ids)))
			}
		}
	}
}

// always lists what a content grants without any condition, of its own, of the
// grant or of the granted.
func (r *Ruleset) always(content int) []always {
	d := r.Contents[content]
	var list []always
	add := func(to int, at *At) {
		if to == None || r.Contents[to].When != nil {
			return
		}
		if t := r.Contents[to].Type; t == None || !r.Types[t].Once {
			list = append(list, always{to, at})
		}
	}
	for _, g := range d.Grants {
		if !g.Leveled && g.When == nil {
			add(g.Content, g.At)
		}
	}
	for _, c := range d.StandardCopies {
		if t := r.Contents[c.Item].Type; c.When == nil && (t == None || r.Types[t].Active == nil) {
			add(c.Item, c.At)
		}
	}
	return list
}
