package e2e_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// TestCancelOverHTTP cancels calls until the audit log shows that one was cancelled while it ran. Its
// changes must be stored completely, because it may have been committing, or not at all.
func TestCancelOverHTTP(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	onAllStores(t, func(t *testing.T, where store, c official) {
		t.Helper()
		s := where.serve(t, false)
		calls := createUntilCancelled()
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

// createUntilCancelled creates thousands of episodes with shorter and shorter timeouts.
func createUntilCancelled() []step {
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

// settled waits until every call has its audit record, because a cancelled one may still be committing. It
// returns the counts of their outcomes.
func (s site) settled(t *testing.T, operation string, calls int) map[string]int {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		counts, all := s.outcomes(t, operation), 0
		for _, n := range counts {
			all += n
		}
		if all >= calls || time.Now().After(deadline) { // a call that never reached the use case has no record
			return counts
		}
	}
}

// outcomes counts the audit records of an operation by outcome.
func (s site) outcomes(t *testing.T, operation string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for line := range bytes.Lines(serving.AuditLog(t, s.dir)) {
		var record struct{ Operation, Outcome string }
		if err := json.Unmarshal(line, &record); err == nil && record.Operation == operation {
			counts[record.Outcome]++
		}
	}
	return counts
}
