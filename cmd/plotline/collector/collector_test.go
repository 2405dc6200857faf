package collector_test

import (
	"os"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"plotline/cmd/plotline/collector"
)

// TestPercentage checks that the collector waits while the heap is small, and only then, unless GOGC is set.
func TestPercentage(t *testing.T) {
	if os.Getenv("GOGC") != "" {
		t.Skip("the environment has a setting of its own")
	}
	if got := percentage(); got != 400 {
		t.Errorf("%d %% while the program starts", got)
	}
	collector.Started()
	for _, test := range []struct {
		held        int // MB
		least, most uint64
	}{{0, 300, 400}, {5, 120, 250}, {32, 100, 100}, {0, 300, 400}} {
		held := make([]byte, test.held<<20)
		runtime.GC()
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
			if got := percentage(); got >= test.least && got <= test.most {
				break
			}
		}
		if got := percentage(); got < test.least || got > test.most {
			t.Errorf("%d %% with %d MB, want %d to %d", got, test.held, test.least, test.most)
		}
		runtime.KeepAlive(held)
	}
}

func percentage() uint64 {
	now := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(now)
	return now[0].Value.Uint64()
}
