//go:build linux || darwin

package renames

import (
	"os"
	"path"

	"golang.org/x/sys/unix"

	"plotline/internal/durable"
)

// removeFolder removes an empty folder, and nothing that is not a folder.
func removeFolder(root *os.Root, name string) error {
	parent, err := durable.FolderIn(root, path.Dir(name))
	if err != nil {
		return err
	}
	defer func() { _ = parent.Close() }()
	return unix.Unlinkat(int(parent.Fd()), path.Base(name), unix.AT_REMOVEDIR)
}
