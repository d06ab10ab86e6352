package main

import "syscall"

// redirect makes the descriptor to another name of the file behind from.
func redirect(from, to int) error { return syscall.Dup3(from, to, 0) }
