package stdio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
)

// Serve runs an engine with the configuration over the streams. It returns nil
// after shutdown was answered, or when the input has ended and all its requests
// are answered; else an error that says why the connection ended. When the
// context ends, work is cancelled and Serve returns the context's error.
//
// A read or write that is in progress cannot be interrupted: after Serve has
// returned, goroutines may still wait in in.Read or out.Write, which closing
// the streams ends. For work that ignores that it was cancelled Serve waits a
// short time only.
func Serve(ctx context.Context, c bridge.Config, in io.Reader, out io.Writer) error {
	shutDown := make(chan struct{})
	onShutdown := c.OnShutdown
	c.OnShutdown = func() {
		if onShutdown != nil {
			onShutdown()
		}
		close(shutDown)
	}
	e := bridge.New(c, func(lines []byte) error {
		_, err := out.Write(lines)
		return err
	})
	defer closeSoon(e)

	input := make(chan error, 1)
	go func() { input <- receive(e, in) }() // ends with the input

	select {
	case <-shutDown:
		return nil
	case <-e.Done():
		return fmt.Errorf("the connection ended: %w", e.Err())
	case <-ctx.Done():
		return ctx.Err()
	case err := <-input:
		if err != nil {
			e.Logger().Error("reading the input failed", "error", err)
		}
		return finish(ctx, e, shutDown, err)
	}
}

// finish answers what was asked before the input ended.
func finish(ctx context.Context, e *bridge.Engine, shutDown <-chan struct{}, readErr error) error {
	e.EndInput()
	drained := make(chan error, 1)
	drain, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { drained <- e.Drain(drain) }()
	select {
	case <-shutDown:
		return readErr
	case <-e.Done():
		return fmt.Errorf("the connection ended: %w", e.Err())
	case err := <-drained:
		if err != nil {
			return err
		}
	}
	if err := e.Flush(ctx); err != nil {
		return err
	}
	return errors.Join(e.Err(), readErr)
}

// patience bounds the wait for work that ignores that it was cancelled.
const patience = 2 * time.Second

func closeSoon(e *bridge.Engine) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := e.CloseContext(ctx); err != nil {
		e.Logger().Warn("something ignores that the connection has ended")
	}
}

// receive hands lines to the engine until the input ends.
func receive(e *bridge.Engine, in io.Reader) error {
	lines := jsonrpc.NewLineReader(in, jsonrpc.MaxLine)
	for {
		line, err := lines.Next()
		var tooLong *jsonrpc.TooLongError
		switch {
		case err == nil:
			e.Receive(line)
		case errors.As(err, &tooLong):
			e.ReceiveTooLong(tooLong.Limit)
		case errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
	}
}
