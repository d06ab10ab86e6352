// Package house holds the rules of the house, as tests and nothing else.
//
// A rule that no test checks is forgotten within a year, so each one is a small
// function over the source tree that returns what is wrong, one line a finding.
// Every rule has two tests: one runs it over this repository, the other over a
// broken tree made for it, so that a rule that stops seeing anything is seen.
//
//   - layers: which package may import which other package of the module
//   - imports: standard packages that pure packages must not use, and the few
//     packages that may use another module
//   - packages: one package comment, in the file where a reader looks for it
//   - names: no drawers for everything
//   - state: no init functions, no package-level variable that changes
//   - limits: short files, finished code, tests that do not sleep
//   - modules: no replaced module, and a written reason for every dependency
//
// The rules read syntax only and need neither a built tree nor a network. They
// never repair what they find. Rules about documents are in internal/doccheck.
package house
