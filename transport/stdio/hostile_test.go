package stdio_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/transport/stdio"
)

const (
	parseError = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700`
	badMessage = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600`
	pinged     = `{"jsonrpc":"2.0","id":1,"result":{}}`
	ping       = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
)

// Whatever bytes come, each line gets its answer and the next line is read.
func TestHostileBytes(t *testing.T) {
	for _, test := range []struct {
		name, bytes string
		want        []string
	}{
		{"empty lines", "\n\n\r\n \t\n", nil},
		{"byte-order mark", "\uFEFF" + ping + "\n", []string{pinged}},
		{"byte-order mark alone", "\uFEFF\n", nil},
		{"carriage return and newline", ping + "\r\n", []string{pinged}},
		{"carriage return alone", ping + "\r" + ping + "\n", []string{parseError}},
		{"two messages in a line", ping + ping + "\n", []string{parseError}},
		{"message over two lines", strings.Replace(ping, ",", ",\n", 1) + "\n", []string{parseError, parseError}},
		{"NUL", "\x00\n" + ping + "\x00\n", []string{parseError, parseError}},
		{"invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}\n", []string{parseError}},
		{"UTF-16", "{\x00\"\x00}\x00\n\x00\n", []string{parseError, parseError}},
		{"deep", strings.Repeat("[", 1<<20) + "\n", []string{parseError}},
		{"binary", string([]byte{0x7f, 'E', 'L', 'F', 1, 2, 3, '\n'}), []string{parseError}},
		{"content length", "Content-Length: 40\r\n\r\n" + ping + "\n", []string{parseError, pinged}},
		{"HTTP", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", []string{parseError, parseError}},
		{"batch", "[" + ping + "]\n", []string{badMessage}},
		{"number", "1e999\n", []string{badMessage}},
		{"long key", `{"jsonrpc":"2.0","id":1,"method":"ping","` + strings.Repeat("k", 1<<20) + `":1}` + "\n", []string{pinged}},
		{"many keys", "{" + strings.Repeat(`"k":1,`, 100_000) + ping[1:] + "\n", []string{pinged}},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := append(test.want, `{"jsonrpc":"2.0","id":"last","result":{}}`)
			input := test.bytes + `{"jsonrpc":"2.0","id":"last","method":"ping"}` + "\n"
			readers := []io.Reader{strings.NewReader(input)}
			if len(input) < 1000 {
				readers = append(readers, iotest.OneByteReader(strings.NewReader(input)))
			}
			for _, in := range readers {
				var out strings.Builder
				if err := stdio.Serve(t.Context(), bridge.Config{}, in, &out); err != nil {
					t.Errorf("Serve: %v", err)
				}
				got := strings.SplitAfter(out.String(), "\n")
				if got[len(got)-1] != "" {
					t.Errorf("the output does not end in a newline: %q", got[len(got)-1])
				}
				got = got[:len(got)-1]
				if len(got) != len(want) {
					t.Fatalf("%d answers, want %d: %.500q", len(got), len(want), got)
				}
				for i := range want {
					if !strings.HasPrefix(got[i], want[i]) {
						t.Errorf("answer %d is %.300s want %s", i, got[i], want[i])
					}
				}
			}
		})
	}
}

// The one who frames with headers needs to hear how to frame.
func TestContentLengthIsExplained(t *testing.T) {
	p := serve(t, bridge.Config{})
	p.send("Content-Length: 40\r")
	if line := p.expect(parseError); !strings.Contains(line, "newline") {
		t.Errorf("that does not help: %s", line)
	}
}
