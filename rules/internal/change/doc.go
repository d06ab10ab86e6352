// Package change is what happens to a character (docs/rules/changes.md): the 21
// types of changes, their shapes, and applying a batch of them.
//
// Decode reads one change and refuses what its type does not know. Apply works
// on a copy of the character: the first error rejects the whole batch, and what
// comes back can be replayed to the same bytes without a die.
//
// It must never change the character that it was given, roll where a change has
// its faces, or store what a sheet can compute.
package change
