package game

import (
	"errors"
	"fmt"
	"slices"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Save is a save that was read: what an NPC is made of again. Put it into
// [Config.Saved] as well, so that what is unknown in it survives.
type Save struct {
	// Path is the place of the save: "state".
	Path    string
	Persona Persona
	Memory  Memory
	Options Options
	History []model.Entry
	// ID and World are empty when the save names none.
	ID    string
	World string
	// Tools is the list of definitions, empty when there are none.
	Tools ojson.Value
	// Warnings name the members that this program does not know, and what may
	// be misread.
	Warnings []string

	raw ojson.Value
}

// Config returns what makes the NPC of the save again, on a model, which is not
// saved. Tools with Go functions and the world are the caller's to add; ID and
// WorldID are those of the save.
func (s *Save) Config(m model.Model) Config {
	return Config{
		Model: m, Persona: s.Persona, Memory: s.Memory, Options: s.Options, History: s.History,
		ID: s.ID, WorldID: s.World, Saved: s,
	}
}

// ReadSave reads a save, or the result of npc/state around it (behaviours, item
// 247). path is its place; defaults stand in for options that it does not
// have. The error is an [*Error] with its place: a save is taken whole or not
// at all.
func ReadSave(v ojson.Value, path string, defaults Options) (*Save, error) {
	if inner, ok := v.Get("state"); ok {
		if _, ok := v.Get("version"); !ok {
			v, path = inner, path+".state"
		}
	}
	f := openFields(v, path, false)
	if f.err != nil {
		return nil, f.err
	}
	s := &Save{Path: path, raw: v}
	if err := s.version(f); err != nil {
		return nil, err
	}
	steps := []func(*fields) error{s.readPersona, s.readMemory, s.readTranscript, func(f *fields) error { return s.readOptions(f, defaults) }}
	for _, read := range steps {
		if err := read(f); err != nil {
			return nil, err
		}
	}
	s.ID, s.World = f.text("npc", ""), f.text("world", "")
	s.Tools = ojson.Array()
	if tools, ok := f.get("tools"); ok {
		if s.Tools = tools; tools.Kind() != ojson.KindArray {
			f.fail(f.at("tools"), "an array", tools)
		}
	}
	if f.err != nil {
		return nil, f.err
	}
	return s, s.keep(v, path, saveNames())
}

func (s *Save) version(f *fields) error {
	v, ok := f.get("version")
	if !ok {
		return missing(f.at("version"))
	}
	if n, ok := v.AsInt(); !ok || n != saveVersion {
		return mistyped(f.at("version"), fmt.Sprintf("%d, the version of saves that can be read here", saveVersion), v)
	}
	return nil
}

func (s *Save) readPersona(f *fields) (err error) {
	v, ok := f.get("persona")
	if !ok {
		return missing(f.at("persona"))
	}
	if s.Persona, _, err = DecodePersona(v, f.at("persona")); err != nil {
		return err
	}
	return s.keep(v, f.at("persona"), personaNames())
}

func (s *Save) readMemory(f *fields) (err error) {
	v, ok := f.get("memory")
	if !ok {
		return nil
	}
	if s.Memory, _, err = DecodeMemory(v, f.at("memory")); err != nil {
		return err
	}
	return s.keep(v, f.at("memory"), memoryNames())
}

func (s *Save) readOptions(f *fields, defaults Options) (err error) {
	v, ok := f.get("options")
	if !ok {
		s.Options = defaults
		return nil
	}
	if s.Options, _, err = DecodeOptions(v, f.at("options"), defaults); err != nil {
		return err
	}
	return s.keep(v, f.at("options"), optionNames())
}

func (s *Save) readTranscript(f *fields) error {
	v, ok := f.get("transcript")
	if !ok {
		return nil
	}
	path := f.at("transcript")
	read, err := transcript.Read(v, path)
	if err != nil {
		var bad *transcript.Error
		if errors.As(err, &bad) {
			return invalid(bad.Path, "Parameter '%s' is no usable transcript: %s.", bad.Path, bad.Message)
		}
		return err
	}
	s.History = read.Entries
	s.Warnings = append(s.Warnings, read.Warnings...)
	inner, _ := v.Get("transcript")
	if err := s.keep(v, path, []string{"type", "version", "transcript"}); err != nil {
		return err
	}
	return s.keep(inner, path+".transcript", []string{"entries"})
}

// keep warns of the unknown members of an object, which are kept. One that is
// nearly the name of a member that is missing is a sign of damage: taking the
// save would lose that member without a word.
func (s *Save) keep(v ojson.Value, path string, names []string) error {
	for _, m := range v.Members() {
		if slices.Contains(names, m.Key) {
			continue
		}
		for _, name := range names {
			if _, ok := v.Get(name); !ok && nearly(m.Key, name) {
				return invalid(path+"."+name, "Parameter '%s.%s' is missing, but there is '%s.%s': the save is damaged.",
					path, name, path, cut(m.Key, 80))
			}
		}
		s.Warnings = append(s.Warnings, fmt.Sprintf("Unknown member '%s.%s' was kept.", path, m.Key))
	}
	return nil
}

// nearly reports whether a key is another one with one character changed, or
// with two characters made one.
func nearly(key, name string) bool {
	a, b := []rune(key), []rune(name)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return len(a)-start-end <= 1 && len(b)-start-end <= 2
}

// Forget drops what the save says in one of its members, for a caller who
// replaces it.
func (s *Save) Forget(member string) { s.raw = s.raw.Without(member) }

// define is a tool as transcripts hold it.
func define(t agent.Tool) model.Tool {
	return model.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters}
}

// WithoutWorldTools changes a restored NPC's options so that they need no
// world, and returns warnings about what else changes.
func (c *Config) WithoutWorldTools() []string {
	switch g := c.Options.GroundingTool; g {
	case readWorldTool, updateWorldTool:
		c.Options.GroundingTool = ""
		return []string{fmt.Sprintf("The grounding tool '%s' needs a world; the NPC has none now.", g)}
	}
	return nil
}
