package audit_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"plotline/internal/audit"
)

const (
	goroutines = 8
	records    = 50
	// pathVariable makes a process of this test binary append to the file that it names.
	pathVariable = "PLOTLINE_TEST_AUDIT_FILE"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(pathVariable); path != "" {
		if err := appendMany(path, strconv.Itoa(os.Getpid())); err != nil {
			_, _ = fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// appendMany writes lines of different lengths through one sink, from many goroutines.
func appendMany(path, who string) error {
	file := audit.NewFile(path)
	errs := make([]error, goroutines)
	var group sync.WaitGroup
	for g := range goroutines {
		group.Go(func() {
			for i := range records {
				err := file.Write(audit.Record{
					Writes: true,
					Actor:  who, Operation: fmt.Sprintf("%d-%d", g, i), IDs: []string{strings.Repeat("x", g*i*20)},
				})
				if err != nil {
					errs[g] = err
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return file.Close()
}

// TestAppendFromSeveralProcesses appends from two processes and from the test itself. Every line must be
// there and whole, and the lines of one goroutine in order.
func TestAppendFromSeveralProcesses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			command := exec.CommandContext(t.Context(), self)
			command.Env = append(os.Environ(), pathVariable+"="+path)
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	group.Go(func() {
		if err := appendMany(path, "self"); err != nil {
			t.Error(err)
		}
	})
	group.Wait()

	last := map[string]int{}
	count := 0
	for _, line := range lines(t, path) {
		var rec audit.Record
		if err := json.Unmarshal([]byte(line), &rec); err != nil {
			t.Fatalf("%.200q: %v", line, err)
		}
		var g, i int
		if _, err := fmt.Sscanf(rec.Operation, "%d-%d", &g, &i); err != nil {
			t.Fatal(err)
		}
		who := fmt.Sprintf("%s-%d", rec.Actor, g)
		if i != last[who] {
			t.Errorf("record %d of %s stands where %d should", i, who, last[who])
		}
		last[who] = i + 1
		count++
	}
	if want := 3 * goroutines * records; count != want {
		t.Errorf("%d records, want %d", count, want)
	}
}
