package neo4jstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"strconv"
	"strings"

	"plotline/graph"
)

// Changes returns a digest of what the last writes to the workspace left behind. Creates and deletes, and adds and
// removals of an ordering type, leave a new id on the node that they lock anyway. Other writes lock no common node, and
// must not wait for each other: each leaves a new id on one of a workspace's change nodes, chosen at random.
//
// The bookmark of a transaction would cost writers nothing, but it also tells of the writes to other workspaces, which
// no page of this one may see.
func (s *Store) Changes(ctx context.Context, ws string) (string, error) {
	return run(ctx, s, readChanges.with(params{"workspace": ws}), func(r *row) (string, error) {
		ids := append(column[string](r.fields, "holders"), r.str("counter"))
		sum := sha256.Sum256([]byte(strings.Join(ids, " ")))
		return hex.EncodeToString(sum[:16]), nil
	})
}

// LastChange returns when an episode of a workspace was last created or changed, and 0 if it has none.
func (s *Store) LastChange(ctx context.Context, ws string) (graph.Time, error) {
	return run(ctx, s, lastChange.with(params{"workspace": ws}), func(r *row) (graph.Time, error) { return r.time("changed_at"), nil })
}

// changeNodes is the number of change nodes of a workspace.
const changeNodes = 64

// changeNode returns the type of a change node. It is a PlotlineLock like those of the ordering types.
func changeNode() string {
	return "CHANGE " + strconv.Itoa(rand.N(changeNodes)) //nolint:gosec // nothing secret about it
}

// newMark returns an id that no other write leaves.
func newMark() string { return string(graph.NewID()) }
