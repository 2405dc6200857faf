package plans

import (
	"context"
	"encoding/json"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// UndoOutput is the plan that was undone.
type UndoOutput struct {
	Success bool `json:"success"`
	Plan    Plan `json:"plan"`
}

// Undo reverts an applied rename if nothing has changed since.
func (s *Service) Undo(ctx context.Context, by audit.Caller, in TaskInput) (UndoOutput, error) {
	return decide(ctx, s, by, in, decision{op: opUndo, plan: in.TaskID, movesFiles: true}, func(ctx context.Context) (UndoOutput, error) {
		p, err := s.find(ctx, by.Workspace, asPlan, in.TaskID)
		if err != nil {
			return UndoOutput{}, err
		}
		if err := s.checkUndo(ctx, p); err != nil {
			return UndoOutput{}, err
		}
		raw, err := json.Marshal(s.note(p.owner(), nil, false))
		if err != nil {
			return UndoOutput{}, err
		}
		if err := s.journals.Undo(ctx, p.ID, raw, s.record); err != nil {
			return UndoOutput{}, err
		}
		if p, err = s.shelves.of(by.Workspace).Read(ctx, p.ID); err != nil {
			return UndoOutput{}, err
		}
		s.episodes.writeNow(ctx, p, by.Actor)
		return UndoOutput{true, *p}, nil
	})
}

func (s *Service) checkUndo(ctx context.Context, p *Plan) error {
	if err := usecase.Unchanged(ctx, func() any { return s.view(ctx, p) }); err != nil {
		return err
	}
	switch {
	case p.Task != Rename:
		return fault.New(fault.Conflict, "Plan cannot be undone: a recognition moves no files; propose another to replace it")
	case p.AppliedAt == nil:
		return fault.New(fault.Conflict, "Plan cannot be undone: it was not applied")
	case p.UndoneAt != nil:
		return fault.Newf(fault.Conflict, "Plan cannot be undone: it was undone at %s", p.UndoneAt)
	}
	if err := s.checkSystem("undone"); err != nil {
		return err
	}
	return s.cfg.Folders.Of(p.owner()).Allow(p.MediaFolderPath)
}
