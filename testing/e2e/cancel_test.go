package e2e_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCancelOverHTTP gives up on calls until one of them was caught at work, as the record says. What
// it was about to do is in the graph whole, for it may have been at its commit, or not at all.
func TestCancelOverHTTP(t *testing.T) {
	t.Parallel()
	for _, where := range stores() {
		for _, c := range officials() {
			t.Run(where.name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				s := where.serve(t, false)
				got := c.drive(t, s.transport(), givenUp())
				last := got.Answers[len(got.Answers)-1]
				var listed struct {
					Total int `json:"total_count"`
				}
				if err := json.Unmarshal([]byte(last.text()), &listed); err != nil {
					t.Fatalf("%v in %+v", err, last)
				}
				outcomes := s.outcomes(t, "create_episodes")
				if outcomes["cancelled"] == 0 || listed.Total%1000 != 0 || listed.Total < 1000*outcomes["ok"] {
					t.Errorf("%d episodes after calls that ended %v", listed.Total, outcomes)
				}
			})
		}
	}
}

// givenUp makes thousands of episodes with less and less patience, and counts them.
func givenUp() []step {
	items := make([]map[string]any, 1000)
	for i := range items {
		items[i] = map[string]any{"query": strings.Repeat("long text ", 100), "reward": 0}
	}
	var steps []step
	for _, patience := range []int{640, 320, 160, 80, 40, 20} {
		steps = append(steps, step{Call: "create_episodes", Arguments: map[string]any{"episodes": items}, AbortAfter: patience})
	}
	return append(steps, step{Call: "list_episodes", Arguments: map[string]any{"limit": 1}})
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
