package graph

import (
	"regexp"

	"plotline/graph/fault"
)

var workspaceForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// DefaultWorkspace is whose graph it is when nobody says.
const DefaultWorkspace = "default"

// ValidWorkspace refuses names that are not 1–64 of a–z, 0–9, dot, underscore and hyphen, starting
// with a letter or digit: a workspace is part of file names and of search indexes.
func ValidWorkspace(name string) error {
	if !workspaceForm.MatchString(name) {
		return fault.Invalid("workspace must be 1–64 of a–z, 0–9, '.', '_' and '-', "+
			"starting with a letter or digit: %q", name)
	}
	return nil
}
