package dice

import (
	"strconv"
	"strings"
)

// String is the roll in notation, "" where it has none: dice that are read
// otherwise than by their sum, tests that are no single comparison, numbers or
// lengths that no notation has. [Parse] reads it as the same roll.
func (r Roll) String() string {
	var b strings.Builder
	for i := range r.Terms {
		t := r.Terms[i].Resolved()
		text, ok := t.notation()
		if !ok {
			return ""
		}
		switch {
		case t.Subtract:
			b.WriteByte('-')
		case i > 0:
			b.WriteByte('+')
		}
		b.WriteString(text)
	}
	if r.Add != 0 || len(r.Terms) == 0 {
		if r.Add >= 0 && len(r.Terms) > 0 {
			b.WriteByte('+')
		}
		b.WriteString(strconv.FormatInt(r.Add, 10))
	}
	if b.Len() > maxNotation || r.Add > maxWritten || r.Add < -maxWritten {
		return ""
	}
	return b.String()
}

// writable reports numbers that a notation can have.
func writable(list ...*int64) bool {
	for _, n := range list {
		if n != nil && (*n < 0 || *n > maxWritten) {
			return false
		}
	}
	return true
}

func (t *Term) notation() (string, bool) {
	text := strconv.FormatInt(max(0, t.Count), 10) + "d"
	if t.Name != "" {
		text += "[" + t.Name + "]"
	} else {
		text += strconv.FormatInt(max(0, t.Sides), 10)
	}
	count, keep := max(0, t.Count), max(0, t.Keep.Count)
	if t.Read != Sum || t.Sides < 1 || t.Sides > MaxSides || !writable(t.Min, t.Max, &count, &keep) {
		return "", false
	}
	if t.Keep.Mode != KeepAll {
		text += [...]string{"", "kh", "kl", "dh", "dl"}[t.Keep.Mode] + strconv.FormatInt(keep, 10)
	}
	good := true
	add := func(word string, test *Test) {
		s, ok := test.notation()
		good = good && ok
		text += word + s
	}
	if e := t.Explode; e != nil {
		good = e.Times == 0
		word := "!"
		if e.Chain {
			word = "!!"
		}
		if e.On.Empty() {
			text += word
		} else {
			add(word, &e.On)
		}
	}
	if r := t.Reroll; r != nil {
		word := "ro"
		if r.Until {
			word = "rr"
		}
		add(word, &r.On)
	}
	if t.Min != nil {
		text += "min" + strconv.FormatInt(*t.Min, 10)
	}
	if t.Max != nil {
		text += "max" + strconv.FormatInt(*t.Max, 10)
	}
	switch {
	case len(t.Success) == 0:
	case t.Success[0].By == 1 && len(t.Success) == 1:
		add("s", &t.Success[0].On)
	case t.Success[0].By == 1 && len(t.Success) == 2 && t.Success[1].By == -1:
		add("s", &t.Success[0].On)
		add("f", &t.Success[1].On)
	default:
		return "", false
	}
	return text, good
}

func (t *Test) notation() (string, bool) {
	text, parts := "", len(t.Names)*2
	for i, b := range []*int64{t.Eq, t.Gte, t.Gt, t.Lte, t.Lt} {
		if b != nil {
			text = []string{"=", ">=", ">", "<=", "<"}[i] + strconv.FormatInt(*b, 10)
			if parts++; !writable(b) {
				parts++
			}
		}
	}
	if len(t.Values) == 1 && parts == 0 && writable(&t.Values[0]) {
		return "=" + strconv.FormatInt(t.Values[0], 10), true
	}
	return text, parts == 1 && len(t.Values) == 0
}
