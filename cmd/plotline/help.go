package main

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// help prints the help. Only the first page lists the flags that every command has.
func help(options kong.HelpOptions, line *kong.Context) error {
	if line.Selected() == nil {
		return kong.DefaultHelpPrinter(options, line)
	}
	for _, flag := range line.Model.Flags {
		flag.Hidden = flag.Name != "help"
	}
	if err := kong.DefaultHelpPrinter(options, line); err != nil {
		return err
	}
	_, err := fmt.Fprintf(line.Stdout, "\n\"%s --help\" has the flags of every command, such as --data-dir and --workspace.\n", line.Model.Name)
	return err
}
