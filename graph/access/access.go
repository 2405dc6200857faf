// Package access says what a role may do. The rule stands below every door: a use case asks it before
// anything else happens, so that no route and no tool can forget to.
package access

import (
	"fmt"
	"slices"
	"strings"
)

// Role is what a credential is good for. The zero value may do nothing.
type Role string

// The roles. A reviewer decides what agents propose, and an agent is no reviewer: so a reviewer does
// not write, and a writer does not decide.
const (
	Reader   Role = "reader"   // reads
	Writer   Role = "writer"   // reads, and writes episodes, relationships and proposals
	Reviewer Role = "reviewer" // reads, and says yes or no to what was proposed
	Admin    Role = "admin"    // everything
)

// Roles lists them in the order of the documentation. The slice is the caller's own.
func Roles() []Role { return []Role{Reader, Writer, Reviewer, Admin} }

// ParseRole reads the name of a role.
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

// Action is the kind of thing that a use case does.
type Action int

// The actions.
const (
	Read   Action = iota // changes nothing
	Write                // changes episodes, relationships or proposals
	Decide               // says yes or no to a proposal
)

// May tells whether the role may do such things.
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
