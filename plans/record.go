package plans

import (
	"context"
	"encoding/json"
	"errors"

	"plotline/media"
	"plotline/plans/renames"
)

// note is what the journal keeps of a decision, to record its outcome also after a crash.
type note struct {
	Excluded []int `json:"excluded,omitempty"`
	Complete bool  `json:"complete,omitempty"`
}

// applied marks a plan as done.
func (s *Service) applied(p *Plan, n note) {
	now := s.now()
	p.AppliedAt, p.UndoneAt, p.Excluded = &now, nil, n.Excluded
	if n.Complete {
		p.Status = Completed
	}
}

// undone marks a plan as taken back. While it is pending it may be applied again.
func (s *Service) undone(p *Plan) {
	now := s.now()
	p.UndoneAt = &now
	if p.Status == Pending {
		p.AppliedAt, p.Excluded = nil, nil
	}
}

// record writes down that files have other names now: into the metadata, then into the plan. The
// journal calls it once all files are there, and again after a crash; so a second time changes nothing.
func (s *Service) record(ctx context.Context, done renames.Outcome) error {
	var n note
	if len(done.Note) > 0 {
		if err := json.Unmarshal(done.Note, &n); err != nil {
			return err
		}
	}
	p, err := s.files.read(ctx, done.ID)
	if err != nil && !errors.Is(err, errNoPlan) {
		return err
	}
	if err := s.carry(ctx, p, done); err != nil || p == nil {
		return err // the older manner of renaming has no plan file
	}
	_, err = s.files.change(ctx, done.ID, func(p *Plan) error {
		if done.Undo {
			s.undone(p)
		} else {
			s.applied(p, n)
		}
		return nil
	})
	return err
}

// carry takes the new paths into the metadata, where there is any.
func (s *Service) carry(ctx context.Context, p *Plan, done renames.Outcome) error {
	folder := media.Path("")
	if p != nil {
		folder = p.MediaFolderPath
	} else if path, ok := media.ParsePath(done.Folder); ok {
		folder = path
	}
	if _, err := s.cfg.Library.Read(ctx, folder); err != nil {
		if errors.Is(err, media.ErrNoMetadata) {
			return nil
		}
		return err
	}
	moved := make(map[media.Path]media.Path, len(done.Moves))
	for _, m := range done.Moves {
		moved[folder.Join(m.From)] = folder.Join(m.To)
	}
	return s.cfg.Library.Update(ctx, folder, func(m *media.Metadata) error {
		m.Renamed(moved)
		return nil
	})
}

// Recover finishes or takes back what a crash left half done. It is called at every start, and does
// nothing where another process is at work.
func (s *Service) Recover(ctx context.Context) error {
	found, err := s.journals.Recover(ctx, s.record)
	for _, r := range found {
		s.cfg.Logger.WarnContext(ctx, "a rename was interrupted", "plan", r.ID, "finished", r.Finished, "unsettled", r.Err)
	}
	return err
}

func (s *Service) recoverQuietly(ctx context.Context) {
	if err := s.Recover(ctx); err != nil {
		s.cfg.Logger.WarnContext(ctx, "a rename that was interrupted is not settled yet; the next start tries again", "error", err)
	}
}
