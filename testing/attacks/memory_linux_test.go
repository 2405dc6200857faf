package attacks_test

import (
	"testing"

	"golang.org/x/sys/unix"
)

// limitMemory limits the writable private memory of a process (RLIMIT_DATA). That needs no root and no
// cgroup.
func limitMemory(t *testing.T, process int, bytes uint64) {
	t.Helper()
	if err := unix.Prlimit(process, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil); err != nil {
		t.Fatal(err)
	}
}
