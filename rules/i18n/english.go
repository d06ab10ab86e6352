package i18n

import (
	_ "embed"

	"github.com/open-actor-models/oam/ojson"
)

//go:embed en.json
var english string

// English returns {key: text} with the keys errors.<code>, issues.<code> and
// warnings.<code>. In a text {member} stands for a member of the data that is
// always there. The place of an error is no part of its text.
func English() ojson.Value { return ojson.MustParse(english) }
