//go:build !unix

package main

import (
	"io"
	"os"
)

// claimStreams takes the standard streams for the protocol. What Go code prints
// to standard output from now on goes to standard error.
func claimStreams(s streams) (in io.Reader, out io.Writer, restore func(), err error) {
	if s.out == os.Stdout {
		os.Stdout = s.err
	}
	return s.in, s.out, func() {}, nil
}
