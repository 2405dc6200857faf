package plans

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
	"plotline/media"
)

// The older rename tools, kept for agents that know them. A task lives in memory, and its end asks a
// person and waits. Entries and renames follow the same rules as for a plan.

var (
	opOldBegin = usecase.Op{Name: "beginRenameFilesTask", Writes: true}
	opOldAdd   = usecase.Op{Name: "addRenameFileToTask", Writes: true}
	opOldEnd   = usecase.Op{Name: "endRenameFilesTask", Writes: true, Limit: -1}
)

const (
	// answerWithin is how long a person has to answer.
	answerWithin = 5 * time.Minute
)

func (s *Service) legacyUseCases() []usecase.UseCase {
	r := s.cfg.Runner
	return []usecase.UseCase{
		usecase.Of(r, opOldBegin, s.BeginOldRename),
		usecase.Of(r, opOldAdd, s.AddOldRename),
		usecase.Of(r, opOldEnd, s.EndOldRename),
	}
}

// OldTaskOutput names the task.
type OldTaskOutput struct {
	TaskID string `json:"taskId"`
}

// OldEndOutput reports the person's answer and what was done.
type OldEndOutput struct {
	Success   bool     `json:"success"`
	Confirmed bool     `json:"confirmed" doc:"Whether a person agreed"`
	Renamed   []Moved  `json:"renamed"`
	Failed    []Failed `json:"failed" doc:"If there are any, no file was moved"`
}

// Failed is a file that was not renamed, and why.
type Failed struct {
	Path  media.Path `json:"path"`
	Error string     `json:"error"`
}

// BeginOldRename begins a task.
func (s *Service) BeginOldRename(ctx context.Context, by audit.Caller, in BeginInput) (OldTaskOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opOldBegin, in, func(_ context.Context, note *usecase.Note) (OldTaskOutput, error) {
		p, err := s.newPlanFor(by, note, Rename, in)
		if err != nil {
			return OldTaskOutput{}, err
		}
		return OldTaskOutput{p.ID}, s.legacy.of(by.Workspace).add(p)
	})
}

// AddOldRename adds a file to a task.
func (s *Service) AddOldRename(ctx context.Context, by audit.Caller, in AddRenameInput) (Done, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opOldAdd, in, func(_ context.Context, note *usecase.Note) (Done, error) {
		note.IDs(in.TaskID)
		tasks := s.legacy.of(by.Workspace)
		p, err := tasks.find(in.TaskID)
		if err != nil {
			return Done{}, err
		}
		where := s.openPlanFolder(p)
		defer where.close()
		entry, err := where.renamed(in.From, in.To) // outside the lock, because the disk may be slow
		if err != nil {
			return Done{}, err
		}
		return Done{true}, tasks.append(in.TaskID, entry)
	})
}

// EndOldRename asks a person and renames if the answer is yes. After an answer the task is gone.
func (s *Service) EndOldRename(ctx context.Context, by audit.Caller, in TaskInput) (OldEndOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opOldEnd, in, func(ctx context.Context, note *usecase.Note) (OldEndOutput, error) {
		note.IDs(in.TaskID)
		tasks := s.legacy.of(by.Workspace)
		p, asked, err := tasks.hold(in.TaskID)
		if err != nil {
			return OldEndOutput{}, err
		}
		defer asked()
		if len(p.Files) == 0 {
			return OldEndOutput{}, emptyError(Rename)
		}
		yes, err := s.ask(ctx, by, p)
		if err != nil {
			return OldEndOutput{}, err
		}
		if err := tasks.take(p); err != nil {
			return OldEndOutput{}, err
		}
		if !yes {
			return OldEndOutput{Success: true, Renamed: []Moved{}, Failed: []Failed{}}, nil
		}
		return s.renameOld(ctx, by, p), nil
	})
}

// renameOld moves the files of a confirmed task.
func (s *Service) renameOld(ctx context.Context, by audit.Caller, p *Plan) OldEndOutput {
	out := OldEndOutput{Confirmed: true, Renamed: []Moved{}, Failed: []Failed{}}
	now := s.now()
	p.ReadyAt = &now
	entries, _, err := s.checkApply(ctx, p, nil, true)
	if err == nil {
		var done ApplyOutput
		done, err = s.rename(ctx, p, entries, s.note(p, by, nil), true)
		out.Renamed = done.Renamed
	}
	if err == nil {
		out.Success = true
		return out
	}
	out.Renamed = []Moved{}
	for i, e := range p.Files {
		out.Failed = append(out.Failed, Failed{e.From, failureReason(i, err)})
	}
	return out
}

// failureReason returns why the file of an entry was not moved: its own problem, or that of another entry.
func failureReason(entry int, err error) string {
	known := fault.From(err)
	texts, _ := known.Extra["problems"].([]string)
	rows, _ := known.Extra["problemRows"].([]int)
	for i, row := range rows {
		if row == entry {
			return texts[i]
		}
	}
	if known.Details == "" {
		return known.Title()
	}
	return known.Details
}

// questionDetails is the part of the question that a page shows.
type questionDetails struct {
	TaskID          string     `json:"taskId"`
	MediaFolderPath media.Path `json:"mediaFolderPath"`
	Files           []Entry    `json:"files"`
	Problems        []string   `json:"problems"`
}

// ask puts the question to an open page, or else to the client's user. If the caller's role may not
// decide, only the page's answer counts. Otherwise the caller's own client could decide for it.
func (s *Service) ask(ctx context.Context, by audit.Caller, p *Plan) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	q := usecase.Question{
		ID:    fmt.Sprintf("%s-%d", p.ID, len(p.Files)), // a late answer must not count for files added since
		About: p.ID, Message: question(p),
		Details: func(ctx context.Context) (any, error) { return s.details(ctx, by.Workspace, p) },
	}
	err := usecase.ErrNoAsker
	var yes bool
	if s.cfg.Ask != nil {
		yes, err = s.cfg.Ask(ctx, p.owner(), q)
	}
	if errors.Is(err, usecase.ErrNoAsker) && by.Role.May(access.Decide) {
		yes, err = usecase.Ask(ctx, q)
	}
	switch {
	case errors.Is(err, usecase.ErrNoAsker):
		return false, noAnswererError(by.Role)
	case errors.Is(err, context.DeadlineExceeded):
		return false, fault.New(fault.Timeout, "Nobody answered within five minutes. Nothing was renamed; the task still exists, so you can end it again").Because(err)
	}
	return yes, err
}

// details returns what a page shows of a task, as JSON. It takes memory for it from the share of the workspace and the
// token first, which they hold until the question is answered.
func (s *Service) details(ctx context.Context, workspace string, p *Plan) (json.RawMessage, error) {
	const escaped, shown = 6, 2 // bytes of JSON that one byte may need; copies of a question while it waits
	paths := 0
	for _, e := range p.Files {
		paths += len(e.From) + len(e.To) + entryBytes
	}
	if err := sharing.Reserve(ctx, workspace, int64(2*escaped*paths)); err != nil { // a problem has the path again
		return nil, err
	}
	text, err := json.Marshal(questionDetails{p.ID, p.MediaFolderPath, p.Files, problemTexts(s.problems(p))})
	sharing.Settle(ctx, workspace, int64(shown*len(text)))
	return text, err
}

// noAnswererError returns the error for a question that no one can answer, with advice.
func noAnswererError(role access.Role) error {
	client := "use a client that can ask its user (elicitation), "
	if !role.May(access.Decide) {
		client = fmt.Sprintf("use a token of the role %s (the role %s may not decide), ", access.Admin, role)
	}
	return fault.New(fault.Conflict, "Nobody could be asked to confirm: open Plotline's page, "+client+
		"or propose a plan with beginRenameFilesTaskV2 instead. Nothing was renamed")
}

// question returns the message for a client that shows only text.
func question(p *Plan) string {
	const most = 20
	var b strings.Builder
	fmt.Fprintf(&b, "Rename %s in %s?", Amount(len(p.Files)), p.MediaFolderPath)
	for i, e := range p.Files {
		if i == most {
			fmt.Fprintf(&b, "\n… and %d more", len(p.Files)-most)
			break
		}
		from, _ := p.MediaFolderPath.Rel(e.From)
		to, _ := p.MediaFolderPath.Rel(e.To)
		fmt.Fprintf(&b, "\n%s → %s", from, to)
	}
	return b.String()
}
