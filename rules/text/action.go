package text

import "strings"

// The parts of actions are called by keys below that of their action:
// action.<id>.param.<name>.name and so on (docs/rules/text.md).

// Action is the name of an action by its qualified id.
func (b *Book) Action(id string) string { return b.Part("action", id) }

// Param is the name of a parameter of an action.
func (b *Book) Param(action, name string) string { return b.below(action, name, "param."+name) }

// Role is the name of a role of an action.
func (b *Book) Role(action, name string) string { return b.below(action, name, "role."+name) }

// Flag is the name of a flag of an action.
func (b *Book) Flag(action, name string) string { return b.below(action, name, "flag."+name) }

// Result is the name of a result of an action.
func (b *Book) Result(action, name string) string { return b.below(action, name, "result."+name) }

// Step is the title of a step by its path, as needs and logs have it: what stands
// before the last "/" belongs to the actions that use this one, and what stands
// behind "@" counts rounds.
func (b *Book) Step(action, path string) string {
	name := stepName(path)
	return b.below(action, name, "step."+name)
}

// Band is the name of a band of a roll; without a text of its own it is that of
// the result of the same name.
func (b *Book) Band(action, path, band string) string {
	owner, local := SplitID(action)
	if s, ok := b.Find(owner, "action."+local+".step."+stepName(path)+".band."+band+".name"); ok {
		return s
	}
	return b.Result(action, band)
}

// StepOption is the name of an option of a question: a content, a field, or a
// word of the step's own.
func (b *Book) StepOption(action, path, option string) string {
	if strings.Contains(option, ":") {
		return b.NameOf(option)
	}
	return b.below(action, option, "step."+stepName(path)+".option."+option)
}

func (b *Book) below(action, name, key string) string {
	owner, local := SplitID(action)
	return b.named(owner, name, "action."+local+"."+key+".name")
}

// stepName is the id of a step: its path without what stands around it.
func stepName(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		path = path[i+1:]
	}
	name, _, _ := strings.Cut(path, "@")
	return name
}
