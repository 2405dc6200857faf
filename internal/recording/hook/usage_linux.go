package hook

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func thisThread() int { return syscall.Gettid() }

// usage returns for how long a thread ran, and for how long it waited for a processor. It is ready if it runs or waits for one
// now, and does not wait for anything else. All are 0 and false where the kernel does not say.
func usage(thread int) (worked, waited time.Duration, ready bool) {
	dir := "/proc/self/task/" + strconv.Itoa(thread) + "/"
	if raw, err := os.ReadFile(dir + "schedstat"); err == nil {
		if fields := strings.Fields(string(raw)); len(fields) > 1 {
			ran, _ := strconv.ParseInt(fields[0], 10, 64)
			slept, _ := strconv.ParseInt(fields[1], 10, 64)
			worked, waited = time.Duration(ran), time.Duration(slept)
		}
	}
	if raw, err := os.ReadFile(dir + "stat"); err == nil {
		_, state, found := strings.Cut(string(raw), ") ")
		ready = found && strings.HasPrefix(state, "R")
	}
	return worked, waited, ready
}
