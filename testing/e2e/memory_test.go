package e2e_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMemoryAfterStart checks that an idle program returns the memory that only its start needed.
func TestMemoryAfterStart(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--data-dir", t.TempDir())
	s.call("list_episodes", object{})
	before := residentFile(t, s.Process())
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		now := residentFile(t, s.Process())
		if now < before*2/3 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d KiB of the program's file are resident, and were %d after its start", now, before)
		}
	}
	s.call("list_episodes", object{})
}

// residentFile returns how much of the program's file a process holds, in KiB.
func residentFile(t *testing.T, process int) (kib int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if _, err := fmt.Sscanf(line, "RssFile: %d kB", &kib); err == nil {
			return kib
		}
	}
	t.Fatal("the kernel does not report RssFile")
	return 0
}
