package doccheck

import (
	"fmt"
	"regexp"
	"strings"
)

// Page is a Markdown document taken apart.
type Page struct {
	// Path is relative to the repository, with slashes.
	Path   string
	Blocks []Block
	// Prose has the lines of the page; those of fenced blocks are empty.
	Prose []string
	// Findings are the faults that reading alone shows, such as an open fence.
	Findings []string
}

// Block is a fenced block of a page.
type Block struct {
	// Line is the number of the line after the opening fence, from 1.
	Line int
	// Lang is the first word after the opening fence; "" if there is none.
	Lang string
	// Text has the lines without the indentation of the fence.
	Text string
	Mark Mark
}

// Mark is the comment in front of a block. At most one member is set.
type Mark struct {
	NotRun string
	From   string
	Output bool
}

var (
	fence       = regexp.MustCompile("^( *)(`{3,}|~{3,}) *([^` ]*)[^`]*$")
	quotedFence = regexp.MustCompile("^ *>.*(```|~~~)")
	mark        = regexp.MustCompile(`^ *<!-- *(not run|from|output)\b *(:?) *(.*?) *--> *$`)
)

// ReadPage takes a document apart. It never fails: what it cannot read becomes
// a finding.
func ReadPage(path, text string) Page {
	p := Page{Path: path, Prose: strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")}
	bad := func(line int, format string, args ...any) {
		p.Findings = append(p.Findings, fmt.Sprintf("%s:%d: ", path, line)+fmt.Sprintf(format, args...))
	}

	var pending Mark // the mark that waits for its block
	waiting := 0     // its line; 0 if none waits
	for i := 0; i < len(p.Prose); i++ {
		line := p.Prose[i]
		if m := mark.FindStringSubmatch(line); m != nil {
			if waiting > 0 {
				bad(waiting, "a block has one mark only")
			}
			pending, waiting = Mark{}, i+1
			switch {
			case m[1] == "output" && m[2]+m[3] == "":
				pending.Output = true
			case m[1] == "from" && m[2] == ":" && m[3] != "":
				pending.From = m[3]
			case m[1] == "not run" && m[2] == ":" && m[3] != "":
				pending.NotRun = m[3]
			default:
				bad(i+1, "the mark is not one of <!-- not run: reason -->, <!-- from: path -->, <!-- output -->")
				waiting = 0
			}
			continue
		}
		open := fence.FindStringSubmatch(line)
		if open == nil {
			if quotedFence.MatchString(line) {
				bad(i+1, "a block in a quotation cannot be checked")
			}
			if waiting > 0 && strings.TrimSpace(line) != "" {
				bad(waiting, "no block follows the mark")
				pending, waiting = Mark{}, 0
			}
			continue
		}

		b := Block{Line: i + 2, Lang: open[3], Mark: pending}
		pending, waiting = Mark{}, 0
		var body []string
		p.Prose[i] = ""
		closed := false
		for i++; i < len(p.Prose) && !closed; i++ {
			line, p.Prose[i] = p.Prose[i], ""
			if closed = closes(line, open[2]); !closed {
				body = append(body, unindent(line, len(open[1])))
			}
		}
		i-- // the loop around this one goes on with the next line
		if !closed {
			bad(b.Line-1, "the fence is never closed")
		}
		b.Text = strings.Join(body, "\n")
		p.Blocks = append(p.Blocks, b)
	}
	if waiting > 0 {
		bad(waiting, "no block follows the mark")
	}
	return p
}

// closes reports whether a line ends a block that began with opening.
func closes(line, opening string) bool {
	line = strings.TrimSpace(line)
	return len(line) >= len(opening) && strings.Trim(line, opening[:1]) == ""
}

// unindent removes up to n leading spaces.
func unindent(line string, n int) string {
	for n > 0 && strings.HasPrefix(line, " ") {
		line, n = line[1:], n-1
	}
	return line
}
