package plans

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
)

// BeginInput names the folder of a plan.
type BeginInput struct {
	MediaFolderPath string `json:"mediaFolderPath" maxBytes:"4096" doc:"Absolute path, POSIX or Windows"`
}

// BeginOutput names the new task.
type BeginOutput struct {
	Success bool   `json:"success"`
	TaskID  string `json:"taskId"`
}

// AddRecognisedInput assigns an episode to a file.
type AddRecognisedInput struct {
	TaskID  string `json:"taskId" maxBytes:"200"`
	Season  int    `json:"season" minimum:"0" doc:"0 for specials"`
	Episode int    `json:"episode" minimum:"0"`
	Path    string `json:"path" maxBytes:"4096" doc:"Absolute path of the video file"`
}

// AddRenameInput gives a file a new name.
type AddRenameInput struct {
	TaskID string `json:"taskId" maxBytes:"200"`
	From   string `json:"from" maxBytes:"4096" doc:"Absolute path of the video file"`
	To     string `json:"to" maxBytes:"4096" doc:"Its new path, in the same media folder"`
}

// AddOutput lists the current problems of the entry.
type AddOutput struct {
	Success  bool     `json:"success"`
	TaskID   string   `json:"taskId"`
	Problems []string `json:"problems" doc:"What would prevent applying it now; files may still change"`
	Notes    []string `json:"notes,omitempty" doc:"What to check; the entry is added as given"`
}

// TaskInput names a task.
type TaskInput struct {
	TaskID string `json:"taskId" maxBytes:"200"`
}

// EndOutput describes the plan that now waits for a person.
type EndOutput struct {
	Success   bool     `json:"success"`
	TaskID    string   `json:"taskId"`
	FileCount int      `json:"fileCount"`
	Problems  []string `json:"problems"`
}

// BeginRecognise begins a plan that assigns episodes to files.
func (s *Service) BeginRecognise(ctx context.Context, by audit.Caller, in BeginInput) (BeginOutput, error) {
	return s.begin(ctx, by, opBeginRecognise, Recognise, in)
}

// BeginRename begins a plan that renames files.
func (s *Service) BeginRename(ctx context.Context, by audit.Caller, in BeginInput) (BeginOutput, error) {
	return s.begin(ctx, by, opBeginRename, Rename, in)
}

func (s *Service) begin(ctx context.Context, by audit.Caller, op usecase.Op, task Task, in BeginInput) (BeginOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, op, in, func(ctx context.Context, note *usecase.Note) (BeginOutput, error) {
		p, err := s.newPlanFor(by, note, task, in)
		if err != nil {
			return BeginOutput{}, err
		}
		return BeginOutput{true, p.ID}, s.create(ctx, p)
	})
}

// newPlanFor returns a new plan for the media folder of the input. It does not store the plan.
func (s *Service) newPlanFor(by audit.Caller, note *usecase.Note, task Task, in BeginInput) (*Plan, error) {
	path, err := s.folder(by.Workspace, in.MediaFolderPath)
	if err != nil {
		return nil, err
	}
	p := newPlan(task, path, by.Workspace, s.now())
	note.IDs(p.ID)
	return p, nil
}

// folder checks the path of a media folder. The folder need not exist yet.
func (s *Service) folder(workspace, text string) (media.Path, error) {
	path, ok := media.ParsePath(text)
	if !ok {
		return "", fault.Invalid(`Media folder path "%s" is abnormal: it must be absolute, without '..' and '.'`, text)
	}
	return path, s.cfg.Folders.Of(workspace).Allow(path)
}

// AddRecognised adds an entry to a plan that assigns episodes.
func (s *Service) AddRecognised(ctx context.Context, by audit.Caller, in AddRecognisedInput) (AddOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opAddRecognised, in, func(ctx context.Context, note *usecase.Note) (AddOutput, error) {
		var at media.Path
		var entry Entry
		out, err := s.add(ctx, by, note, Recognise, in.TaskID, func(f folder) (_ Entry, err error) {
			at = f.path
			entry, err = f.recognised(in.Season, in.Episode, in.Path)
			return entry, err
		})
		if err == nil {
			out.Notes = s.notes(ctx, by.Workspace, at, entry.Path)
		}
		return out, err
	})
}

// AddRename adds an entry to a plan that renames files.
func (s *Service) AddRename(ctx context.Context, by audit.Caller, in AddRenameInput) (AddOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opAddRename, in, func(ctx context.Context, note *usecase.Note) (AddOutput, error) {
		return s.add(ctx, by, note, Rename, in.TaskID, func(f folder) (Entry, error) {
			return f.renamed(in.From, in.To)
		})
	})
}

func (s *Service) add(
	ctx context.Context, by audit.Caller, note *usecase.Note, task Task, id string, read func(folder) (Entry, error),
) (AddOutput, error) {
	note.IDs(id)
	var where folder
	defer func() { where.close() }()
	p, err := s.changeOpen(ctx, by.Workspace, task, id, func(p *Plan) error {
		where = s.openPlanFolder(p)
		entry, err := read(where)
		if err != nil {
			return err
		}
		if err := checkNew(p.Files, entry); err != nil {
			return err
		}
		if more, before := entry.bytes(), p.bytes(); (before+more)/checkEvery > before/checkEvery {
			if err := s.checkRoom(ctx, by.Workspace, 0, more); err != nil {
				return err
			}
		}
		p.Files = append(p.Files, entry)
		return nil
	})
	if err != nil {
		return AddOutput{}, err
	}
	return AddOutput{Success: true, TaskID: p.ID, Problems: problemsOfLast(p, where)}, nil
}

// problemsOfLast checks the newest entry against the list so far.
func problemsOfLast(p *Plan, where folder) []string {
	if text := where.problem(); text != "" {
		return []string{text}
	}
	last := p.Files[len(p.Files)-1]
	var about []Entry // only entries that can conflict with the last one, to avoid checking a long list every time
	for _, e := range p.Files {
		if e.source() == last.To || p.Task == Recognise && *e.Season == *last.Season && *e.Episode == *last.Episode {
			about = append(about, e)
		}
	}
	return append([]string{}, newChecker(p.Task, where, about).problemsOf(last)...)
}

// changeOpen changes a plan that still accepts entries of this kind.
func (s *Service) changeOpen(ctx context.Context, workspace string, task Task, id string, edit func(p *Plan) error) (*Plan, error) {
	return s.change(ctx, workspace, asTask, id, func(p *Plan) error {
		if err := checkOpen(p, task); err != nil {
			return err
		}
		return edit(p)
	})
}

// checkOpen returns an error if the plan does not accept entries of this kind. The text tells the agent to
// stop.
func checkOpen(p *Plan, task Task) error {
	switch {
	case p.Task != task:
		return fault.Newf(fault.Conflict, "Task %s is a %s task, not %s; use the tools for that kind, or begin another task", p.ID, p.Task, task)
	case p.Status != Pending:
		return fault.Newf(fault.Conflict, "Task %s is %s: it takes no more files. Stop adding; if there is more to do, begin another task", p.ID, p.Status)
	case p.ReadyAt != nil:
		return fault.Newf(fault.Conflict, "Task %s was submitted and waits for a person: it takes no more files. Stop adding; get-plan shows the decision", p.ID)
	}
	return nil
}

// EndRecognise makes a plan that assigns episodes ready for review.
func (s *Service) EndRecognise(ctx context.Context, by audit.Caller, in TaskInput) (EndOutput, error) {
	return s.end(ctx, by, opEndRecognise, Recognise, in)
}

// EndRename makes a plan that renames files ready for review.
func (s *Service) EndRename(ctx context.Context, by audit.Caller, in TaskInput) (EndOutput, error) {
	return s.end(ctx, by, opEndRename, Rename, in)
}

func (s *Service) end(ctx context.Context, by audit.Caller, op usecase.Op, task Task, in TaskInput) (EndOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, op, in, func(ctx context.Context, note *usecase.Note) (EndOutput, error) {
		note.IDs(in.TaskID)
		p, err := s.changeOpen(ctx, by.Workspace, task, in.TaskID, func(p *Plan) error {
			if len(p.Files) == 0 {
				return emptyError(task)
			}
			now := s.now()
			p.ReadyAt = &now
			p.happened(Event{At: now, By: by.Actor, Did: DidPropose})
			return nil
		})
		if err != nil {
			return EndOutput{}, err
		}
		return EndOutput{true, p.ID, len(p.Files), problemTexts(s.problems(p))}, nil
	})
}

func emptyError(task Task) error {
	if task == Recognise {
		return fault.New(fault.InvalidArgument, "No recognized files in task")
	}
	return fault.New(fault.InvalidArgument, "No files in task")
}

// problems checks the whole plan. A plan that was decided or applied has no problems.
func (s *Service) problems(p *Plan) []problem {
	if !p.waits() {
		return nil
	}
	if found := p.emptiness(); found != nil {
		return found
	}
	entries, places := p.included(nil)
	where := s.openPlanFolder(p)
	defer where.close()
	return p.problems(where, entries, places, true)
}
