package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// flagsCommand tells programs what the command line takes: the documentation is made of it.
type flagsCommand struct{}

// shownFlag is a flag, and the commands that have it.
type shownFlag struct {
	Name        string   `json:"name"`
	Help        string   `json:"help"`
	Environment []string `json:"environment"`
	Default     string   `json:"default"`
	Commands    []string `json:"commands"` // empty: all of them
}

// Run prints the flags of all commands as JSON, sorted by name. One that means different things to
// different commands stands there for each meaning.
func (flagsCommand) Run(line *kong.Context, std streams) error {
	flags := map[string]*shownFlag{}
	collect(flags, "", line.Model.Node)
	all := make([]*shownFlag, 0, len(flags))
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		all = append(all, flags[key])
	}
	return printJSON(std.out, all)
}

// collect goes through a command and those below it.
func collect(into map[string]*shownFlag, command string, node *kong.Node) {
	for _, f := range node.Flags {
		if f.Hidden || f.Name == "help" {
			continue
		}
		key := strings.Join(append([]string{f.Name, f.Help}, f.Envs...), "\x00")
		if into[key] == nil {
			into[key] = &shownFlag{Name: f.Name, Help: f.Help, Environment: f.Envs, Default: f.Default, Commands: []string{}}
		}
		if command != "" {
			into[key].Commands = append(into[key].Commands, command)
		}
	}
	for _, child := range node.Children {
		if !child.Hidden {
			collect(into, strings.TrimSpace(command+" "+child.Name), child)
		}
	}
}
