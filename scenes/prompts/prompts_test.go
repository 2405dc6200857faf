package prompts_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plotline/scenes/prompts"
)

// header matches the first part of a file, as the package comment describes it.
var header = regexp.MustCompile(`(?s)^---\nabout: [^\n]+\nvariables: ([^\n]*)\n---\n(.*)$`)

var variable = regexp.MustCompile(`\.([a-z]+)\b`)

// read returns the variables that a file lists, and its text.
func read(t *testing.T, name prompts.Name) (named []string, text string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("text", string(name)+".md"))
	if err != nil {
		t.Fatal(err)
	}
	m := header.FindStringSubmatch(string(raw))
	if m == nil {
		t.Fatalf("%s has no header that says what it is about and names its variables", name)
	}
	return strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' }), m[2]
}

// values gives each variable a value that can be found in the output.
func values(named []string) prompts.Vars {
	vars := prompts.Vars{}
	for _, name := range named {
		vars[name] = "<" + name + ">"
		switch name {
		case "images", "place", "duration":
			vars[name] = 3
		case "hold": // it chooses a text
			vars[name] = true
		case "history":
			vars[name] = []struct{ Role, Content string }{{"user", "<history>"}}
		case "complexity":
			vars[name] = "surgical"
		}
	}
	return vars
}

// TestHeaders checks that a file lists exactly the variables that it uses, and that each value reaches the model.
func TestHeaders(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("text/[a-z]*.md")
	if err != nil || len(files) != len(prompts.Names()) {
		t.Errorf("%d files for %d prompts, %v", len(files), len(prompts.Names()), err)
	}
	for _, name := range prompts.Names() {
		t.Run(string(name), func(t *testing.T) {
			t.Parallel()
			named, text := read(t, name)
			used := map[string]bool{}
			for _, action := range regexp.MustCompile(`{{[^}]*}}`).FindAllString(text, -1) {
				for _, m := range variable.FindAllStringSubmatch(action, -1) {
					used[m[1]] = true
				}
			}
			for _, v := range named {
				if !used[v] {
					t.Errorf("it names %s and does not use it", v)
				}
				delete(used, v)
			}
			if len(used) > 0 {
				t.Errorf("it uses %v and does not name them", used)
			}
			p := prompts.Of(name, values(named))
			for _, v := range named {
				if text, is := values(named)[v].(string); is && strings.HasPrefix(text, "<") && !strings.Contains(p.System+p.User, text) {
					t.Errorf("%s does not reach the model", v)
				}
			}
			if p.User == "" || strings.Contains(p.System+p.User, "{{") || strings.Contains(p.System+p.User, "<no value>") {
				t.Errorf("it says %+v", p)
			}
		})
	}
}

// TestRules checks that every prompt for code explains what a scene is and how to answer.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, name := range []prompts.Name{prompts.SceneBuilder, prompts.DirectToVideo, prompts.CodeEditor, prompts.CodeGenerator, prompts.Fixer} {
		named, _ := read(t, name)
		system := prompts.Of(name, values(named)).System
		for _, rule := range []string{"exactly one default export", `"react" and "remotion" only`, "one JSON object", "tsxCode"} {
			if !strings.Contains(system, rule) {
				t.Errorf("%s does not say %q", name, rule)
			}
		}
	}
}

// TestEmptyValues checks that empty values leave no headings.
func TestEmptyValues(t *testing.T) {
	t.Parallel()
	p := prompts.Of(prompts.SceneBuilder, prompts.Vars{"prompt": "Do it", "storyboard": "", "scenes": "", "place": 1, "vision": "", "images": 0})
	if want := "This is scene number 1. It shall show:\n\nDo it"; p.User != want {
		t.Errorf("it asks %q, want %q", p.User, want)
	}
}

// TestMistakes checks the message of each panic.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for message, mistake := range map[string]func(){
		"there is no nothing":         func() { prompts.Of("nothing", nil) },
		"repair takes [complaint]":    func() { prompts.Of(prompts.Repair, nil) },
		"repair lacks complaint":      func() { prompts.Of(prompts.Repair, prompts.Vars{"other": 1}) },
		"vision takes [images prompt": func() { prompts.Of(prompts.Vision, prompts.Vars{"images": 1}) },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, message) {
					t.Errorf("%q does not say %q", text, message)
				}
			}()
			mistake()
		}()
	}
	if names := prompts.Names(); !slices.Contains(names, prompts.Fixer) {
		t.Errorf("the names are %v", names)
	}
}
