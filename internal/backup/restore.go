package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/schema"
)

// Restore extracts the backup at path into a new or empty data folder. It first compares everything with the checksums. A
// failure leaves the folder as it was, but for an empty lock file. If an earlier Restore of the same backup was killed
// when all its files were on the disk, Restore finishes it. knows reports whether the
// program can use a database with a schema. renew gives the database in a file another id.
func Restore(
	ctx context.Context, path, dataDir string, knows func(schema.Version) bool, renew func(ctx context.Context, database string) error,
) (*Manifest, error) {
	r := &restore{dir: dataDir, renew: renew, step: func(string) {}}
	return r.run(ctx, path, knows)
}

// restore is a restore into a data folder.
type restore struct {
	dir   string
	renew func(ctx context.Context, database string) error
	step  func(step string) // called where a crash could interrupt it; tests crash there
}

func (r *restore) run(ctx context.Context, path string, knows func(schema.Version) bool) (*Manifest, error) {
	m, raw, err := verify(ctx, path, knows)
	if err != nil {
		return nil, err
	}
	if err := makeFolder(r.dir); err != nil {
		return nil, unwritten(r.dir, err)
	}
	if _, err := os.Lstat(r.path("")); err != nil { // before the lock, which would leave a file in a folder of others
		if err := checkEmpty(r.dir); err != nil {
			return nil, err
		}
	}
	unlock, err := lockDatabase(ctx, r.dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	switch finished, err := r.settle(alreadyLocked); {
	case err != nil:
		return nil, err
	case slices.Equal(finished, raw):
		return m, nil
	}
	if err := checkEmpty(r.dir); err != nil {
		return nil, err
	}
	r.step("before the folder is made")
	if err := os.MkdirAll(r.path(""), 0o700); err != nil {
		return nil, unwritten(r.dir, err)
	}
	release, err := r.lock()
	if err != nil {
		return nil, err
	}
	defer release()
	if err := r.extract(ctx, path, raw); err != nil {
		return nil, errors.Join(err, r.remove())
	}
	return m, r.finish()
}

// alreadyLocked stands for lockDatabase where the caller has called it.
func alreadyLocked(string) (func(), error) { return func() {}, nil }

// verify reads the whole backup.
func verify(ctx context.Context, path string, knows func(schema.Version) bool) (*Manifest, []byte, error) {
	a, err := Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer a.Close()
	if g := a.Manifest.Graph; g != nil {
		if found := (schema.Version{Number: g.Schema, Digest: g.Digest}); !knows(found) {
			return nil, nil, fault.Newf(fault.Unavailable, "the graph in %s %s; that version, %s, can restore it",
				path, found.Refusal(), a.Manifest.Program)
		}
	}
	return &a.Manifest, a.raw, a.Verify(ctx)
}

// makeFolder makes the data folder so that a power loss does not take it away.
func makeFolder(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return errors.New("it is not a folder")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return durable.Sync(filepath.Dir(dir))
}

// checkEmpty rejects a folder that has anything but what a new disk or a refused restore leaves.
func checkEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return unwritten(dir, err)
	}
	var names []string
	for _, entry := range entries {
		if name := entry.Name(); name != restoring && name != Database+lockSuffix && name != "lost+found" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	if len(names) > 3 {
		names = append(names[:3], "…")
	}
	return fault.Newf(fault.AlreadyExists, "The data folder %s is not empty: it has %s. Restore into a new folder, which --data-dir names; "+
		"nothing was changed", dir, strings.Join(names, ", "))
}

// extract writes all files below the folder of the restore, and the mark when they are on the disk.
func (r *restore) extract(ctx context.Context, path string, raw []byte) error {
	a, err := Open(path)
	if err != nil {
		return err
	}
	defer a.Close()
	if !slices.Equal(a.raw, raw) {
		return fault.Newf(fault.Conflict, "%s was replaced meanwhile; nothing was changed", path)
	}
	r.step("before the files are written")
	if err := r.extractFiles(ctx, a); err != nil {
		return unwritten(r.dir, err)
	}
	if a.Manifest.Graph != nil {
		r.step("before the id is renewed")
		if err := r.renew(ctx, r.path(filepath.Join(extracted, Database))); err != nil {
			return unwritten(r.dir, err)
		}
	}
	r.step("before the mark is written")
	return unwritten(r.dir, durable.Write(r.path(mark), raw, 0o600))
}

func (r *restore) extractFiles(ctx context.Context, a *Archive) error {
	if err := os.Mkdir(r.path(extracted), 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(r.path(extracted))
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	err = a.each(ctx, func(f File) (io.WriteCloser, error) {
		r.step("before " + f.Path)
		name := filepath.FromSlash(f.Path)
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return nil, unwritten(f.Path, err)
		}
		file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, f.mode())
		return synced{file}, unwritten(f.Path, err)
	})
	return errors.Join(err, syncFolders(r.path(extracted)))
}

// synced is a file that is on the disk when it is closed.
type synced struct{ *os.File }

// Close implements io.Closer.
func (f synced) Close() error { return errors.Join(f.Sync(), f.File.Close()) }

func syncFolders(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return durable.Sync(path)
	})
}
