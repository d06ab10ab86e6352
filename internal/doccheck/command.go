package doccheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// wholeSuite is the one command that a page may show and that is not run here:
// this package's tests are part of it.
const wholeSuite = "go test ./..."

// guard is set for everything that runs from here, so that a page which
// starts this check again is found at once instead of never ending.
const guard = "OAM_DOCCHECK"

// shell runs a block of commands in the page's copy of the repository. Like a
// reader's terminal it starts in the repository's folder; unlike it, each block
// is a bash of its own that stops at the first error.
func (r *run) shell(b Block) error {
	var script []string
	for line := range strings.SplitSeq(b.Text, "\n") {
		if strings.TrimSpace(line) == wholeSuite {
			if !r.suiteRuns() {
				r.bad(b, ".ci/run does not run %s", wholeSuite)
			}
			line = ""
		}
		script = append(script, line)
	}
	if r.copied == "" {
		dir, err := os.MkdirTemp(r.Scratch, "repo")
		if err != nil {
			return err
		}
		if err := copyTree(dir, r.Root); err != nil {
			return err
		}
		r.copied = dir
	}
	out, err := r.command(r.copied, "bash", "-euo", "pipefail", "-c", strings.Join(script, "\n"))
	return r.took(b, out, err)
}

// suiteCommand finds the command itself in a script, after variables for it;
// a comment or a heading that names it is not enough.
var suiteCommand = regexp.MustCompile(`(?m)^[ \t]*(?:\w+=(?:"[^"]*"|[^ "]*) +)*` + regexp.QuoteMeta(wholeSuite) + `(?:[ \t]|$)`)

// suiteRuns reports whether .ci/run has a line that runs the whole suite.
func (r *run) suiteRuns() bool {
	text, err := os.ReadFile(filepath.Join(r.Root, ".ci", "run"))
	return err == nil && suiteCommand.Match(text)
}

// took keeps what a block printed and reports its failure.
func (r *run) took(b Block, out output, err error) error {
	var failed *exec.ExitError
	switch {
	case err == nil:
		r.printed = &out.stdout
	case errors.As(err, &failed), errors.Is(err, context.DeadlineExceeded):
		r.bad(b, "%v\n%s%s", err, out.stdout, out.stderr)
	default:
		return err
	}
	return nil
}

// output is what a command printed.
type output struct {
	stdout, stderr string
}

// command runs a program in dir, without standard input. Nothing that it
// started outlives it, where the system has process groups.
func (r *run) command(dir, name string, args ...string) (out output, err error) {
	timeout := r.Timeout
	if timeout == 0 {
		timeout = 3 * time.Minute // a fresh machine compiles first
	}
	ctx, cancel := context.WithTimeout(r.ctx, timeout)
	defer cancel()

	// Files, not pipes: a process left in the background would keep a pipe open.
	files := make([]*os.File, 2)
	for i := range files {
		if files[i], err = os.CreateTemp(r.Scratch, "output"); err != nil {
			return out, err
		}
		defer func() { err = errors.Join(err, files[i].Close(), os.Remove(files[i].Name())) }()
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, files[0], files[1]
	cmd.Env = append(os.Environ(), guard+"=1", "PWD="+dir, "GOWORK=off")
	if r.Bin != "" {
		cmd.Env = append(cmd.Env, "PATH="+r.Bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	endGroup := group(cmd)
	err = cmd.Run()
	endGroup()
	if ctx.Err() != nil {
		err = fmt.Errorf("did not end within %v: %w", timeout, ctx.Err())
	}
	for i, text := range []*string{&out.stdout, &out.stderr} {
		if _, e := files[i].Seek(0, io.SeekStart); e != nil {
			return out, e
		}
		data, e := io.ReadAll(files[i])
		if e != nil {
			return out, e
		}
		*text = string(data)
	}
	return out, err
}

// copyTree copies a repository's files, without its history.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, info.Mode().Perm()|0o200)
	})
}
