package transcript

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
)

// NewID returns an id for an entry: a random UUID in upper case, as Apple's
// framework writes them.
func NewID() string {
	var b [16]byte
	// Ids need to differ, not to be secret.
	binary.LittleEndian.PutUint64(b[:8], rand.Uint64())
	binary.LittleEndian.PutUint64(b[8:], rand.Uint64())
	return uuid(b, 4)
}

// derivedID returns the id of a part of an entry. It depends on the arguments
// alone, so that the same conversation is always written the same way.
func derivedID(parent, part string) string {
	h := fnv.New128a()
	h.Write([]byte(part))
	h.Write([]byte{0})
	h.Write([]byte(parent))
	return uuid([16]byte(h.Sum(nil)), 8)
}

// uuid formats 16 bytes as a UUID of a version (RFC 9562: 4 is random, 8 is
// made in a way of one's own).
func uuid(b [16]byte, version byte) string {
	b[6] = b[6]&0x0F | version<<4
	b[8] = b[8]&0x3F | 0x80
	const digits = "0123456789ABCDEF"
	text := make([]byte, 0, 36)
	for i, c := range b {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			text = append(text, '-')
		}
		text = append(text, digits[c>>4], digits[c&0xF])
	}
	return string(text)
}
