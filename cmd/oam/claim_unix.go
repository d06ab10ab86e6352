//go:build unix

package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// claimStreams takes the standard streams for the protocol. Whatever else in
// the process prints to standard output from now on, also from C, goes to
// standard error: only protocol lines may reach the client.
//
// restore gives the streams back as they were, for programs that use them after
// this one.
func claimStreams(s streams) (in io.Reader, out io.Writer, restore func(), err error) {
	in, restore = pollable(s.in)
	if in != io.Reader(s.in) && s.getenv("GOMAXPROCS") == "" {
		// One core is plenty for lines, a game wants the others, and answers
		// come sooner when no message wakes a second thread. A read that blocks
		// in the system would hold up the one core, hence the condition.
		runtime.GOMAXPROCS(1)
	}
	private, err := syscall.Dup(int(s.out.Fd()))
	if err != nil {
		return nil, nil, restore, fmt.Errorf("taking standard output: %w", err)
	}
	syscall.CloseOnExec(private)
	if err := redirect(int(s.err.Fd()), int(s.out.Fd())); err != nil {
		return nil, nil, restore, fmt.Errorf("redirecting standard output: %w", err)
	}
	return in, os.NewFile(uintptr(private), "protocol output"), restore, nil
}

// pollable returns the file in non-blocking mode if it is a pipe or socket.
// Reads then wait in the runtime's poller and not in a system call, which saves
// a switch of threads for each message. The mode belongs to everyone who shares
// our end of the pipe, so restore takes it back; a terminal is shared with too
// many and stays as it is.
func pollable(f *os.File) (in *os.File, restore func()) {
	nothing := func() {}
	info, err := f.Stat()
	if err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) == 0 {
		return f, nothing
	}
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return f, nothing
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		_ = syscall.Close(fd)
		return f, nothing
	}
	return os.NewFile(uintptr(fd), "protocol input"), func() { _ = syscall.SetNonblock(fd, false) }
}
