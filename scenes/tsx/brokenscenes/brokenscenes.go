// Package brokenscenes holds scenes as models write them when they get it wrong, with the error message
// that somebody saw, for the tests of whatever repairs scenes.
package brokenscenes

import (
	"embed"
	"strings"
)

//go:embed broken
var files embed.FS

// Broken is a scene that does not compile.
type Broken struct {
	Name  string // says what is wrong, as in "missing-brace"
	Code  string
	Error string // what the program said in which it was tried: not esbuild's words
}

// All gives the scenes by name.
func All() []Broken {
	entries, err := files.ReadDir("broken")
	if err != nil {
		panic(err) // the files are part of the program
	}
	var all []Broken
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), ".tsx"); ok {
			all = append(all, Broken{Name: name, Code: read(entry.Name()), Error: strings.TrimSpace(read(name + ".txt"))})
		}
	}
	return all
}

func read(name string) string {
	text, err := files.ReadFile("broken/" + name)
	if err != nil {
		panic(err)
	}
	return string(text)
}
