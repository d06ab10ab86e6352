package jsonrpc

import (
	"bytes"
	"fmt"
	"io"
)

// MaxLine is the usual limit of a line in bytes, without what ends it.
const MaxLine = 16 << 20

const (
	// startBuffer is the size of a new buffer in bytes.
	startBuffer = 64 << 10
	// keptBuffer is the size from which a buffer is given back once its long
	// line is done. Lines below it do not make the buffer grow and shrink in turn.
	keptBuffer = 1 << 20
	// maxLimit keeps the arithmetic on limits within an int of 32 bits.
	maxLimit = 1 << 30
	// maxEmptyReads is how often in a row a reader may return neither bytes
	// nor an error.
	maxEmptyReads = 100
)

// TooLongError reports a line longer than the limit. The line is lost; the
// reader goes on with the one after it.
type TooLongError struct {
	// Limit is the limit in bytes.
	Limit int
}

func (e *TooLongError) Error() string {
	return fmt.Sprintf("a line is longer than %d bytes", e.Limit)
}

// LineReader splits a stream into lines; see the bridge protocol, section 1.
// It must not be used concurrently.
type LineReader struct {
	r   io.Reader
	max int
	err error // of r, to be returned after the lines that came before it

	// buf[start:end] has been read and not yet returned; its first scanned
	// bytes hold no newline.
	buf        []byte
	start, end int
	scanned    int
	// skipping is set between the report of a line that is too long and the
	// newline that ends it.
	skipping bool
}

// NewLineReader returns a reader of lines of at most max bytes, [MaxLine] when
// max is not positive. A max beyond 1 GiB counts as 1 GiB.
func NewLineReader(r io.Reader, max int) *LineReader {
	if max <= 0 {
		max = MaxLine
	}
	return &LineReader{r: r, max: min(max, maxLimit)}
}

// Next returns the next line without its newline and one carriage return
// before it; it is valid until the next call. Blank lines are returned, see
// [Blank]. The limit applies to the line as returned.
//
// A line over the limit gives a [*TooLongError], as soon as that is known, and
// the next call continues after it. A last line without a newline is returned
// before io.EOF. Any other error of the stream is returned after the complete
// lines before it; part of a line is dropped, because half a message must not
// be mistaken for a whole one. Both kinds of end are returned again by later
// calls.
func (lr *LineReader) Next() (line []byte, err error) {
	for {
		pending := lr.buf[lr.start:lr.end]
		if i := bytes.IndexByte(pending[lr.scanned:], '\n'); i >= 0 {
			length := lr.scanned + i
			lr.start += length + 1
			lr.scanned = 0
			if lr.skipping {
				lr.skipping = false
				continue
			}
			return lr.checked(pending[:length])
		}
		lr.scanned = len(pending)
		switch {
		case lr.skipping:
			lr.drop()
		case len(pending) > lr.max+1: // one more byte may be a carriage return
			lr.drop()
			lr.skipping = true
			return nil, &TooLongError{Limit: lr.max}
		}
		if lr.err != nil {
			atEOF := lr.err == io.EOF && lr.scanned > 0
			lr.drop()
			if atEOF {
				return lr.checked(pending)
			}
			return nil, lr.err
		}
		lr.fill()
	}
}

// checked returns a line without its carriage return if it is within the limit.
func (lr *LineReader) checked(line []byte) ([]byte, error) {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	if len(line) > lr.max {
		return nil, &TooLongError{Limit: lr.max}
	}
	return line, nil
}

// drop forgets all that is pending.
func (lr *LineReader) drop() { lr.start, lr.end, lr.scanned = 0, 0, 0 }

// fill moves what is pending to the front, makes room and reads once. At most
// max+1 bytes are pending here, which bounds the buffer to max+2 bytes.
func (lr *LineReader) fill() {
	pending := lr.buf[lr.start:lr.end]
	switch {
	case len(lr.buf) == len(pending):
		size := min(max(2*len(lr.buf), startBuffer), lr.max+2)
		buf := make([]byte, size)
		copy(buf, pending)
		lr.buf = buf
	case len(lr.buf) > keptBuffer && len(pending) < startBuffer:
		buf := make([]byte, startBuffer)
		copy(buf, pending)
		lr.buf = buf
	case lr.start > 0:
		copy(lr.buf, pending)
	}
	lr.start, lr.end = 0, len(pending)
	for range maxEmptyReads {
		n, err := lr.r.Read(lr.buf[lr.end:])
		lr.end += n
		if lr.err = err; n > 0 || err != nil {
			return
		}
	}
	lr.err = io.ErrNoProgress
}

// Blank reports whether a line holds only white space, and perhaps a
// byte-order mark before it. Such a line is no message and gets no answer.
func Blank(line []byte) bool {
	return len(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\uFEFF")))) == 0
}
