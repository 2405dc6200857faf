package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// suggestCommand returns a question that names the command which a word may have been meant as, or nothing. A group runs
// its default command if the first word is none of its commands, so that a misspelt command becomes an argument.
func suggestCommand(line *kong.Context, word string) string {
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

// isNear reports whether a word begins the name, or differs from it by at most two letters.
func isNear(word, name string) bool {
	const most, shortest = 2, 3
	if len(word) < shortest {
		return false
	}
	return strings.HasPrefix(name, word) || distance(word, name) <= min(most, len(name)-most)
}

// distance returns how many letters must be added, removed or replaced to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
