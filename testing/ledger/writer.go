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
	"time"

	"plotline/testing/doorway"
)

// Writer is one such client. It makes one call after the other, and is used by one goroutine at a time.
type Writer struct {
	// Client is the way to the program. It may be another one after each fault.
	Client doorway.Client
	// Patience is how long a change may take to arrive whose caller has died: a database server goes
	// on with what it was told last. 0 where nobody is left who could.
	Patience time.Duration
	// Done counts what was acknowledged, by use case.
	Done map[string]int

	name   string // a tag of all its episodes, and a word of them
	random *rand.Rand
	next   int // number of the next episode

	holds state
	ids   map[string]string // of episodes, by label
	edges map[edge]string   // ids of relationships
	doubt *change           // that has no answer
}

// New makes a writer. Of two on one graph none has the other's name, which is of letters and digits.
func New(name string, client doorway.Client, seed uint64) *Writer {
	return &Writer{
		Client: client, Done: map[string]int{}, name: name, random: rand.New(rand.NewPCG(seed, 0)), //nolint:gosec // no secret
		holds: newState(), ids: map[string]string{}, edges: map[edge]string{},
	}
}

// Episodes is how many episodes it has, for what was acknowledged.
func (w *Writer) Episodes() int { return len(w.holds.episodes) }

// InDoubt names the use case that has no answer yet, "" where there is none.
func (w *Writer) InDoubt() string {
	if w.doubt == nil {
		return ""
	}
	return w.doubt.useCase
}

// Step makes one change. When that has no answer, or is refused (*doorway.RefusedError), it is in doubt
// until Settle.
func (w *Writer) Step(ctx context.Context) error {
	if w.doubt != nil {
		return fmt.Errorf("%s: %s is in doubt", w.name, w.doubt.useCase)
	}
	w.doubt = w.choose()
	answer, err := w.ask(ctx)
	if err != nil {
		return err
	}
	if err := answer.Into(nil); err != nil {
		return fmt.Errorf("%s: %s %v: %w", w.name, w.doubt.useCase, w.doubt.args, err)
	}
	return w.acknowledge(answer)
}

func (w *Writer) ask(ctx context.Context) (doorway.Answer, error) {
	answer, err := w.Client.Call(ctx, w.doubt.useCase, w.doubt.args)
	if err != nil {
		err = fmt.Errorf("%s: %w", w.name, err)
	}
	return answer, err
}

// acknowledge enters what was in doubt. It was done, whatever the answer tells of it.
func (w *Writer) acknowledge(answer doorway.Answer) error {
	c := w.doubt
	w.doubt = nil
	w.holds = c.on(w.holds)
	w.Done[c.useCase]++
	if answer.Code != "" || c.learn == nil {
		return nil
	}
	if err := c.learn(answer); err != nil {
		return fmt.Errorf("%s: %s: %w", w.name, c.useCase, err)
	}
	return nil
}

// Settle compares what is there with the ledger. A change in doubt is made again then, as by a client
// whose answer was lost: it must be there once. Done tells whether it had happened already. When the
// error is that of a call without an answer, or of a refusal, Settle may be called again.
func (w *Writer) Settle(ctx context.Context) (done bool, err error) {
	before, after := w.holds, w.holds
	if w.doubt != nil {
		after = w.doubt.on(w.holds)
	}
	found, err := w.await(ctx, before, after)
	if err != nil || w.doubt == nil {
		return false, err
	}
	done = found.equal(after)
	answer, err := w.ask(ctx)
	if err != nil {
		return done, err
	}
	if err := w.judge(answer, done); err != nil {
		return done, err
	}
	if err := w.acknowledge(answer); err != nil {
		return done, err
	}
	_, err = w.await(ctx, w.holds, w.holds)
	return done, err
}

// judge looks at the answer to a repetition.
func (w *Writer) judge(answer doorway.Answer, done bool) error {
	again := w.doubt.again
	mayBeDone := done || w.Patience > 0 // it may have arrived since we looked
	switch {
	case answer.Code == "" && (again == "" || !done), answer.Code == again && mayBeDone:
		return nil
	}
	return fmt.Errorf("%s: %s again, which was done before: %t: %w", w.name, w.doubt.useCase, done, answer.Into(nil))
}

// await reads until what is there is one of the two, and learns the ids.
func (w *Writer) await(ctx context.Context, before, after state) (state, error) {
	for end := time.Now().Add(w.Patience); ; time.Sleep(50 * time.Millisecond) {
		found, err := w.read(ctx)
		if err == nil {
			err = found.isOneOf(before, after)
		}
		if err == nil {
			err = w.found(ctx, found.state, before, after)
		}
		if err == nil {
			w.ids, w.edges = found.ids, found.edgeIDs
			return found.state, nil
		}
		var half *HalfError
		if !errors.As(err, &half) || time.Now().After(end) {
			return state{}, fmt.Errorf("%s, in doubt %q: %w", w.name, w.InDoubt(), err)
		}
	}
}

// HalfError says that what is there is neither what was acknowledged nor that with the change in doubt.
type HalfError struct{ text string }

// Error says what differs.
func (e *HalfError) Error() string { return e.text }

func half(format string, args ...any) error { return &HalfError{fmt.Sprintf(format, args...)} }

// Sum adds up what writers have done.
func Sum(writers []*Writer) map[string]int {
	total := map[string]int{}
	for _, w := range writers {
		for useCase, n := range w.Done {
			total[useCase] += n
		}
	}
	return total
}
