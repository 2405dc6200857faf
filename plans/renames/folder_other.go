//go:build !linux && !darwin

package renames

import "os"

// removeFolder removes an empty folder, and nothing that is not a folder.
func removeFolder(root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errNotFolder
	}
	return root.Remove(name)
}
