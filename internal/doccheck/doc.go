// Package doccheck finds what a document promises and the tree does not keep.
//
// A [Checker] reads pages in Markdown and treats each fenced block by its
// language: sh is run, a whole Go program is compiled and run, json and jsonl
// are parsed, and other Go must be an excerpt of a file. One comment in front
// of a block says more about it:
//
//	<!-- output -->            the text that the block before it printed
//	<!-- from: path -->        consecutive lines of that file, in any language
//	<!-- not run: reason -->   not checked, for the reason given
//
// Blocks in other languages need one of the last two, and so does every block
// that nothing can check: no snippet escapes without a written reason.
// [Links] looks at links instead: each local target and each heading must exist.
//
// Commands run in a copy of the repository, one copy a page, so that a page
// may create files and use them further down, and the tree stays clean. The
// package is used by its own tests alone and must never write below
// [Checker.Root].
package doccheck
