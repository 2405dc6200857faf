// Package moving moves a workspace from one store to another.
//
// The old place rejects writes from the beginning on, and answers reads. Everything is copied, as an export and an import
// do, and compared. Then the old place names the new one in every rejection. Only after that does the new place open. So no
// two places accept writes at a time. At the end, what the old place has is removed. Each step can be repeated: a move that
// was killed continues where the states of the two places say.
package moving

import (
	"context"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/pause"
	"plotline/internal/usecase"
)

// End is a place of a workspace.
type End struct {
	Store     graph.Store
	Workspace string
	Place     string // for people
}

// Moved counts what the destination has at the end of a move.
type Moved struct {
	Episodes      int `json:"episodes"`
	Relationships int `json:"relationships"`
}

// Move moves a workspace, or continues a move. The runner limits the time of each batch, as that of an import.
func Move(ctx context.Context, runner *usecase.Runner, from, to End) (Moved, error) {
	m := &move{runner: runner, from: from, to: to}
	if err := m.begin(ctx); err != nil {
		return Moved{}, err
	}
	if m.leaving.State == graph.Closed {
		if err := m.fill(ctx); err != nil {
			return Moved{}, err
		}
		if err := m.set(ctx, graph.Residence{State: graph.Gone, Move: idOf(m.leaving), Place: to.Place}); err != nil {
			return Moved{}, err
		}
	}
	if isCopyOf(m.arriving, m.leaving) {
		if err := to.Store.SetResidence(ctx, to.Workspace, m.arriving, graph.Residence{}); err != nil {
			return Moved{}, err
		}
	}
	if err := m.set(ctx, graph.Residence{State: graph.Gone, Place: to.Place}); err != nil {
		return Moved{}, err
	}
	extent, err := to.Store.Extent(ctx, to.Workspace)
	if err != nil {
		return Moved{}, err
	}
	if !pause.For(ctx, graph.ReadsEnd) {
		return Moved{}, ctx.Err()
	}
	return Moved{extent.Episodes, extent.Relationships}, remove(ctx, from)
}

// move is a move in progress.
type move struct {
	runner   *usecase.Runner
	from, to End
	leaving  graph.Residence // the source's state
	arriving graph.Residence // the destination's state
	resumed  bool            // an earlier run has begun the copy
}

// The Move of a state is the id of the move. That of Closed and Arriving also has an id of its own, so that a run of the
// command that was thought dead can change nothing more.
func own(id string) string { return id + " " + string(graph.NewID()) }

func idOf(state graph.Residence) string {
	id, _, _ := strings.Cut(state.Move, " ")
	return id
}

// set changes the source's state.
func (m *move) set(ctx context.Context, now graph.Residence) error {
	if err := m.from.Store.SetResidence(ctx, m.from.Workspace, m.leaving, now); err != nil {
		return err
	}
	m.leaving = now
	return nil
}

// differs are the codes of the errors of a copy that differs from its source.
var differs = []fault.Code{fault.Conflict, fault.AlreadyExists, fault.Cycle, fault.NotFound, fault.Internal}

// fill makes the destination equal to the source, which is closed. A copy that an earlier run began may differ: other
// programs have written to it, or a version that admitted writes during a move began it. Then everything is copied again.
func (m *move) fill(ctx context.Context) error {
	err := m.copyAll(ctx)
	if !m.resumed || !slices.Contains(differs, fault.CodeOf(err)) {
		return err
	}
	if err := m.clear(ctx); err != nil {
		return err
	}
	return m.copyAll(ctx)
}

// clear removes the copy at the destination, and receives a new one.
func (m *move) clear(ctx context.Context) error {
	if err := m.to.Store.SetResidence(ctx, m.to.Workspace, m.arriving, graph.Deletion); err != nil {
		return err
	}
	m.arriving = graph.Deletion
	return m.receive(ctx, idOf(m.leaving))
}

// removedAtOnce is the number of items that one transaction removes. Writers of other workspaces wait for it.
const removedAtOnce = 1000

// remove removes what a workspace has that is gone or being deleted.
func remove(ctx context.Context, at End) error {
	for done := 0; ; {
		some, err := at.Store.DeleteWorkspace(ctx, at.Workspace, graph.DeletionQuery{Limit: removedAtOnce})
		if err != nil || some.Done {
			return err
		}
		done += some.Episodes + some.Relationships
		usecase.Report(ctx, done, 0, "removed")
	}
}
