package main

import (
	"embed"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
)

// scripts have a shell ask this very program what may follow, so that they are never out of date.
//
//go:embed completions
var scripts embed.FS

// completeWord is how a script asks: the words of the line so far come behind it, the last of them
// unfinished.
const completeWord = "__complete"

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help says where the script goes.
func (*completionCommand) Help() string {
	return `For this shell alone: source <(plotline completion bash), or plotline completion fish | source.

For good, put the script where the shell looks for it:

  bash: ~/.local/share/bash-completion/completions/plotline
  zsh:  a file _plotline in a folder of $fpath
  fish: ~/.config/fish/completions/plotline.fish`
}

// Run prints the script of a shell.
func (c *completionCommand) Run(std streams) error {
	text, err := scripts.ReadFile("completions/plotline." + c.Shell)
	if err != nil {
		return err
	}
	_, err = std.out.Write(text)
	return err
}

// predictions are what a text that the model leaves open may be, by the tag predictor. What is not
// predicted is left to the shell, which knows files.
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

// predict lists what the unfinished last word may become.
func predict(parser *kong.Kong, words []string) []string {
	words = slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == "=" }) // bash parts --flag=value
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
	node, places := reached(parser.Model.Node, done)
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

// reached is the command that the words lead to, and how many of its positional arguments they give.
func reached(node *kong.Node, words []string) (at *kong.Node, places int) {
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

// withDefault is the command that stands for a group of commands when none is named.
func withDefault(node *kong.Node) *kong.Node {
	if node.DefaultCmd != nil {
		return node.DefaultCmd
	}
	return node
}

// allFlags are those that may stand behind a command: its own and those of the commands above.
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

// flagOf finds a flag as it is written, without a value of its own.
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
