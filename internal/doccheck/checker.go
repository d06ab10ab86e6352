package doccheck

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Checker checks the blocks of pages against a repository.
type Checker struct {
	// Root is the repository's folder. It is read only.
	Root string
	// Scratch is an empty folder for copies and programs; the caller removes it.
	Scratch string
	// Bin is a folder that commands find first on their PATH; "" for none.
	Bin string
	// Timeout bounds each command and program. The zero value means three minutes.
	Timeout time.Duration
}

// Result says what became of the blocks of a page.
type Result struct {
	// Findings has one line for each fault: "page:line: what is wrong".
	Findings []string
	// Checked counts the blocks that were run, parsed or compared; NotRun those
	// that a mark excuses. Text that is neither is in no count.
	Checked, NotRun int
}

// Check checks all blocks of a page from the top down.
func (c *Checker) Check(ctx context.Context, p Page) (Result, error) {
	r := run{Checker: c, ctx: ctx, page: p}
	r.Findings = append(r.Findings, p.Findings...)
	for _, b := range p.Blocks {
		if err := r.block(b); err != nil {
			return r.Result, fmt.Errorf("%s:%d: %w", p.Path, b.Line, err)
		}
	}
	return r.Result, nil
}

// run is the state of one page's check.
type run struct {
	*Checker
	Result
	ctx     context.Context
	page    Page
	copied  string  // the page's copy of the repository, made when first needed
	printed *string // what the block before printed; nil if it was not run
}

func (r *run) bad(b Block, format string, args ...any) {
	r.Findings = append(r.Findings, fmt.Sprintf("%s:%d: ", r.page.Path, b.Line)+fmt.Sprintf(format, args...))
}

// block checks one block. Its error is a fault of the check, not of the page.
func (r *run) block(b Block) error {
	printed := r.printed
	r.printed = nil
	switch {
	case b.Mark.NotRun != "":
		r.NotRun++
		return nil
	case b.Mark.From != "":
		r.Checked++
		return r.excerpt(b)
	case b.Mark.Output:
		r.Checked++
		if printed == nil {
			r.bad(b, "no command or program that was run stands before this output")
		} else if !matches(b.Text, *printed) {
			r.bad(b, "the output is not what was printed, which is:\n%s", *printed)
		}
		return nil
	}
	switch b.Lang {
	case "text":
		return nil
	case "sh":
		r.Checked++
		return r.shell(b)
	case "go":
		r.Checked++
		if isProgram(b.Text) {
			return r.program(b)
		}
		r.bad(b, "name the file of this excerpt: <!-- from: path/to/file.go -->")
	case "json":
		r.Checked++
		if !json.Valid([]byte(b.Text)) {
			r.bad(b, "this is not JSON")
		}
	case "jsonl":
		r.Checked++
		for i, line := range strings.Split(b.Text, "\n") {
			if strings.TrimSpace(line) != "" && !json.Valid([]byte(line)) {
				r.bad(Block{Line: b.Line + i}, "this line is not JSON")
			}
		}
	case "":
		r.bad(b, "the fence names no language; use text if there is none")
	default:
		r.bad(b, "nothing checks the language %s: add <!-- from: path --> or <!-- not run: reason -->", b.Lang)
	}
	return nil
}

// excerpt reports a block whose lines do not stand one after the other in the
// file that it names. Indentation does not count.
func (r *run) excerpt(b Block) error {
	if !filepath.IsLocal(b.Mark.From) {
		r.bad(b, "%s is outside the repository", b.Mark.From)
		return nil
	}
	text, err := os.ReadFile(filepath.Join(r.Root, b.Mark.From))
	if err != nil {
		r.bad(b, "%s cannot be read", b.Mark.From)
		return nil
	}
	part := "\n" + flush(strings.TrimSpace(b.Text)) + "\n"
	if part == "\n\n" {
		r.bad(b, "the excerpt is empty")
	} else if !strings.Contains("\n"+flush(string(text))+"\n", part) {
		r.bad(b, "these lines do not stand in %s", b.Mark.From)
	}
	return nil
}

// flush removes the white space around each line.
func flush(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}
