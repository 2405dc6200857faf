//go:build !windows

package setup

// moveAway makes room for a new copy. Only Windows needs it.
func moveAway(string, []byte) error { return nil }
