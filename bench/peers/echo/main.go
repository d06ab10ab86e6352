// Command echo is the floor of the comparison: it writes back the bytes it
// reads, with nothing in between.
//
// No JSON-RPC server over pipes can be faster than this on the same machine, so
// its figures also tell how much of a measurement is the driver and the kernel.
// It copies whole reads rather than single lines, as a server that batches its
// output would, and it never parses.
package main

import "os"

func main() {
	// A plain loop and not io.Copy: on Linux io.Copy would splice the two pipes
	// inside the kernel, which is no floor for a program that must see its input.
	buf := make([]byte, 64<<10)
	for {
		n, err := os.Stdin.Read(buf)
		if n > 0 {
			if _, werr := os.Stdout.Write(buf[:n]); werr != nil {
				os.Exit(1)
			}
		}
		if err != nil {
			return // end of input
		}
	}
}
