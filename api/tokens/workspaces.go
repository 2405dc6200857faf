package tokens

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/fault"
)

// maxWorkspaces bounds the workspaces that one token lists. A page shows all of them in one menu.
const maxWorkspaces = 64

// validWorkspaces checks the workspaces that a token lists: its own, and those that a page may choose instead. Its
// errors are texts without a code, because the command prints a domain error without its wrapping context.
func validWorkspaces(own string, others []string) error {
	if n := 1 + len(others); n > maxWorkspaces {
		return fmt.Errorf("a token may list at most %d workspaces, got %d; create another token for the rest", maxWorkspaces, n)
	}
	seen := map[string]bool{}
	for _, name := range append([]string{own}, others...) {
		if err := graph.ValidWorkspace(name); err != nil {
			return errors.New(fault.From(err).Details)
		}
		if seen[name] {
			return fmt.Errorf("a token may list each workspace once, got %q twice", name)
		}
		seen[name] = true
	}
	return nil
}

// AddWorkspaces lets the token with this name or id also use other workspaces, and returns the token. Workspaces that
// it already lists stay. The errors are those of Revoke, and invalid or too many workspaces.
func AddWorkspaces(ctx context.Context, path, name string, workspaces []string) (Token, error) {
	return update(ctx, path, name, func(t *Token) error {
		for _, workspace := range workspaces {
			if !t.Lists(workspace) {
				t.OtherWorkspaces = append(t.OtherWorkspaces, workspace)
			}
		}
		return validWorkspaces(t.Workspace, t.OtherWorkspaces)
	})
}

// RemoveWorkspaces takes other workspaces from the token with this name or id, and returns the token. The errors are
// those of Revoke, a workspace that the token does not list, and its own workspace, which it always keeps.
func RemoveWorkspaces(ctx context.Context, path, name string, workspaces []string) (Token, error) {
	return update(ctx, path, name, func(t *Token) error {
		for _, workspace := range workspaces {
			if workspace == t.Workspace {
				return fmt.Errorf("%q is the token's own workspace, which it keeps; to withdraw it, run: plotline token revoke %s", workspace, t.ID)
			}
			at := slices.Index(t.OtherWorkspaces, workspace)
			if at < 0 {
				return fmt.Errorf("the token %q does not list the workspace %q; it lists %s", t.Name, workspace, strings.Join(t.Workspaces(), ", "))
			}
			t.OtherWorkspaces = slices.Delete(t.OtherWorkspaces, at, at+1)
		}
		return nil
	})
}

// update changes the token with this name or id.
func update(ctx context.Context, path, name string, edit func(*Token) error) (Token, error) {
	var changed Token
	err := change(ctx, path, false, func(held []entry) ([]entry, error) {
		at := find(held, name)
		if at < 0 {
			return nil, unknown(held, name)
		}
		err := edit(&held[at].Token)
		changed = held[at].Token
		return held, err
	})
	if err != nil {
		return Token{}, err
	}
	return changed, nil
}
