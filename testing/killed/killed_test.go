package killed_test

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"plotline/testing/ledger"
	"plotline/testing/stint"
	"plotline/testing/tier"
)

// lanes is how many graphs are written at once on each store.
const lanes = 3

// TestKilledWhileWriting kills the program while clients write every kind of thing. What was
// acknowledged is there each time, nothing is half there, and what is repeated is not there twice.
func TestKilledWhileWriting(t *testing.T) {
	t.Parallel()
	for name, store := range map[string]struct {
		open  func(*testing.T) place
		kills int // processes killed at work, at the least; PLOTLINE_SOAK asks for more
	}{
		"embedded": {embedded, tier.Pick(20, 200)},
		"neo4j":    {inNeo4j, tier.Pick(10, 200)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			end := began.Add(stint.Of(t, 0))
			seed := rand.Uint64() //nolint:gosec // no secret
			t.Log("seed", seed)
			var running sync.WaitGroup
			all := make([]*lane, lanes)
			for i := range all {
				all[i] = newLane(store.open(t), seed+uint64(i)*100)
				running.Go(func() { all[i].run(t, (store.kills+lanes-1)/lanes, end) })
			}
			running.Wait()
			report(t, all, store.kills, time.Since(began))
		})
	}
}

// run kills so many, and until the time is over.
func (l *lane) run(t *testing.T, kills int, end time.Time) {
	t.Helper()
	defer l.end()
	for n := 0; l.kills < kills || time.Now().Before(end); n++ {
		if err := l.round(t.Context()); err != nil {
			t.Errorf("round %d: %v", n, err)
			return
		}
	}
	l.finish(t)
}

// report says what was done, and fails where that was too little to have found anything.
func report(t *testing.T, all []*lane, kills int, took time.Duration) {
	t.Helper()
	killed, early, happened, unanswered := 0, 0, 0, 0
	doubts := map[string]int{}
	var writers []*ledger.Writer
	for _, l := range all {
		killed, early, happened = killed+l.kills, early+l.early, happened+l.happened
		for useCase, n := range l.doubts {
			doubts[useCase] += n
			unanswered += n
		}
		writers = append(writers, l.writers...)
	}
	done := ledger.Sum(writers)
	t.Logf("%d processes killed at work and %d at their start in %s; acknowledged %v; without an answer %v, of which %d had happened",
		killed, early, took.Round(time.Second), done, doubts, happened)
	if !t.Failed() && (killed < kills || early == 0 || unanswered < kills/4 || len(done) < tier.Pick(4, 8)) {
		t.Error("too little was killed in the middle of something")
	}
}
