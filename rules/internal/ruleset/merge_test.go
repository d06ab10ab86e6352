package ruleset_test

import "testing"

// things is a type with data of several shapes.
const things = `"contentTypes":{"thing":{"data":{"n":{},"m":{},"t":{"type":"text"},"l":{"type":"list"},"k":{"type":"list","items":"number"}}}}`

// merged loads a game with parent p and child c, and returns a part of c.
func merged(t *testing.T, parent, child, pointer string) string {
	t.Helper()
	r := load(t, game(things+`,"fields":{"f":{"type":"list"},"x":{"tags":["fire","cold"]}},"content":{"p":{"type":"thing",`+parent+`},"c":{"inherit":"p",`+child+`}}`))
	return at(r.JSON(), "/content/g:c"+pointer)
}

func TestInherit(t *testing.T) {
	effects := `"effects":[{"id":"a","target":"x","op":"add","value":1},{"id":"b","target":"x","op":"add","value":2,"when":"true"}]`
	for name, test := range map[string]struct{ parent, child, pointer, want string }{
		"all of it":         {`"tags":["fire"]`, `"data":{}`, "/tags", `["fire"]`},
		"members merge":     {`"data":{"n":1,"m":2}`, `"data":{"m":3}`, "/data", `{"m":3,"n":1}`},
		"null removes":      {`"data":{"n":1,"m":2}`, `"data":{"n":null}`, "/data", `{"m":2}`},
		"null removes all":  {`"data":{"n":1},"tags":["fire"]`, `"data":null`, "", `{"tags":["fire"],"type":"g:thing"}`},
		"a list replaces":   {`"data":{"l":["a","b"]}`, `"data":{"l":["c"]}`, "/data/l", `["c"]`},
		"append":            {`"data":{"l":["a","b"]}`, `"data":{"l":{"append":["c","a"]}}`, "/data/l", `["a","b","c","a"]`},
		"remove by value":   {`"data":{"l":["a","b","a"]}`, `"data":{"l":{"remove":["a"]}}`, "/data/l", `["b"]`},
		"patch by value":    {`"data":{"l":["a","b"]}`, `"data":{"l":{"patch":{"a":"z"}}}`, "/data/l", `["z","b"]`},
		"append to nothing": {`"data":{"n":1}`, `"data":{"l":{"append":["c"]}}`, "/data/l", `["c"]`},
		"in this order":     {`"data":{"l":["a","b"]}`, `"data":{"l":{"append":["a"],"patch":{"b":"a"},"remove":["a"]}}`, "/data/l", `["a","a"]`},
		"patch by id": {effects, `"effects":{"patch":{"b":{"value":5,"when":null}}}`, "/effects",
			`[{"id":"a","op":"add","target":"x","value":1},{"id":"b","op":"add","target":"x","value":5}]`},
		"patch removes": {effects, `"effects":{"patch":{"b":null}}`, "/effects", `[{"id":"a","op":"add","target":"x","value":1}]`},
		"remove by id":  {effects, `"effects":{"remove":["a"],"patch":{"b":{"when":"false"}}}`, "/effects", `[{"id":"b","op":"add","target":"x","value":2,"when":"false"}]`},
		"grants by content": {`"grants":[{"content":"q"},{"content":"g:r","at":3}],"when":"true"`, `"grants":{"remove":["g:q"],"patch":{"r":{"at":4}}}`, "/grants",
			`[{"at":4,"content":"g:r"}]`},
		"numbers by value":    {`"data":{"k":[1,2,3]}`, `"data":{"k":{"remove":[2.0]}}`, "/data/k", `[1,3]`},
		"kind changes":        {`"display":{"a":{"b":1}}`, `"display":{"a":[1]}`, "/display", `{"a":[1]}`},
		"kind changes back":   {`"display":{"a":1}`, `"display":{"a":{"c":2}}`, "/display", `{"a":{"c":2}}`},
		"abstract stays":      {`"abstract":true`, `"data":{}`, "/abstract", ""},
		"no limit is a value": {`"choices":{"k":{"from":{"type":"thing"},"max":3}}`, `"choices":{"k":{"max":null}}`, "/choices/k", `{"from":{"type":"thing"},"max":null}`},
		"choices of options": {`"choices":{"k":{"options":[{"id":"o","choices":{"j":{"from":{"type":"thing"},"max":2}}}]}}`, `"choices":{"k":{"options":{"patch":{"o":{"choices":{"j":{"max":null}}}}}}}`, "/choices/k/options",
			`[{"choices":{"j":{"from":{"type":"thing"},"max":null}},"id":"o"}]`},
		"options in choices": {`"choices":{"k":{"options":[{"id":"o","tags":["fire"]}]}}`, `"choices":{"k":{"options":{"patch":{"o":{"tags":{"append":["cold"]}}}}}}`, "/choices/k/options",
			`[{"id":"o","tags":["fire","cold"]}]`},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "grants by content" {
				test.child += `},"q":{"type":"thing"},"r":{"type":"thing"`
			}
			equal(t, "child", merged(t, test.parent, test.child, test.pointer), test.want)
		})
	}
}

func TestInheritOverSeveral(t *testing.T) {
	r := load(t, game(things+`,"content":{
		"a":{"type":"thing","abstract":true,"data":{"n":1,"l":["a"]}},
		"c":{"inherit":"b","data":{"l":{"append":["c"]}}},
		"b":{"inherit":"a","data":{"m":2,"l":{"append":["b"]}}}}`))
	equal(t, "c", at(r.JSON(), "/content/g:c/data"), `{"l":["a","b","c"],"m":2,"n":1}`)
	equal(t, "a", at(r.JSON(), "/content/g:a/data"), `{"l":["a"],"n":1}`)
	if c, _ := r.Content("g:a"); !c.Abstract {
		t.Error("the parent is abstract")
	}
	if c, _ := r.Content("g:c"); c.Abstract {
		t.Error("the child is abstract")
	}
}

func TestInheritErrors(t *testing.T) {
	for name, test := range map[string]struct{ content, want string }{
		"unknown":       {`"c":{"inherit":"none"}`, "unknown-reference /releases/0/content/c/inherit"},
		"no text":       {`"c":{"inherit":["p"]}`, "wrong-type /releases/0/content/c/inherit"},
		"itself":        {`"c":{"inherit":"c"}`, "inherit-cycle /releases/0/content/c/inherit"},
		"cycle":         {`"z":{"inherit":"y"},"y":{"inherit":"x"},"x":{"inherit":"z"},"w":{"inherit":"x"}`, "inherit-cycle /releases/0/content/x/inherit"},
		"remove what?":  {`"c":{"inherit":"p","data":{"l":{"remove":["a","z"]}}}`, "unknown-reference /releases/0/content/c/data/l/remove/1"},
		"patch what?":   {`"c":{"inherit":"p","data":{"l":{"patch":{"z":"y"}}}}`, "unknown-reference /releases/0/content/c/data/l/patch/z"},
		"null what?":    {`"c":{"inherit":"p","data":{"m":null}}`, "unknown-member /releases/0/content/c/data/m"},
		"null in what?": {`"c":{"inherit":"p","display":{"a":{"b":null}}}`, "unknown-member /releases/0/content/c/display/a/b"},
		"append what?":  {`"c":{"inherit":"p","data":{"l":{"append":"b"}}}`, "wrong-type /releases/0/content/c/data/l/append"},
		"patch how?":    {`"c":{"inherit":"p","data":{"l":{"patch":["b"]}}}`, "wrong-type /releases/0/content/c/data/l/patch"},
		"wrong data":    {`"c":{"inherit":"p","data":{"n":"one"}}`, "wrong-type /releases/0/content/c/data/n"},
		"type anew":     {`"c":{"inherit":"p","type":null}`, "missing-member /releases/0/content/c"},
	} {
		got := failing(t, game(things+`,"content":{"p":{"type":"thing","data":{"l":["a"]}},`+test.content+`}`))
		equal(t, name, got, test.want)
	}
}

// Mistakes in what is inherited are reported where they stand, once.
func TestInheritedMistake(t *testing.T) {
	got := failing(t, game(things+`,"content":{"p":{"type":"thing","data":{"n":"one"}},"c":{"inherit":"p","data":{"m":1}},"d":{"inherit":"c"}}`))
	equal(t, "errors", got, "wrong-type /releases/0/content/p/data/n")
}
