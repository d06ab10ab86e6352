package packdir

import "github.com/open-actor-models/oam/ojson"

// ReadText reads one YAML text whose value may be of any kind. The code is that
// of the fault, what its reason.
func ReadText(text string) (v ojson.Value, code, what string) {
	left := MaxValues
	src := newSource("", text)
	r := &reader{src: src.text, first: -1, left: &left}
	v, _, _, f := r.parse(false)
	if f == nil {
		return v, "", ""
	}
	return v, f.code, f.data.Members()[0].Value.String()
}
