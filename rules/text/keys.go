package text

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// TextKey is a text key of a release with the place that needs it, or where it
// stands, as a JSON Pointer into the release.
type TextKey struct{ Key, Pointer string }

// MissingTexts lists the texts of a language that a release needs and lacks
// (docs/rules/text.md), in the order of the release. A release without any text in
// it lacks one key, "*".
func MissingTexts(release ojson.Value, lang string) (out []TextKey) {
	has := texts(member(member(release, "i18n"), lang))
	if len(has) == 0 {
		return []TextKey{{"*", ""}}
	}
	for _, k := range keysOf(release) {
		if _, ok := has[k.Key]; !ok && !k.optional {
			out = append(out, k.TextKey)
		}
	}
	return out
}

// UnusedTexts lists the texts of a release, in any language, that nothing in it
// is called by. Keys are told apart by all but their last part: apps may look for
// more than names.
func UnusedTexts(release ojson.Value) (out []TextKey) {
	known := map[string]bool{}
	for _, k := range keysOf(release) {
		known[stem(k.Key)] = true
	}
	for _, lang := range member(release, "i18n").Members() {
		for _, m := range lang.Value.Members() {
			if !known[stem(m.Key)] && !ofOther(m.Key) && !madeByEach(release, m.Key) {
				out = append(out, TextKey{m.Key, "/i18n/" + pointerPart(lang.Key) + "/" + pointerPart(m.Key)})
			}
		}
	}
	return out
}

// BrokenText is a text that is no message, with where it stands and where in it
// it goes wrong.
type BrokenText struct {
	TextKey
	Problem
}

// BrokenTexts lists the texts of a release that are no messages.
func BrokenTexts(release ojson.Value) (out []BrokenText) {
	for _, lang := range member(release, "i18n").Members() {
		for _, m := range lang.Value.Members() {
			if _, problem := Parse(text(m.Value)); problem != nil {
				out = append(out, BrokenText{TextKey{m.Key, "/i18n/" + pointerPart(lang.Key) + "/" + pointerPart(m.Key)}, *problem})
			}
		}
	}
	return out
}

func stem(key string) string {
	before, _, _ := cutLast(key, ".")
	return before
}

// ofOther reports whether a key names something that need not stand in the
// release: tags and units are shared, and groups too.
func ofOther(key string) bool {
	for _, kind := range []string{"tag.", "unit.", "group."} {
		if strings.HasPrefix(key, kind) {
			return true
		}
	}
	return false
}

// madeByEach reports whether a key names one of the fields that each makes.
func madeByEach(release ojson.Value, key string) bool {
	local, ok := strings.CutPrefix(stem(key), "field.")
	if !ok {
		return false
	}
	parts := strings.Split(local, ".")
	for _, m := range member(release, "fields").Members() {
		pattern := strings.Split(m.Key, ".")
		fits := len(pattern) == len(parts) && strings.Contains(m.Key, "{")
		for i := 0; fits && i < len(parts); i++ {
			fits = pattern[i] == parts[i] || strings.HasPrefix(pattern[i], "{")
		}
		if fits {
			return true
		}
	}
	return false
}

// neededKey is a key that something in a release is called by.
type neededKey struct {
	TextKey
	optional bool
}

// keyList collects keys.
type keyList struct{ keys []neededKey }

func (l *keyList) add(key, pointer string) {
	l.keys = append(l.keys, neededKey{TextKey: TextKey{key, pointer}})
}

func (l *keyList) allow(key, pointer string) {
	l.keys = append(l.keys, neededKey{TextKey{key, pointer}, true})
}

func pointerPart(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// keysOf lists the keys that a release needs or may have.
func keysOf(release ojson.Value) []neededKey {
	var l keyList
	l.fields(member(release, "fields"))
	for _, m := range member(release, "contentTypes").Members() {
		l.contentType(m.Key, m.Value, "/contentTypes/"+pointerPart(m.Key))
	}
	for _, m := range member(release, "content").Members() {
		pointer := "/content/" + pointerPart(m.Key)
		key := "content." + m.Key + ".name"
		if abstract, _ := member(m.Value, "abstract").AsBool(); abstract {
			l.allow(key, pointer)
		} else {
			l.add(key, pointer)
		}
		l.parts(m.Key+"#", m.Value, pointer)
	}
	l.parts("", member(release, "rules"), "/rules")
	// What is patched has its name already.
	for _, m := range member(member(release, "overrides"), "content").Members() {
		_, local := SplitID(m.Key)
		l.allow("content."+local+".name", "")
	}
	return l.keys
}

// fields need names where they are drawn, and no hint gives them one.
func (l *keyList) fields(fields ojson.Value) {
	groups := map[string]bool{}
	for _, m := range fields.Members() {
		pointer := "/fields/" + pointerPart(m.Key)
		display := member(m.Value, "display")
		group, label := text(member(display, "group")), member(display, "label")
		key := "field." + m.Key + ".name"
		if group != "" && label.IsNull() {
			l.add(key, pointer)
		} else {
			l.allow(key, pointer)
		}
		// Of one field that each makes, a text may stand apart.
		if group != "" && !groups[group] {
			groups[group] = true
			l.add("group."+group+".name", pointer)
		}
		l.options("field."+m.Key, m.Value, pointer, group != "")
	}
}

// options are the texts of an option field or member.
func (l *keyList) options(stem string, definition ojson.Value, pointer string, needed bool) {
	for _, o := range member(definition, "options").Items() {
		key := stem + ".option." + text(o) + ".name"
		if needed {
			l.add(key, pointer)
		} else {
			l.allow(key, pointer)
		}
	}
}

func (l *keyList) contentType(id string, definition ojson.Value, pointer string) {
	l.add("type."+id+".name", pointer)
	nameFrom := text(member(definition, "nameFrom"))
	for _, m := range member(definition, "state").Members() {
		key, at := "type."+id+".state."+m.Key, pointer+"/state/"+pointerPart(m.Key)
		if m.Key == nameFrom {
			l.allow(key+".name", at)
		} else {
			l.add(key+".name", at)
		}
		l.options(key, m.Value, at, true)
	}
	for _, m := range member(definition, "computed").Members() {
		key, at := "type."+id+".computed."+m.Key, pointer+"/computed/"+pointerPart(m.Key)
		l.allow(key+".name", at) // one without a name is not shown
		l.options(key, m.Value, at, false)
	}
	for _, m := range member(definition, "data").Members() {
		key, at := "type."+id+".data."+m.Key, pointer+"/data/"+pointerPart(m.Key)
		l.allow(key+".name", at)
		l.options(key, m.Value, at, false)
	}
}

// parts are what content, an inline option or the rules declare; prefix is what
// stands before their names in their ids.
func (l *keyList) parts(prefix string, v ojson.Value, pointer string) {
	for _, kind := range []struct{ member, key string }{
		{"constraints", "constraint"}, {"prerequisites", "prerequisite"}, {"followUps", "followUp"}, {"offers", "offer"},
	} {
		for i, item := range member(v, kind.member).Items() {
			l.add(kind.key+"."+prefix+text(member(item, "id"))+".name", pointer+"/"+kind.member+"/"+itoa(i))
		}
	}
	for i, item := range member(v, "effects").Items() {
		l.allow("effect."+prefix+text(member(item, "id"))+".name", pointer+"/effects/"+itoa(i))
	}
	for _, m := range member(v, "actions").Members() {
		key, at := "action."+prefix+m.Key, pointer+"/actions/"+pointerPart(m.Key)
		l.add(key+".name", at)
		l.action(key, m.Value, at)
	}
	for _, m := range member(v, "choices").Members() {
		at := pointer + "/choices/" + pointerPart(m.Key)
		l.add("choice."+prefix+m.Key+".name", at)
		for i, o := range member(m.Value, "options").Items() {
			id := prefix + m.Key + "/" + text(member(o, "id"))
			place := at + "/options/" + itoa(i)
			l.add("content."+id+".name", place)
			l.parts(id+"#", o, place)
		}
	}
}

// action are the texts that the parts of an action may have.
func (l *keyList) action(key string, v ojson.Value, pointer string) {
	for _, kind := range []struct{ member, key string }{{"params", "param"}, {"roles", "role"}, {"flags", "flag"}} {
		for _, m := range member(v, kind.member).Members() {
			at := pointer + "/" + kind.member + "/" + pointerPart(m.Key)
			l.allow(key+"."+kind.key+"."+m.Key+".name", at)
			l.options(key+"."+kind.key+"."+m.Key, m.Value, at, false)
		}
	}
	for i, r := range member(v, "results").Items() {
		l.allow(key+".result."+text(r)+".name", pointer+"/results/"+itoa(i))
	}
	l.steps(key, member(v, "steps"), pointer+"/steps", 0)
}

// steps are those of an action, the ones inside of branches and repeats too.
func (l *keyList) steps(key string, list ojson.Value, pointer string, depth int) {
	if depth > maxStepDepth {
		return
	}
	for i, s := range list.Items() {
		at := pointer + "/" + itoa(i)
		step := key + ".step." + text(member(s, "id"))
		l.allow(step+".name", at)
		for j, b := range member(s, "bands").Items() {
			l.allow(step+".band."+text(member(b, "id"))+".name", at+"/bands/"+itoa(j))
		}
		for j, o := range member(member(s, "choose"), "options").Items() {
			id := text(o)
			if o.Kind() == ojson.KindObject {
				id = text(member(o, "id"))
			}
			l.allow(step+".option."+id+".name", at+"/choose/options/"+itoa(j))
		}
		for _, way := range []string{"then", "else"} {
			l.steps(key, member(member(s, "branch"), way), at+"/branch/"+way, depth+1)
		}
		l.steps(key, member(member(s, "repeat"), "steps"), at+"/repeat/steps", depth+1)
	}
}

// maxStepDepth is how deep steps stand in each other at most.
const maxStepDepth = 16

func itoa(i int) string { return ojson.Int(int64(i)).String() }
