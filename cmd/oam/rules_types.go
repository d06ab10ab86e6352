package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// rulesTypesCommand writes types for one ruleset.
type rulesTypesCommand struct {
	Pack       []string `arg:"" optional:"" help:"Packs: folders or releases, the game first."`
	Example    bool     `help:"Use the pack that is built in."`
	JSONSchema bool     `name:"json-schema" help:"Write a JSON Schema instead of TypeScript."`
	Output     string   `short:"o" placeholder:"FILE" help:"Where to write; standard output by default."`
}

// Run writes the types.
func (c *rulesTypesCommand) Run(s streams) error {
	var sources []packSource
	var problems []problem
	for _, name := range c.Pack {
		p, found, err := readPack(name)
		if err != nil {
			return err
		}
		sources, problems = append(sources, p), append(problems, found...)
	}
	if c.Example && len(sources) == 0 {
		release, err := packs.Release(examplePack)
		if err != nil {
			return err
		}
		sources = []packSource{{name: examplePack, release: release}}
	}
	if len(sources) == 0 {
		return usageError{errors.New("which packs? name their folders or releases, or see --example")}
	}
	if len(problems) > 0 {
		return refuse(s, false, problems)
	}
	var releases []ojson.Value
	for _, p := range sources {
		releases = append(releases, p.release)
	}
	ruleset, errs := rules.LoadRuleset(releases)
	if errs != nil {
		return refuse(s, false, fromLoad(sources, errs))
	}
	v := readVocabulary(ruleset.JSON())
	text := typescript(v)
	if c.JSONSchema {
		text = indented(jsonSchema(v))
	}
	return output(s, c.Output, []byte(text))
}

// vocabulary are the names that one ruleset gives to what all rulesets have.
type vocabulary struct {
	packs   []string // "d20 0.1.0"
	fields  []shape
	types   []contentType
	tags    []string
	choices []string // names of choices in content
	rules   []string // qualified names of choices in rules
	actions []string
	links   []string
}

// shape is the type of a field or of a member of state.
type shape struct {
	id       string
	kind     string // integer, number, boolean, text, option, list
	items    string // of a list: text or number
	stored   bool
	options  []string // of an option: the texts or content ids that it may have
	min, max ojson.Value
}

// contentType is a content type with its content.
type contentType struct {
	id, place         string
	applied, template bool
	state             []shape
	content           []string
}

func readVocabulary(ruleset ojson.Value) *vocabulary {
	v := &vocabulary{}
	var ids []string
	for _, p := range member(ruleset, "packs").Items() {
		id, _ := member(p, "id").AsString()
		version, _ := member(p, "version").AsString()
		ids = append(ids, id)
		v.packs = append(v.packs, id+" "+version)
	}
	v.readTypes(ruleset)
	for _, m := range member(ruleset, "fields").Members() {
		pack, _, _ := strings.Cut(m.Key, ":")
		f := v.shape(m.Key, m.Value, append([]string{pack}, ids...))
		f.stored = member(m.Value, "formula").IsNull()
		v.fields = append(v.fields, f)
		v.addTags(member(m.Value, "tags"))
	}
	for i := range v.types {
		t := &v.types[i]
		pack, _, _ := strings.Cut(t.id, ":")
		for _, m := range member(member(member(ruleset, "contentTypes"), t.id), "state").Members() {
			t.state = append(t.state, v.shape(m.Key, m.Value, append([]string{pack}, ids...)))
		}
	}
	for _, m := range member(ruleset, "content").Members() {
		v.readEntry(m.Key, m.Value)
	}
	r := member(ruleset, "rules")
	for _, tag := range member(r, "tags").Items() {
		text, _ := tag.AsString()
		v.tags = append(v.tags, text)
	}
	for _, m := range member(r, "choices").Members() {
		v.rules = append(v.rules, m.Key)
		v.readOptions("", m.Value)
	}
	for _, m := range member(r, "actions").Members() {
		v.actions = append(v.actions, m.Key)
	}
	for _, m := range member(r, "links").Members() {
		v.links = append(v.links, m.Key)
	}
	for _, list := range []*[]string{&v.tags, &v.choices, &v.actions} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return v
}

func (v *vocabulary) readTypes(ruleset ojson.Value) {
	at := map[string]int{}
	for _, m := range member(ruleset, "contentTypes").Members() {
		place, _ := member(m.Value, "copies").AsString()
		at[m.Key] = len(v.types)
		v.types = append(v.types, contentType{
			id: m.Key, place: place,
			applied: isTrue(member(m.Value, "applied")), template: isTrue(member(m.Value, "template")),
		})
	}
	for _, m := range member(ruleset, "content").Members() {
		t, _ := member(m.Value, "type").AsString()
		if i, ok := at[t]; ok && !isTrue(member(m.Value, "abstract")) {
			v.types[i].content = append(v.types[i].content, m.Key)
		}
	}
}

// readEntry collects the names that an entry or an inline option declares.
func (v *vocabulary) readEntry(id string, entry ojson.Value) {
	v.addTags(member(entry, "tags"))
	for _, m := range member(entry, "actions").Members() {
		if id != "" {
			v.actions = append(v.actions, id+"#"+m.Key)
		}
	}
	for _, m := range member(entry, "choices").Members() {
		v.choices = append(v.choices, m.Key)
		owner := ""
		if id != "" {
			owner = id + "#" + m.Key
		}
		v.readOptions(owner, m.Value)
	}
}

func (v *vocabulary) readOptions(owner string, choice ojson.Value) {
	for _, o := range member(choice, "options").Items() {
		id, _ := member(o, "id").AsString()
		if owner != "" {
			id = owner + "/" + id
		}
		v.readEntry(id, o)
	}
}

func (v *vocabulary) addTags(tags ojson.Value) {
	for _, tag := range tags.Items() {
		text, plain := tag.AsString()
		if !plain {
			text, _ = member(tag, "tag").AsString()
		}
		v.tags = append(v.tags, text)
	}
}

// shape reads a definition; packs are where the ids in it are looked for.
func (v *vocabulary) shape(id string, d ojson.Value, packs []string) shape {
	s := shape{id: id}
	if s.kind, _ = member(d, "type").AsString(); s.kind == "" {
		s.kind = "integer"
	}
	s.items, _ = member(d, "items").AsString()
	for _, o := range member(d, "options").Items() {
		text, _ := o.AsString()
		s.options = append(s.options, text)
	}
	if t, ok := member(member(d, "options"), "type").AsString(); ok {
		s.options = v.contentOf(t, packs)
	}
	// Bounds that are formulas differ from character to character.
	if m := member(d, "min"); m.Kind() == ojson.KindNumber {
		s.min = m
	}
	if m := member(d, "max"); m.Kind() == ojson.KindNumber {
		s.max = m
	}
	return s
}

// contentOf is the content of a type as a pack names it.
func (v *vocabulary) contentOf(name string, packs []string) []string {
	for _, p := range append([]string{""}, packs...) {
		full := name
		if p != "" {
			full = p + ":" + name
		}
		for _, t := range v.types {
			if t.id == full {
				return t.content
			}
		}
	}
	return nil
}

// typesThat lists the types for which is holds.
func (v *vocabulary) typesThat(is func(t *contentType) bool) (out []contentType) {
	for i := range v.types {
		if is(&v.types[i]) {
			out = append(out, v.types[i])
		}
	}
	return out
}

func isHeld(t *contentType) bool     { return t.place != "" }
func isApplied(t *contentType) bool  { return t.applied }
func isTemplate(t *contentType) bool { return t.template }
