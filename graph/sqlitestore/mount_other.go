//go:build !linux

package sqlitestore

// isReadOnlyMount is false, because only Linux is known to say it for certain.
func isReadOnlyMount(string) bool { return false }
