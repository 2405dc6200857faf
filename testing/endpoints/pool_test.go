package endpoints_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"plotline/graph/graphtest"
	"plotline/internal/access"
)

// workspaceCounts is the number of workspaces that a server starts with, and how many have a media root.
type workspaceCounts struct{ workspaces, media int }

// defaultCounts is enough for most tests. Further tokens are created one by one.
var defaultCounts = workspaceCounts{workspaces: 16, media: 4}

// workspacePool holds the workspaces that a server starts with. The tokens file has a token of every role
// for each, so that tests need not change it. A server rereads a recently changed file for every request.
type workspacePool struct {
	mu      sync.Mutex
	plain   []string
	media   []string
	secrets map[owner]string
}

// owner is the workspace and role of a token.
type owner struct {
	workspace string
	role      access.Role
}

// newWorkspacePool writes the tokens file.
func newWorkspacePool(file string, of workspaceCounts) (*workspacePool, error) {
	type token struct {
		ID        string      `json:"id"`
		Name      string      `json:"name"`
		Role      access.Role `json:"role"`
		Workspace string      `json:"workspace"`
		CreatedAt time.Time   `json:"created_at"`
		SHA256    string      `json:"sha256"`
	}
	r := &workspacePool{secrets: map[owner]string{}}
	long := time.Now().Add(-time.Hour).UTC().Truncate(time.Second)
	list := make([]token, 0, of.workspaces*len(access.Roles()))
	for range of.workspaces {
		workspace := graphtest.Workspace()
		r.plain = append(r.plain, workspace)
		for _, role := range access.Roles() {
			id := fmt.Sprintf("ready%05d", len(list))
			secret := "plotline_" + id + "_" + strings.Repeat("A", 43)
			hash := sha256.Sum256([]byte(secret))
			list = append(list, token{id, "of " + id, role, workspace, long, hex.EncodeToString(hash[:])})
			r.secrets[owner{workspace, role}] = secret
		}
	}
	r.media, r.plain = slices.Clone(r.plain[:of.media]), r.plain[of.media:]
	raw, err := json.Marshal(map[string]any{"version": 1, "tokens": list})
	if err == nil {
		err = os.WriteFile(file, raw, 0o600)
	}
	if err == nil {
		err = os.Chtimes(file, long, long) // the server caches a file that has not changed recently
	}
	return r, err
}

// token returns the token of a workspace for a role, once.
func (r *workspacePool) token(workspace string, role access.Role) (secret string, is bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	secret, is = r.secrets[owner{workspace, role}]
	delete(r.secrets, owner{workspace, role})
	return secret, is
}

// take returns an unused workspace.
func (r *workspacePool) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.plain) == 0 {
		return graphtest.Workspace()
	}
	workspace := r.plain[0]
	r.plain = r.plain[1:]
	return workspace
}

// takeMedia returns an unused workspace with a media root.
func (r *workspacePool) takeMedia() (workspace string, is bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.media) == 0 {
		return "", false
	}
	workspace = r.media[0]
	r.media = r.media[1:]
	return workspace, true
}
