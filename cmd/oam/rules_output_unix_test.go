//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// What is written to a pipe or through a link leaves the pipe and the link there.
func TestWriteFileReplacesFilesOnly(t *testing.T) {
	dir := t.TempDir()
	real, link, pipe := filepath.Join(dir, "real"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(real, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if text, _ := os.ReadFile(real); string(text) != "new" {
		t.Errorf("behind the link: %q", text)
	}
	if info, _ := os.Stat(real); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	if err := writeFile(pipe, []byte("through")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "through" {
		t.Errorf("out of the pipe: %q", got)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v, %v", info.Mode(), err)
	}
	if err := writeFile(dir, nil); err == nil {
		t.Error("a folder was replaced")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A rules command that waits for its input ends by an interrupt.
func TestRulesEndByInterrupt(t *testing.T) {
	p := start(t, nil, "rules", "call", "computeSheet")
	for range 600 {
		_ = p.cmd.Process.Signal(os.Interrupt)
		select {
		case <-p.ended:
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Error("the command does not end")
}
