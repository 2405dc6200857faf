package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/internal/audit"
)

// helpWidth is the maximum width of the help. Wider text is hard to read.
const helpWidth = 80

// helpCommand is for the help only. run replaces the words, so that it works for every command.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Command to explain, such as: episodes list (default: an overview of all commands)."`
}

// Run is never called: see withHelpFlag.
func (*helpCommand) Run() error { return nil }

// withHelpFlag replaces the command help by the flag: help graph show becomes graph show --help. Without a command, it
// returns no arguments, which stands for the overview.
func withHelpFlag(args []string) []string {
	if len(args) == 0 || args[0] != "help" {
		return args
	}
	if words := args[1:]; len(words) > 0 {
		return append(slices.Clip(words), "--help")
	}
	return nil
}

// printHelp returns the printer of --help. Only the page of plotline itself lists the flags of every command.
func printHelp(std streams) kong.HelpPrinter {
	return func(options kong.HelpOptions, line *kong.Context) error {
		options.WrapUpperBound = widthOfHelp(std)
		var text bytes.Buffer
		line.Stdout = &text
		if line.Selected() != nil {
			for _, flag := range line.Model.Flags {
				flag.Hidden = flag.Name != "help"
			}
			if line.Selected().DefaultCmd != nil {
				line.Selected().Detail = withoutCommand(line)
			}
		}
		if err := kong.DefaultHelpPrinter(options, line); err != nil {
			return err
		}
		if line.Selected() != nil {
			fmt.Fprintf(&text, "\n\"%s --help\" lists the flags of every command, such as --workspace.\n", line.Model.Name)
		}
		return pageText(std, text.String())
	}
}

// withoutCommand says what a group with a default command does alone.
func withoutCommand(line *kong.Context) string {
	alone := line.Selected().DefaultCmd
	name, path := line.Model.Name, alone.Path()
	return fmt.Sprintf("Without a command, \"%s %s\" is \"%s %s\"; \"%s help %s\" lists its flags.", name, line.Selected().Path(), name, path, name, path)
}

// widthOfHelp returns the width of the help on a screen.
func widthOfHelp(std streams) int {
	if width := screenOf(std.out).width; width > 0 {
		return min(width, helpWidth)
	}
	return helpWidth
}

// printOverview prints the most important commands by groups.
func printOverview(parser *kong.Kong, std streams) error {
	app := parser.Model
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\nUsage: %s <command> [flags]\n", app.Help, app.Name)
	widest := 0
	for _, command := range app.Children {
		widest = max(widest, len(command.Name))
	}
	group := ""
	for _, command := range app.Children {
		if command.Hidden || command.Tag.Has("rare") {
			continue
		}
		if command.Group.Title != group {
			group = command.Group.Title
			fmt.Fprintf(&text, "\n%s\n", group)
		}
		indent := strings.Repeat(" ", widest+5)
		lines := strings.Join(wrapWords(command.Help, max(widthOfHelp(std)-len(indent), least)), "\n"+indent)
		fmt.Fprintf(&text, "  %-*s%s\n", widest+3, command.Name, lines)
	}
	text.WriteString("\nLearn more:\n")
	for _, more := range [][2]string{
		{"import git .", "Start with this repository."},
		{"rules", "What to tell an agent, so that it records and recalls."},
		{"help episodes", "Explain a command and its flags."},
		{"--help", "List all commands, and the flags of every command."},
	} {
		fmt.Fprintf(&text, "  %-*s%s\n", len(app.Name)+17, app.Name+" "+more[0], more[1])
	}
	s, records := settings{DataDir: os.Getenv("PLOTLINE_DATA_DIR")}, auditSettings{AuditFile: os.Getenv("PLOTLINE_AUDIT_FILE")}
	if dir, err := s.dataDir(); err == nil {
		if rec, called := audit.NewCalls(records.file(dir)).Last(""); called {
			fmt.Fprintf(&text, "\nA client last called %s: %s in the workspace %s.\n", screenOf(std.out).since(rec.Time), rec.Operation, rec.Workspace)
		}
	}
	return pageText(std, text.String())
}

// pageText prints a text of several sections with a pager, if it is longer than the window.
func pageText(std streams, text string) error {
	shown, done := std.paged()
	defer done()
	screen := screenOf(shown.out)
	text = screen.wrapped(strings.TrimSuffix(text, "\n")) + "\n"
	text = headings.ReplaceAllStringFunc(text, func(title string) string { return screen.paint(title, bold) })
	_, err := screen.Write([]byte(text))
	return err
}

// headings matches the titles of sections in a help page.
var headings = regexp.MustCompile(`(?m)^(?:[A-Z][A-Za-z ]*:$|Usage:)`)
