package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/alecthomas/kong"

	"plotline/graph/analysis"
)

// suggestCommand returns a question that names the command which a word may have been meant as, or nothing. A group runs
// its default command if the first word is none of its commands, so that a misspelt command becomes an argument. Of the hash of a
// commit, it says how to find the episode.
func suggestCommand(line *kong.Context, word string) string {
	if analysis.KeyOf(word) != "" && strings.ContainsAny(word, "abcdef") {
		return "; to find the episode of a commit, run: plotline recall " + word
	}
	if line == nil || line.Selected() == nil || line.Selected().Parent == nil || line.Selected().Parent.DefaultCmd != line.Selected() {
		return ""
	}
	if near := nearest(line.Selected().Parent.Children, word); near != nil {
		return fmt.Sprintf("; did you mean plotline %s?", near.Path())
	}
	return ""
}

// suggestSub adds a question to the error about a command that is one of a group, such as show of episodes, or that has another
// name here.
func suggestSub(err error, line *kong.Context, word string) error {
	if other := otherWords[strings.ToLower(word)]; other != "" {
		return misuse{fmt.Errorf("unknown command %s; did you mean plotline %s?", word, other)}
	}
	for _, group := range line.Model.Children {
		for _, other := range group.Children {
			if !other.Hidden && other.Name == word {
				return fmt.Errorf("%w; did you mean plotline %s?", err, other.Path())
			}
		}
	}
	if near := nearest(line.Model.Children, word); near != nil {
		return misuse{fmt.Errorf("unknown command %s; did you mean plotline %s?", word, near.Path())}
	}
	return misuse{fmt.Errorf("unknown command %s; plotline --help lists all", word)}
}

// otherWords are what other programs call a command.
var otherWords = map[string]string{
	"ask": "recall", "query": "recall", "find": "episodes search", "remember": "episodes create", "add": "episodes create",
	"note": "episodes create", "start": "serve", "server": "serve", "install": "setup CLIENT", "uninstall": "setup CLIENT --remove",
}

// nearest returns the command that a misspelt word may have been meant as, or nil.
func nearest(commands []*kong.Node, word string) *kong.Node {
	var found *kong.Node
	word = strings.ToLower(word)
	for _, command := range commands {
		if !command.Hidden && isNear(word, command.Name) &&
			(found == nil || levenshtein.ComputeDistance(word, command.Name) < levenshtein.ComputeDistance(word, found.Name)) {
			found = command
		}
	}
	return found
}

// suggestUsage adds to the error of an invalid command line what the person may have meant.
func suggestUsage(err error) error {
	line := parsed(err)
	if line == nil {
		return err
	}
	text := err.Error()
	if word, is := strings.CutPrefix(text, "unexpected argument "); is {
		return suggestShow(err, line, word)
	}
	if name, is := strings.CutPrefix(text, `expected "<`); is {
		return suggestValues(err, line, name)
	}
	node := lastCommand(line)
	if node == nil || node.Path() != "recall" && node.Path() != "episodes search" {
		return err
	}
	for flag, example := range map[string]string{
		"--file":   `name the file in the question, such as: plotline recall "src/main.go"`,
		"--author": `name the author in the question, such as: plotline recall "what did Ada fix?"`,
	} {
		if rest, is := strings.CutPrefix(text, "unknown flag "+flag); is && (rest == "" || strings.HasPrefix(rest, ",")) {
			return misuse{fmt.Errorf("unknown flag %s; %s", flag, example)}
		}
	}
	return err
}

// lastCommand returns the last command of an invalid line, or nil.
func lastCommand(line *kong.Context) *kong.Node {
	for _, step := range slices.Backward(line.Path) {
		if step.Command != nil {
			return step.Command
		}
	}
	return nil
}

// lastGroup returns the last command of an invalid line, or its group if it is the group's default command; nil if there is none.
func lastGroup(line *kong.Context) *kong.Node {
	command := lastCommand(line)
	if command != nil && command.Parent != nil && command.Parent.DefaultCmd == command {
		return command.Parent
	}
	return command
}

// suggestValues adds the values of a missing argument, if only these are allowed.
func suggestValues(err error, line *kong.Context, name string) error {
	node := lastCommand(line)
	if node == nil {
		return err
	}
	if node.Path() == "recall" {
		return errNoQuestion
	}
	for _, missing := range node.Positional {
		if strings.HasPrefix(name, missing.Name+">") && missing.Enum != "" {
			return fmt.Errorf("%w: one of %s", err, strings.ReplaceAll(missing.Enum, ",", ", "))
		}
	}
	return err
}

// errNoQuestion reports a recall without words.
var errNoQuestion = misuse{errors.New(`say what you want to know, such as: plotline recall "What was reverted, and why?"`)}

// suggestMember adds a question to the error about an argument that follows a misspelt command of a group.
func suggestMember(line *kong.Context) error {
	group := lastGroup(line)
	if group == nil || group.DefaultCmd == nil {
		return nil
	}
	at := slices.Index(line.Args, group.Name) + 1
	if at == 0 || at >= len(line.Args) {
		return nil
	}
	word := line.Args[at]
	if near := nearest(group.Children, word); near != nil && near.Name != word {
		return misuse{fmt.Errorf("unknown command %s %s; did you mean plotline %s?", group.Path(), word, near.Path())}
	}
	return nil
}

// suggestShow adds a question to the error about an argument that may be a number or an id to show, or a command of a group.
func suggestShow(err error, line *kong.Context, word string) error {
	word, _, _ = strings.Cut(word, ", did you mean")
	if line.Selected() == nil && line.Command() == "" {
		return suggestSub(err, line, word)
	}
	if member := suggestMember(line); member != nil {
		return member
	}
	if !shownRef.MatchString(word) {
		return err
	}
	if group := lastGroup(line); group != nil {
		for _, other := range group.Children {
			if other.Name == "show" {
				return fmt.Errorf("%w; did you mean plotline %s %s?", err, other.Path(), strings.TrimPrefix(word, "#"))
			}
		}
	}
	return err
}

var shownRef = regexp.MustCompile(`^#?[0-9][0-9a-f-]*$`)

// isNear reports whether a word begins the name, differs from it by at most two letters, or has two neighbouring letters swapped.
func isNear(word, name string) bool {
	const most, shortest = 2, 3
	if len(word) < shortest {
		return false
	}
	return strings.HasPrefix(name, word) || isSwapped(word, name) || levenshtein.ComputeDistance(word, name) <= min(most, len(name)-most)
}

// isSwapped reports whether two words differ in that two neighbouring letters are swapped.
func isSwapped(a, b string) bool {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return len(a) == len(b) && i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
