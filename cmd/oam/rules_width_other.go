//go:build !(linux || darwin || freebsd || netbsd || dragonfly)

package main

import "os"

// windowColumns is how many columns a terminal says it has, 0 for none.
func windowColumns(*os.File) int { return 0 }
