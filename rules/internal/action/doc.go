// Package action runs actions: docs/rules/actions.md, section 9 of the design and
// startAction and continueAction of the engine interface.
//
// A run is a replay. It is played from its beginning each time, on the sheet of
// the character as it was, and takes its inputs from the trace first, then rolls,
// then from the answers; where there is none left it pauses. So a paused state
// needs no machine inside of it, and one that was edited can only be refused or be
// the run that its inputs describe. The package must never remember anything
// between two runs, never change a character, and never put a number anywhere
// that the pack, the sheet or an input did not give.
package action
