package plans

import (
	"context"
	"errors"
	"slices"

	"plotline/internal/fault"
	"plotline/media"
)

// undoRecognition gives the files of an applied recognition the episodes that they had before, except those in rows.
func (s *Service) undoRecognition(ctx context.Context, p *Plan, n note) (*Plan, error) {
	keep := make([]media.Path, 0, len(n.Excluded))
	for _, row := range n.Excluded {
		keep = append(keep, p.Files[row].Path)
	}
	back := func() error {
		return s.cfg.Libraries.Of(p.owner()).Update(ctx, p.MediaFolderPath, func(m *media.Metadata) error {
			return m.TakeBack(p.ID, keep...)
		})
	}
	undone, err := s.recordRecognition(ctx, p, func(p *Plan) { p.undone(n) }, back)
	return undone, p.withTakenBack(err)
}

// recordRecognition changes a plan together with the metadata of its folder.
func (s *Service) recordRecognition(ctx context.Context, p *Plan, change func(p *Plan), update func() error) (*Plan, error) {
	leave, err := s.recordings.Enter(ctx, p.owner())
	if err != nil {
		return nil, err
	}
	defer leave()
	err = s.journals.Record(ctx, func() (err error) {
		p, err = s.shelves.of(p.owner()).ChangeWith(ctx, p.ID, func(p *Plan) error { change(p); return nil }, update)
		return err
	})
	return p, err
}

// withTakenBack says which entries prevent an undo, in the form of the problems of a plan.
func (p *Plan) withTakenBack(err error) error {
	if errors.Is(err, media.ErrNotReplaced) {
		return fault.New(fault.Conflict, "Plan cannot be undone: the metadata no longer has what it replaced; propose another to replace it")
	}
	var changed *media.TakenBackError
	if !errors.As(err, &changed) {
		return err
	}
	found := make([]problem, 0, len(changed.Files))
	for _, file := range changed.Files {
		row := slices.IndexFunc(p.Files, func(e Entry) bool { return e.Path == file.Path })
		found = append(found, problem{row, file.Text})
	}
	refused := fault.Newf(fault.Conflict, "Plan cannot be undone: %s", found[0].text)
	return withRows(refused, found)
}

// sameFile returns the entries, and all others of the same files: a double episode is undone as a whole.
func (p *Plan) sameFile(rows []int) []int {
	files := map[media.Path]bool{}
	for _, row := range rows {
		files[p.Files[row].source()] = true
	}
	var all []int
	for row, e := range p.Files {
		if files[e.source()] && !slices.Contains(p.Excluded, row) {
			all = append(all, row)
		}
	}
	return all
}
