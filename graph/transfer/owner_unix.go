//go:build unix

package transfer

import (
	"os"
	"syscall"
)

// sameOwner reports whether two folders belong to one user.
func sameOwner(a, b string) bool {
	owners := make([]uint32, 0, 2)
	for _, path := range []string{a, b} {
		info, err := os.Stat(path)
		if err != nil {
			return false
		}
		stat, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return false
		}
		owners = append(owners, stat.Uid)
	}
	return owners[0] == owners[1]
}
