package killed_test

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"plotline/testing/ledger"
	"plotline/testing/stint"
)

const (
	// kills is how many processes are killed at work on each store, at the least; PLOTLINE_SOAK asks for more.
	kills = 200
	// lanes is how many graphs share them, at once.
	lanes = 3
)

// TestKilledWhileWriting kills the program while clients write every kind of thing. What was
// acknowledged is there each time, nothing is half there, and what is repeated is not there twice.
func TestKilledWhileWriting(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts the program some hundred times")
	}
	for name, open := range map[string]func(*testing.T) place{"embedded": embedded, "neo4j": inNeo4j} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			end := began.Add(stint.Of(t, 0))
			seed := rand.Uint64() //nolint:gosec // no secret
			t.Log("seed", seed)
			var running sync.WaitGroup
			all := make([]*lane, lanes)
			for i := range all {
				all[i] = newLane(open(t), seed+uint64(i)*100)
				running.Go(func() { all[i].run(t, end) })
			}
			running.Wait()
			report(t, all, time.Since(began))
		})
	}
}

// run kills until it is enough, and the time is over.
func (l *lane) run(t *testing.T, end time.Time) {
	t.Helper()
	defer l.end()
	for n := 0; l.kills < (kills+lanes-1)/lanes || time.Now().Before(end); n++ {
		if err := l.round(t.Context()); err != nil {
			t.Errorf("round %d: %v", n, err)
			return
		}
	}
	l.finish(t)
}

// report says what was done, and fails where that was too little to have found anything.
func report(t *testing.T, all []*lane, took time.Duration) {
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
	if !t.Failed() && (killed < kills || early == 0 || unanswered < kills/4 || len(done) < 8) {
		t.Error("too little was killed in the middle of something")
	}
}
