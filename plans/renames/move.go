package renames

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isOneOf is errors.Is for several targets.
func isOneOf(err error, targets []error) bool {
	return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
}

// moveByLink renames without replacing on systems that have no call for it. It makes a hard link, which
// fails if the new name exists, and removes the old name. A crash in between leaves both names, which the
// rollback handles.
func moveByLink(root *os.Root, from, to string) error {
	err := root.Link(from, to)
	if isOneOf(err, errsNoLinks) {
		return moveByCheck(root, from, to)
	}
	if err != nil {
		return err
	}
	if err := root.Remove(from); err != nil {
		return errors.Join(err, root.Remove(to))
	}
	return nil
}

// moveByCheck is the last resort for file systems without links. A file created at the target between
// the check and the rename is lost.
func moveByCheck(root *os.Root, from, to string) error {
	_, err := root.Lstat(to)
	if err == nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: fs.ErrExist}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return root.Rename(from, to)
}

// pathKey returns a folder's lock name based on its path, for platforms without inodes.
func pathKey(folder string) string {
	if resolved, err := filepath.EvalSymlinks(folder); err == nil {
		folder = resolved
	}
	sum := sha256.Sum256([]byte(strings.ToLower(folder)))
	return "folder-" + hex.EncodeToString(sum[:16])
}
