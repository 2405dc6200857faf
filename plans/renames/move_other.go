//go:build !linux

package renames

import "os"

// moveNoReplace renames a file within root and fails with fs.ErrExist where the new name is taken.
func moveNoReplace(root *os.Root, from, to string) error { return moveByLink(root, from, to) }
