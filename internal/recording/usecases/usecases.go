// Package usecases has the use cases with which the person of this machine looks at what was recorded, judges it, says what agents
// are told, and deletes. Only REST has them, for a page: an agent must not judge its own work.
package usecases

import (
	"cmp"
	"context"
	"path/filepath"
	"time"

	"plotline/internal/audit"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
	"plotline/internal/usecase"
)

// Config is what a Service needs.
type Config struct {
	Recorder recorder.Config // its Only is set for each caller
	Runner   *usecase.Runner
	// Tokens is whether callers have tokens. Then they are not the person of this machine for certain, and see what was recorded
	// in the workspace of their request alone.
	Tokens bool
}

// Service has the use cases. It is safe for concurrent use.
type Service struct{ cfg Config }

// New returns a service.
func New(c Config) *Service { return &Service{c} }

var (
	opList   = usecase.Op{Name: "list_recorded", Personal: true}
	opJudge  = usecase.Op{Name: "judge_recorded", Personal: true, Writes: true}
	opPin    = usecase.Op{Name: "pin_recorded", Personal: true, Writes: true}
	opForget = usecase.Op{Name: "forget_recorded", Personal: true, Writes: true}
)

// UseCases lists the use cases.
func (s *Service) UseCases() []usecase.UseCase {
	r := s.cfg.Runner
	return []usecase.UseCase{
		usecase.Of(r, opList, s.List), usecase.Of(r, opJudge, s.Judge), usecase.Of(r, opPin, s.Pin), usecase.Of(r, opForget, s.Forget),
	}
}

// recorder returns a recorder that shows and changes what the caller may see.
func (s *Service) recorder(by audit.Caller) *recorder.Recorder {
	c := s.cfg.Recorder
	if s.cfg.Tokens {
		// What goes to another server is in workspaces of that one, which the tokens of this one do not name.
		all, err := spool.ReadSettings()
		here := err == nil && all.Store != spool.ToServer
		c.Only = func(workspace string) bool {
			return here && workspace == by.Workspace
		}
	}
	return recorder.New(c)
}

// Changes returns a mark of what the pages of a workspace may show: see recorder.Recorder.Mark.
func (s *Service) Changes(_ context.Context, workspace string) (string, error) {
	return s.recorder(audit.Caller{Workspace: workspace}).Mark()
}

// mostSessions bounds the sessions of a list. One without tasks is rare.
const mostSessions = 500

// ListRecordedInput are the arguments of List.
type ListRecordedInput struct {
	Limit int `json:"limit,omitempty" minimum:"1" maximum:"500" default:"50" doc:"Number of tasks after which no further session is listed"`
}

// RecordedOutput is what was recorded, and whether recording works.
type RecordedOutput struct {
	Record      spool.Consent `json:"record" doc:"on, off, or empty if nobody was asked"`
	PausedUntil *time.Time    `json:"paused_until,omitempty"`
	Here        bool          `json:"here" doc:"Whether recording goes to the store of this server"`
	Recorder    string        `json:"recorder" doc:"answers, none, or silent if a process holds the lock and does not answer"`
	Full        bool          `json:"full,omitempty" doc:"The spool has no room, so nothing is kept"`
	Waiting     int           `json:"waiting" doc:"Sessions of which not every line is stored"`

	Today    []RecordedToday  `json:"today" doc:"By project, the one with the newest task first"`
	Sessions []recorder.Shown `json:"sessions" doc:"Newest first; times are Unix milliseconds"`
	Total    int              `json:"total" doc:"Number of all tasks"`
}

// RecordedToday counts the tasks of a project that began today.
type RecordedToday struct {
	Project   string `json:"project"`
	Workspace string `json:"workspace"`
	Tasks     int    `json:"tasks"`
}

// List lists what was recorded. Of projects it names the folder, and not where that is.
func (s *Service) List(ctx context.Context, by audit.Caller, in ListRecordedInput) (RecordedOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opList, in, func(ctx context.Context, _ *usecase.Note) (RecordedOutput, error) {
		r := s.recorder(by)
		status, err := r.Status(ctx)
		if err != nil {
			return RecordedOutput{}, err
		}
		out := RecordedOutput{
			Record: status.Record, PausedUntil: status.PausedUntil, Here: status.Here, Recorder: status.Recorder, Full: status.Full,
			Today: []RecordedToday{},
		}
		for _, c := range status.Clients {
			out.Waiting += c.Waiting
		}
		tally := r.Tally()
		out.Total = tally.All
		for _, one := range tally.Today {
			out.Today = append(out.Today, RecordedToday{filepath.Base(one.Project), one.Workspace, one.Tasks})
		}
		if out.Sessions, err = r.Show(ctx, recorder.Showing{Sessions: mostSessions, Tasks: in.Limit}); err != nil {
			return RecordedOutput{}, err
		}
		for i := range out.Sessions {
			out.Sessions[i].Project = filepath.Base(cmp.Or(out.Sessions[i].Project, out.Sessions[i].Workspace))
		}
		return out, nil
	})
}

// JudgeRecordedInput are the arguments of Judge.
type JudgeRecordedInput struct {
	TaskID  string `json:"task_id" minLength:"1" maxLength:"12"`
	Verdict string `json:"verdict" enum:"good,bad,none" doc:"It replaces the reward; none gives back that of the rules"`
}

// RecordedChange names what was changed.
type RecordedChange struct {
	Success bool `json:"success"`
}

// Judge keeps the person's verdict on a task.
func (s *Service) Judge(ctx context.Context, by audit.Caller, in JudgeRecordedInput) (RecordedChange, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opJudge, in, func(ctx context.Context, note *usecase.Note) (RecordedChange, error) {
		note.IDs(in.TaskID)
		_, err := s.recorder(by).JudgeTask(ctx, in.TaskID, in.Verdict, "")
		return RecordedChange{err == nil}, err
	})
}

// PinRecordedInput are the arguments of Pin.
type PinRecordedInput struct {
	LineID string `json:"line_id" minLength:"1" maxLength:"12"`
	Pin    string `json:"pin" enum:"always,never,none" doc:"always: tell it at the start of each session, too; never: tell it no more"`
}

// Pin keeps whether agents are told a line.
func (s *Service) Pin(ctx context.Context, by audit.Caller, in PinRecordedInput) (RecordedChange, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opPin, in, func(ctx context.Context, note *usecase.Note) (RecordedChange, error) {
		note.IDs(in.LineID)
		pin := recorder.Pin(in.Pin)
		if in.Pin == "none" {
			pin = ""
		}
		err := s.recorder(by).Pin(ctx, in.LineID, pin)
		return RecordedChange{err == nil}, err
	})
}

// ForgetRecordedInput are the arguments of Forget.
type ForgetRecordedInput struct {
	TaskID string `json:"task_id" minLength:"1" maxLength:"12"`
}

// Forget deletes a task: its episode, its lines, and what may be told of it.
func (s *Service) Forget(ctx context.Context, by audit.Caller, in ForgetRecordedInput) (recorder.Forgot, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opForget, in, func(ctx context.Context, note *usecase.Note) (recorder.Forgot, error) {
		note.IDs(in.TaskID)
		return s.recorder(by).Forget(ctx, recorder.Selection{Task: in.TaskID})
	})
}
