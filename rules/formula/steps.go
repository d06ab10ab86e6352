package formula

// Steps bound the time of a call. A node and a candidate cost one each; what
// takes longer than its nodes show costs more, so that no formula can hide work.
const (
	wideSteps = 50  // an operation on fractions of more than half a machine word
	longSteps = 200 // one on a number beyond machine words
	textBytes = 256 // so much of a text is compared for a step
)

// charge takes steps; ok is false when none are left.
func (f *Frame) charge(n int) (ok bool) {
	f.Steps -= int64(n)
	return f.Steps >= 0
}

// weigh charges for an operation on x and y that gave v, by the longest of the
// three, and returns v while there are steps. Integers of one word cost nothing,
// so callers need not weigh them.
func (f *Frame) weigh(x, y, v Value) Value {
	n := max(weight(x), weight(y), weight(v))
	if n > 0 && !f.charge(n) && v.kind != Failed {
		return outOfSteps()
	}
	return v
}

func weight(v Value) int {
	const narrow, short = 1 << 31, 1 << 16
	switch {
	case v.kind != Number || v.den == 1:
		return 0
	case v.den == 0:
		return longSteps
	case v.den >= short || v.num >= narrow || v.num <= -narrow:
		return wideSteps
	}
	return 0
}

// length is what comparing a value with another may cost.
func length(v Value) int {
	switch v.kind {
	case Number:
		return weight(v) / 10 // nothing is computed
	case Text:
		return len(v.ref.text) / textBytes
	case List:
		n := len(v.ref.items)
		for _, item := range v.ref.items {
			n += length(item)
		}
		return n
	}
	return 0
}
