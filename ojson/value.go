package ojson

// Kind says which of the six JSON types a [Value] holds.
type Kind uint8

// The kinds of a [Value]. The zero Value is null.
const (
	KindNull Kind = iota
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject
)

// String returns the name of the kind with its article, as error messages use
// it: "a string", "an object", "null".
func (k Kind) String() string {
	switch k {
	case KindBool:
		return "a boolean"
	case KindNumber:
		return "a number"
	case KindString:
		return "a string"
	case KindArray:
		return "an array"
	case KindObject:
		return "an object"
	default:
		return "null"
	}
}

// Value is one immutable JSON value. The zero Value is null. Values are small
// and are passed by value; the slices that accessors return are shared and
// must not be changed.
type Value struct {
	kind Kind
	// flag is the value of a boolean; for a number it marks a literal that is
	// not finite as a double.
	flag bool
	// text is the text of a string or the canonical literal of a number.
	text string
	node *node
}

// node holds the content of an array or object.
type node struct {
	items   []Value
	members []Member
	// index maps keys to places in members; it is nil for small objects,
	// where a linear search is faster.
	index map[string]int32
}

// empty is the node of all empty arrays and objects. Nothing ever changes it.
var empty = &node{}

// indexFrom is the number of members from which an object gets an index.
const indexFrom = 12

// Member is one key of an object with its value.
type Member struct {
	Key   string
	Value Value
}

// Field returns a Member; it keeps calls of [Object] short.
func Field(key string, v Value) Member { return Member{Key: key, Value: v} }

// Bool returns a boolean value.
func Bool(b bool) Value { return Value{kind: KindBool, flag: b} }

// String returns a string value. Invalid UTF-8 in s is written as U+FFFD.
func String(s string) Value { return Value{kind: KindString, text: s} }

// Array returns an array that holds the given items; the slice is taken over.
func Array(items ...Value) Value {
	if len(items) == 0 {
		return Value{kind: KindArray, node: empty}
	}
	return Value{kind: KindArray, node: &node{items: items}}
}

// Strings returns an array of strings.
func Strings(items []string) Value {
	vs := make([]Value, len(items))
	for i, s := range items {
		vs[i] = String(s)
	}
	return Array(vs...)
}

// Object returns an object with the given members in the given order; the
// slice is taken over. Of members with the same key the last value wins at the
// first place.
func Object(members ...Member) Value {
	if len(members) == 0 {
		return Value{kind: KindObject, node: empty}
	}
	return Value{kind: KindObject, node: newObjectNode(members)}
}

// newObjectNode builds the node of an object and resolves repeated keys.
func newObjectNode(members []Member) *node {
	n := &node{members: members}
	if len(members) < indexFrom {
		for i := 1; i < len(n.members); i++ {
			for j := range i {
				if n.members[j].Key == n.members[i].Key {
					n.members[j].Value = n.members[i].Value
					n.members = append(n.members[:i], n.members[i+1:]...)
					i--
					break
				}
			}
		}
		return n
	}
	n.index = make(map[string]int32, len(members))
	kept := members[:0]
	for _, m := range members {
		if i, ok := n.index[m.Key]; ok {
			kept[i].Value = m.Value
			continue
		}
		n.index[m.Key] = int32(len(kept))
		kept = append(kept, m)
	}
	n.members = kept
	return n
}

// Kind returns the kind of v.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.kind == KindNull }

// AsBool returns the value of a boolean.
func (v Value) AsBool() (b, ok bool) { return v.kind == KindBool && v.flag, v.kind == KindBool }

// AsString returns the text of a string.
func (v Value) AsString() (s string, ok bool) {
	if v.kind != KindString {
		return "", false
	}
	return v.text, true
}

// Items returns the items of an array, nil for any other kind.
func (v Value) Items() []Value {
	if v.kind != KindArray {
		return nil
	}
	return v.node.items
}

// Members returns the members of an object in order, nil for any other kind.
func (v Value) Members() []Member {
	if v.kind != KindObject {
		return nil
	}
	return v.node.members
}

// Len returns the number of items or members, 0 for any other kind.
func (v Value) Len() int {
	if v.node == nil {
		return 0
	}
	return len(v.node.items) + len(v.node.members)
}

// Get returns the member of an object; ok is false when v is no object or has
// no such key.
func (v Value) Get(key string) (member Value, ok bool) {
	if v.kind != KindObject {
		return Value{}, false
	}
	if i := v.node.find(key); i >= 0 {
		return v.node.members[i].Value, true
	}
	return Value{}, false
}

func (n *node) find(key string) int {
	if n.index != nil {
		if i, ok := n.index[key]; ok {
			return int(i)
		}
		return -1
	}
	for i := range n.members {
		if n.members[i].Key == key {
			return i
		}
	}
	return -1
}

// With returns a copy of the object v in which key has the value m: at its
// place when v has the key, else at the end. A v that is no object counts as
// the empty object.
func (v Value) With(key string, m Value) Value {
	old := v.Members()
	members := make([]Member, len(old), len(old)+1)
	copy(members, old)
	if v.kind == KindObject {
		if i := v.node.find(key); i >= 0 {
			members[i].Value = m
			return Object(members...)
		}
	}
	return Object(append(members, Field(key, m))...)
}

// Without returns a copy of the object v that lacks key; v itself when it has
// no such key.
func (v Value) Without(key string) Value {
	if _, ok := v.Get(key); !ok {
		return v
	}
	members := make([]Member, 0, v.Len()-1)
	for _, m := range v.Members() {
		if m.Key != key {
			members = append(members, m)
		}
	}
	return Object(members...)
}

// Equal reports whether two values are the same JSON value: numbers by their
// exact decimal value, objects without regard to key order.
func Equal(a, b Value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case KindBool:
		return a.flag == b.flag
	case KindString:
		return a.text == b.text
	case KindNumber:
		return equalNumbers(a, b)
	case KindArray:
		if len(a.node.items) != len(b.node.items) {
			return false
		}
		for i := range a.node.items {
			if !Equal(a.node.items[i], b.node.items[i]) {
				return false
			}
		}
	case KindObject:
		if len(a.node.members) != len(b.node.members) {
			return false
		}
		for _, m := range a.node.members {
			other, ok := b.Get(m.Key)
			if !ok || !Equal(m.Value, other) {
				return false
			}
		}
	}
	return true
}
