package character

import (
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/rules/internal/fault"
)

// rulesID is the activation that is always there; no entry may be called so.
const rulesID = "rules"

// maxID is the greatest length of an entry's own id.
const maxID = 100

// ValidID reports whether id may name an entry, a template or an applied effect:
// 1 to 100 letters, digits, "-", "_" and ".", and not "rules". Other characters
// have a meaning in activation ids.
func ValidID(id string) bool {
	if id == "" || len(id) > maxID || id == rulesID {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}

// Standard reports whether id is that of a standard copy: <owner>~<item>.
func Standard(id string) bool {
	i := strings.LastIndexByte(id, '~')
	return i > 0 && i < len(id)-1
}

// NewEntryID returns the id of the next new entry, template or applied effect.
// Adding the entry takes it.
func (c *Character) NewEntryID() (string, *fault.Error) { return c.nextID("e") }

// nextID returns the id that the counter gives next. It is one that nothing in
// the file has, also where the file's counter is behind its own ids.
func (c *Character) nextID(letter string) (string, *fault.Error) {
	n := max(c.NextID, c.floor)
	if n >= maxNumber {
		return "", limitError("entries", MaxEntries)
	}
	return letter + strconv.FormatInt(n, 10), nil
}

// took moves the counter past an id that is or was in use, so that no id is given
// twice, and a batch with its ids written in leaves the counter where picking
// them left it.
func (c *Character) took(id string) {
	if n, ok := counted(id); ok && n >= c.NextID {
		c.NextID = n + 1
		c.touch(partNextID)
	}
}

// seen notes an id that the file has, see [Character.nextID].
func (c *Character) seen(id string) {
	if n, ok := counted(id); ok && n >= c.floor {
		c.floor = n + 1
	}
}

// counted returns the number of an id of the form that the engine picks.
func counted(id string) (int64, bool) {
	if len(id) < 2 || id[0] != 'e' && id[0] != 'f' || id[1] == '0' {
		return 0, false
	}
	var n int64
	for i := 1; i < len(id); i++ {
		if id[i] < '0' || id[i] > '9' {
			return 0, false
		}
		if n = n*10 + int64(id[i]-'0'); n >= maxNumber {
			return 0, false
		}
	}
	return n, true
}
