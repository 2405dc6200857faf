package tools

import (
	"fmt"
	"reflect"
	"regexp"

	"plotline/internal/usecase"
)

// Tool is a use case as an MCP tool. The tags of the use case's types describe its fields.
type Tool struct {
	usecase.UseCase

	Toolset     Toolset
	Title       string
	Description string // for a model: when to use it, and what to use instead
	Annotations Annotations

	Hidden    bool // can be called, but is not listed
	Unlimited bool // its reply may exceed MaxReply
}

// Annotations are the four hints of MCP. All four are always published, because clients assume the worst of a missing
// one.
type Annotations struct {
	ReadOnly    bool // changes nothing
	Destructive bool // may overwrite or remove data
	Idempotent  bool // a second call has no further effect
	OpenWorld   bool // reaches beyond Plotline
}

// The kinds of tools.
func reads() Annotations    { return Annotations{ReadOnly: true, Idempotent: true} }
func adds() Annotations     { return Annotations{} }
func addsOnce() Annotations { return Annotations{Idempotent: true} } // a second call fails
func changes() Annotations  { return Annotations{Destructive: true, Idempotent: true} }
func removes() Annotations  { return Annotations{Destructive: true, Idempotent: true} }

const longestName = 64

var nameForm = regexp.MustCompile(`^[a-z][a-zA-Z0-9_-]*$`)

// mustBeComplete panics if a tool cannot be published, which is a bug found at start-up.
func (t Tool) mustBeComplete() {
	if problem := t.problem(); problem != "" {
		panic(fmt.Sprintf("tools: %q: %s", t.Name, problem))
	}
}

func (t Tool) problem() string {
	switch {
	case len(t.Name) > longestName || !nameForm.MatchString(t.Name):
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
