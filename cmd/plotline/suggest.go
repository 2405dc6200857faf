package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/alecthomas/kong"
)

// suggestCommand returns a question that names the command which a word may have been meant as, or nothing. A group runs
// its default command if the first word is none of its commands, so that a misspelt command becomes an argument. Of the hash of a
// commit, it says how to find the episode.
func suggestCommand(line *kong.Context, word string) string {
	if commitHash.MatchString(word) && strings.ContainsAny(word, "abcdef") {
		return "; to find the episode of a commit, run plotline recall " + word
	}
	if line == nil || line.Selected() == nil || line.Selected().Parent == nil || line.Selected().Parent.DefaultCmd != line.Selected() {
		return ""
	}
	for _, other := range line.Selected().Parent.Children {
		if !other.Hidden && isNear(strings.ToLower(word), other.Name) {
			return fmt.Sprintf("; did you mean plotline %s?", other.Path())
		}
	}
	return ""
}

// commitHash matches what git prints as a commit.
var commitHash = regexp.MustCompile(`^[0-9a-f]{7,40}$`)

// suggestSub adds a question to the error about a command that is one of a group, such as show of episodes, or that has another
// name here.
func suggestSub(err error, line *kong.Context, word string) error {
	if word == "ask" {
		return fmt.Errorf("%w; did you mean plotline recall?", err)
	}
	for _, group := range line.Model.Children {
		for _, other := range group.Children {
			if !other.Hidden && other.Name == word {
				return fmt.Errorf("%w; did you mean plotline %s?", err, other.Path())
			}
		}
	}
	return err
}

// suggestShow adds a question to the error about an argument that may be a number or an id to show, or a command of a group.
func suggestShow(err error) error {
	line := parsed(err)
	word, is := strings.CutPrefix(err.Error(), "unexpected argument ")
	if line == nil || !is {
		return err
	}
	if line.Selected() == nil && line.Command() == "" {
		return suggestSub(err, line, word)
	}
	if !shownRef.MatchString(word) {
		return err
	}
	for _, step := range slices.Backward(line.Path) {
		command := step.Command
		if command == nil {
			continue
		}
		if parent := command.Parent; parent != nil && parent.DefaultCmd == command {
			command = parent
		}
		for _, other := range command.Children {
			if other.Name == "show" {
				return fmt.Errorf("%w; did you mean plotline %s %s?", err, other.Path(), strings.TrimPrefix(word, "#"))
			}
		}
		return err
	}
	return err
}

var shownRef = regexp.MustCompile(`^#?[0-9][0-9a-f-]*$`)

// isNear reports whether a word begins the name, or differs from it by at most two letters.
func isNear(word, name string) bool {
	const most, shortest = 2, 3
	if len(word) < shortest {
		return false
	}
	return strings.HasPrefix(name, word) || levenshtein.ComputeDistance(word, name) <= min(most, len(name)-most)
}
