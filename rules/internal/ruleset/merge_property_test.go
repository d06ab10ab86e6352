package ruleset_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// plain draws JSON without nulls: what a definition has.
func plain(depth int) *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		kinds := 2
		if depth > 0 {
			kinds = 5
		}
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 0:
			return float64(rapid.IntRange(0, 3).Draw(t, "number"))
		case 1:
			return rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "text")
		case 2:
			return toAny(rapid.SliceOfN(rapid.SampledFrom([]any{"a", "b", "c", "d", 1.0, 2.0}), 0, 4).Draw(t, "list"))
		case 3:
			items := rapid.SliceOfN(plain(depth-1), 0, 3).Draw(t, "items")
			for i := range items {
				items[i] = map[string]any{"id": string(rune('p' + i)), "v": items[i]}
			}
			return toAny(items)
		}
		return toAny(rapid.MapOfN(rapid.SampledFrom([]string{"k", "l", "m"}), plain(depth-1), 0, 3).Draw(t, "object"))
	})
}

// over draws a patch: plain JSON, nulls, and list patches.
func over(depth int) *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		if depth == 0 {
			return plain(0).Draw(t, "plain")
		}
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			return nil
		case 1:
			return plain(depth).Draw(t, "plain")
		case 2:
			p := map[string]any{}
			if rapid.Bool().Draw(t, "appends") {
				p["append"] = toAny(rapid.SliceOfN(plain(1), 0, 2).Draw(t, "append"))
			}
			if rapid.Bool().Draw(t, "removes") {
				p["remove"] = toAny(rapid.SliceOfNDistinct(rapid.SampledFrom([]any{"a", "p", 1.0}), 0, 2, rapid.ID).Draw(t, "remove"))
			}
			if rapid.Bool().Draw(t, "patches") {
				p["patch"] = toAny(rapid.MapOfN(rapid.SampledFrom([]string{"b", "q"}), over(depth-1), 0, 2).Draw(t, "patch"))
			}
			return p
		}
		return toAny(rapid.MapOfN(rapid.SampledFrom([]string{"k", "l", "m"}), over(depth-1), 0, 3).Draw(t, "object"))
	})
}

// toAny copies what rapid draws into the types that encoding/json makes.
func toAny(v any) any {
	switch v := v.(type) {
	case []any:
		return append([]any{}, v...)
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			out[k] = x
		}
		return out
	}
	return v
}

// simple is merging as the page tells it, on plain values. missing counts names
// in the patch that name nothing.
func simple(base, patch any, missing *int) any {
	changes, isObject := patch.(map[string]any)
	if !isObject {
		return patch
	}
	list, isList := base.([]any)
	object, hasMembers := base.(map[string]any)
	if changesList(changes) && (isList || !hasMembers && (changes["append"] != nil || changes["remove"] != nil)) {
		return simpleList(list, changes, missing)
	}
	out := map[string]any{}
	for k, v := range object {
		out[k] = v
	}
	for k, v := range changes {
		old, ok := out[k]
		switch {
		case v == nil && !ok:
			*missing++
		case v == nil:
			delete(out, k)
		case ok:
			out[k] = simple(old, v, missing)
		default:
			out[k] = simple(nil, v, missing)
		}
	}
	return out
}

func changesList(m map[string]any) bool {
	for k := range m {
		if k != "append" && k != "remove" && k != "patch" {
			return false
		}
	}
	return len(m) > 0
}

func simpleList(list []any, changes map[string]any, missing *int) any {
	named := func(item any, name any) bool {
		if object, ok := item.(map[string]any); ok && object["id"] != nil {
			return object["id"] == name
		}
		return reflect.DeepEqual(item, name)
	}
	out := []any{}
	removes, _ := changes["remove"].([]any)
	patches, _ := changes["patch"].(map[string]any)
	for _, name := range removes {
		if !slices.ContainsFunc(list, func(item any) bool { return named(item, name) }) {
			*missing++
		}
	}
	for _, item := range list {
		if !slices.ContainsFunc(removes, func(name any) bool { return named(item, name) }) {
			out = append(out, item)
		}
	}
	for name, patch := range patches {
		found := false
		var kept []any
		for _, item := range out {
			if named(item, name) {
				found = true
				if patch == nil {
					continue
				}
				item = simple(item, patch, missing)
			}
			kept = append(kept, item)
		}
		if out = kept; !found {
			*missing++
		}
	}
	added, _ := changes["append"].([]any)
	return append(append([]any{}, out...), added...)
}

// A member that takes anything shows merging as the page tells it, as a child's
// and as an override's.
func TestMergeAsThePageTells(t *testing.T) {
	text := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		return string(b)
	}
	rapid.Check(t, func(t *rapid.T) {
		base := map[string]any{"top": plain(3).Draw(t, "base")}
		patch := toAny(rapid.MapOfN(rapid.SampledFrom([]string{"top", "new"}), over(3), 0, 2).Draw(t, "patch"))
		missing := 0
		want := simple(base, patch, &missing)

		for name, releases := range map[string][]string{
			"child": {game(`"contentTypes":{"f":{}},"content":{"p":{"type":"f","display":` + text(base) + `},"c":{"inherit":"p","display":` + text(patch) + `}}`)},
			"override": {game(`"contentTypes":{"f":{}},"content":{"c":{"type":"f","display":` + text(base) + `}}`),
				content("o", `"overrides":{"content":{"c":{"display":`+text(patch)+`}}}`)},
		} {
			var list []ojson.Value
			for _, r := range releases {
				list = append(list, ojson.MustParse(r))
			}
			r, errs := ruleset.Load(list)
			if missing > 0 {
				// Items of one name are patched alike, and share their mistakes.
				if len(errs) == 0 || len(errs) > missing {
					t.Fatalf("%s: %d names mean nothing, got %s", name, missing, lines(errs))
				}
				continue
			}
			if errs != nil {
				t.Fatalf("%s: %s", name, lines(errs))
			}
			c, _ := r.Content("g:c")
			if !ojson.Equal(c.Display, ojson.MustParse(text(want))) {
				t.Fatalf("%s: %s over %s:\ngot  %s\nwant %s", name, text(patch), text(base), c.Display, text(want))
			}
		}
	})
}
