package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// describeCommand tells programs what the command line takes: the documentation is made of it.
type describeCommand struct{}

// description is the command line without what is hidden.
type description struct {
	Commands []string         `json:"commands"` // in the order of the help, groups before what is in them
	Flags    []*describedFlag `json:"flags"`    // by name; one that means several things stands there for each

	flags map[string]*describedFlag
}

// describedFlag is a flag, and the commands that have it.
type describedFlag struct {
	Name        string   `json:"name"`
	Help        string   `json:"help"`
	Environment []string `json:"environment"`
	Default     string   `json:"default"`
	Commands    []string `json:"commands"` // empty: all of them
}

// Run prints the commands and their flags as JSON.
func (describeCommand) Run(line *kong.Context, std streams) error {
	d := description{Commands: []string{}, flags: map[string]*describedFlag{}}
	d.take("", line.Model.Node)
	for _, key := range slices.Sorted(maps.Keys(d.flags)) {
		d.Flags = append(d.Flags, d.flags[key])
	}
	return printJSON(std.out, d)
}

// take goes through a command and those below it.
func (d *description) take(command string, node *kong.Node) {
	if command != "" {
		d.Commands = append(d.Commands, command)
	}
	for _, f := range node.Flags {
		if !f.Hidden && f.Name != "help" {
			d.takeFlag(command, f)
		}
	}
	for _, child := range node.Children {
		if !child.Hidden {
			d.take(strings.TrimSpace(command+" "+child.Name), child)
		}
	}
}

func (d *description) takeFlag(command string, f *kong.Flag) {
	key := strings.Join(append([]string{f.Name, f.Help}, f.Envs...), "\x00")
	if d.flags[key] == nil {
		d.flags[key] = &describedFlag{Name: f.Name, Help: f.Help, Environment: f.Envs, Default: f.Default, Commands: []string{}}
	}
	if command != "" {
		d.flags[key].Commands = append(d.flags[key].Commands, command)
	}
}
