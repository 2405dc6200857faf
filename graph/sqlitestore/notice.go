package sqlitestore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"plotline/graph"
	"plotline/internal/durable"
)

// A process that has lost its database locks a file in the cache folder of its user until it ends. The data folder may be
// gone, or may belong to another database.

// noticePrefix returns the path of these files without the process id, or "" if the user has no cache folder.
func noticePrefix(path string) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(cache, "plotline", "replaced", hex.EncodeToString(sum[:8])+"-")
}

// postNotice lets LostBy find this process until the returned function is called.
func postNotice(path string) (remove func()) {
	prefix := noticePrefix(path)
	if prefix == "" || os.MkdirAll(filepath.Dir(prefix), 0o700) != nil {
		return func() {}
	}
	name := prefix + strconv.Itoa(os.Getpid())
	release, held, err := durable.TryLock(name)
	if err != nil || !held {
		return func() {}
	}
	return func() {
		release()
		_ = os.Remove(name)
	}
}

// LostBy returns the ids of the processes whose open file is no longer the one at the path. It finds those of the same
// user and machine.
func LostBy(path string) []int {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	prefix, lost := noticePrefix(path), []int{}
	names, _ := os.ReadDir(filepath.Dir(prefix))
	for _, entry := range names {
		id, own := strings.CutPrefix(entry.Name(), filepath.Base(prefix))
		pid, err := strconv.Atoi(id)
		if !own || err != nil {
			continue
		}
		name := prefix + id
		release, free, err := durable.TryLock(name)
		switch {
		case err == nil && !free:
			lost = append(lost, pid)
		case err == nil: // the process was killed
			release()
			_ = os.Remove(name)
		}
	}
	slices.Sort(lost)
	return lost
}

// Changes implements graph.Store. The mark is the number of writes to the workspace. SQLite's data_version would cost
// writers nothing, but it also tells of the writes to other workspaces, which no page of this one may see.
func (s *Store) Changes(ctx context.Context, ws string) (string, error) {
	return read(ctx, s, func(q *session) (string, error) {
		return strconv.FormatInt(q.number(ctx, readChanges, ws), 10), nil
	})
}

// LastChange returns when an episode of a workspace was last created or changed, and 0 if it has none.
func (s *Store) LastChange(ctx context.Context, ws string) (graph.Time, error) {
	return read(ctx, s, func(q *session) (graph.Time, error) { return graph.Time(q.number(ctx, lastChange, ws)), nil })
}

// changed counts a write to a workspace, and ends it if the workspace does not admit it. Creates and deletes of episodes
// count themselves, as they update the workspace's row anyway.
func (q *session) changed(ctx context.Context, ws string) {
	q.exec(ctx, countChange, ws)
	q.admit(ctx, ws)
}
