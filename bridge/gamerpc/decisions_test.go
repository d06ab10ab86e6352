package gamerpc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/bridge/gamerpc"
	"github.com/open-actor-models/oam/ojson"
)

func scriptedModel(steps ...string) string {
	return `,"model":{"type":"scripted","steps":[` + strings.Join(steps, ",") + `]}`
}

func TestDecideOnTheWire(t *testing.T) { // items 259 to 267
	atTable(t, gamerpc.Options{}, func(c *table) {
		got := c.ok("decision/decide", `{"situation":"s","options":[" a ",{"id":"b","description":"d"}],"x":1`+scriptedModel(`{"json":{"reasoning":"r","choice":"b","confidence":70}}`)+`}`)
		usage := member(got, "usage")
		same(t, "result", `{"optionID":"b","reasoning":"r","confidence":70,"toolCalls":[],"usage":`+usage.String()+
			`,"isFallback":false,"warnings":["Unknown parameter 'x' was ignored."]}`, got.String())
		for params, words := range map[string]string{
			`{"options":["a"]}`:                                                               "Missing required parameter 'situation'.",
			`{"situation":"s"}`:                                                               "Missing required parameter 'options'.",
			`{"situation":"s","options":[]}`:                                                  "'options'",
			`{"situation":"s","options":"a"}`:                                                 "'options'",
			`{"situation":"s","options":[1]}`:                                                 "'options[0]'",
			`{"situation":"s","options":[{}]}`:                                                "'options[0].id'",
			`{"situation":"s","options":["a"," "]}`:                                           "'options[1]'",
			`{"situation":"s","options":["a"," a "]}`:                                         "Duplicate option id 'a'",
			`{"situation":"s","options":["a"],"fallbackOptionID":"z"}`:                        "'fallbackOptionID'",
			`{"situation":"s","options":["a"],"toolChoice":{"tool":"x"}}`:                     "'toolChoice'",
			`{"situation":"s","options":["a"],"tools":[{"name":"respond_directly"}]}`:         "respond_directly",
			`{"situation":"s","options":["a"],"actor":1}`:                                     "'actor'",
			`{"situation":"s","options":["a"],"actor":{"role":"x"}}`:                          "'actor.name'",
			`{"situation":"s","options":["a"],"temperature":-1}`:                              "'temperature'",
			`{"situation":"s","options":["a"],"maxToolRounds":-1}`:                            "'maxToolRounds'",
			`{"situation":"s","options":["a"],"toolTimeoutSeconds":86401}`:                    "'toolTimeoutSeconds'",
			`{"situation":"s","options":["a"],"model":{"type":"scripted","steps":[{"x":1}]}}`: "'model.steps[0]'",
		} {
			c.fails(-32602, "decision/decide", params, words)
		}
		data := c.fails(gamerpc.CodeNPCNotFound, "decision/decide", `{"situation":"s","options":["a","b"],"actor":"nobody"}`)
		same(t, "actor", `{"code":"npc_not_found","npc":"nobody"}`, data.String())
		c.create("gorm", "")
		c.ok("decision/decide", `{"situation":"s","options":["a","b"],"actor":"gorm","toolChoice":"required"`+scriptedModel(`{"json":{"choice":"a"}}`)+`}`)
		c.ok("decision/decide", `{"situation":{"x":1},"options":["a","b"],"fallbackOptionID":" b "`+scriptedModel(`{"error":"refusal"}`)+`}`)
	})
}

func TestDecisionToolsOnTheWire(t *testing.T) { // items 115, 116, 267
	atTable(t, gamerpc.Options{}, func(c *table) {
		id := c.send("decision/decide", `{"situation":"s","options":["a","b"]`+look+scriptedModel(call, `{"json":{"choice":"a"}}`)+`}`)
		lines := c.settle()
		same(t, "call", fmt.Sprintf(`{"requestId":%d,"call":{"id":`, id), member(lines[0], "params").String()[:28])
		c.answer("t-1", `{"output":1}`)
		same(t, "end", fmt.Sprintf("response %d", id), kinds(c.settle()))
		many := c.send("decision/decideMany", `{"maxConcurrency":1,"requests":[{"situation":"s","options":["a"]},{"situation":"s","options":["a","b"]`+look+`}]`+scriptedModel(call, `{"json":{"choice":"b"}}`)+`}`)
		lines = c.settle()
		same(t, "call", fmt.Sprintf(`{"index":1,"requestId":%d,"call":{"id":`, many), member(lines[0], "params").String()[:38])
		c.answer("t-2", `{"output":1}`)
		lines = c.settle()
		results := member(lines[0], "result", "results").Items()
		same(t, "choices", `"a" "b"`, member(results[0], "optionID").String()+" "+member(results[1], "optionID").String())
	})
}

func TestDecideManyOnTheWire(t *testing.T) { // item 268
	atTable(t, gamerpc.Options{}, func(c *table) {
		one := `{"situation":"s","options":["a","b"]}`
		got := c.ok("decision/decideMany", `{"requests":[`+one+`,`+one+`],"maxConcurrency":1,"y":1`+scriptedModel(`{"error":"guardrail_violation","message":"No."}`, `{"json":{"choice":"a"}}`)+`}`)
		results := member(got, "results").Items()
		same(t, "failed", `{"error":{"code":-32002,"message":"No.","data":{"code":"guardrail_violation"}}}`, results[0].String())
		same(t, "decided", `"a"`, member(results[1], "optionID").String())
		same(t, "warnings", `["Unknown parameter 'y' was ignored."]`, member(got, "warnings").String())
		for params, words := range map[string]string{
			`{}`: "'requests'", `{"requests":[]}`: "'requests'", `{"requests":{}}`: "'requests'", `{"requests":[1]}`: "'requests[0]'",
			`{"requests":[` + one + `,{"situation":"s","options":["a","a"]}]}`: "'requests[1].options'",
			`{"requests":[` + one + `],"maxConcurrency":0}`:                    "'maxConcurrency'",
			`{"requests":[{"situation":"s","options":["a"],"tools":1}]}`:       "'requests[0].tools'",
		} {
			c.fails(-32602, "decision/decideMany", params, words)
		}
		got = c.ok("decision/decideMany", `{"requests":[{"situation":"s","options":["a"],"model":1,"temperature":2}]}`)
		same(t, "unknown in an element", `["Unknown parameter 'requests[0].model' was ignored.","Unknown parameter 'requests[0].temperature' was ignored."]`,
			member(member(got, "results").Items()[0], "warnings").String())
	})
}

func TestContentOnTheWire(t *testing.T) { // items 288, 289
	atTable(t, gamerpc.Options{}, func(c *table) {
		got := c.ok("content/generate", `{"prompt":"p","schema":{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"integer"}}}`+scriptedModel(`{"json":{"a":1,"b":"x","c":2}}`)+`}`)
		same(t, "result", `{"content":{"b":"x","a":1,"c":2}}`, got.String())
		got = c.ok("content/generate", `{"prompt":"p","z":1,"schema":{"type":"object","properties":{"a":{"type":"string","pattern":"x"}}}`+scriptedModel(`{"json":{"a":"1"}}`)+`}`)
		if w := member(got, "warnings").Items(); len(w) != 2 || !strings.Contains(w[0].String(), "'z'") || !strings.Contains(w[1].String(), "pattern") {
			t.Errorf("warnings: %s", got)
		}
		c.fails(-32602, "content/generate", `{"schema":{}}`, "Missing required parameter 'prompt'.")
		c.fails(-32602, "content/generate", `{"prompt":"p"}`, "Missing required parameter 'schema'.")
		data := c.fails(-32007, "content/generate", `{"prompt":"p","schema":{"type":"object","properties":{"a":1}}`+scriptedModel(`{"error":"busy"}`)+`}`)
		same(t, "place", `"schema" "#/properties/a"`, member(data, "path").String()+" "+member(data, "schemaPath").String())
		c.fails(-32002, "content/generate", `{"prompt":"p","schema":{"type":"object","properties":{"a":{"type":"string"}}}`+scriptedModel(`{"error":"guardrail_violation"}`)+`}`)
		id := c.send("content/generate", `{"prompt":"p","schema":{"type":"object","properties":{"a":{"type":"string"}}}`+look+scriptedModel(call, `{"json":{"a":"1"}}`)+`}`)
		lines := c.settle()
		if !ojson.Equal(member(lines[0], "params", "requestId"), ojson.Int(int64(id))) || member(lines[0], "params").Members()[0].Key != "requestId" {
			t.Errorf("call %s", lines[0])
		}
	})
}
