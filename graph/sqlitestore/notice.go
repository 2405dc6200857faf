package sqlitestore

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

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
