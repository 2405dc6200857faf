package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"plotline/internal/durable"
)

// stagingPrefix begins the names of staging folders, which are beside the backup.
const stagingPrefix = ".plotline-backup-"

// abandoned is the age from which a staging folder without a lock belongs to a killed process. A younger one may not be
// locked yet.
const abandoned = time.Minute

// staging is a private folder in which a backup is collected and written.
type staging struct {
	dir     string
	release func()
}

// newStaging makes a staging folder, and removes those of killed processes.
func newStaging(near string) (*staging, error) {
	removeAbandoned(near)
	dir, err := os.MkdirTemp(near, stagingPrefix)
	if err != nil {
		return nil, err
	}
	release, _, err := durable.TryLock(filepath.Join(dir, "lock"))
	s := &staging{dir, release}
	if err == nil {
		err = os.Mkdir(s.path(""), 0o700)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

func removeAbandoned(near string) {
	old, _ := filepath.Glob(filepath.Join(escaped(near), stagingPrefix+"*")) // the pattern is valid
	for _, dir := range old {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < abandoned {
			continue
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
