package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"plotline/internal/durable"
)

// The names of staging folders, which are beside the backup, begin with one of these. A folder gets the second when its
// lock is held.
const (
	unlockedPrefix = ".plotline-new-"
	stagingPrefix  = ".plotline-backup-"
)

// staging is a private folder in which a backup is collected and written.
type staging struct {
	dir     string
	release func()
}

// attempts is how often a process makes its folder. Others, which begin backups in the same folder at the same moment, may
// remove it before its lock is held.
const attempts = 20

// newStaging makes a staging folder, and removes those of killed processes.
func newStaging(near string) (s *staging, err error) {
	removeAbandoned(near)
	for range attempts {
		if s, err = tryStaging(near); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return s, err
}

func tryStaging(near string) (*staging, error) {
	unlocked, err := os.MkdirTemp(near, unlockedPrefix+"*")
	if err != nil {
		return nil, err
	}
	release, held, err := durable.TryLock(filepath.Join(unlocked, "lock"))
	if err == nil && !held {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(unlocked))
	}
	s := &staging{lockedName(unlocked), release}
	if err := errors.Join(os.Rename(unlocked, s.dir), os.Mkdir(s.path(""), 0o700)); err != nil {
		_ = os.RemoveAll(unlocked)
		s.remove()
		return nil, err
	}
	return s, nil
}

// lockedName returns the path that a folder has when its lock is held.
func lockedName(unlocked string) string {
	return filepath.Join(filepath.Dir(unlocked), strings.Replace(filepath.Base(unlocked), unlockedPrefix, stagingPrefix, 1))
}

// removeAbandoned removes the folders of killed processes. It renames one without a lock first: a process that has only
// just made it then finds it no more, and makes another.
func removeAbandoned(near string) {
	entries, _ := os.ReadDir(near) // newStaging reports what is wrong with the folder
	for _, entry := range entries {
		dir := filepath.Join(near, entry.Name())
		unlocked := strings.HasPrefix(entry.Name(), unlockedPrefix)
		if !entry.IsDir() || !unlocked && !strings.HasPrefix(entry.Name(), stagingPrefix) {
			continue
		}
		if unlocked {
			if os.Rename(dir, lockedName(dir)) != nil { // it has just got its lock, or belongs to another user
				continue
			}
			dir = lockedName(dir)
		}
		if release, held, err := durable.TryLock(filepath.Join(dir, "lock")); err == nil && held {
			_ = os.RemoveAll(dir) // another user's folder stays
			release()
		}
	}
}

// path returns the path of the copy of a file.
func (s *staging) path(name string) string { return filepath.Join(s.dir, "files", name) }

// copy copies a file of the data folder.
func (s *staging) copy(ctx context.Context, dataDir, name string) (File, error) {
	from, err := durable.Open(filepath.Join(dataDir, name))
	if err != nil {
		return File{}, err
	}
	defer func() { _ = from.Close() }()
	info, err := from.Stat()
	if err != nil {
		return File{}, unread(err)
	}
	if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o700); err != nil {
		return File{}, unwritten(s.dir, err)
	}
	to, err := os.OpenFile(s.path(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return File{}, unwritten(s.dir, err)
	}
	f, err := sum(ctx, name, modeOf(info), from, to)
	return f, unwritten(s.dir, errors.Join(err, to.Close()))
}

func (s *staging) remove() {
	_ = os.RemoveAll(s.dir) // the next backup removes what is left
	s.release()
}
