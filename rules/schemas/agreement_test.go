package schemas_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// edit is one edit of a document, and whether the loader takes what comes out. The
// schema must say the same, but where other says why it does not.
type edit struct {
	path  string // JSON Pointer; "-" at the end of a list appends
	value string // JSON; "" takes the member away
	takes bool
	other string
}

// Reasons for which schema and loader may differ. The schema knows one document
// alone and no text of it.
const (
	needsRuleset = "what an id names is known with the other packs only"
	needsParent  = "what is inherited is known after the merge only"
	needsTexts   = "two members say the same in different words"
)

func packEdits() map[string]edit {
	const followUp, effect = `/rules/followUps/0`, `/content/flat/effects/0`
	return map[string]edit{
		"nothing":                           {path: "/title", value: `"Test game"`, takes: true},
		"no id":                             {path: "/id"},
		"a capital in the id":               {path: "/id", value: `"testGame"`},
		"a version of two numbers":          {path: "/version", value: `"1.0"`},
		"a version with a leading zero":     {path: "/version", value: `"1.02.0"`},
		"a pre-release":                     {path: "/version", value: `"1.0.0-rc.1+7"`, takes: true},
		"a pre-release with a leading zero": {path: "/version", value: `"1.0.0-01"`},
		"an empty part of a pre-release":    {path: "/version", value: `"1.0.0-a..b"`},
		"the format as a number":            {path: "/specVersion", value: `1`},
		"a later minor version":             {path: "/specVersion", value: `"1.9"`, takes: true},
		"another major version":             {path: "/specVersion", value: `"2.0"`},
		"a kind that is none":               {path: "/kind", value: `"module"`},
		"an unknown member":                 {path: "/authors", value: `[]`},
		"a list of fields":                  {path: "/fields", value: `[]`},
		"attribution as a list":             {path: "/attribution", value: `["a"]`, takes: true},
		"a license that is no text":         {path: "/license", value: `1`},
		"a range that is empty":             {path: "/requires", value: `{"other": ""}`},

		"a field with a hyphen":              {path: "/fields/new-one", value: `{}`},
		"a field with a digit first":         {path: "/fields/a.1b", value: `{}`},
		"a field that is a word of formulas": {path: "/fields/item.x", value: `{}`},
		"a field without anything":           {path: "/fields/plain", value: `{}`, takes: true},
		"an unknown member of a field":       {path: "/fields/vigor/defualt", value: `1`},
		"a field type that is none":          {path: "/fields/vigor/type", value: `"int"`},
		"bounds of a text":                   {path: "/fields/banner/min", value: `1`},
		"options of a number":                {path: "/fields/might/options", value: `["a"]`},
		"an option without options":          {path: "/fields/mood/options"},
		"no options":                         {path: "/fields/mood/options", value: `[]`, other: needsRuleset},
		"an option twice":                    {path: "/fields/mood/options", value: `["calm", "wild", "calm"]`},
		"items of a text":                    {path: "/fields/banner/items", value: `"text"`},
		"items that are none":                {path: "/fields/tongues/items", value: `"boolean"`},
		"a default of a formula":             {path: "/fields/pace/default", value: `1`},
		"stages of a formula":                {path: "/fields/pace/stages", value: `["a"]`},
		"a stage twice":                      {path: "/fields/vigor/stages", value: `["flat", "half", "twice", "half"]`},
		"a stage with a space":               {path: "/fields/vigor/stages/-", value: `"at last"`},
		"rounding that is none":              {path: "/fields/might/round", value: `"up"`},
		"a condition without a group":        {path: "/fields/steady/when", value: `"true"`},
		"to keep what falls":                 {path: "/fields/lost/onMaxDrop", value: `"hold"`},
		"the highest text":                   {path: "/fields/banner/prefer", value: `"highest"`},
		"the last text":                      {path: "/fields/banner/prefer", value: `"last"`, takes: true},
		"overflow to the side":               {path: "/fields/vigor/overflow", value: `{"beside": "core"}`},
		"an absorber twice":                  {path: "/fields/vigor/absorbedBy", value: `["ward", "ward"]`},
		"an absorber twice, once in full":    {path: "/fields/vigor/absorbedBy", value: `["ward", "testgame:ward"]`, other: needsTexts},
		"a tag that is an empty object":      {path: "/fields/might/tags", value: `[{}]`},
		"a tag with a condition":             {path: "/fields/might/tags", value: `["test", {"tag": "harm", "when": "level > 1"}]`, takes: true},
		"each without a query":               {path: "/fields/saves.{s}/each", value: `{}`},
		"each without its name in the id":    {path: "/fields/saves.all", value: `{"each": {"s": {"type": "save"}}}`},
		"a name without each":                {path: "/fields/saves.{t}", value: `{}`},
		"another name than that of each":     {path: "/fields/saves.{t}", value: `{"each": {"s": {"type": "save"}}}`, other: needsTexts},
		"a number after the name":            {path: "/fields/saves.{s}2", value: `{"each": {"s": {"type": "save"}}}`, takes: true},
		"a name with a digit first":          {path: "/fields/1{s}", value: `{"each": {"s": {"type": "save"}}}`},
		"a field called pass":                {path: "/fields/pass", value: `{}`},
		"display of any form":                {path: "/fields/might/display", value: `[1, {"a": null}]`, takes: true},

		"copies of somewhere else":          {path: "/contentTypes/path/copies", value: `"bag"`},
		"state of what is not held":         {path: "/contentTypes/clan/state", value: `{}`},
		"computed of what is not held":      {path: "/contentTypes/clan/computed", value: `{"a": {"formula": "1"}}`},
		"applied as a text":                 {path: "/contentTypes/ailment/applied", value: `"yes"`},
		"data called id":                    {path: "/contentTypes/clan/data", value: `{"id": {}}`},
		"data with a hyphen":                {path: "/contentTypes/clan/data", value: `{"a-b": {}}`},
		"required with a default":           {path: "/contentTypes/mail/data/base/default", value: `1`},
		"a ref of anything":                 {path: "/contentTypes/clan/data", value: `{"a": {"type": "ref"}}`, takes: true},
		"a number of a type":                {path: "/contentTypes/clan/data", value: `{"a": {"of": "clan"}}`},
		"once and held":                     {path: "/contentTypes/charm/repeat", value: `"once"`},
		"a limit that is negative":          {path: "/contentTypes/path/max", value: `-1`},
		"a limit that is no whole number":   {path: "/contentTypes/path/max", value: `1.5`},
		"a limit of what is not held":       {path: "/contentTypes/clan/max", value: `1`},
		"a name from nowhere":               {path: "/contentTypes/path/nameFrom", value: `"title"`, other: needsRuleset},
		"dice as state":                     {path: "/contentTypes/path/state/rank/type", value: `"dice"`},
		"a state with a rounding":           {path: "/contentTypes/path/state/rank/round", value: `"floor"`},
		"a computed value without formula":  {path: "/contentTypes/blade/computed/hit/formula"},
		"a computed value that absorbs":     {path: "/contentTypes/blade/computed/hit/absorbedBy", value: `["ward"]`},
		"a type that is null":               {path: "/contentTypes/clan", value: `null`},
		"content without a type":            {path: "/content/flat/type"},
		"content of an unknown type":        {path: "/content/flat/type", value: `"wonder"`, other: needsRuleset},
		"content with a capital in its id":  {path: "/content/Flat", value: `{"type": "clan"}`, takes: true},
		"content with a colon in its id":    {path: "/content/a:b", value: `{"type": "clan"}`},
		"data that no type declares":        {path: "/content/hide/data/weight", value: `3`, other: needsRuleset},
		"required data that is not there":   {path: "/content/hide/data/base", other: needsRuleset},
		"inherited without a type":          {path: "/content/hide-two", value: `{"inherit": "hide"}`, takes: true},
		"a null that takes nothing away":    {path: "/content/hide-two", value: `{"inherit": "hide", "when": null}`, other: needsParent},
		"a patch of a list with a typo":     {path: "/content/hide-two", value: `{"inherit": "hide", "effects": {"add": []}}`},
		"a patch of a list with nothing":    {path: "/content/hide-two", value: `{"inherit": "hide", "effects": {}}`},
		"an item without anything appended": {path: "/content/hide-two", value: `{"inherit": "hide", "effects": {"append": [{}]}}`},
		"a patch of an unknown item":        {path: "/content/hide-two", value: `{"inherit": "hide", "effects": {"patch": {"z": {}}}}`, other: needsParent},
		"a tag with a space":                {path: "/content/flat/tags", value: `["two words"]`},
		"abstract as a number":              {path: "/content/flat/abstract", value: `1`},

		"an effect without a value":        {path: effect + "/value"},
		"an effect without an id":          {path: effect + "/id"},
		"an operation that is none":        {path: effect + "/op", value: `"divide"`},
		"to set what comes in":             {path: effect + "/op", value: `"set"`},
		"a cap of what comes in":           {path: effect + "/cap", value: `3`},
		"a group of what comes in":         {path: effect + "/group", value: `"g"`},
		"per batch":                        {path: effect + "/per", value: `"batch"`},
		"two targets":                      {path: effect + "/target", value: `{"tag": "save", "incoming": "vigor"}`},
		"no target":                        {path: effect + "/target", value: `{}`},
		"a direction that is none":         {path: effect + "/target/direction", value: `"left"`},
		"no tag of those that come in":     {path: effect + "/target/tags", value: `[]`, takes: true},
		"to keep none":                     {path: "/content/hymn/effects/0/stack/keep", value: `"none"`},
		"a stack key alone":                {path: "/content/hymn/effects/0/stack", value: `{"key": "status"}`, takes: true},
		"an empty stack key":               {path: "/content/hymn/effects/0/stack", value: `""`},
		"a stack of nothing":               {path: "/content/hymn/effects/0/stack", value: `{}`},
		"a cap of a set":                   {path: "/content/hide/effects/0/cap", value: `3`},
		"a stage of a field":               {path: "/content/growth/effects/0/stage", value: `"flat"`},
		"dice on a field":                  {path: "/content/growth/effects/0/value", value: `{"dice": {"count": 1, "sides": 6}}`},
		"a flag that is a number":          {path: "/content/wolf-kin/effects/3/value", value: `3`},
		"dice that are a number":           {path: "/content/wolf-kin/effects/2/value", value: `3`},
		"to multiply a roll":               {path: "/content/wolf-kin/effects/1/op", value: `"multiply"`},
		"an effect on a pick":              {path: "/content/growth/effects/0/target", value: `{"pick": true}`, other: needsRuleset},
		"an effect on no pick":             {path: "/content/growth/effects/0/target", value: `{"pick": false}`},
		"a grant at a level in words":      {path: "/content/wanderer/grants/1/at", value: `"3"`},
		"a grant of nothing":               {path: "/content/wanderer/grants/1/content"},
		"slots and levels":                 {path: "/content/wanderer/choices/gift/slots", value: `2`},
		"a level and levels":               {path: "/content/wanderer/choices/gift/at", value: `2`},
		"a level twice":                    {path: "/content/wanderer/choices/gift/slotsAt", value: `[1, 3, 3]`},
		"levels from 0":                    {path: "/content/wanderer/choices/gift/slotsAt", value: `[0, 3]`},
		"no limit of picks":                {path: "/content/wanderer/choices/gift/max", value: `null`, takes: true},
		"fewer than no picks":              {path: "/content/wanderer/choices/gift/min", value: `-1`},
		"options from nowhere":             {path: "/content/wanderer/choices/gift/from"},
		"options from two places":          {path: "/content/wanderer/choices/gift/options", value: `[]`},
		"an option with a type":            {path: "/content/wanderer/choices/stance/options/0/type", value: `"gift"`},
		"an option without an id":          {path: "/content/wanderer/choices/stance/options/0/id"},
		"recommended twice":                {path: "/content/wanderer/choices/gift/recommended", value: `["keen", "keen"]`},
		"recommended twice, once in full":  {path: "/content/wanderer/choices/gift/recommended", value: `["keen", "testgame:keen"]`, other: needsTexts},
		"a choice with a slash":            {path: "/content/wanderer/choices/a~1b", value: `{"from": {"type": "gift"}}`},
		"a constraint without a test":      {path: "/rules/constraints/0/test"},
		"data of a constraint in a list":   {path: "/rules/constraints/0/data", value: `[]`},
		"a group of nobody":                {path: "/rules/groups/relics/from"},
		"a table of both kinds":            {path: "/rules/tables/price/values", value: `{"8": 0}`},
		"a table of no kind":               {path: "/rules/tables/price/steps"},
		"a step of three":                  {path: "/rules/tables/price/steps/0", value: `[8, 0, 1]`},
		"a step from a text":               {path: "/rules/tables/price/steps/0", value: `["8", 0]`},
		"steps that do not rise":           {path: "/rules/tables/price/steps/0", value: `[10, 0]`, other: needsTexts},
		"a default of steps":               {path: "/rules/tables/price/default", value: `0`},
		"below of values":                  {path: "/rules/tables/lore/below", value: `0`},
		"a row that is a list":             {path: "/rules/tables/lore/values/dull", value: `[0, 1]`, takes: true},
		"a row that is an object":          {path: "/rules/tables/lore/values/dull", value: `{}`},
		"a link that reads dice":           {path: "/rules/links/friend/reads/guard", value: `"dice"`},
		"a link that reads with a default": {path: "/rules/links/friend/reads/guard", value: `{"type": "integer", "default": 10}`, takes: true},
		"a follow-up with two triggers":    {path: followUp + "/becomes", value: `"true"`},
		"a follow-up without a trigger":    {path: followUp + "/on"},
		"a follow-up on two things":        {path: followUp + "/on", value: `{"dealt": "core", "overflow": "core"}`},
		"a follow-up with two answers":     {path: followUp + "/changes", value: `[]`},
		"a follow-up without an answer":    {path: followUp + "/action"},
		"a follow-up for oneself":          {path: followUp + "/to", value: `"self"`, takes: true},
		"a follow-up for a target":         {path: followUp + "/to", value: `"target"`},
		"a follow-up for a link":           {path: followUp + "/to", value: `{"link": "friend"}`, takes: true},
		"a follow-up for a role":           {path: followUp + "/to", value: `{"role": "foe"}`},
		"parameters without an action":     {path: "/rules/followUps/1/params", value: `{"a": 1}`},
		"an offer without a condition":     {path: "/rules/offers/0/when"},
		"an offer that creates for nobody": {path: "/rules/offers/2/create/link"},
		"an offer for somebody":            {path: "/rules/offers/0/to", value: `"self"`},
		"a change for a target":            {path: "/rules/actions/shove/steps/2/changes/0/to", value: `"target"`, other: needsRuleset},
		"a change for a role":              {path: "/rules/actions/shove/steps/2/changes/0/to", value: `"foe"`, takes: true},
		"a change of homebrew":             {path: "/rules/offers/1/changes", value: `[{"type": "setHomebrew", "homebrew": null}]`},
		"a change of an unknown type":      {path: "/rules/offers/1/changes", value: `[{"type": "grow"}]`},
		"a change without a value":         {path: "/rules/offers/1/changes/0/value"},
		"a standard copy in an object":     {path: "/rules/standardCopies", value: `[{"item": "fist", "when": "level > 0"}]`, takes: true},
		"a standard copy of nothing":       {path: "/rules/standardCopies", value: `[{"when": "true"}]`},
		"a die without faces":              {path: "/rules/dice/fate/faces", value: `[]`},
		"a face twice":                     {path: "/rules/dice/fate/faces/1/id", value: `"minus"`, other: needsTexts},
		"a face with a fraction":           {path: "/rules/dice/fate/faces/0/value", value: `0.5`},
		"a tag of the rules twice":         {path: "/rules/tags/-", value: `"fire"`},
		"an unknown member of the rules":   {path: "/rules/colour", value: `"red"`},
		"overrides of nothing known":       {path: "/overrides", value: `{"texts": {}}`},
		"no overrides":                     {path: "/overrides", value: `{}`, takes: true},
		"texts that are numbers":           {path: "/i18n/en/title", value: `1`},
		"texts of a language in a list":    {path: "/i18n/en", value: `[]`},
	}
}

// TestPacksAgree: what the schema of packs refuses the loader refuses, and the
// other way round.
func TestPacksAgree(t *testing.T) {
	release, err := packs.Release("testgame")
	if err != nil {
		t.Fatal(err)
	}
	schema := compile(t, compiler(t), "pack.schema.json")
	agree(t, schema, release, packEdits(), func(v ojson.Value) []*rules.Error {
		_, errs := rules.LoadRuleset([]ojson.Value{v})
		return errs
	})
}

func characterEdits() map[string]edit {
	return map[string]edit{
		"nothing":                        {path: "/creating", value: `true`, takes: true},
		"no id":                          {path: "/id"},
		"an empty id":                    {path: "/id", value: `""`},
		"no version":                     {path: "/specVersion"},
		"another major version":          {path: "/specVersion", value: `"2.0"`},
		"an unknown member":              {path: "/portrait", value: `{"a": [null]}`, takes: true},
		"an unknown member of a copy":    {path: "/inventory/e2/note", value: `"old"`, takes: true},
		"packs in a list":                {path: "/packs", value: `["testgame"]`},
		"a pack without a version":       {path: "/packs/testgame", value: `null`},
		"fields in a list":               {path: "/fields", value: `[]`},
		"an unknown field":               {path: "/fields/testgame:nothing", value: `{"a": 1}`, takes: true},
		"a copy without an item":         {path: "/inventory/e2/item"},
		"a copy that is a text":          {path: "/inventory/e2", value: `"testgame:hide"`},
		"less than none":                 {path: "/inventory/e2/quantity", value: `-1`},
		"half a copy":                    {path: "/inventory/e2/quantity", value: `0.5`},
		"none":                           {path: "/inventory/e2/quantity", value: `0`, takes: true},
		"equipped in words":              {path: "/inventory/e2/equipped", value: `"yes"`},
		"state in a list":                {path: "/inventory/e3/state", value: `[]`},
		"a copy called rules":            {path: "/inventory/rules", value: `{"item": "testgame:hide"}`},
		"a copy with a slash":            {path: "/inventory/a~1b", value: `{"item": "testgame:hide"}`},
		"a standard copy":                {path: "/inventory/rules~testgame:fist", value: `{"item": "testgame:fist"}`, takes: true},
		"a copy in both places":          {path: "/features/e2", value: `{"item": "testgame:keeper"}`, other: needsTexts},
		"templates in an object":         {path: "/templates", value: `{}`},
		"a template without an id":       {path: "/templates/0/id"},
		"an effect without its content":  {path: "/effects/0/effect"},
		"an effect that is off":          {path: "/effects/0/on", value: `false`, takes: true},
		"an effect that is off in words": {path: "/effects/0/on", value: `"no"`},
		"an effect with an id twice":     {path: "/effects/0/id", value: `"e9"`, other: needsTexts},
		"a pick that is a text":          {path: "/choices/e1~1stance", value: `"deep"`},
		"a pick that is a number":        {path: "/choices/e1~1stance", value: `[1]`},
		"the same pick twice":            {path: "/choices/e1~1stance", value: `["deep", "deep"]`},
		"a pick of nothing known":        {path: "/choices/e1~1weather", value: `["rain"]`, takes: true},
		"a link that is a number":        {path: "/links", value: `{"testgame:friend": 1}`},
		"a follow-up without a cause": {path: "/followUps", value: `[{"id": "f1", "followUp": "testgame:cracked", "source": "rules", "to": "self",
			"required": false}]`},
		"a follow-up": {path: "/followUps", value: `[{"id": "f1", "followUp": "testgame:cracked", "source": "rules", "to": "self",
			"required": false, "cause": {"change": 0}}]`, takes: true},
		"a follow-up for a link": {path: "/followUps", value: `[{"id": "f1", "followUp": "testgame:cracked", "source": "rules",
			"to": {"link": "testgame:friend"}, "required": false, "cause": {"change": 0}}]`, takes: true},
		"a follow-up of any id": {path: "/followUps", value: `[{"id": 1, "followUp": "testgame:cracked", "source": "rules", "to": "self",
			"required": false, "cause": {"change": 0}}]`},
		"homebrew that is a text":   {path: "/homebrew", value: `"none"`},
		"homebrew that is empty":    {path: "/homebrew", value: `{}`, other: needsRuleset},
		"extensions in a list":      {path: "/extensions", value: `[]`},
		"creating in words":         {path: "/creating", value: `"testgame:call"`, takes: true},
		"not creating":              {path: "/creating", value: `false`},
		"the next id is 0":          {path: "/nextId", value: `0`},
		"the next id is a fraction": {path: "/nextId", value: `1.5`},
	}
}

// TestCharactersAgree is TestPacksAgree for character files.
func TestCharactersAgree(t *testing.T) {
	rs, file := testgame(t)
	schema := compile(t, compiler(t), "character.schema.json")
	agree(t, schema, file, characterEdits(), func(v ojson.Value) []*rules.Error {
		_, errs := rs.Character(v)
		return errs
	})
}

func testgame(t *testing.T) (*rules.Ruleset, ojson.Value) {
	t.Helper()
	release, err := packs.Release("testgame")
	if err != nil {
		t.Fatal(err)
	}
	rs, errs := rules.LoadRuleset([]ojson.Value{release})
	for _, e := range errs {
		t.Fatal(e)
	}
	file, err := packs.Example("testgame")
	if err != nil {
		t.Fatal(err)
	}
	return rs, file
}

func agree(t *testing.T, schema *jsonschema.Schema, base ojson.Value, edits map[string]edit, load func(ojson.Value) []*rules.Error) {
	t.Helper()
	for name, e := range edits {
		t.Run(name, func(t *testing.T) {
			v, ok := edited(base, strings.Split(e.path, "/")[1:], e.value)
			if !ok {
				t.Fatalf("%s leads nowhere", e.path)
			}
			errs := load(v)
			if takes := errs == nil; takes != e.takes {
				t.Errorf("the loader takes it: %t\n%v", takes, errs)
			}
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(v.String()))
			if err != nil {
				t.Fatal(err)
			}
			err = schema.Validate(doc)
			switch takes := err == nil; {
			case e.other != "" && takes == e.takes:
				t.Errorf("the schema says the same; no need for %q", e.other)
			case e.other == "" && takes != e.takes:
				t.Errorf("the schema takes it: %t\n%v", takes, err)
			}
		})
	}
}

// edited returns v with the member at path set to the JSON text value, or taken
// away; ok is false where the path leads nowhere.
func edited(v ojson.Value, path []string, value string) (_ ojson.Value, ok bool) {
	key := strings.NewReplacer("~1", "/", "~0", "~").Replace(path[0])
	last := len(path) == 1
	if v.Kind() == ojson.KindArray {
		items := append([]ojson.Value(nil), v.Items()...)
		if key == "-" && last {
			return ojson.Array(append(items, ojson.MustParse(value))...), true
		}
		i, err := strconv.Atoi(key)
		if err != nil || i >= len(items) || value == "" && last {
			return v, false
		}
		if last {
			items[i] = ojson.MustParse(value)
			return ojson.Array(items...), true
		}
		items[i], ok = edited(items[i], path[1:], value)
		return ojson.Array(items...), ok
	}
	member, found := v.Get(key)
	switch {
	case last && value == "":
		return v.Without(key), found
	case last:
		return v.With(key, ojson.MustParse(value)), v.Kind() == ojson.KindObject
	case !found:
		return v, false
	}
	member, ok = edited(member, path[1:], value)
	return v.With(key, member), ok
}

// TestPacksMatch: the releases and examples of the repository match their
// schemas.
func TestPacksMatch(t *testing.T) {
	c := compiler(t)
	pack, character := compile(t, c, "pack.schema.json"), compile(t, c, "character.schema.json")
	if len(packs.Names()) < 3 {
		t.Errorf("only the packs %v", packs.Names())
	}
	for _, name := range packs.Names() {
		release, err := packs.Release(name)
		if err != nil {
			t.Fatal(err)
		}
		match(t, name+"/_release.json", pack, release)
		file, err := packs.Example(name)
		if err != nil {
			t.Fatal(err)
		}
		match(t, name+"/_example.json", character, file)
	}
}

func match(t *testing.T, name string, schema *jsonschema.Schema, v ojson.Value) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(v.String()))
	if err == nil {
		err = schema.Validate(doc)
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}
