// Package moving moves a workspace from one store to another while clients write to it.
//
// The source keeps a journal of what is changed, while everything is copied. The journal is then applied until little is
// left of it. Then the source rejects writes for a moment, the rest is applied, and the source names the new place in
// every rejection from then on. Only after that does the destination accept writes. So no two places accept writes at a
// time. Each step can be repeated: a move that was killed continues where the states of the two places say.
package moving

import (
	"context"
	"errors"
	"strings"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/pause"
)

// Store is what a move needs of a store.
type Store interface {
	graph.Store
	graph.MoveStore
}

// End is a place of a workspace.
type End struct {
	Store     Store
	Workspace string
	Place     string // for people
}

// Moved counts what the destination has at the end of a move.
type Moved struct {
	Episodes      int           `json:"episodes"`
	Relationships int           `json:"relationships"`
	Journal       int           `json:"journal"`  // entries that were applied
	Rejected      time.Duration `json:"rejected"` // how long the source rejected writes
}

const (
	// rejects bounds how long the source rejects writes. After that they are admitted again, and the move tries later.
	rejects = time.Second
	// reopens bounds how long a move tries to admit writes again. After that they are rejected until a later run.
	reopens = 30 * time.Second
	// short is the number of journal entries below which the source may be closed.
	short = 200
	// attempts bounds how often the source is closed. The move rests before each attempt but the first, each time a second
	// longer, up to longestRest. Meanwhile clients can write, and a busy database has time to recover.
	attempts    = 20
	longestRest = 5 * time.Second
	// patience bounds how long the move waits for a short journal.
	patience = 10 * time.Minute
	// pageItems is the number of items of one page. Texts of 96 KiB then take 19 MB.
	pageItems = 200
)

// These errors leave the move as it is, so that a later run can continue it.
var (
	errTooFast = fault.New(fault.Conflict, "The workspace is written to faster than the changes can be copied; "+
		"run the command again when there are fewer writes")
	errTooSlow = fault.Newf(fault.Timeout, "The last step of the move takes longer than the second for which it may reject writes "+
		"(%d attempts); run the command again when the two places have less to do", attempts)
)

// Move moves a workspace. It calls step before each step, for tests; step may be nil.
func Move(ctx context.Context, from, to End, step func(string)) (Moved, error) {
	m := &move{from: from, to: to, step: step}
	if step == nil {
		m.step = func(string) {}
	}
	if err := m.begin(ctx); err != nil {
		return m.done, err
	}
	if m.leaving.State != graph.Gone {
		if err := m.run(graph.WithMove(ctx, m.arriving.Move)); err != nil {
			return m.done, err
		}
	}
	if m.arriving.State == graph.Arriving {
		m.step("open")
		if err := m.to.Store.SetResidence(ctx, to.Workspace, m.arriving, graph.Residence{}); err != nil {
			return m.done, err
		}
	}
	extent, err := to.Store.Extent(ctx, to.Workspace)
	m.done.Episodes, m.done.Relationships = extent.Episodes, extent.Relationships
	return m.done, err
}

// Cancel lets the source of a move accept writes as before. The destination keeps rejecting them.
func Cancel(ctx context.Context, from End) error {
	state, err := from.Store.Residence(ctx, from.Workspace)
	switch {
	case err != nil:
		return err
	case state == graph.Deletion:
		return state.Admit(ctx, from.Workspace)
	case state.State != graph.Leaving && state.State != graph.Closed:
		return fault.Newf(fault.Conflict, "Workspace %s is not being moved from here", from.Workspace)
	}
	return from.Store.SetResidence(ctx, from.Workspace, state, graph.Residence{})
}

// move is a move in progress.
type move struct {
	from, to End
	step     func(string)
	leaving  graph.Residence // the source's state
	arriving graph.Residence // the destination's state
	deferred []graph.JournalEntry
	done     Moved
}

// The Move of a state is the id of the move. That of Closed and Arriving also has an id of its own, so that a run of the
// command that was thought dead can change nothing more.
func own(id string) string { return id + " " + string(graph.NewID()) }

func idOf(state graph.Residence) string {
	id, _, _ := strings.Cut(state.Move, " ")
	return id
}

// reopen admits writes at the source again.
func (m *move) reopen(ctx context.Context) error {
	return m.set(ctx, graph.Residence{State: graph.Leaving, Move: idOf(m.leaving), Place: m.to.Place})
}

// run copies everything, and ends with a source that is gone.
func (m *move) run(ctx context.Context) error {
	if m.leaving.State == graph.Closed { // a run was killed
		if err := m.reopen(ctx); err != nil {
			return err
		}
	}
	languages, err := m.from.Store.Languages(ctx, m.from.Workspace)
	if err == nil && !languages.Languages.None() {
		_, err = m.to.Store.UseLanguages(ctx, m.to.Workspace, languages.Languages)
	}
	if err != nil {
		return err
	}
	m.step("copy")
	if err := m.copy(ctx); err != nil {
		return err
	}
	if err := m.catchUp(ctx); err != nil {
		return err
	}
	if err := m.compare(ctx); err != nil {
		return err
	}
	for attempt := range attempts {
		if !pause.For(ctx, min(time.Duration(attempt)*time.Second, longestRest)) {
			return ctx.Err()
		}
		if err := m.catchUp(ctx); err != nil {
			return err
		}
		gone, err := m.leave(ctx)
		if err != nil || gone {
			return err
		}
	}
	return errTooSlow
}

// leave closes the source, applies the rest of the journal, and makes the source name the new place. If that takes too
// long, the source is open again.
func (m *move) leave(ctx context.Context) (gone bool, err error) {
	m.step("close")
	began := time.Now()
	bounded, cancel := context.WithDeadline(ctx, began.Add(rejects*8/10)) // the rest is for opening it again
	defer cancel()
	closed := graph.Residence{State: graph.Closed, Move: own(idOf(m.leaving)), Place: m.to.Place}
	if err = m.set(bounded, closed); err == nil {
		err = m.finish(bounded)
	}
	if err == nil {
		m.step("go")
		err = m.set(bounded, graph.Residence{State: graph.Gone, Move: idOf(m.leaving), Place: m.to.Place})
	}
	m.done.Rejected += time.Since(began)
	if err == nil {
		return true, nil
	}
	late := bounded.Err() != nil && ctx.Err() == nil
	ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), reopens)
	defer cancel()
	state, unread := m.from.Store.Residence(ctx, m.from.Workspace) // a change whose answer was lost
	if unread != nil {
		return false, errors.Join(err, unread)
	}
	if m.leaving = state; state.State == graph.Gone {
		return true, nil
	}
	if state == closed {
		if failed := m.reopen(ctx); failed != nil {
			return false, errors.Join(err, failed)
		}
	}
	if late {
		return false, nil
	}
	return false, err
}

// finish applies the whole journal of a closed source, and compares the counters. Its time depends on the journal, but not on
// the size of the workspace.
func (m *move) finish(ctx context.Context) error {
	if err := m.follow(ctx, 0); err != nil {
		return err
	}
	there, here, err := m.numbers(ctx)
	if err == nil && here != there {
		here, err = m.spend(ctx, there.Last)
	}
	if err != nil {
		return err
	}
	return equal(here, there)
}

// spend makes the destination's counter reach the number that the source gave last, so that the number of a deleted
// episode is not given again. An episode of that number is created and deleted. It returns the destination's counters.
func (m *move) spend(ctx context.Context, last int64) (graph.Numbers, error) {
	id := graph.ID(idOf(m.leaving))
	if err := m.delete(ctx, id); err != nil { // of a run that was killed
		return graph.Numbers{}, err
	}
	numbers, err := m.to.Store.Numbers(ctx, m.to.Workspace)
	if err != nil || numbers.Last >= last {
		return numbers, err
	}
	e := graph.NewEpisode{Episode: graph.Episode{EpisodeID: id, ID: last, Query: "moved"}}
	if _, err := m.to.Store.CreateEpisodes(ctx, m.to.Workspace, graph.Batch{Episodes: []graph.NewEpisode{e}}); err != nil {
		return numbers, err
	}
	if err := m.delete(ctx, id); err != nil {
		return numbers, err
	}
	return m.to.Store.Numbers(ctx, m.to.Workspace)
}
