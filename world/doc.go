// Package world is the blackboard that a game and its characters share (bridge
// protocol, section 6, "World state"; observable behaviours, items 270 to 287
// and 205).
//
// A [State] is a JSON object that is read and changed by paths such as
// "player.gold", "party[0].name" or "" for the root. Changes are atomic; each
// is told, value by value, to whoever observes the path: a callback
// ([State.Subscribe]), or a [Watch] that keeps changes until they are taken.
//
// The state is a persistent tree. A [Snapshot] is the root of it: taking one
// costs nothing, and it shares all that later changes leave alone. An object or
// list that was never written into is just its ojson value. One that was is a
// [tree], a counted B-tree: its members in order and, for wide objects, a second
// one by key. A write copies the branches on its way, O(depth · log width), and
// an ojson value of what it touched is made when somebody asks, then kept. One
// kind of tree serves lists, order and keys; a hash trie would be faster by key
// but knows no order, and copying ojson objects costs their width each time.
//
// Values nest at most [MaxDepth] deep, and a world takes at most [MaxSize]
// bytes, so that a snapshot always fits a message that can be sent back.
//
// The package knows nothing of the bridge and of characters, calls no observer
// with a lock held, and never changes a value that it gave away.
package world
