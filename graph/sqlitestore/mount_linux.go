package sqlitestore

import "golang.org/x/sys/unix"

// isReadOnlyMount reports whether the file at a path exists on a file system that is read-only, at least as this process
// sees it.
func isReadOnlyMount(path string) bool {
	var found unix.Statfs_t
	return unix.Statfs(path, &found) == nil && found.Flags&unix.ST_RDONLY != 0
}
