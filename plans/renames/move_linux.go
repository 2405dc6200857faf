package renames

import (
	"errors"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"plotline/internal/durable"
)

// moveNoReplace renames a file within root. It returns fs.ErrExist if the new name exists.
func moveNoReplace(root *os.Root, from, to string) error {
	old, err := durable.FolderIn(root, path.Dir(from))
	if err != nil {
		return err
	}
	defer func() { _ = old.Close() }()
	target := old
	if path.Dir(to) != path.Dir(from) {
		if target, err = durable.FolderIn(root, path.Dir(to)); err != nil {
			return err
		}
		defer func() { _ = target.Close() }()
	}
	for {
		err = unix.Renameat2(int(old.Fd()), path.Base(from), int(target.Fd()), path.Base(to), unix.RENAME_NOREPLACE)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if isOneOf(err, errsUnsupported) {
		return moveByLink(root, from, to)
	}
	if err != nil {
		return &os.LinkError{Op: "renameat2", Old: from, New: to, Err: err}
	}
	return nil
}
