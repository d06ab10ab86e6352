package formula

// Limits of a formula's text. A text beyond one of them is refused with the
// problem safety-limit-exceeded, data {limit, max}; see docs/rules/limits.md.
const (
	// MaxLength is the number of bytes of a formula (limit formula-length).
	MaxLength = 4096
	// MaxNodes is the number of literals, names, calls, operators, lists and
	// conditions in a formula (limit formula-nodes). Brackets do not count.
	MaxNodes = 1024
	// MaxDepth is the nesting of a formula as it is written (limit
	// formula-depth): each pair of brackets, each unary operator and each branch
	// of a condition goes one deeper; a chain such as a + b + c does not.
	MaxDepth = 64
)

// Limits of numbers. A number beyond one of them is number-too-large.
const (
	// MaxBits bounds the numerator and the denominator of each result.
	MaxBits = 512
	// MaxExponent bounds the exponent of a number that is read, either way.
	MaxExponent = 18
	// MaxNumber is the greatest magnitude of a number that is read or stored.
	MaxNumber = 1<<53 - 1
	// Digits is the number of significant digits that stored values keep.
	Digits = 12
)
