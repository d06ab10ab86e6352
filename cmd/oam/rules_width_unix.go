//go:build linux || darwin || freebsd || netbsd || dragonfly

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// windowColumns is how many columns a terminal says it has, 0 for none.
func windowColumns(f *os.File) int {
	var size struct{ rows, columns, x, y uint16 }
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if failed != 0 {
		return 0
	}
	return int(size.columns)
}
