// Package dice rolls dice that are data: docs/rules/dice.md, and section 9 of the
// design.
//
// A [Roll] says what is rolled; [Roll.Begin] starts it, the faces come from outside
// wave by wave, and a [Result] knows what fell. [Bands] name outcomes, and say
// before any die falls which of them can still come. [Parse] reads a notation
// such as 4d6kh3.
//
// The package knows no character, no pack and no formula: every number is a
// number here. It must never make up a face, never roll by itself except as a
// [Seeded] generator is asked to, and never loop on dice that lead to dice for
// ever: what has no end is a [Problem].
package dice
