// Package ojson holds JSON values that keep the order of object keys.
//
// Key order is part of the bridge protocol: schemas, saves, world snapshots
// and echoed arguments come back in the order in which they were sent, which a
// Go map would lose. A [Value] is immutable and may be shared between
// goroutines without locks.
//
// The reader is strict (RFC 8259, plus the limits of the bridge protocol,
// section 1 and items 2 to 9 of its observable behaviours): no trailing
// commas, no leading zeros, no unpaired surrogates, no invalid UTF-8, at most
// [MaxDepth] levels. A repeated key keeps its first place and its last value.
//
// Numbers keep their digits: an integer of any size comes back digit by digit.
// Integral values are written plainly (3.0 as 3, 1e15 as 1000000000000000);
// a literal beyond the range of a double, such as 1e999, parses, is not
// finite, and is written as null.
//
// The package must never import another package of this module, and never
// loses or reorders what it was given.
package ojson
