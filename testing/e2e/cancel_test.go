package e2e_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/tier"
)

// TestCancelOverHTTP gives up on calls until one of them was caught at work, as the record says. What
// it was about to do is in the graph whole, for it may have been at its commit, or not at all.
func TestCancelOverHTTP(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for _, where := range allStores() {
		for _, c := range officials() {
			t.Run(where.name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				s := where.serve(t, false)
				calls := givenUp()
				c.drive(t, s.transport(), calls)
				outcomes := s.settled(t, "create_episodes", len(calls))
				got := c.drive(t, s.transport(), []step{{Call: "list_episodes", Arguments: map[string]any{"limit": 1}}})
				last := got.Answers[len(got.Answers)-1]
				var listed struct {
					Total int `json:"total_count"`
				}
				if err := json.Unmarshal([]byte(last.text()), &listed); err != nil {
					t.Fatalf("%v in %+v", err, last)
				}
				if outcomes["cancelled"] == 0 || listed.Total%1000 != 0 || listed.Total < 1000*outcomes["ok"] {
					t.Errorf("%d episodes after calls that ended %v", listed.Total, outcomes)
				}
			})
		}
	}
}

// givenUp makes thousands of episodes with less and less patience.
func givenUp() []step {
	items := make([]map[string]any, 1000)
	for i := range items {
		items[i] = map[string]any{"query": strings.Repeat("long text ", 100), "reward": 0}
	}
	patience := []int{640, 320, 160, 80, 40, 20}
	steps := make([]step, len(patience))
	for i, least := range patience {
		steps[i] = step{Call: "create_episodes", Arguments: map[string]any{"episodes": items}, AbortAfter: least}
	}
	return steps
}

// settled waits until each of the calls has its record, for one that was given up may still be at its
// commit, and gives how they ended.
func (s site) settled(t *testing.T, operation string, calls int) map[string]int {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		counts, all := s.outcomes(t, operation), 0
		for _, n := range counts {
			all += n
		}
		if all >= calls || time.Now().After(deadline) { // one that never reached the use case has none
			return counts
		}
	}
}

// outcomes counts the records of an operation by how it ended.
func (s site) outcomes(t *testing.T, operation string) map[string]int {
	t.Helper()
	file, err := os.Open(filepath.Join(s.dir, "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	counts := map[string]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var record struct{ Operation, Outcome string }
		if err := json.Unmarshal(lines.Bytes(), &record); err == nil && record.Operation == operation {
			counts[record.Outcome]++
		}
	}
	return counts
}
