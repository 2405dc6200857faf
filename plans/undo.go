package plans

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans/renames"
)

// UndoInput names a plan, and entries whose files keep their new names.
type UndoInput struct {
	TaskID  string `json:"taskId" maxBytes:"200"`
	Exclude []int  `json:"exclude,omitempty" minimum:"0" maxItems:"100000" doc:"Indexes of the entries to leave as they are, from 0. Nothing can undo them later"`
}

// UndoOutput is the plan that was undone.
type UndoOutput struct {
	Success bool `json:"success"`
	Plan    Plan `json:"plan"`
}

// Undo reverts an applied plan if nothing has changed since: a rename while its files are unchanged, a recognition while
// their entries in the metadata are. If something has, the error's "leaveOut" has the entries to
// exclude, so that the others can be undone.
func (s *Service) Undo(ctx context.Context, by audit.Caller, in UndoInput) (UndoOutput, error) {
	return decide(ctx, s, by, in, decision{op: opUndo, plan: in.TaskID, movesFiles: true}, func(ctx context.Context) (UndoOutput, error) {
		p, err := s.find(ctx, by.Workspace, asPlan, in.TaskID)
		if err != nil {
			return UndoOutput{}, err
		}
		if err := s.checkUndo(ctx, p); err != nil {
			return UndoOutput{}, err
		}
		keep, rows, err := p.kept(in.Exclude)
		if err != nil {
			return UndoOutput{}, err
		}
		n := s.note(p, by, rows)
		if p.Task == Recognise {
			p, err = s.undoRecognition(ctx, p, n)
		} else {
			p, err = s.undoRename(ctx, p, n, keep)
		}
		if err != nil {
			return UndoOutput{}, err
		}
		s.episodes.writeNow(ctx, p, by.Actor)
		return UndoOutput{true, *p}, nil
	})
}

// undoRename moves the files of an applied rename back, except those in keep.
func (s *Service) undoRename(ctx context.Context, p *Plan, n note, keep []string) (*Plan, error) {
	raw, err := json.Marshal(n)
	if err != nil {
		return nil, err
	}
	if err := s.journals.Undo(ctx, p.ID, keep, raw, s.record); err != nil {
		return nil, p.withChanged(err)
	}
	return s.shelves.of(p.owner()).Read(ctx, p.ID)
}

func (s *Service) checkUndo(ctx context.Context, p *Plan) error {
	if err := usecase.Unchanged(ctx, func() any { return s.view(ctx, p) }); err != nil {
		return err
	}
	switch {
	case p.AppliedAt == nil:
		return fault.New(fault.Conflict, "Plan cannot be undone: it was not applied")
	case p.UndoneAt != nil:
		return fault.Newf(fault.Conflict, "Plan cannot be undone: it was undone at %s", p.UndoneAt)
	}
	if p.Task == Rename {
		if err := s.checkSystem("undone"); err != nil {
			return err
		}
	}
	return s.cfg.Folders.Of(p.owner()).Allow(p.MediaFolderPath)
}

// kept returns the entries that an undo leaves and, of a rename, the old names of their files, as in the journal.
func (p *Plan) kept(exclude []int) (names []string, rows []int, err error) {
	if err := p.checkExclude(exclude); err != nil {
		return nil, nil, err
	}
	if p.Task == Recognise {
		exclude = p.sameFile(exclude)
	}
	applied, _ := p.included(append(slices.Clone(exclude), p.Excluded...))
	if len(applied) == 0 {
		return nil, nil, fault.Invalid("exclude leaves out every entry that was applied, so nothing would be undone")
	}
	if p.Task == Recognise {
		return nil, exclude, nil
	}
	for _, row := range slices.Compact(slices.Sorted(slices.Values(exclude))) {
		if name, inside := p.MediaFolderPath.Rel(p.Files[row].From); inside && !slices.Contains(p.Excluded, row) {
			names, rows = append(names, name), append(rows, row)
		}
	}
	return names, rows, nil
}

// withChanged adds the entries of changed files to a refused undo, in the form of the problems of a plan.
func (p *Plan) withChanged(err error) error {
	var changed *renames.ChangedError
	if !errors.As(err, &changed) {
		return err
	}
	byName := make(map[media.Path]int, len(p.Files))
	for row, e := range p.Files {
		byName[e.From] = row
	}
	found := make([]problem, 0, len(changed.Files))
	for _, file := range changed.Files {
		row, is := byName[p.MediaFolderPath.Join(file.Video)]
		if !is {
			return err
		}
		found = append(found, problem{row, file.Text})
	}
	return withRows(fault.From(err), found)
}

// withRows adds problems to a refused undo, and the entries to leave out if these are enough.
func withRows(err *fault.Error, found []problem) error {
	rows := map[int]bool{}
	for _, one := range found {
		rows[one.entry] = true
	}
	err = err.With("problems", problemTexts(found)).With("problemRows", problemRows(found))
	if rows[-1] {
		return err
	}
	return err.With("leaveOut", slices.Sorted(maps.Keys(rows)))
}
