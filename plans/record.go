package plans

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/records"
	"plotline/media"
	"plotline/plans/renames"
)

// note is the journal's record of a decision. It holds everything that is needed to record the outcome,
// even after a crash. Recording it twice gives the same result.
type note struct {
	Operation graph.ID   `json:"operation"` // unique, also among the operations of this plan
	Workspace string     `json:"workspace"`
	At        graph.Time `json:"at"`
	By        string     `json:"by,omitempty"`
	Excluded  []int      `json:"excluded,omitempty"` // of an undo: the entries that stay renamed
	LeftOut   []LeftOut  `json:"leftOut,omitempty"`  // the problems of these
	Complete  bool       `json:"complete,omitempty"`
}

// note returns the record of a new operation on a plan.
func (s *Service) note(p *Plan, by audit.Caller, excluded []int) note {
	return note{Operation: graph.NewID(), Workspace: p.owner(), At: s.now(), By: by.Actor, Excluded: excluded}
}

// applied marks a plan as applied.
func (p *Plan) applied(n note) {
	p.AppliedAt, p.UndoneAt, p.Excluded, p.Kept = &n.At, nil, n.Excluded, nil
	p.Workspace, p.review.LeftOut = p.owner(), n.LeftOut
	p.happened(Event{n.At, n.By, DidApply, len(p.Files) - len(n.Excluded)})
	if n.Complete {
		p.Status, p.review.DecidedAt = Completed, &n.At
	}
}

// undone marks a plan as undone. A pending plan can be applied again.
func (p *Plan) undone(n note) {
	p.happened(Event{n.At, n.By, DidUndo, len(p.Files) - len(p.Excluded) - len(n.Excluded)})
	p.UndoneAt, p.Kept = &n.At, n.Excluded
	if p.Status == Pending {
		p.AppliedAt, p.Excluded, p.Kept, p.review.LeftOut = nil, nil, nil, nil
	}
}

// record writes the new file names into the metadata and the plan. The journal calls it when all files
// are in place, and again after a crash, so it is idempotent.
func (s *Service) record(ctx context.Context, done renames.Outcome) error {
	var n note
	if err := json.Unmarshal(done.Note, &n); err != nil {
		return err
	}
	folder, ok := media.ParsePath(done.Folder)
	if !ok {
		return fmt.Errorf("the journal has the folder %q", done.Folder)
	}
	moved, back := make(map[media.Path]media.Path, len(done.Moves)), make(map[media.Path]media.Path, len(done.Moves))
	for _, m := range done.Moves {
		from, to := folder.Join(m.From), folder.Join(m.To)
		moved[from], back[to] = to, from
	}
	workspace, err := workspaceOf(done)
	if err != nil {
		return err
	}
	library := s.cfg.Libraries.Of(workspace)
	updated := false
	carry := func() (err error) {
		updated, err = updateMetadata(ctx, library, folder, string(n.Operation), moved)
		s.step("metadata is written")
		return err
	}
	shelf := s.shelves.of(workspace)
	_, err = shelf.ChangeWith(ctx, done.ID, func(p *Plan) error { p.markMoved(n, done.Undo); return nil }, carry)
	if errors.Is(err, records.ErrNone) { // a task of the older tools has no plan file
		err = carry()
	}
	if err == nil {
		s.follow(ctx, shelf, string(n.Operation), moved)
	}
	if err != nil && updated {
		_, again := updateMetadata(ctx, library, folder, string(n.Operation)+" taken back", back)
		return errors.Join(err, again)
	}
	s.step("plan is written")
	return err
}

// workspaceOf returns the workspace in which an operation of the journal was decided.
func workspaceOf(operation renames.Outcome) (string, error) {
	var n note
	err := json.Unmarshal(operation.Note, &n)
	return n.Workspace, err
}

// markMoved marks a plan as applied or undone after its files were moved.
func (p *Plan) markMoved(n note, undo bool) {
	if undo {
		p.undone(n)
	} else {
		p.applied(n)
	}
}

// updateMetadata writes the new paths into the metadata, if there is any, once for each operation.
func updateMetadata(
	ctx context.Context, library *media.Library, folder media.Path, operation string, moved map[media.Path]media.Path,
) (bool, error) {
	if _, err := library.Read(ctx, folder); err != nil {
		if errors.Is(err, media.ErrNoMetadata) {
			return false, nil
		}
		return false, err
	}
	err := library.Update(ctx, folder, func(m *media.Metadata) error {
		m.RenamedBy(operation, moved)
		return nil
	})
	return err == nil, err
}
