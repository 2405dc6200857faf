// Package ledger provides test clients that write to a graph and record what was acknowledged. Each client
// writes to its own part of the graph. After a fault they check that every acknowledged change exists
// exactly once and complete. A change without a reply must be stored completely or not at all. Fault tests
// import it.
package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"plotline/testing/kit/apiclient"
)

// Writer is one test client. It makes calls in sequence and is not safe for concurrent use.
type Writer struct {
	// Client is the connection to the program. It may be replaced after each fault.
	Client apiclient.Client
	// Patience is how long a change may take to arrive after its caller has died, because a database server
	// may still complete it. It is 0 if no server can.
	Patience time.Duration
	// Done counts the acknowledged changes by use case.
	Done map[string]int

	name   string // a tag of all its episodes, and a word in them
	random *rand.Rand
	next   int // number of the next episode

	holds   state
	ids     map[string]string // of episodes, by label
	edges   map[edge]string   // ids of relationships
	pending *change           // the change without a reply

	mu      sync.Mutex
	history []state // since Mark; nil before
}

// New creates a writer. Names consist of letters and digits. On one graph, no writer's name may contain
// another's.
func New(name string, client apiclient.Client, seed uint64) *Writer {
	return &Writer{
		Client: client, Done: map[string]int{}, name: name, random: rand.New(rand.NewPCG(seed, 0)), //nolint:gosec // no secret
		holds: newState(), ids: map[string]string{}, edges: map[edge]string{},
	}
}

// Episodes returns the number of acknowledged episodes.
func (w *Writer) Episodes() int { return len(w.holds.episodes) }

// Pending returns the use case that has no reply yet, or "".
func (w *Writer) Pending() string {
	if w.pending == nil {
		return ""
	}
	return w.pending.useCase
}

// Step makes one change. If it gets no reply or is rejected (*apiclient.RejectedError), it is pending until
// Settle.
func (w *Writer) Step(ctx context.Context) error {
	if w.pending != nil {
		return fmt.Errorf("%s: %s is pending", w.name, w.pending.useCase)
	}
	w.pending = w.choose()
	answer, err := w.ask(ctx)
	if err != nil {
		return err
	}
	if err := answer.Into(nil); err != nil {
		return fmt.Errorf("%s: %s %v: %w", w.name, w.pending.useCase, w.pending.args, err)
	}
	return w.acknowledge(answer)
}

func (w *Writer) ask(ctx context.Context) (apiclient.Answer, error) {
	answer, err := w.Client.Call(ctx, w.pending.useCase, w.pending.args)
	if err != nil {
		err = fmt.Errorf("%s: %w", w.name, err)
	}
	return answer, err
}

// acknowledge records the pending change as done, whatever the reply says.
func (w *Writer) acknowledge(answer apiclient.Answer) error {
	c := w.pending
	w.pending = nil
	w.holds = c.on(w.holds)
	w.remember(w.holds)
	w.Done[c.useCase]++
	if answer.Code != "" || c.learn == nil {
		return nil
	}
	if err := c.learn(answer); err != nil {
		return fmt.Errorf("%s: %s: %w", w.name, c.useCase, err)
	}
	return nil
}

// Settle compares the stored data with the ledger. It repeats a pending change, like a client that lost
// the reply; the change must then exist once. The result done reports whether it had taken effect already.
// Settle may be called again if it fails because a call got no reply or was rejected.
func (w *Writer) Settle(ctx context.Context) (done bool, err error) {
	before, after := w.holds, w.holds
	if w.pending != nil {
		after = w.pending.on(w.holds)
	}
	found, err := w.await(ctx, before, after)
	if err != nil || w.pending == nil {
		return false, err
	}
	done = found.equal(after)
	answer, err := w.ask(ctx)
	if err != nil {
		return done, err
	}
	if err := w.checkRepetition(answer, done); err != nil {
		return done, err
	}
	if err := w.acknowledge(answer); err != nil {
		return done, err
	}
	_, err = w.await(ctx, w.holds, w.holds)
	return done, err
}

// checkRepetition checks the reply to a repetition.
func (w *Writer) checkRepetition(answer apiclient.Answer, done bool) error {
	again := w.pending.again
	mayBeDone := done || w.Patience > 0 // it may have arrived since the read
	switch {
	case answer.Code == "" && (again == "" || !done), answer.Code == again && mayBeDone:
		return nil
	}
	return fmt.Errorf("%s: %s again, which was done before: %t: %w", w.name, w.pending.useCase, done, answer.Into(nil))
}

// await reads until the data matches one of the two states, and stores the ids.
func (w *Writer) await(ctx context.Context, before, after state) (state, error) {
	for end := time.Now().Add(w.Patience); ; time.Sleep(50 * time.Millisecond) {
		found, err := w.read(ctx)
		if err == nil {
			err = found.checkOneOf(before, after)
		}
		if err == nil {
			err = w.checkSearch(ctx, found.state, before, after)
		}
		if err == nil {
			w.ids, w.edges = found.ids, found.edgeIDs
			return found.state, nil
		}
		var partial *PartialError
		if !errors.As(err, &partial) || time.Now().After(end) {
			return state{}, fmt.Errorf("%s, pending %q: %w", w.name, w.Pending(), err)
		}
	}
}

// PartialError reports data that matches neither the acknowledged state nor that with the pending change.
type PartialError struct{ text string }

// Error describes the difference.
func (e *PartialError) Error() string { return e.text }

func partial(format string, args ...any) error { return &PartialError{fmt.Sprintf(format, args...)} }

// Sum adds the counts of several writers.
func Sum(writers []*Writer) map[string]int {
	total := map[string]int{}
	for _, w := range writers {
		for useCase, n := range w.Done {
			total[useCase] += n
		}
	}
	return total
}
