package fault

import "github.com/open-actor-models/oam/ojson"

// Issue is a rules issue (rules-issue.schema.json): the file is valid, but the
// game's rules object.
type Issue struct {
	// Code is a code of rules/data/rules-issue-codes.json.
	Code string
	// ID is the qualified id of the prerequisite or constraint, else "".
	ID string
	// Source is what the issue is about: an activation, a path, a field.
	Source string
	// Data is an object, or null for none.
	Data ojson.Value
}

// JSON returns {code, id?, source?, data?}.
func (i Issue) JSON() ojson.Value {
	m := []ojson.Member{ojson.Field("code", ojson.String(i.Code))}
	if i.ID != "" {
		m = append(m, ojson.Field("id", ojson.String(i.ID)))
	}
	if i.Source != "" {
		m = append(m, ojson.Field("source", ojson.String(i.Source)))
	}
	if !i.Data.IsNull() {
		m = append(m, ojson.Field("data", i.Data))
	}
	return ojson.Object(m...)
}

// Equal reports whether two issues say the same.
func (i Issue) Equal(o Issue) bool {
	return i.Code == o.Code && i.ID == o.ID && i.Source == o.Source && ojson.Equal(i.Data, o.Data)
}
