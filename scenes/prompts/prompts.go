// Package prompts holds the prompts for the language model: one file for each use, in text/, as a template of
// text/template.
//
// A file begins with a header between two lines of ---, which lists its variables. Then come the system message, a
// line "=== user", and the user message:
//
//	---
//	about: when it is used
//	variables: prompt, storyboard
//	---
//	You write scenes.
//	=== user
//	{{.prompt}}
//
// The file _rules.md is included in others by {{template "rules"}}.
package prompts

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"
)

// Name is the name of a prompt and of the service that uses it.
type Name string

// The prompts.
const (
	SceneBuilder  Name = "scene-builder"
	DirectToVideo Name = "direct-to-video"
	CodeEditor    Name = "code-editor"
	CodeGenerator Name = "code-generator"
	Fixer         Name = "fixer"
	Repair        Name = "repair"
	Vision        Name = "vision"
	Conversation  Name = "conversation"
)

// Names returns all names. The caller may change the slice.
func Names() []Name {
	return []Name{SceneBuilder, DirectToVideo, CodeEditor, CodeGenerator, Fixer, Repair, Vision, Conversation}
}

// Vars are the values of a prompt's variables: strings, numbers, lists. Every variable must be given, if only as its
// zero value.
type Vars map[string]any

// Prompt is the text for the model.
type Prompt struct{ System, User string }

//go:embed text/*.md
var files embed.FS

const (
	rulesFile = "_rules"
	separator = "\n=== user\n"
)

// parsed is a parsed file.
type parsed struct {
	variables    []string
	system, user *template.Template
}

// all loads the prompts when they are first needed. Most runs of the program need none.
var all = sync.OnceValue(load)

// Of fills in a prompt. It panics if vars are not exactly the variables of the file, which is a bug that every call
// would meet.
func Of(name Name, vars Vars) Prompt {
	p, ok := all()[name]
	if !ok {
		panic("prompts: there is no " + string(name))
	}
	if len(vars) != len(p.variables) {
		panic(fmt.Sprintf("prompts: %s takes %v", name, p.variables))
	}
	for _, variable := range p.variables {
		if _, given := vars[variable]; !given {
			panic(fmt.Sprintf("prompts: %s lacks %s", name, variable))
		}
	}
	return Prompt{System: fill(p.system, vars), User: fill(p.user, vars)}
}

func fill(t *template.Template, vars Vars) string {
	var b strings.Builder
	if err := t.Execute(&b, map[string]any(vars)); err != nil {
		panic("prompts: " + err.Error()) // only for a value that the template cannot print
	}
	return strings.TrimSpace(b.String())
}

func load() map[Name]parsed {
	rules := template.Must(template.New("rules").Parse(text(rulesFile)))
	prompts := map[Name]parsed{}
	for _, name := range Names() {
		header, body, cut := strings.Cut(strings.TrimPrefix(text(string(name)), "---\n"), "\n---\n")
		system, user, both := strings.Cut("\n"+body, separator)
		if !cut || !both {
			panic("prompts: " + string(name) + " has no header or no user's part")
		}
		prompts[name] = parsed{variablesOf(header), parse(rules, name, system), parse(rules, name, user)}
	}
	return prompts
}

func text(name string) string {
	raw, err := files.ReadFile(path.Join("text", name+".md"))
	if err != nil {
		panic("prompts: " + err.Error())
	}
	return string(raw)
}

func parse(rules *template.Template, name Name, part string) *template.Template {
	t := template.Must(rules.Clone())
	return template.Must(t.New(string(name)).Option("missingkey=error").Parse(part))
}

// variablesOf parses the header's line "variables: a, b".
func variablesOf(header string) []string {
	for line := range strings.Lines(header) {
		if list, is := strings.CutPrefix(strings.TrimSpace(line), "variables:"); is {
			names := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
			slices.Sort(names)
			return names
		}
	}
	return nil
}
