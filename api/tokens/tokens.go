// Package tokens stores the bearer tokens of the HTTP API in one file, as hashes.
//
// An operator creates and revokes tokens with `plotline token`. A server only reads the file and detects
// every change. Errors of this package contain file names and are meant for the operator: a client must not
// see them.
package tokens

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"plotline/internal/access"
)

// Token is what the file stores about one token. The secret itself is not stored.
type Token struct {
	ID        string      `json:"id"`   // public part of the text; names the token in lists, logs and audit records
	Name      string      `json:"name"` // chosen by a person, unique in the file; the actor in audit records
	Role      access.Role `json:"role"`
	Workspace string      `json:"workspace"`
	// OtherWorkspaces are those that a page may choose instead of Workspace, one per request.
	OtherWorkspaces []string   `json:"other_workspaces,omitempty"`
	CreatedAt       time.Time  `json:"created_at"`
	ExpiresAt       *time.Time `json:"expires_at,omitempty"` // nil: never expires
}

// Workspaces returns all workspaces that the token lists, its own first.
func (t Token) Workspaces() []string {
	return append([]string{t.Workspace}, t.OtherWorkspaces...)
}

// Lists reports whether the token lists a workspace.
func (t Token) Lists(workspace string) bool {
	return t.Workspace == workspace || slices.Contains(t.OtherWorkspaces, workspace)
}

// expired reports whether the token has expired.
func (t Token) expired(now time.Time) bool { return t.ExpiresAt != nil && !now.Before(*t.ExpiresAt) }

// Request describes a new token.
type Request struct {
	Name      string // 1–64 printable characters
	Role      access.Role
	Workspace string
	Others    []string   // workspaces that a page may choose instead
	ExpiresAt *time.Time // nil: never expires
}

// Create adds a token to the file and returns its text, which cannot be retrieved later. It creates a missing
// file with its folder, accessible only to the user. It waits for other writers until ctx ends.
//
// Errors are an invalid name, role, workspace or expiry, a name in use, and a file that cannot be read,
// parsed or written. The file then stays unchanged, unless the disk fails at the very end: List shows the
// result.
func Create(ctx context.Context, path string, req Request) (Token, string, error) {
	now := time.Now().UTC()
	if err := req.check(now); err != nil {
		return Token{}, "", err
	}
	var made Token
	var text string
	err := change(ctx, path, true, func(held []entry) ([]entry, error) {
		if at := find(held, req.Name); at >= 0 {
			return nil, fmt.Errorf("a token named %q already exists; choose another name, or revoke that token first", req.Name)
		}
		made = Token{Name: req.Name, Role: req.Role, Workspace: req.Workspace, CreatedAt: now.Truncate(time.Second)}
		made.OtherWorkspaces = slices.Clone(req.Others)
		if req.ExpiresAt != nil {
			end := req.ExpiresAt.UTC().Round(0) // as it will be read back: without the monotonic clock
			made.ExpiresAt = &end
		}
		made.ID, text = draw()
		for find(held, made.ID) >= 0 {
			made.ID, text = draw()
		}
		return append(held, entry{Token: made, Hash: hash(text)}), nil
	})
	if err != nil {
		return Token{}, "", err
	}
	return made, text, nil
}

// validGrant checks what a token is called and what it gives access to.
func validGrant(name string, role access.Role, workspace string, others []string) error {
	if err := validName(name); err != nil {
		return err
	}
	if _, err := access.ParseRole(string(role)); err != nil {
		return err
	}
	return validWorkspaces(workspace, others)
}

func (r Request) check(now time.Time) error {
	if err := validGrant(r.Name, r.Role, r.Workspace, r.Others); err != nil {
		return err
	}
	if r.ExpiresAt == nil {
		return nil
	}
	if !now.Before(*r.ExpiresAt) {
		return fmt.Errorf("a token must expire in the future, got %s", r.ExpiresAt.Format(time.RFC3339))
	}
	if r.ExpiresAt.UTC().Year() > 9999 { // RFC 3339 cannot express later years
		return errors.New("a token must expire before the year 10000; for a token that never expires, leave the expiry out")
	}
	return nil
}

// List returns the tokens in order of creation, including expired ones. A missing file is an error with a
// remedy.
func List(path string) ([]Token, error) {
	held, err := read(path)
	if err != nil {
		return nil, err
	}
	list := make([]Token, len(held))
	for i, e := range held {
		list[i] = e.Token
	}
	return list, nil
}

// Revoke removes the token with this name or id from the file and returns it. The error for an unknown name
// lists the existing names. A missing file is an error too.
func Revoke(ctx context.Context, path, name string) (Token, error) {
	var gone Token
	err := change(ctx, path, false, func(held []entry) ([]entry, error) {
		at := find(held, name)
		if at < 0 {
			return nil, unknown(held, name)
		}
		gone = held[at].Token
		return slices.Delete(held, at, at+1), nil
	})
	if err != nil {
		return Token{}, err
	}
	return gone, nil
}

// find returns the index of the token with this name or id, or -1. No name equals another token's id.
func find(held []entry, name string) int {
	return slices.IndexFunc(held, func(e entry) bool { return e.Name == name || e.ID == name })
}

// unknown returns an error that lists the existing names.
func unknown(held []entry, name string) error {
	return fmt.Errorf("there is no token named %q; there %s", name, names(held))
}

func names(held []entry) string {
	if len(held) == 0 {
		return "are no tokens in the file"
	}
	quoted := make([]string, len(held))
	for i, e := range held {
		quoted[i] = fmt.Sprintf("%q", e.Name)
	}
	return "are " + strings.Join(quoted, ", ")
}
