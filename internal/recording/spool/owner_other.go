//go:build !unix

package spool

import "os"

// isOwn reports whether a folder is one. The temporary folder of Windows belongs to the user alone.
func isOwn(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir()
}
