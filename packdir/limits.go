package packdir

// The limits of one folder. A pack that is past one of them is refused with the
// code too-large or too-deep; no pack that people write comes near.
const (
	// MaxBytes is the size of all files together.
	MaxBytes = 16 << 20
	// MaxFiles is the number of pack files.
	MaxFiles = 4096
	// MaxEntries is the number of names that may stand in all folders together,
	// those that are skipped included.
	MaxEntries = 1 << 16
	// MaxDepth is the number of nested lists and objects in one file, and of
	// nested folders.
	MaxDepth = 64
	// MaxValues is the number of values in all files together. It bounds the
	// memory that a file of nothing but dashes would take.
	MaxValues = 1 << 20
	// MaxProblems is the number of problems after which the others are left
	// out: one slip can cause thousands.
	MaxProblems = 100
)
