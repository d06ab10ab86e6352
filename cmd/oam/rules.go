package main

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// rulesCommand is the rules engine for people who write packs, and for those who
// look into a character.
type rulesCommand struct {
	Check        rulesCheckCommand        `cmd:"" help:"Check a pack folder: every problem with its place."`
	Build        rulesBuildCommand        `cmd:"" help:"Bundle a pack folder into one release as JSON."`
	Sheet        rulesSheetCommand        `cmd:"" help:"Draw a character sheet."`
	Options      rulesOptionsCommand      `cmd:"" help:"List the options of a choice by its path."`
	Apply        rulesApplyCommand        `cmd:"" help:"Apply changes to a character and show what they did."`
	Act          rulesActCommand          `cmd:"" help:"Play an action: parameters, dice, questions, what it changes, what follows."`
	Explain      rulesExplainCommand      `cmd:"" help:"Show why a field has its value."`
	Types        rulesTypesCommand        `cmd:"" help:"Write TypeScript types or a JSON Schema for one ruleset."`
	Call         rulesCallCommand         `cmd:"" help:"Run a call of the engine: JSON in, JSON out."`
	Upgrade      rulesUpgradeCommand      `cmd:"" help:"Carry a character over to other releases of its packs and tell what changed."`
	CheckRelease rulesCheckReleaseCommand `cmd:"" help:"Compare two releases of a pack: which version the difference needs, which migration is missing."`
	Conformance  rulesConformanceCommand  `cmd:"" help:"Play a folder of conformance cases."`
}

// AfterApply gives the signals back: these commands keep nothing that would have
// to be put away, and end where they are. Files are written whole or not at all.
func (rulesCommand) AfterApply() error {
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	return nil
}

// errReported says that a command failed and has said why.
var errReported = errors.New("reported")
