//go:build !linux

package renames

import "os"

// moveNoReplace renames a file within root. It returns fs.ErrExist if the new name exists.
func moveNoReplace(root *os.Root, from, to string) error { return moveByLink(root, from, to) }
