package killed_test

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"plotline/testing/kit/ledger"
	"plotline/testing/kit/tier"
)

// graphs is the number of graphs written at once on each store.
const graphs = 3

// TestKilledWhileWriting kills the program while clients make changes of every kind. Each time,
// acknowledged changes must exist, no change may be partial, and a repeated change must exist once.
func TestKilledWhileWriting(t *testing.T) {
	t.Parallel()
	for name, store := range map[string]struct {
		open  func(*testing.T) graphPlace
		kills int // the least number of processes killed while working; PLOTLINE_SOAK requests more
	}{
		"embedded": {embedded, tier.Pick(20, 200)},
		"neo4j":    {inNeo4j, tier.Pick(10, 200)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			end := began.Add(tier.Duration(t, 0))
			seed := rand.Uint64() //nolint:gosec // not secret
			t.Log("seed", seed)
			var running sync.WaitGroup
			all := make([]*graphRun, graphs)
			for i := range all {
				all[i] = newGraphRun(store.open(t), seed+uint64(i)*100)
				running.Go(func() { all[i].run(t, (store.kills+graphs-1)/graphs, end) })
			}
			running.Wait()
			report(t, all, store.kills, time.Since(began))
		})
	}
}

// run kills the given number of processes, and continues until the time is over.
func (l *graphRun) run(t *testing.T, kills int, end time.Time) {
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

// report logs what was done, and fails if it was too little to find errors.
func report(t *testing.T, all []*graphRun, kills int, took time.Duration) {
	t.Helper()
	killed, early, happened, unanswered := 0, 0, 0, 0
	doubts := map[string]int{}
	var writers []*ledger.Writer
	for _, l := range all {
		killed, early, happened = killed+l.kills, early+l.killedEarly, happened+l.applied
		for useCase, n := range l.pending {
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
