package demo

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// keyboard reads what a player types. It belongs to one goroutine.
type keyboard struct{ in *bufio.Reader }

// line returns the next line, trimmed. The error is io.EOF when there is none;
// after any error it must not be called again.
func (k *keyboard) line(ctx context.Context) (string, error) {
	type typed struct {
		line string
		err  error
	}
	read := make(chan typed, 1)
	go func() { // ends with the read, which nothing here can interrupt
		line, err := k.in.ReadString('\n')
		if errors.Is(err, io.EOF) && line != "" {
			err = nil // the next call tells
		}
		read <- typed{strings.TrimSpace(strings.ToValidUTF8(line, "\uFFFD")), err}
	}()
	select {
	case t := <-read:
		return t.line, t.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
