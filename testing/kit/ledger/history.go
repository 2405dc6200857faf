package ledger

import (
	"context"

	"plotline/testing/kit/apiclient"
)

// Mark makes the writer remember its states from now on. Its change without a reply must be settled.
func (w *Writer) Mark() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.history = []state{w.holds}
}

// remember adds a state to the history, if the writer has one.
func (w *Writer) remember(s state) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.history != nil {
		w.history = append(w.history, s)
	}
}

// SinceMark returns the number of changes that were acknowledged since Mark. It may be called at any time.
func (w *Writer) SinceMark() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.history) - 1
}

// CheckCopy checks the writer's part of a copy of the graph, which client reads. The copy must have what the writer had
// when from changes since Mark were acknowledged, or a later state. CheckCopy returns the number of episodes.
func (w *Writer) CheckCopy(ctx context.Context, client apiclient.Client, from int) (episodes int, err error) {
	reader := New(w.name, client, 0)
	copied, err := reader.read(ctx)
	if err != nil {
		return 0, err
	}
	states := w.history[from:]
	if w.pending != nil {
		states = append(states, w.pending.on(w.holds))
	}
	for _, s := range states {
		if copied.equal(s) {
			return len(s.episodes), reader.checkSearch(ctx, s, w.history[0], w.holds)
		}
	}
	return 0, copied.checkOneOf(states[0], states[len(states)-1])
}
