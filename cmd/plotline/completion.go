package main

import (
	"embed"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
)

// scripts holds the completion scripts. They ask this program for candidates, so they never go out of date.
//
//go:embed completions
var scripts embed.FS

// completeWord is the hidden command that the scripts call. The words of the line follow it; the last one
// may be incomplete.
const completeWord = "__complete"

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help explains where to put the script.
func (*completionCommand) Help() string {
	return `For this shell alone: source <(plotline completion bash), or plotline completion fish | source.

For good, put the script where the shell looks for it:

  bash: ~/.local/share/bash-completion/completions/plotline
  zsh:  a file _plotline in a folder of $fpath
  fish: ~/.config/fish/completions/plotline.fish`
}

// Run prints the completion script for a shell.
func (c *completionCommand) Run(std streams) error {
	text, err := scripts.ReadFile("completions/plotline." + c.Shell)
	if err != nil {
		return err
	}
	_, err = std.out.Write(text)
	return err
}

// predictions lists the values of arguments without an enum, keyed by their tag predictor. The shell
// completes the rest, such as file names.
var predictions = map[string]func() []string{
	"type": func() []string {
		names := make([]string, 0, len(graph.Types()))
		for _, t := range graph.Types() {
			names = append(names, string(t))
		}
		return names
	},
	"direction": func() []string {
		return []string{string(graph.Outgoing), string(graph.Incoming), string(graph.Both)}
	},
	"prefer": func() []string { return []string{"shortest", "strongest"} },
}

// predict lists the completions of the last word.
func predict(parser *kong.Kong, words []string) []string {
	words = slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == "=" }) // bash splits --flag=value
	if len(words) > 1 && words[0] == "help" {
		words = words[1:]
	}
	if len(words) == 0 {
		words = []string{""}
	}
	done, word := words[:len(words)-1], words[len(words)-1]
	return slices.DeleteFunc(candidates(parser, done, word), func(c string) bool { return !strings.HasPrefix(c, word) })
}

func candidates(parser *kong.Kong, done []string, word string) []string {
	if slices.Contains(done, "--") {
		return nil
	}
	node, places := selectedCommand(parser.Model.Node, done)
	if len(done) > 0 {
		if flag := flagOf(node, done[len(done)-1]); flag != nil && !flag.IsBool() {
			return valuesOf(flag.Value)
		}
	}
	if name, _, cut := strings.Cut(word, "="); cut {
		return prefixed(name+"=", flagOf(node, name))
	}
	if strings.HasPrefix(word, "-") {
		return flagsOf(node)
	}
	var all []string
	if places == 0 {
		for _, child := range node.Children {
			if !child.Hidden {
				all = append(all, child.Name)
			}
		}
	}
	if arguments := withDefault(node).Positional; places < len(arguments) {
		all = append(all, valuesOf(arguments[places])...)
	}
	return all
}

// selectedCommand returns the command that the words select, and the number of positional arguments they give.
func selectedCommand(node *kong.Node, words []string) (at *kong.Node, places int) {
	for i := 0; i < len(words); i++ {
		if strings.HasPrefix(words[i], "-") {
			if flag := flagOf(node, words[i]); flag != nil && !flag.IsBool() {
				i++ // its value
			}
			continue
		}
		child := slices.IndexFunc(node.Children, func(c *kong.Node) bool { return c.Name == words[i] })
		if child < 0 || places > 0 {
			places++
			continue
		}
		node = node.Children[child]
	}
	return node, places
}

// withDefault returns the default command of a group, or the node itself.
func withDefault(node *kong.Node) *kong.Node {
	if node.DefaultCmd != nil {
		return node.DefaultCmd
	}
	return node
}

// allFlags returns the flags of a command and of the commands above it.
func allFlags(node *kong.Node) []*kong.Flag {
	return slices.Concat(withDefault(node).AllFlags(false)...)
}

func flagsOf(node *kong.Node) []string {
	flags := allFlags(node)
	names := make([]string, 0, len(flags))
	for _, flag := range flags {
		names = append(names, "--"+flag.Name)
	}
	return names
}

// flagOf finds the flag of a word without a value, such as --name.
func flagOf(node *kong.Node, word string) *kong.Flag {
	for _, flag := range allFlags(node) {
		if word == "--"+flag.Name || flag.Short != 0 && word == "-"+string(flag.Short) {
			return flag
		}
	}
	return nil
}

func valuesOf(value *kong.Value) []string {
	if known := predictions[value.Tag.Get("predictor")]; known != nil {
		return known()
	}
	if value.Enum == "" {
		return nil
	}
	return value.EnumSlice()
}

func prefixed(prefix string, flag *kong.Flag) []string {
	if flag == nil {
		return nil
	}
	var all []string
	for _, value := range valuesOf(flag.Value) {
		all = append(all, prefix+value)
	}
	return all
}
