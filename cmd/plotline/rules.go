package main

import (
	_ "embed"
	"fmt"
)

// rules is what an agent should be told about Plotline.
//
//go:embed rules.md
var rules string

type rulesCommand struct{}

// Help says where to put the rules.
func (*rulesCommand) Help() string {
	return `An agent uses a memory by itself only if it is told to. Add the rules to the file that it reads: plotline rules >>AGENTS.md, or >>CLAUDE.md for Claude Code.`
}

// Run prints the rules.
func (*rulesCommand) Run(std streams) error {
	_, err := fmt.Fprint(std.out, rules)
	return err
}
