package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"plotline/internal/fault"
)

// errLocked reports that another process held the lock file for too long.
var errLocked = errors.New("the lock file is held")

// advice says what is wrong and what to do, for each class of SQLite errors. A class that is not listed is a bug in
// Plotline.
var advice = map[int]string{
	sqlite3.SQLITE_BUSY:     busyAdvice,
	sqlite3.SQLITE_LOCKED:   busyAdvice,
	sqlite3.SQLITE_PROTOCOL: busyAdvice,
	sqlite3.SQLITE_FULL:     fullAdvice,
	sqlite3.SQLITE_READONLY: accessAdvice,
	sqlite3.SQLITE_PERM:     accessAdvice,
	sqlite3.SQLITE_CANTOPEN: accessAdvice,
	sqlite3.SQLITE_CORRUPT:  damageAdvice,
	sqlite3.SQLITE_NOTADB:   damageAdvice,
	sqlite3.SQLITE_IOERR:    "%s cannot be read or written; check its disk, then try again",
	sqlite3.SQLITE_NOMEM:    "There is not enough memory to work on %s; free some and try again",
}

const (
	busyAdvice   = "Another program keeps %s locked; close it or try again later"
	fullAdvice   = "The disk is too full to write %s; free space on it and try again"
	accessAdvice = "%s cannot be opened for writing; check that the file and its folder exist and are writable"
	damageAdvice = "%s is damaged or not a database, and was not changed; restore a backup or give another file"
	closedAdvice = "%s is closed, because the program is ending; start it again"

	replacedAdvice = "%s is no longer the file that was opened: it was moved, deleted, replaced or overwritten; " +
		"restart plotline to use the file that is there now"
	foreignLogAdvice = "%[1]s was overwritten while it was in use, and %[1]s-wal still has changes of the database before; move " +
		"%[1]s-wal and %[1]s-shm away, then restart plotline"
	folderAdvice = "%s cannot be opened: even to read it, Plotline makes files beside it; let the user who runs plotline write to " +
		"its folder, or mount the folder read-only"
	unfinishedAdvice = "%[1]s is on a read-only disk, and its last changes are not in the file but in %[1]s-wal; where the folder " +
		"is writable, run plotline episodes, which completes the file"
	oldSchemaAdvice = "%s is on a read-only disk and has the schema of an older version; where the folder is writable, " +
		"run plotline episodes, which migrates the file"
)

// translate prepares an error for callers. It keeps verdicts and the context's error. Errors that an operator can fix
// become Unavailable, with advice. All others are bugs: they stay as they are, and callers report them as internal.
func (s *Store) translate(ctx context.Context, err error) error {
	if _, verdict := errors.AsType[*fault.Error](err); verdict || err == nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errReplaced):
		return s.unavailable(replacedAdvice, err)
	case errors.Is(err, errForeignLog):
		return s.unavailable(foreignLogAdvice, err)
	case errors.Is(err, errClosed):
		return s.unavailable(closedAdvice, err)
	case errors.Is(err, errLocked):
		return s.unavailable(busyAdvice, err)
	case errors.Is(err, syscall.ENOSPC):
		return s.unavailable(fullAdvice, err)
	}
	sentence, known := advice[codeOf(err)&0xff]
	if _, file := errors.AsType[*fs.PathError](err); file && !known {
		sentence, known = accessAdvice, true
	}
	switch {
	case !known:
		return err
	case sentence == accessAdvice && s.readOnly && isThere(s.path):
		sentence = folderAdvice
	}
	return s.unavailable(sentence, err)
}

func isThere(path string) bool {
	_, err := stat(path)
	return err == nil
}

func (s *Store) unavailable(sentence string, cause error) error {
	return fault.Newf(fault.Unavailable, sentence, s.displayName()).Because(fmt.Errorf("%s: %w", s.path, cause))
}

// displayName is the name of the database's file without its folder. Clients must not learn where the server keeps it. The
// log has the path, and `plotline doctor` shows it.
func (s *Store) displayName() string { return filepath.Base(s.path) }

// codeOf returns SQLite's error code, or 0 if the error is not SQLite's.
func codeOf(err error) int {
	if own, ok := errors.AsType[*sqlite.Error](err); ok {
		return own.Code()
	}
	return 0
}

func isBusy(err error) bool { return codeOf(err)&0xff == sqlite3.SQLITE_BUSY }

func isReadOnly(err error) bool { return codeOf(err)&0xff == sqlite3.SQLITE_READONLY }
