package graph

import (
	"regexp"

	"plotline/internal/fault"
)

const longestWorkspace = 64

// workspaceForm does not check the length: a bounded repetition would compile to an expression of 64 parts at
// every start.
var workspaceForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*$`)

// DefaultWorkspace is the workspace of callers that name none.
const DefaultWorkspace = "default"

// AutoWorkspace is no name of a workspace. As a setting it selects that of the project in which the program runs.
const AutoWorkspace = "auto"

// ValidWorkspace rejects names other than 1–64 of a–z, 0–9, dot, underscore and hyphen, starting with a
// letter or digit. A workspace is part of file names and of search indexes.
func ValidWorkspace(name string) error {
	if name == AutoWorkspace {
		return fault.Invalid("no workspace can have the name %s, which selects the workspace of a project", AutoWorkspace)
	}
	if len(name) > longestWorkspace || !workspaceForm.MatchString(name) {
		return fault.Invalid("workspace must be 1–64 of a–z, 0–9, '.', '_' and '-', "+
			"starting with a letter or digit: %q", name)
	}
	return nil
}
