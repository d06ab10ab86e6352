package dice

import "math/bits"

// Seeded returns a dice function, the same in every port: SplitMix64 with the
// seed as its state. A face is the high 64 bits of output × sides, plus 1; an
// output whose low 64 bits are below 2^64 mod sides is thrown away, so that every
// face is equally likely. It gives 0 for dice without sides.
func Seeded(seed int64) func(sides int64) int64 {
	state := uint64(seed)
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	return func(sides int64) int64 {
		if sides < 1 {
			return 0
		}
		n := uint64(sides)
		for {
			high, low := bits.Mul64(next(), n)
			if low >= -n%n {
				return int64(high) + 1
			}
		}
	}
}
