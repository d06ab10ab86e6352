package ojson_test

import (
	"fmt"

	"github.com/open-actor-models/oam/ojson"
)

func Example() {
	v, err := ojson.Parse([]byte(`{"name": "gate", "open": false, "width": 4.0}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	name, _ := v.Get("name")
	fmt.Println(name)
	fmt.Println(v.With("open", ojson.Bool(true)))
	// Output:
	// "gate"
	// {"name":"gate","open":true,"width":4}
}

func ExampleParsePartial() {
	for _, text := range []string{`{"choice":"ref`, `{"choice":"refuse","mood":`, `{"choice":"refuse","mood":"ca`} {
		v, ok := ojson.ParsePartial([]byte(text))
		fmt.Println(v, ok)
	}
	// Output:
	// {"choice":"ref"} true
	// {"choice":"refuse"} true
	// {"choice":"refuse","mood":"ca"} true
}
