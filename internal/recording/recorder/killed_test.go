package recorder_test

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// The variables of the process that TestKilled kills: the data folder, and the time of its clock in RFC 3339.
const (
	childData  = "PLOTLINE_TEST_RECORDER_DATA"
	childClock = "PLOTLINE_TEST_RECORDER_CLOCK"
)

func TestMain(m *testing.M) {
	if data := os.Getenv(childData); data != "" {
		m.Run() // TestChild alone
		return
	}
	os.Exit(m.Run())
}

// TestChild is the process that TestKilled kills: a recorder that drains once.
func TestChild(t *testing.T) {
	data := os.Getenv(childData)
	if data == "" {
		t.Skip("it is for TestKilled")
	}
	w := openWorld(t, data)
	now, err := time.Parse(time.RFC3339, os.Getenv(childClock))
	w.must(err)
	w.now = now
	w.flush(nil)
}

// TestKilled kills a process at many moments of a drain. Whatever it had done, the graph is the same after the next drain as
// without a kill.
func TestKilled(t *testing.T) {
	t.Parallel()
	calm := newWorld(t)
	for _, part := range script(calm) {
		part()
		calm.flush(nil)
	}
	want := calm.dump()
	program, err := os.Executable()
	calm.must(err)
	killed := 0
	for _, wait := range []int{20, 40, 60, 80, 100, 130, 160, 200} { // milliseconds
		w := newWorld(t)
		for i, part := range script(w) {
			part()
			child := exec.CommandContext(t.Context(), program, "-test.run=^TestChild$")
			child.Env = append(os.Environ(), childData+"="+w.data, childClock+"="+w.clock().Format(time.RFC3339))
			w.must(child.Start())
			timer := time.AfterFunc(time.Duration(wait+7*i)*time.Millisecond, func() { _ = child.Process.Kill() })
			if child.Wait() != nil {
				killed++
			}
			timer.Stop()
			w.flush(nil)
		}
		if got := w.dump(); got != want {
			t.Errorf("after a kill at %d ms: got\n%s\nwant\n%s", wait, got, want)
		}
	}
	if killed == 0 {
		t.Error("no process was killed")
	}
}
