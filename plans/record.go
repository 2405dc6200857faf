package plans

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"plotline/graph"
	"plotline/graph/records"
	"plotline/media"
	"plotline/plans/renames"
)

// note is what the journal keeps of a decision, to record its outcome also after a crash: so it holds
// all that a record says, and the same again makes the same record.
type note struct {
	Operation graph.ID   `json:"operation"` // tells it from every other, of this plan too
	At        graph.Time `json:"at"`
	Excluded  []int      `json:"excluded,omitempty"`
	Complete  bool       `json:"complete,omitempty"`
}

// note begins an operation.
func (s *Service) note(excluded []int, complete bool) note {
	return note{Operation: graph.NewID(), At: s.now(), Excluded: excluded, Complete: complete}
}

// applied marks a plan as done.
func (p *Plan) applied(n note) {
	p.AppliedAt, p.UndoneAt, p.Excluded = &n.At, nil, n.Excluded
	p.Workspace = p.owner()
	if n.Complete {
		p.Status = Completed
	}
}

// undone marks a plan as taken back. While it is pending it may be applied again.
func (p *Plan) undone(n note) {
	p.UndoneAt = &n.At
	if p.Status == Pending {
		p.AppliedAt, p.Excluded = nil, nil
	}
}

// record writes down that files have other names now, in the metadata and in the plan. The journal calls
// it once all files are there, and again after a crash; so a second time changes nothing.
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
	carried := false
	carry := func() (err error) {
		carried, err = s.carry(ctx, folder, string(n.Operation), moved)
		s.step("metadata is written")
		return err
	}
	_, err := s.files.ChangeWith(ctx, done.ID, func(p *Plan) error { p.moved(n, done.Undo); return nil }, carry)
	if errors.Is(err, records.ErrNone) { // the older manner of renaming has no plan file
		return carry()
	}
	if err != nil && carried {
		_, again := s.carry(ctx, folder, string(n.Operation)+" taken back", back)
		return errors.Join(err, again)
	}
	s.step("plan is written")
	return err
}

// moved marks what a rename, or an undo of one, has done.
func (p *Plan) moved(n note, undo bool) {
	if undo {
		p.undone(n)
	} else {
		p.applied(n)
	}
}

// carry takes the new paths into the metadata, where there is any, once for each operation.
func (s *Service) carry(ctx context.Context, folder media.Path, operation string, moved map[media.Path]media.Path) (bool, error) {
	if _, err := s.cfg.Library.Read(ctx, folder); err != nil {
		if errors.Is(err, media.ErrNoMetadata) {
			return false, nil
		}
		return false, err
	}
	err := s.cfg.Library.Update(ctx, folder, func(m *media.Metadata) error {
		m.RenamedBy(operation, moved)
		return nil
	})
	return err == nil, err
}

// Recover finishes or takes back what a crash left half done. It is called at every start, and does
// nothing where another process is at work.
func (s *Service) Recover(ctx context.Context) error {
	_, err := s.recover(ctx)
	return err
}

// recover gives what could be settled neither way.
func (s *Service) recover(ctx context.Context) (unsettled []renames.Recovered, err error) {
	found, err := s.journals.Recover(ctx, s.record)
	for _, r := range found {
		s.cfg.Logger.WarnContext(ctx, "a rename was interrupted", "plan", r.ID, "finished", r.Finished, "unsettled", r.Err)
		if r.Err != nil {
			unsettled = append(unsettled, r)
		}
	}
	return unsettled, err
}

func (s *Service) recoverQuietly(ctx context.Context) (unsettled []renames.Recovered) {
	unsettled, err := s.recover(ctx)
	if err != nil {
		s.cfg.Logger.WarnContext(ctx, "a rename that was interrupted is not settled yet; the next start tries again", "error", err)
	}
	return unsettled
}
