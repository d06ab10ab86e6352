//go:build unix

package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// claimStreams takes the standard streams for the protocol. Whatever else in
// the process prints to standard output from now on, also from C, goes to
// standard error: only protocol lines may reach the client.
func claimStreams(s streams) (io.Reader, io.Writer, error) {
	in := pollable(s.in)
	private, err := syscall.Dup(int(s.out.Fd()))
	if err != nil {
		return nil, nil, fmt.Errorf("taking standard output: %w", err)
	}
	syscall.CloseOnExec(private)
	if err := redirect(int(s.err.Fd()), int(s.out.Fd())); err != nil {
		return nil, nil, fmt.Errorf("redirecting standard output: %w", err)
	}
	return in, os.NewFile(uintptr(private), "protocol output"), nil
}

// pollable returns the file in non-blocking mode if it is a pipe or socket.
// Reads then wait in the runtime's poller and not in a system call, which saves
// a switch of threads for each message. The mode belongs to our end of the pipe
// alone; a terminal is shared with others and stays as it is.
func pollable(f *os.File) *os.File {
	info, err := f.Stat()
	if err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) == 0 {
		return f
	}
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return f
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		syscall.Close(fd)
		return f
	}
	return os.NewFile(uintptr(fd), "protocol input")
}
