package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// inheritState says how far an entry is with its parent.
type inheritState uint8

const (
	waiting inheritState = iota
	visiting
	ready
	failed
)

// inherit merges all content over its parents, overrides included, so that a
// parent that an override changes changes its children.
func (l *loader) inherit() {
	var chain []int
	for i := range l.contents.list {
		chain = chain[:0]
		// Up to the first ancestor that is ready, then down again.
		for at := i; at != None; {
			d := &l.contents.list[at]
			if d.state == visiting {
				l.inheritCycle(chain[slices.Index(chain, at):])
			}
			if d.state != waiting {
				break
			}
			d.state = visiting
			chain = append(chain, at)
			at = l.parent(d)
		}
		for _, at := range slices.Backward(chain) {
			l.inheritOne(&l.contents.list[at])
		}
	}
}

// parent is the index of the entry that d inherits from, or [None].
func (l *loader) parent(d *draft) int {
	n, ok := d.inherits()
	if !ok {
		return None
	}
	id, isText := n.value.AsString()
	if !isText {
		l.wrongType(n, fault.WantText)
		d.state = failed
		return None
	}
	i, code := l.names.content(n.pack(), id)
	if code != "" {
		l.unknown(code, "content", id, n)
		d.state = failed
		l.broken = true
	}
	return i
}

// inherits is the member inherit of d, as the last override left it.
func (d *draft) inherits() (node, bool) {
	for _, p := range slices.Backward(d.patches) {
		if n, ok := p.node.get("inherit"); ok {
			return n, n.kind() != ojson.KindNull
		}
	}
	return d.node.get("inherit")
}

// inheritOne merges d, whose parent is ready or has failed.
func (l *loader) inheritOne(d *draft) {
	if d.state == failed || l.merge.budget.done {
		d.state = failed
		return
	}
	d.state = ready
	base := d.node
	if n, ok := d.inherits(); ok {
		id, _ := n.value.AsString()
		i, _ := l.names.content(n.pack(), id)
		parent := &l.contents.list[i]
		d.depth = parent.depth + 1
		if parent.state == failed {
			d.state = failed
			return
		}
		if d.depth >= maxInheritDepth {
			l.errs.Add(limitError(n.at.Pointer(), "inherit-depth", maxInheritDepth))
			l.broken = true
			d.state = failed
			return
		}
		d.touched = parent.touched
		base = l.merge.inherit(parent.node.without("abstract"), base, !d.touched)
	}
	l.patch(d, base, contentPlace)
	l.broken = l.broken || l.merge.budget.done
}

// inheritCycle reports entries that inherit from each other, at the one with
// the smallest id.
func (l *loader) inheritCycle(cycle []int) {
	first := slices.Index(cycle, slices.Min(cycle))
	ids := make([]string, 0, len(cycle))
	for i := range cycle {
		d := &l.contents.list[cycle[(first+i)%len(cycle)]]
		d.state = failed
		if len(ids) < 10 {
			ids = append(ids, d.id)
		}
	}
	n, _ := l.contents.list[cycle[first]].inherits()
	l.errs.Addf("inherit-cycle", n.at.Pointer(), ojson.Field("cycle", ojson.Strings(ids)))
	l.broken = true
}
