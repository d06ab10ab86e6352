package game

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Persona says who a character is (protocol, section 6, npc/create). Only Name
// is needed.
type Persona struct {
	Name          string
	Role          string
	Personality   string
	SpeakingStyle string
	Backstory     string
	Goals         []string
	Knowledge     []string
	// Secrets are left out of the prompt until the relationship is good enough;
	// see Options.SecretsUnlockAt.
	Secrets []string
	// DefaultEmotion is used when the model gives none; empty means neutral.
	DefaultEmotion Emotion
	// MaxSentences bounds a reply; 0 means 2.
	MaxSentences int
}

const defaultSentences = 2

func personaNames() []string {
	return []string{
		"name", "role", "personality", "speakingStyle", "backstory", "goals", "knowledge", "secrets", "defaultEmotion", "maxSentences",
	}
}

// DecodePersona reads a persona; path is its place. unknown are the full paths
// of members that it does not have. The error is an [*Error].
func DecodePersona(v ojson.Value, path string) (p Persona, unknown []string, err error) {
	f := openFields(v, path, true)
	if f.err != nil {
		return p, nil, f.err
	}
	if _, ok := f.get("name"); !ok {
		return p, nil, missing(f.at("name"))
	}
	p = Persona{
		Name:           strings.TrimSpace(f.text("name", "")),
		Role:           f.text("role", ""),
		Personality:    f.text("personality", ""),
		SpeakingStyle:  f.text("speakingStyle", ""),
		Backstory:      f.text("backstory", ""),
		Goals:          f.texts("goals", nil),
		Knowledge:      f.texts("knowledge", nil),
		Secrets:        f.texts("secrets", nil),
		DefaultEmotion: lenientEmotion(f.text("defaultEmotion", string(Neutral))),
		MaxSentences:   f.integer("maxSentences", 1, noBound, defaultSentences),
	}
	if f.err == nil && p.Name == "" {
		f.err = invalid(f.at("name"), "Parameter '%s' must not be blank.", f.at("name"))
	}
	return p, f.unknown(personaNames()), f.err
}

// withDefaults fills in what is zero.
func (p Persona) withDefaults() Persona {
	p.Name = strings.TrimSpace(p.Name)
	if p.DefaultEmotion == "" {
		p.DefaultEmotion = Neutral
	}
	if p.MaxSentences == 0 {
		p.MaxSentences = defaultSentences
	}
	return p
}

// encode returns the persona as saves hold it.
func (p Persona) encode() ojson.Value {
	return ojson.Object(
		ojson.Field("name", ojson.String(p.Name)),
		ojson.Field("role", ojson.String(p.Role)),
		ojson.Field("personality", ojson.String(p.Personality)),
		ojson.Field("speakingStyle", ojson.String(p.SpeakingStyle)),
		ojson.Field("backstory", ojson.String(p.Backstory)),
		ojson.Field("goals", ojson.Strings(p.Goals)),
		ojson.Field("knowledge", ojson.Strings(p.Knowledge)),
		ojson.Field("secrets", ojson.Strings(p.Secrets)),
		ojson.Field("defaultEmotion", ojson.String(string(p.DefaultEmotion))),
		ojson.Field("maxSentences", ojson.Int(int64(p.MaxSentences))),
	)
}

// patched applies a merge patch; null resets a field to its default
// (behaviours, items 252 and 253).
func (p Persona) patched(patch ojson.Value, path string) (Persona, error) {
	q, _, err := DecodePersona(mergePatch(p.encode(), known(patch, personaNames())), path)
	return q, err
}

// known returns the members of a patch whose names are known.
func known(patch ojson.Value, names []string) ojson.Value {
	for _, path := range (&fields{object: patch}).unknown(names) {
		patch = patch.Without(path[1:])
	}
	return patch
}
