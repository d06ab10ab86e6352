package ojson_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
)

// benchmarkTexts are a ping, a typical request and a large save.
func benchmarkTexts() []struct{ name, text string } {
	entry := `{"id":"e1","role":"user","contents":[{"type":"text","id":"s1","text":"Open the north gate, please. \u00c9t\u00e9"}],"at":12.5},`
	return []struct{ name, text string }{
		{"ping", `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
		{"respond", `{"jsonrpc":"2.0","id":3,"method":"session/respond","params":{"session":"guard","prompt":"Please open the north gate.","stream":true,"toolChoice":"auto","maxToolRounds":4}}`},
		{"save", `[` + strings.Repeat(entry, 1000) + `null]`},
	}
}

func BenchmarkParse(b *testing.B) {
	for _, test := range benchmarkTexts() {
		b.Run(test.name, func(b *testing.B) {
			var p ojson.Parser
			data := []byte(test.text)
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := p.Parse(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, test := range benchmarkTexts() {
		b.Run(test.name, func(b *testing.B) {
			v := parse(b, test.text)
			buf := v.Append(nil)
			b.ReportAllocs()
			b.SetBytes(int64(len(buf)))
			for b.Loop() {
				buf = v.Append(buf[:0])
			}
		})
	}
}

func BenchmarkParsePartial(b *testing.B) {
	text := benchmarkTexts()[1].text
	data := []byte(text[:len(text)*3/5])
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, ok := ojson.ParsePartial(data); !ok {
			b.Fatal("nothing usable")
		}
	}
}
