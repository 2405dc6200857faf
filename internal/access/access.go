// Package access defines the roles and what each may do. Use cases check the role first, below every
// transport, so no route or tool can forget the check.
package access

import (
	"fmt"
	"slices"
	"strings"
)

// Role is the role of a credential. The zero value has no rights.
type Role string

// The roles. A reviewer decides on the proposals of agents, and an agent must not review. A reviewer
// therefore cannot write, and a writer cannot decide.
const (
	Reader   Role = "reader"   // may read
	Writer   Role = "writer"   // may read, and change everything but what a person decides
	Reviewer Role = "reviewer" // may read, and edit, accept, reject and undo plans
	Admin    Role = "admin"    // may do everything
)

// Roles returns all roles, in the order of the documentation. The caller may modify the slice.
func Roles() []Role { return []Role{Reader, Writer, Reviewer, Admin} }

// ParseRole parses the name of a role.
func ParseRole(name string) (Role, error) {
	if role := Role(name); slices.Contains(Roles(), role) {
		return role, nil
	}
	names := make([]string, 0, len(Roles()))
	for _, role := range Roles() {
		names = append(names, string(role))
	}
	return "", fmt.Errorf("role must be one of %s: %q", strings.Join(names, ", "), name)
}

// Action is the kind of operation that a use case performs.
type Action int

// The kinds of operations.
const (
	Read     Action = iota // changes nothing
	Write                  // changes episodes, relationships, media metadata, proposals or scenes, or asks a model
	Decide                 // edits, accepts, rejects or undoes a plan
	Personal               // reads or changes what was recorded of the person of this machine
)

// May reports whether the role may perform such an operation. The pages repeat the rule in web/src/session.ts, to hide
// what they may not do; web/repeated_test.go compares the two.
func (r Role) May(action Action) bool {
	switch r {
	case Admin:
		return true
	case Writer:
		return action == Read || action == Write
	case Reviewer:
		return action == Read || action == Decide
	case Reader:
		return action == Read
	}
	return false
}
