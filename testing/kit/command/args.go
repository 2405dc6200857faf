package command

import (
	"context"
	"flag"
	"io"
	"os"
)

// MainWithArgs is Main for a command that uses its arguments and the standard streams.
func MainWithArgs(name string, run func(ctx context.Context, args []string, stdout, stderr io.Writer) error) {
	Main(name, func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdout, os.Stderr) })
}

// Flags returns an empty set of flags, whose help and errors go to stderr.
func Flags(name string, stderr io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	return flags
}
