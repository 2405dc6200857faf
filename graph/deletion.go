package graph

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// DeletionStore deletes whole workspaces.
type DeletionStore interface {
	// DeleteWorkspace deletes a part of a workspace: at most q.Limit relationships or, if none is left, at most that many
	// episodes, or numbers of deleted episodes. Callers repeat it, without q.Begin, until the result is Done. A caller that
	// dies leaves the rest to any other. Without q.Begin, a workspace that is not being deleted is Done: another caller has
	// reached the end, and what was written since stays.
	//
	// The first call closes the workspace until the end: every write that changes episodes or relationships fails as
	// Deletion.Admit says, and every read returns what is left. A write that was admitted before has ended when the first
	// call returns. A relationship is never returned without its episodes. Changes differs after each call that deleted
	// something.
	//
	// When the result is Done, the workspace is like one that was never used. Its keys, numbers, languages and vectors are
	// gone, the next episode gets the number 1, and writes are admitted. Only a process that has written to the workspace
	// before may give it the same languages again. A workspace that was never used is Done at once.
	//
	// A workspace that is part of a move is not deleted: MovingNotDeleted. One that has moved away is, and still rejects
	// writes afterwards.
	DeleteWorkspace(ctx context.Context, ws string, q DeletionQuery) (Deleted, error)
}

// DeletionQuery asks for a part of a deletion.
type DeletionQuery struct {
	Begin bool // close the workspace, unless it is being deleted already
	Limit int
}

// Deleted counts what a call of DeleteWorkspace deleted. If the reply of a database was lost and the store tried again, it
// may have been more.
type Deleted struct {
	Episodes      int
	Relationships int
	Done          bool // nothing is left
}

// Deletion is the state of a workspace that is being deleted. It is no move, but it closes the workspace as one does.
var Deletion = Residence{State: Closed, Move: "deletion"}

// CheckDeletable returns nil if the state lets a workspace be deleted.
func (r Residence) CheckDeletable(ws string) error {
	if r.State == Resident || r.State == Gone || r == Deletion {
		return nil
	}
	return MovingNotDeleted(ws)
}

// MovingNotDeleted reports that a workspace is part of a move.
func MovingNotDeleted(ws string) *fault.Error {
	return fault.Newf(fault.Conflict, "Workspace %s is being moved and was not deleted; finish or cancel plotline workspace move first", ws)
}

// deletedAtOnce is the number of items in one transaction. Writers of other workspaces wait for it.
const deletedAtOnce = 1000

// DeletedWorkspace counts what was deleted.
type DeletedWorkspace struct {
	Workspace     string `json:"workspace"`
	Episodes      int    `json:"episodes"`
	Relationships int    `json:"relationships"`
}

// DeleteWorkspace deletes the graph of the caller's workspace, in transactions of limited size. If it ends before, the
// workspace stays closed, and the next call goes on. The time limit applies to each transaction.
func (s *Service) DeleteWorkspace(ctx context.Context, by audit.Caller) (DeletedWorkspace, error) {
	return usecase.Do(ctx, s.runner, by, opDeleteWorkspace, struct{}{}, func(ctx context.Context, _ *usecase.Note) (DeletedWorkspace, error) {
		out := DeletedWorkspace{Workspace: by.Workspace}
		for q := (DeletionQuery{Begin: true, Limit: deletedAtOnce}); ; q.Begin = false {
			some, err := limited(ctx, s, func(ctx context.Context) (Deleted, error) {
				return s.store.DeleteWorkspace(ctx, by.Workspace, q)
			})
			if err != nil {
				return out, err
			}
			out.Episodes += some.Episodes
			out.Relationships += some.Relationships
			if some.Done {
				return out, nil
			}
			usecase.Report(ctx, out.Episodes+out.Relationships, 0, "deleted")
		}
	})
}
