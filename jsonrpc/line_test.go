package jsonrpc_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/jsonrpc"
	"pgregory.net/rapid"
)

// tooLong stands for a TooLongError in a list of lines.
const tooLong = "(too long)"

// readAll returns all lines of a reader and the error that ended them.
func readAll(t rapid.TB, lr *jsonrpc.LineReader, limit int) (lines []string, end error) {
	t.Helper()
	for {
		line, err := lr.Next()
		var long *jsonrpc.TooLongError
		switch {
		case err == nil:
			lines = append(lines, string(line))
		case errors.As(err, &long):
			if long.Limit != limit || line != nil {
				t.Errorf("limit %d, want %d; line %.20q", long.Limit, limit, line)
			}
			lines = append(lines, tooLong)
		default:
			if again, err2 := lr.Next(); err2 != err || again != nil {
				t.Errorf("after the end: %q, %v, want %v", again, err2, err)
			}
			return lines, err
		}
	}
}

// split is what a LineReader does, on a text that is there at once.
func split(text string, limit int) (lines []string) {
	pieces := strings.Split(text, "\n")
	if last := len(pieces) - 1; pieces[last] == "" {
		pieces = pieces[:last]
	}
	for _, line := range pieces {
		line = strings.TrimSuffix(line, "\r")
		if len(line) > limit {
			line = tooLong
		}
		lines = append(lines, line)
	}
	return lines
}

// chunks is a reader that returns pieces of the given sizes, the last size for
// ever; a size of 0 is a read of nothing.
type chunks struct {
	text  string
	sizes []byte
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.text == "" {
		return 0, io.EOF
	}
	size := len(p)
	if len(c.sizes) > 0 {
		size = min(size, int(c.sizes[0]))
	}
	if len(c.sizes) > 1 {
		c.sizes = c.sizes[1:]
	} else if size == 0 {
		size = 1
	}
	n := copy(p[:size], c.text)
	c.text = c.text[n:]
	return n, nil
}

func TestLineReader(t *testing.T) {
	const limit = 8
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"one line", "abc\n", []string{"abc"}},
		{"lines", "a\nbc\nd\n", []string{"a", "bc", "d"}},
		{"last line without newline", "a\nbc", []string{"a", "bc"}},
		{"blank lines", "\n\n a\n \n", []string{"", "", " a", " "}},
		{"carriage returns", "a\r\n\r\nb\r\r\nc\rd\n", []string{"a", "", "b\r", "c\rd"}},
		{"carriage return at the end", "a\r", []string{"a"}},
		{"carriage return alone at the end", "a\n\r", []string{"a", ""}},
		{"NUL and invalid UTF-8", "\x00\n\xff\n", []string{"\x00", "\xff"}},
		{"as long as may be", "12345678\n12345678", []string{"12345678", "12345678"}},
		{"the limit is without the carriage return", "12345678\r\n12345678\r", []string{"12345678", "12345678"}},
		{"one byte too long", "123456789\nabc\n", []string{tooLong, "abc"}},
		{"a carriage return too long", "12345678\r\r\nabc\n", []string{tooLong, "abc"}},
		{"one byte too long at the end", "abc\n123456789", []string{"abc", tooLong}},
		{"one byte too long, carriage return at the end", "123456789\r", []string{tooLong}},
		{"far too long", "a\n" + strings.Repeat("long", 100) + "\nb\n", []string{"a", tooLong, "b"}},
		{"far too long at the end", "a\n" + strings.Repeat("long", 100), []string{"a", tooLong}},
		{"far too long twice", strings.Repeat("long", 9) + "\n" + strings.Repeat("l", 99) + "\n\nb", []string{tooLong, tooLong, "", "b"}},
	}
	readers := map[string]func(string) io.Reader{
		"whole":          func(s string) io.Reader { return strings.NewReader(s) },
		"byte by byte":   func(s string) io.Reader { return iotest.OneByteReader(strings.NewReader(s)) },
		"halves":         func(s string) io.Reader { return iotest.HalfReader(strings.NewReader(s)) },
		"EOF with data":  func(s string) io.Reader { return iotest.DataErrReader(strings.NewReader(s)) },
		"empty reads":    func(s string) io.Reader { return &chunks{s, []byte{0, 0, 3, 0, 1, 0, 5, 2}} },
		"EOF, in pieces": func(s string) io.Reader { return iotest.DataErrReader(&chunks{s, []byte{3}}) },
	}
	for _, test := range tests {
		for name, reader := range readers {
			t.Run(test.name+", "+name, func(t *testing.T) {
				got, err := readAll(t, jsonrpc.NewLineReader(reader(test.text), limit), limit)
				if diff := cmp.Diff(test.want, got); diff != "" || err != io.EOF {
					t.Errorf("%v, (-want +got):\n%s", err, diff)
				}
			})
		}
		if diff := cmp.Diff(test.want, split(test.text, limit)); diff != "" {
			t.Errorf("%s: the model of the tests is wrong (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestLineReaderChunks: how a stream arrives changes nothing.
func TestLineReaderChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab\n\n\r"))).Draw(t, "text")
		sizes := rapid.SliceOf(rapid.ByteRange(0, 9)).Draw(t, "sizes")
		limit := rapid.IntRange(1, 12).Draw(t, "limit")
		checkLines(t, text, sizes, limit)
	})
}

// checkLines compares a LineReader with split and bounds its buffer.
func checkLines(t rapid.TB, text string, sizes []byte, limit int) {
	t.Helper()
	lr := jsonrpc.NewLineReader(&chunks{text, sizes}, limit)
	got, err := readAll(t, lr, limit)
	if diff := cmp.Diff(split(text, limit), got); diff != "" || err != io.EOF {
		t.Errorf("%v, (-want +got):\n%s", err, diff)
	}
	if size := lr.BufferSize(); size > limit+2 {
		t.Errorf("buffer of %d bytes for a limit of %d", size, limit)
	}
}

// TestLineReaderErrors: other errors than EOF come after the whole lines.
func TestLineReaderErrors(t *testing.T) {
	broken := errors.New("broken pipe")
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"a\nb\n", []string{"a", "b"}},
		{"a\nhalf a line", []string{"a"}},
		{"a\n" + strings.Repeat("long", 100), []string{"a", tooLong}},
	} {
		for _, wrap := range []func(io.Reader) io.Reader{
			func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader,
		} {
			r := wrap(io.MultiReader(strings.NewReader(test.text), iotest.ErrReader(broken)))
			got, err := readAll(t, jsonrpc.NewLineReader(r, 20), 20)
			if diff := cmp.Diff(test.want, got); diff != "" || err != broken {
				t.Errorf("%.20q: %v, (-want +got):\n%s", test.text, err, diff)
			}
		}
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestLineReaderNoProgress(t *testing.T) {
	r := io.MultiReader(strings.NewReader("a\nb"), idle{})
	got, err := readAll(t, jsonrpc.NewLineReader(r, 0), 0)
	if diff := cmp.Diff([]string{"a"}, got); diff != "" || err != io.ErrNoProgress {
		t.Errorf("%v, (-want +got):\n%s", err, diff)
	}
}

// endless is one line that never ends.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	e.read += len(p)
	return len(p), nil
}

// TestLineReaderReportsEarly: a line that is too long is reported before it
// ends, and reading on must not collect it.
func TestLineReaderReportsEarly(t *testing.T) {
	const limit = 100_000
	source := &endless{}
	lr := jsonrpc.NewLineReader(source, limit)
	_, err := lr.Next()
	if want := fmt.Sprintf("a line is longer than %d bytes", limit); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if source.read > limit+2 {
		t.Errorf("%d bytes were read before the report", source.read)
	}
	// A long rest, then the next line.
	rest := io.MultiReader(io.LimitReader(source, 50<<20), strings.NewReader("\nnext\n"))
	lr = jsonrpc.NewLineReader(rest, limit)
	got, err := readAll(t, lr, limit)
	if diff := cmp.Diff([]string{tooLong, "next"}, got); diff != "" || err != io.EOF {
		t.Errorf("%v, (-want +got):\n%s", err, diff)
	}
	if size := lr.BufferSize(); size > limit+2 {
		t.Errorf("buffer of %d bytes", size)
	}
}

// TestLineReaderBuffer: the buffer starts small, grows for a long line up to
// the limit, and shrinks after it.
func TestLineReaderBuffer(t *testing.T) {
	const start = 64 << 10
	huge := strings.Repeat("h", jsonrpc.MaxLine)
	long := strings.Repeat("l", 500<<10)
	// Every part is a read of its own, so that it is certain when the buffer
	// gets a chance to change.
	var parts []io.Reader
	for _, line := range []string{"a", huge, "b", long, "c", huge + "h", "d"} {
		parts = append(parts, strings.NewReader(line), strings.NewReader("\n"))
	}
	lr := jsonrpc.NewLineReader(io.MultiReader(parts...), 0)
	for i, want := range []struct {
		length, atLeast, atMost int
	}{
		{1, start, start},
		{len(huge), len(huge), len(huge) + 2},
		{1, start, start},
		{len(long), len(long), 1 << 20},
		{1, len(long), 1 << 20}, // not worth giving back
		{-1, len(huge), len(huge) + 2},
		{1, start, start},
	} {
		line, err := lr.Next()
		if want.length < 0 {
			if err == nil {
				t.Errorf("line %d has %d bytes", i, len(line))
			}
		} else if err != nil || len(line) != want.length {
			t.Errorf("line %d: %d bytes, %v, want %d", i, len(line), err, want.length)
		}
		if size := lr.BufferSize(); size < want.atLeast || size > want.atMost {
			t.Errorf("line %d: buffer of %d bytes, want %d to %d", i, size, want.atLeast, want.atMost)
		}
	}
	if _, err := lr.Next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// TestLineReaderHugeLimit: a limit near the largest int must not overflow.
func TestLineReaderHugeLimit(t *testing.T) {
	for _, limit := range []int{1 << 40, int(^uint(0) >> 1)} {
		got, err := readAll(t, jsonrpc.NewLineReader(strings.NewReader("a\nb"), limit), limit)
		if diff := cmp.Diff([]string{"a", "b"}, got); diff != "" || err != io.EOF {
			t.Errorf("%v, (-want +got):\n%s", err, diff)
		}
	}
}

func TestBlank(t *testing.T) {
	for line, want := range map[string]bool{
		"":             true,
		" \t\r\n\v\f":  true,
		"\u00A0\u2003": true,
		"\uFEFF":       true,
		"\uFEFF \r":    true,
		"\uFEFF\uFEFF": false,
		" x ":          false,
		"\x00":         false,
		"\xff":         false,
		"{}":           false,
		"\uFEFF{}":     false,
		"\u200B":       false, // a zero-width space is a format character
	} {
		if got := jsonrpc.Blank([]byte(line)); got != want {
			t.Errorf("Blank(%q) = %v", line, got)
		}
	}
}
