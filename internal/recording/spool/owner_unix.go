//go:build unix

package spool

import (
	"os"
	"syscall"
)

// isOwn reports whether a folder belongs to this user alone.
func isOwn(dir string) bool {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return false
	}
	stat, is := info.Sys().(*syscall.Stat_t)
	return is && int64(stat.Uid) == int64(os.Getuid())
}
