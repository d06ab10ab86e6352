package ruleset_test

import "testing"

func TestHeads(t *testing.T) {
	g := game("")
	for name, test := range map[string]struct {
		releases []string
		want     string
	}{
		"nothing":       {nil, "wrong-kind /releases"},
		"no object":     {[]string{"[]"}, "wrong-type /releases/0"},
		"empty":         {[]string{g, "{}"}, "missing-member /releases/1"},
		"no game":       {[]string{release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content"`)}, "wrong-kind /releases"},
		"two games":     {[]string{g, release(`"id":"f","version":"1.0.0","specVersion":"1.0","kind":"game"`)}, "wrong-kind /releases/1/kind"},
		"pack twice":    {[]string{g, content("c", ""), content("c", "")}, "duplicate-pack /releases/2/id"},
		"unknown":       {[]string{game(`"contents":{}`)}, "unknown-member /releases/0/contents"},
		"pack id":       {[]string{g, content("C1", "")}, "invalid-id /releases/1/id"},
		"kind":          {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"mod"`)}, "invalid-value /releases/1/kind"},
		"version":       {[]string{g, release(`"id":"c","version":"1.0","specVersion":"1.0","kind":"content","requires":{"g":"*"}`)}, "invalid-version /releases/1/version"},
		"version v":     {[]string{g, release(`"id":"c","version":"v1.0.0","specVersion":"1.0","kind":"content","requires":{"g":"*"}`)}, "invalid-version /releases/1/version"},
		"spec version":  {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"2.0","kind":"content","requires":{"g":"*"}`)}, "unsupported-spec-version /releases/1/specVersion"},
		"spec number":   {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":1.0,"kind":"content","requires":{"g":"*"}`)}, "wrong-type /releases/1/specVersion"},
		"spec text":     {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"one","kind":"content","requires":{"g":"*"}`)}, "invalid-version /releases/1/specVersion"},
		"title":         {[]string{game(`"title":7`)}, "wrong-type /releases/0/title"},
		"needs a game":  {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content"`)}, "missing-dependency /releases/1"},
		"other needs":   {[]string{g, content("b", ""), release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content","requires":{"b":"*"}`)}, "missing-dependency /releases/2/requires"},
		"absent":        {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content","requires":{"g":"*","x":"*"}`)}, "missing-dependency /releases/1/requires/x"},
		"order":         {[]string{content("c", ""), g}, "missing-dependency /releases/0/requires/g"},
		"itself":        {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content","requires":{"g":"*","c":"*"}`)}, "missing-dependency /releases/1/requires/c"},
		"range":         {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content","requires":{"g":">=1.0 <1.2"}`)}, "version-mismatch /releases/1/requires/g"},
		"range syntax":  {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content","requires":{"g":"some"}`)}, "invalid-version /releases/1/requires/g"},
		"range type":    {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content","requires":{"g":1}`)}, "wrong-type /releases/1/requires/g"},
		"requires":      {[]string{g, release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content","requires":["g"]`)}, "wrong-type /releases/1/requires"},
		"section":       {[]string{game(`"fields":[]`)}, "wrong-type /releases/0/fields"},
		"entry":         {[]string{game(`"content":{"a":3}`)}, "wrong-type /releases/0/content/a"},
		"rules":         {[]string{game(`"rules":[]`)}, "wrong-type /releases/0/rules"},
		"overrides":     {[]string{g, content("c", `"overrides":[]`)}, "wrong-type /releases/1/overrides"},
		"override kind": {[]string{g, content("c", `"overrides":{"items":{}}`)}, "unknown-member /releases/1/overrides/items"},
	} {
		got := failing(t, test.releases...)
		if name == "empty" {
			// Four members are missing, each with the same place and its own name.
			test.want += "\n" + test.want + "\n" + test.want + "\n" + test.want
		}
		equal(t, name, got, test.want)
	}
}

func TestAllHeadErrorsAreReported(t *testing.T) {
	got := failing(t, release(`"id":"A","version":"1","specVersion":"3.0","kind":"game","x":1`), content("c", `"y":2`))
	equal(t, "errors", got, `invalid-id /releases/0/id
unsupported-spec-version /releases/0/specVersion
invalid-version /releases/0/version
unknown-member /releases/0/x
missing-dependency /releases/1/requires/g
unknown-member /releases/1/y`)
}

func TestVersionRanges(t *testing.T) {
	for text, ok := range map[string]bool{
		"^1.2": true, "^1.3": false, "~1.2.0": true, ">=1.0 <2": true, ">=1.0, <1.2.0": false, "1.x": true, "*": true,
		"=1.2.0": true, "1.1 || 1.2": true, "^0.2": false,
	} {
		got := failing(t, game(""), release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content"`, `"requires":{"g":"`+text+`"}`))
		want := ""
		if !ok {
			want = "version-mismatch /releases/1/requires/g"
		}
		equal(t, text, got, want)
	}
}

// A later minor version of the format may say more, but nothing else.
func TestSpecVersionMinor(t *testing.T) {
	load(t, release(`"id":"g","version":"1.0.0","specVersion":"1.7","kind":"game"`))
}
