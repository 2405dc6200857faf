package task_test

import (
	"fmt"
	"strings"
	"testing"

	"plotline/internal/recording/task"
)

// BenchmarkBuild measures a session of an hour of heavy use: 30 tasks with 2,000 calls.
func BenchmarkBuild(b *testing.B) {
	s := session{}
	for i := range 30 {
		s.prompt(fmt.Sprint("turn-", i), fmt.Sprintf("Guard the cart number %d in cart/store%d.go against lost updates of two buyers at once", i, i))
		for j := range 66 {
			switch j % 6 {
			case 0:
				s.shell("go test ./... 2>&1 | tail -40", 1, strings.Repeat("    log: something happened in the cart store\n", 18)+"--- FAIL: TestCart (0.01s)\n    store_test.go:42: got 1, want 2\nFAIL")
			case 1:
				s.shell("cd cart && go build ./... && go vet ./...", 0, "")
			case 2:
				s.edit(fmt.Sprintf("cart/store%d.go", i))
			default:
				s.shell("cat cart/store.go | grep -n lock | head -20", 0, "")
			}
		}
		s.shell("go test ./...", 0, strings.Repeat("ok  \tshop/cart\t0.1s\n", 30))
		s.stop("", strings.Repeat("I have guarded the cart. ", 20))
	}
	b.ReportAllocs()
	for b.Loop() {
		if got := task.Build(s.lines, s.options()); len(got) != 30 || got[0].Reward != 0.5 {
			b.Fatalf("%d tasks, %v", len(got), got[0].Because)
		}
	}
}
