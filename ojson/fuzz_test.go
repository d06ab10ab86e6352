package ojson_test

import (
	"testing"

	"github.com/open-actor-models/oam/ojson"
)

// FuzzParse: the same texts as encoding/json but for the wanted differences,
// the same values, and a stable written form.
func FuzzParse(f *testing.F) {
	for _, text := range seeds {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, ok := compare(t, data)
		if !ok {
			return
		}
		roundTrip(t, v)
		var p ojson.Parser
		for range 2 {
			if again, err := p.Parse(data); err != nil || again.String() != v.String() {
				t.Errorf("a Parser reads %v, %v, want %v", again, err, v)
			}
		}
	})
}

// FuzzParsePartial: something comes out exactly when the text can go on.
func FuzzParsePartial(f *testing.F) {
	for _, text := range seeds {
		f.Add([]byte(text))
		f.Add([]byte(text[:len(text)/2]))
		f.Add([]byte(text[:len(text)*4/5]))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkPartial(t, data)
	})
}

// seeds are texts from which the fuzzers start, beside testdata/fuzz.
var seeds = [...]string{
	`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"guard","tools":[]}}`,
	`{"jsonrpc":"2.0","id":"t-1","result":{"output":{"opened":false,"reason":"the \"chain\" is jammed"}}}`,
	"\uFEFF [null, true, false, -0, 1.0, 0.1e1, 1e-7, 1E400, 9007199254740993]\r\n",
	`{"a":1,"b":{"a":[2,{"":"\u2028\/"}]},"a":{"x":[],"y":{}}}`,
	`"\ud83d\ude00 \u00e9 é 漢 😀 \b\f\n\r\t\\"`,
	`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"l":12,"a":13}`,
	`[[[[[[[[[[[[{"a":[[[[[]]]]]}]]]]]]]]]]]]`,
}
