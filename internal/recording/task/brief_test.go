package task_test

import (
	"slices"
	"testing"

	"plotline/internal/recording/task"
)

// TestBrief checks what is told at the start of a session, in order, and that nothing is told if there is nothing.
func TestBrief(t *testing.T) {
	t.Parallel()
	const day = 24 * 3600_000
	const now = int64(begun)
	all := []task.Facts{
		{Ended: now - 100*day, Session: "a", Corrections: []string{"never use globals in this project"}},
		{Ended: now - 50*day, Session: "b", Corrections: []string{"use the helper in clip"}, Passed: []string{"go test ./cart -run TestX", "make lint"}},
		{Ended: now - 20*day, Session: "c", Corrections: []string{"no locks of our own"}, Passed: []string{"go test ./..."}, Reverted: "cart/store.go: own lock. Reverted later."},
		{Ended: now - 10*day, Session: "d", Corrections: []string{"no locks of our own, use WATCH"}, Passed: []string{"go test ./..."}},
		{Ended: now - 2*day, Session: "e", Branch: "main", Passed: []string{"go test ./..."}, Worked: "npm install x failed; pnpm add x worked."},
		{Ended: now - 1*day, Session: "f", Branch: "main", Red: "go test ./... failed: TestCart."},
		{Ended: now - 1*day + 1, Session: "f", Branch: "main"},
		{Ended: now - 1*day + 2, Session: "g", Branch: "other", Passed: []string{"go test ./..."}},
	}
	want := []string{
		"Checks that passed here: go test ./...; make lint.",
		`Person: "no locks of our own, use WATCH" / "use the helper in clip".`,
		"cart/store.go: own lock. Reverted later.",
		"The last session on this branch did not end green: go test ./... failed: TestCart.",
		"npm install x failed; pnpm add x worked.",
	}
	if got := task.Brief(all, "main", now); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	slices.Reverse(all)
	if got := task.Brief(all, "main", now); !slices.Equal(got, want) {
		t.Errorf("in another order: %q", got)
	}
	if got := task.Brief(all, "other", now); len(got) != 4 || got[2] != want[2] || got[3] != "npm install x failed; pnpm add x worked." {
		t.Errorf("on another branch: %q", got)
	}
	if got := task.Brief(all, "main", now+200*day); len(got) != 1 {
		t.Errorf("long after: %q", got)
	}
	if got := task.Brief(nil, "main", now); got != nil {
		t.Errorf("of nothing: %q", got)
	}
}

// TestRules checks that the table of rules has each rule once.
func TestRules(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range task.Rules() {
		if seen[r.Name] || r.When == "" || r.Value < -1 || r.Value > 1 {
			t.Errorf("%+v", r)
		}
		seen[r.Name] = true
	}
}
