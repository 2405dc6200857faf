package tools

import (
	"fmt"
	"reflect"
	"regexp"

	"plotline/graph/usecase"
)

// Tool is a use case as MCP shows it. The tags of the use case's types describe its fields.
type Tool struct {
	usecase.UseCase

	Toolset     Toolset
	Title       string
	Description string // for a model: when to use it, and what to use instead
	Annotations Annotations

	Hidden    bool // can be called, is not listed
	Unlimited bool // its reply may pass MaxReply
}

// Annotations are the four hints of MCP. All four are always published: what a client assumes of
// one that is missing is the worst.
type Annotations struct {
	ReadOnly    bool // changes nothing
	Destructive bool // may overwrite or remove what is there
	Idempotent  bool // doing it twice leaves what doing it once leaves
	OpenWorld   bool // reaches beyond Plotline
}

// The kinds of tools there are.
func reads() Annotations    { return Annotations{ReadOnly: true, Idempotent: true} }
func adds() Annotations     { return Annotations{} }
func addsOnce() Annotations { return Annotations{Idempotent: true} } // a second time is refused
func changes() Annotations  { return Annotations{Destructive: true, Idempotent: true} }
func removes() Annotations  { return Annotations{Destructive: true, Idempotent: true} }

var nameForm = regexp.MustCompile(`^[a-z][a-zA-Z0-9_-]{0,63}$`)

// mustBeComplete panics on a tool that cannot be published: a mistake of ours, seen at start.
func (t Tool) mustBeComplete() {
	if problem := t.problem(); problem != "" {
		panic(fmt.Sprintf("tools: %q: %s", t.Name, problem))
	}
}

func (t Tool) problem() string {
	switch {
	case !nameForm.MatchString(t.Name):
		return "bad name"
	case t.Call == nil || t.In == nil || t.Out == nil:
		return "no use case"
	case t.In.Kind() != reflect.Struct || t.Out.Kind() != reflect.Struct:
		return "input and output must be structs"
	case t.Toolset == "" || t.Title == "" || t.Description == "":
		return "toolset, title and description are required"
	case t.Annotations.ReadOnly == t.Writes:
		return "its annotations contradict what the use case does"
	case t.Annotations.ReadOnly && t.Annotations.Destructive:
		return "a tool that only reads destroys nothing"
	}
	return ""
}
