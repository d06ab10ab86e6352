package ruleset_test

import "testing"

func TestGrantCycles(t *testing.T) {
	for name, test := range map[string]struct{ content, want string }{
		"itself":     {`"a":{"type":"f","grants":[{"content":"a"}]}`, "grant-cycle /releases/0/content/a/grants/0"},
		"around":     {`"a":{"type":"f","grants":[{"content":"b"}]},"b":{"type":"f","grants":[{"content":"c"}]},"c":{"type":"f","grants":[{"content":"a"}]}`, "grant-cycle /releases/0/content/c/grants/0"},
		"a way in":   {`"a":{"type":"f","grants":[{"content":"b"}]},"b":{"type":"f","grants":[{"content":"b"}]}`, "grant-cycle /releases/0/content/b/grants/0"},
		"a diamond":  {`"a":{"type":"f","grants":[{"content":"b"},{"content":"c"}]},"b":{"type":"f","grants":[{"content":"d"}]},"c":{"type":"f","grants":[{"content":"d"}]},"d":{"type":"f"}`, ""},
		"when":       {`"a":{"type":"f","grants":[{"content":"b","when":"true"}]},"b":{"type":"f","grants":[{"content":"a"}]}`, ""},
		"at":         {`"a":{"type":"f","grants":[{"content":"a","at":2}]}`, ""},
		"gate":       {`"a":{"type":"f","when":"true","grants":[{"content":"a"}]}`, ""},
		"once":       {`"a":{"type":"o","grants":[{"content":"a"}]}`, ""},
		"standard":   {`"a":{"type":"i","standardCopies":["b"]},"b":{"type":"i","standardCopies":["a"]}`, "grant-cycle /releases/0/content/b/standardCopies/0"},
		"when held":  {`"a":{"type":"i","standardCopies":[{"item":"a","when":"true"}]}`, ""},
		"if active":  {`"a":{"type":"e","standardCopies":["a"]}`, ""},
		"both kinds": {`"a":{"type":"i","grants":[{"content":"b"}]},"b":{"type":"f","standardCopies":["a"]}`, "grant-cycle /releases/0/content/b/standardCopies/0"},
	} {
		got := failing(t, game(`"contentTypes":{"f":{},"o":{"repeat":"once"},"i":{"copies":"inventory"},"e":{"copies":"inventory","active":"copy.equipped"}},"content":{`+test.content+`}`))
		equal(t, name, got, test.want)
	}
}
