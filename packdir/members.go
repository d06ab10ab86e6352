package packdir

import (
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// members collects an object. Of a key that stands twice the first value is
// kept, and the reader notes the second.
type members struct {
	list  []ojson.Member
	kids  []spot
	index map[string]int
}

// indexFrom is the number of members from which a map finds them faster.
const indexFrom = 12

func (m *members) find(key string) int {
	if m.index != nil {
		if i, ok := m.index[key]; ok {
			return i
		}
		return -1
	}
	for i := range m.list {
		if m.list[i].Key == key {
			return i
		}
	}
	return -1
}

// add appends a member; it reports the index of an earlier one, else -1.
func (m *members) add(key string, v ojson.Value, s spot) (earlier int) {
	if i := m.find(key); i >= 0 {
		return i
	}
	if m.index == nil && len(m.list) == indexFrom {
		m.index = make(map[string]int, 4*indexFrom)
		for i := range m.list {
			m.index[m.list[i].Key] = i
		}
	}
	if m.index != nil {
		m.index[key] = len(m.list)
	}
	m.list = append(m.list, ojson.Member{Key: key, Value: v})
	m.kids = append(m.kids, s)
	return -1
}

// object returns what was collected.
func (m *members) object(s spot) (ojson.Value, spot) {
	s.kids = m.kids
	return ojson.Object(m.list...), s
}

// add adds a member to m. since is the number of repeated members before its
// value was read; those found in it get its key in front of their paths.
func (r *reader) add(m *members, key string, v ojson.Value, s spot, since int) {
	r.under(key, since)
	if i := m.add(key, v, s); i >= 0 && len(r.twice) < MaxProblems {
		r.twice = append(r.twice, repeated{again: s, first: m.kids[i], path: "/" + escape(key)})
	}
}

// under puts a key or index in front of the paths of repeated members that were
// found since then, inside the value of that key.
func (r *reader) under(key string, since int) {
	for i := since; i < len(r.twice); i++ {
		r.twice[i].path = "/" + escape(key) + r.twice[i].path
	}
}

// underItem is under for the item of a list.
func (r *reader) underItem(i, since int) {
	if since < len(r.twice) {
		r.under(strconv.Itoa(i), since)
	}
}

// escape writes a key as a token of a JSON Pointer (RFC 6901).
func escape(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
