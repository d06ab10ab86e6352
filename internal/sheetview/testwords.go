package sheetview

import (
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// testWords says in words what a test of a roll asks for.
func testWords(test, summary ojson.Value) string {
	against, _ := member(summary, "against").AsInt()
	var parts []string
	for _, m := range test.Members() {
		switch m.Key {
		case "all", "any":
			var inner []string
			for _, t := range m.Value.Items() {
				inner = append(inner, testWords(t, summary))
			}
			between := map[string]string{"all": " and ", "any": ", or "}[m.Key]
			part := strings.Join(inner, between)
			if len(inner) == 0 {
				part = "nothing"
			}
			if m.Key == "any" && test.Len() > 1 && len(inner) > 1 {
				part = "either of " + part
			}
			parts = append(parts, part)
		case "not":
			parts = append(parts, "not "+testWords(m.Value, summary))
		case "when":
			if on, _ := m.Value.AsBool(); !on {
				parts = append(parts, "never")
			}
		case "margin":
			parts = append(parts, compared(m.Value, against, "a total of "))
		case "total":
			parts = append(parts, compared(m.Value, 0, "a total of "))
		case "sum":
			parts = append(parts, compared(m.Value, 0, "dice of "))
		case "natural":
			parts = append(parts, compared(m.Value, 0, "a natural "))
		case "highest", "lowest":
			parts = append(parts, compared(m.Value, 0, "the "+m.Key+" die "))
		case "matches":
			parts = append(parts, compared(m.Value, 0, "")+" equal dice")
		case "successes":
			parts = append(parts, compared(m.Value, 0, "")+" successes")
		case "count":
			parts = append(parts, compared(m.Value, 0, "")+" dice with "+faceWords(member(m.Value, "on")))
		case "symbol":
			parts = append(parts, compared(m.Value, 0, "")+" "+text(member(m.Value, "name")))
		default:
			parts = append(parts, compared(m.Value, 0, m.Key+" "))
		}
	}
	if len(parts) == 0 {
		return "anything"
	}
	return strings.Join(parts, " and ")
}

// faceWords says which faces a test is about: 6, 2 or 3, 8 or more.
func faceWords(on ojson.Value) string {
	switch on.Kind() {
	case ojson.KindArray:
		var names []string
		for _, n := range on.Items() {
			names = append(names, words.Shown(n))
		}
		return strings.Join(names, " or ")
	case ojson.KindObject:
		return compared(on, 0, "")
	}
	return words.Shown(on)
}

// compared is a comparison in words, its numbers moved by one.
func compared(v ojson.Value, by int64, what string) string {
	var parts []string
	for _, c := range []struct {
		key   string
		by    int64 // everything that is compared is a whole number
		words string
	}{{"eq", 0, ""}, {"gte", 0, " or more"}, {"gt", 1, " or more"}, {"lte", 0, " or less"}, {"lt", -1, " or less"}} {
		if n, ok := member(v, c.key).AsInt(); ok {
			parts = append(parts, strconv.FormatInt(n+by+c.by, 10)+c.words)
		}
	}
	return what + strings.Join(parts, " and ")
}
