package jsonrpc_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// pings are lines with ids that differ, as a pipelining client sends them.
func pings(n int) (lines [][]byte) {
	for i := range n {
		lines = append(lines, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i))
	}
	return lines
}

func BenchmarkDecodePing(b *testing.B) {
	var p ojson.Parser
	lines := pings(1000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, _, err := jsonrpc.Decode(&p, lines[i%len(lines)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeRespond(b *testing.B) {
	var p ojson.Parser
	line := []byte(`{"jsonrpc":"2.0","id":3,"method":"session/respond","params":{"session":"guard","prompt":"Please open the north gate.","stream":true}}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := jsonrpc.Decode(&p, line); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendResult(b *testing.B) {
	var buf []byte
	id, result := jsonrpc.IntID(12345), ojson.Object()
	b.ReportAllocs()
	for b.Loop() {
		buf = jsonrpc.AppendResult(buf[:0], id, result)
	}
}

func BenchmarkAppendError(b *testing.B) {
	var buf []byte
	id, err := jsonrpc.IntID(12345), jsonrpc.MethodNotFound("no/such")
	b.ReportAllocs()
	for b.Loop() {
		buf = jsonrpc.AppendError(buf[:0], id, err)
	}
}

// repeat is a stream that repeats one text.
type repeat struct {
	text string
	at   int
}

func (r *repeat) Read(p []byte) (int, error) {
	n := copy(p, r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	return n, nil
}

func BenchmarkLineReader(b *testing.B) {
	for _, length := range []int{40, 1000, 100_000, 4 << 20} {
		b.Run(fmt.Sprint(length), func(b *testing.B) {
			line := strings.Repeat("x", length) + "\n"
			lr := jsonrpc.NewLineReader(&repeat{text: strings.Repeat(line, max(1, 60_000/length))}, 0)
			b.ReportAllocs()
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				if _, err := lr.Next(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPing is the whole way of a ping through this package.
func BenchmarkPing(b *testing.B) {
	var text strings.Builder
	for _, line := range pings(1000) {
		text.Write(line)
		text.WriteByte('\n')
	}
	lr := jsonrpc.NewLineReader(&repeat{text: text.String()}, 0)
	var p ojson.Parser
	var out []byte
	empty := ojson.Object()
	b.ReportAllocs()
	for b.Loop() {
		line, err := lr.Next()
		if err != nil && err != io.EOF {
			b.Fatal(err)
		}
		msg, _, failure := jsonrpc.Decode(&p, line)
		if failure != nil {
			b.Fatal(failure)
		}
		out = append(jsonrpc.AppendResult(out[:0], msg.ID, empty), '\n')
	}
}
