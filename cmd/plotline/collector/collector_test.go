package collector_test

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	"plotline/cmd/plotline/collector"
)

var (
	atStart = percentage()
	started = sync.OnceFunc(collector.Started)
)

func setByEnvironment(t *testing.T) {
	t.Helper()
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		t.Skip("the environment has a setting of its own")
	}
}

// TestPercentage checks that collections wait while the heap is small, and only then.
func TestPercentage(t *testing.T) {
	setByEnvironment(t)
	if atStart != 400 {
		t.Errorf("%d %% while the program starts", atStart)
	}
	started()
	for _, test := range []struct {
		held int // MB
		want uint64
	}{{0, 400}, {32, 100}, {0, 400}} {
		held := make([]byte, test.held<<20)
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
			debug.FreeOSMemory() // which collects, too
			if percentage() == test.want {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%d %% with %d MB, want %d %%", percentage(), test.held, test.want)
			}
		}
		runtime.KeepAlive(held)
	}
}

// TestFastGrowth checks that a heap that grows while collections wait is not collected later than usual.
func TestFastGrowth(t *testing.T) {
	setByEnvironment(t)
	started()
	const most = 64 // MB
	held := make([][]byte, 0, most)
	for len(held) < most {
		held = append(held, make([]byte, 1<<20))
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	if memory.NextGC > 5*most/2<<20 { // twice, and twice what else is in use
		t.Errorf("with %d MB in use, it collects at %d MB", most, memory.NextGC>>20)
	}
	runtime.KeepAlive(held)
}

func percentage() uint64 {
	now := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(now)
	return now[0].Value.Uint64()
}
