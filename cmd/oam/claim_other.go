//go:build !unix

package main

import (
	"io"
	"os"
)

// claimStreams takes the standard streams for the protocol. What Go code prints
// to standard output from now on goes to standard error.
func claimStreams(s streams) (io.Reader, io.Writer, error) {
	if s.out == os.Stdout {
		os.Stdout = s.err
	}
	return s.in, s.out, nil
}
