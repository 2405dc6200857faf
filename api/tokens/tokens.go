// Package tokens keeps the bearer tokens that open the HTTP door: in one file, hashed.
//
// A person makes and revokes them with `plotline token`; a server only reads the file, and notices
// every change by itself. Errors of this package name files and are written for who runs the
// program: a client must not see them.
package tokens

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"plotline/graph"
	"plotline/graph/access"
)

// Token is what the file keeps of one token. The secret itself is kept nowhere.
type Token struct {
	ID        string      `json:"id"`   // the public part of the text: it names the token in lists, logs and audit
	Name      string      `json:"name"` // given by a person, unique in the file: the actor of the audit record
	Role      access.Role `json:"role"`
	Workspace string      `json:"workspace"`
	CreatedAt time.Time   `json:"created_at"`
	ExpiresAt *time.Time  `json:"expires_at,omitempty"` // nil: never
}

// expired tells whether the token is no longer good.
func (t Token) expired(now time.Time) bool { return t.ExpiresAt != nil && !now.Before(*t.ExpiresAt) }

// Request is what a person says of a new token.
type Request struct {
	Name      string // 1–64 printable characters
	Role      access.Role
	Workspace string
	ExpiresAt *time.Time // nil: never
}

// Create adds a token to the file, and gives its text, which cannot be had again. A missing file is
// made, with its folder, for nobody but the user. It waits for other writers as long as ctx lasts.
//
// A bad name, role, workspace or expiry, a name that is taken and a file that cannot be read, parsed
// or written are errors, and leave the file as it was (but for a disk that fails at the very end:
// List tells).
func Create(ctx context.Context, path string, req Request) (Token, string, error) {
	now := time.Now().UTC()
	if err := req.check(now); err != nil {
		return Token{}, "", err
	}
	var made Token
	var text string
	err := change(ctx, path, true, func(held []entry) ([]entry, error) {
		if at := find(held, req.Name); at >= 0 {
			return nil, fmt.Errorf("there is a token called %q already; choose another name, or revoke that one first", req.Name)
		}
		made = Token{Name: req.Name, Role: req.Role, Workspace: req.Workspace, CreatedAt: now.Truncate(time.Second)}
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

func (r Request) check(now time.Time) error {
	if err := validName(r.Name); err != nil {
		return err
	}
	if _, err := access.ParseRole(string(r.Role)); err != nil {
		return err
	}
	if err := graph.ValidWorkspace(r.Workspace); err != nil {
		return err
	}
	if r.ExpiresAt == nil {
		return nil
	}
	if !now.Before(*r.ExpiresAt) {
		return fmt.Errorf("a token must expire in the future: %s", r.ExpiresAt.Format(time.RFC3339))
	}
	if r.ExpiresAt.UTC().Year() > 9999 { // JSON has no such times
		return errors.New("a token must expire before the year 10000; leave the expiry out for one that never does")
	}
	return nil
}

// List gives the tokens in the order of their making, expired ones too. A missing file is an error
// that says how to make one.
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

// Revoke takes the token with this name or id out of the file, and gives what it was. A name that no
// token has is an error that lists those there are; a missing file is an error too.
func Revoke(ctx context.Context, path, name string) (Token, error) {
	var gone Token
	err := change(ctx, path, false, func(held []entry) ([]entry, error) {
		at := find(held, name)
		if at < 0 {
			return nil, fmt.Errorf("no token is called %q; there %s", name, names(held))
		}
		gone = held[at].Token
		return slices.Delete(held, at, at+1), nil
	})
	if err != nil {
		return Token{}, err
	}
	return gone, nil
}

// find gives the place of the token with this name or id, or -1. No name is another token's id.
func find(held []entry, name string) int {
	return slices.IndexFunc(held, func(e entry) bool { return e.Name == name || e.ID == name })
}

func names(held []entry) string {
	if len(held) == 0 {
		return "are none in the file"
	}
	quoted := make([]string, len(held))
	for i, e := range held {
		quoted[i] = fmt.Sprintf("%q", e.Name)
	}
	return "are " + strings.Join(quoted, ", ")
}
