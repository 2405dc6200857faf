// Package brokenscenes holds faulty scenes as models write them, each with an error message. They are test data for
// the repair of scenes.
package brokenscenes

import (
	"embed"
	"strings"
)

//go:embed broken
var files embed.FS

// Broken is a scene that does not compile.
type Broken struct {
	Name  string // names the fault, as in "missing-brace"
	Code  string
	Error string // from the program in which the scene failed, not from esbuild
}

// All returns the scenes, sorted by name.
func All() []Broken {
	entries, err := files.ReadDir("broken")
	if err != nil {
		panic(err) // impossible: the files are embedded
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
