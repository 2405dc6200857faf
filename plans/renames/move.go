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

// moveByLink renames without replacing where the system has no call for it: a second name, which the
// system refuses to make where one is, and the removal of the first. A crash between the two leaves
// both names, which taking back knows.
func moveByLink(root *os.Root, from, to string) error {
	err := root.Link(from, to)
	if isOneOf(err, errsNoLinks) {
		return moveByLooking(root, from, to)
	}
	if err != nil {
		return err
	}
	if err := root.Remove(from); err != nil {
		return errors.Join(err, root.Remove(to))
	}
	return nil
}

// moveByLooking is the last resort, for file systems without links: who makes the target between the
// look and the rename loses it.
func moveByLooking(root *os.Root, from, to string) error {
	_, err := root.Lstat(to)
	if err == nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: fs.ErrExist}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return root.Rename(from, to)
}

// pathKey names a folder for its lock by its path, where the platform has nothing better.
func pathKey(folder string) string {
	if resolved, err := filepath.EvalSymlinks(folder); err == nil {
		folder = resolved
	}
	sum := sha256.Sum256([]byte(strings.ToLower(folder)))
	return "folder-" + hex.EncodeToString(sum[:16])
}
