package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"plotline/internal/durable"
	"plotline/internal/fault"
)

// restoring is the folder of a restore in the data folder. It has a lock, the extracted files, and a mark when they are
// complete. The mark is the manifest.
const (
	restoring = ".restore"
	extracted = "files"
	mark      = "complete.json"
)

func (r *restore) path(name string) string { return filepath.Join(r.dir, restoring, name) }

// Settle finishes a restore that was killed, if all its files are on the disk, or else removes what it left. finished
// reports the first. Without such a restore it does nothing. It fails while a restore runs. It waits for nothing, and
// only renames and removes files.
func Settle(dataDir string) (finished bool, err error) {
	r := &restore{dir: dataDir, step: func(string) {}}
	raw, err := r.settle(tryLockDatabase)
	return raw != nil, err
}

// settle returns the manifest of the restore that it finished, or nil.
func (r *restore) settle(lockDatabase func(dir string) (func(), error)) ([]byte, error) {
	if _, err := os.Lstat(r.path("")); err != nil {
		return nil, nil //nolint:nilnil // nothing was interrupted
	}
	release, err := r.lock()
	if errors.Is(err, fs.ErrNotExist) { // another process has settled it
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer release()
	unlock, err := lockDatabase(r.dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	raw, err := os.ReadFile(r.path(mark))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, r.remove()
	}
	if err != nil {
		return nil, unwritten(r.dir, err)
	}
	return raw, r.finish()
}

// lock keeps other processes out of the folder of the restore.
func (r *restore) lock() (release func(), err error) {
	release, held, err := durable.TryLock(r.path("lock"))
	if err == nil && !held {
		err = fault.Newf(fault.Unavailable, "A restore into the data folder %s is running; try again when it has ended", r.dir)
	}
	return release, failed("The lock %s cannot be taken: %v", r.path("lock"), err)
}

// databaseTimeout is how long a restore waits for a process that is opening the database.
const databaseTimeout = 10 * time.Second

// lockDatabase keeps other processes from opening or making the database.
func lockDatabase(ctx context.Context, dir string) (release func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	release, err = durable.Lock(ctx, filepath.Join(dir, Database+lockSuffix))
	if err != nil {
		return nil, opensDatabase(dir, err)
	}
	return release, nil
}

// tryLockDatabase is lockDatabase without waiting.
func tryLockDatabase(dir string) (release func(), err error) {
	release, held, err := durable.TryLock(filepath.Join(dir, Database+lockSuffix))
	if err != nil || !held {
		return nil, opensDatabase(dir, err)
	}
	return release, nil
}

func opensDatabase(dir string, cause error) error {
	return fault.Newf(fault.Unavailable, "Another process is opening the database in %s; end it, and try again", dir).Because(cause)
}

// finish moves the extracted files to their places. It can be repeated after a crash.
func (r *restore) finish() error {
	entries, err := os.ReadDir(r.path(extracted))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unwritten(r.dir, err)
	}
	slices.SortStableFunc(entries, databaseFirst)
	for _, entry := range entries {
		r.step("before " + entry.Name() + " is moved")
		if err := r.move(entry.Name()); err != nil {
			return err
		}
	}
	if err := durable.Sync(r.dir); err != nil {
		return unwritten(r.dir, err)
	}
	return r.remove()
}

// databaseFirst sorts the database before the folders: a process that started without it would make a new one.
func databaseFirst(a, b fs.DirEntry) int {
	switch Database {
	case a.Name():
		return -1
	case b.Name():
		return 1
	}
	return 0
}

// move never replaces a file. A folder replaces an empty one.
func (r *restore) move(name string) error {
	to := filepath.Join(r.dir, name)
	if info, err := os.Lstat(to); err == nil && !info.IsDir() {
		return fault.Newf(fault.AlreadyExists, "The restore into %s cannot be finished: another program has made %s there; move it away, and try again",
			r.dir, name)
	}
	return unwritten(to, os.Rename(r.path(filepath.Join(extracted, name)), to))
}

// remove removes the folder of the restore: the mark first, because without it the files do not count. The next Settle
// removes what is left.
func (r *restore) remove() error {
	r.step("before the rest is removed")
	if err := os.Remove(r.path(mark)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unwritten(r.dir, err)
	}
	r.step("after the mark is removed")
	_ = os.RemoveAll(r.path(""))
	return unwritten(r.dir, durable.Sync(r.dir))
}
