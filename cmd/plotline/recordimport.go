package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"time"

	"plotline/internal/fault"
	"plotline/internal/project"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/transcript"
)

type recordImport struct {
	Client string `enum:",claude-code,codex" default:"" placeholder:"CLIENT" help:"Only the transcripts of this agent: claude-code or codex."`
	Since  string `default:"90d" placeholder:"TIME" help:"Only tasks that started then or later, such as 30d or 2027-01-31."`
	DryRun bool   `help:"Count what would be imported, and change nothing."`
	Yes    bool   `short:"y" help:"Do not ask for confirmation."`
	Folder string `arg:"" optional:"" default:"." help:"A folder of the project."`
	jsonSettings
}

// Help says what the command does besides its flags.
func (*recordImport) Help() string {
	return `Makes episodes of the tasks that agents did in a project before they were set up, from the records that Claude Code and Codex keep themselves. The same is kept as while recording, with the same secrets replaced. What was recorded already, forgotten, private or done during a pause is left out. You can run it again.`
}

// importOutcome is the result of an import.
type importOutcome struct {
	recorder.Added

	Workspace   string   `json:"workspace"`
	Transcripts int      `json:"transcripts"`
	Unread      []string `json:"unread,omitempty"` // the paths of transcripts that were not understood, or could not be read
	Lines       []string `json:"lines,omitempty"`  // some that agents may be told
	DryRun      bool     `json:"dry_run,omitempty"`
}

// Run imports the transcripts of a project, after a person has agreed.
func (c *recordImport) Run(ctx context.Context, s *settings, std streams) error {
	since, err := pastTime(c.Since, time.Now())
	if err != nil {
		return misuse{err}
	}
	i, err := s.importing(ctx, c.Folder, c.Client, since)
	if err != nil {
		return err
	}
	return s.withRecorder(std, func(r *recorder.Recorder) error {
		asks := !c.DryRun && !c.Yes // then it reads twice: the question has the counts
		out, err := i.run(ctx, r, c.DryRun || asks)
		if err == nil && out.Tasks > 0 && asks {
			if err := agreeToImport(ctx, std, out); err != nil {
				return err
			}
			out, err = i.run(ctx, r, false)
		}
		out.DryRun = c.DryRun
		return c.present(std, out, err, func() error { return printImport(std, out) })
	})
}

func agreeToImport(ctx context.Context, std streams, out importOutcome) error {
	if err := canAsk(std, "import"); err != nil {
		return err
	}
	question := fmt.Sprintf("Import %s of %s into %s? [y/N] ", countNoun(out.Tasks, "task"), countNoun(out.Sessions, "session"), out.Workspace)
	return confirm(ctx, std, question, "nothing was imported")
}

func printImport(std streams, out importOutcome) error {
	verb := "Imported"
	if out.DryRun {
		verb = "Would import"
	}
	_, err := fmt.Fprintf(std.out, "%s %s of %s into %s.\n", verb, countNoun(out.Tasks, "task"), countNoun(out.Sessions, "session"), out.Workspace)
	if out.Tasks == 0 {
		printMessage(std, "Tasks that only read, that are still open, or that were recorded or forgotten before are left out.")
	}
	if len(out.Lines) > 0 {
		printMessage(std, "What agents are told of it when it fits, for example:")
	}
	for _, line := range out.Lines {
		printMessage(std, "- %s", oneLine(line))
	}
	if len(out.Unread) > 0 {
		printMessage(std, "%s were not understood, such as %s.", countNoun(len(out.Unread), "transcript"), oneLine(out.Unread[0]))
	}
	return err
}

// importing is an import of the transcripts of one project.
type importing struct {
	project   project.Project
	workspace string
	since     time.Time
	files     []transcript.File
	settings  spool.Settings
	skipped   spool.Skipped
	unread    []string
}

// importing finds the transcripts of the project in a folder: of one client, or of all if it is "".
func (s *settings) importing(ctx context.Context, folder, client string, since time.Time) (*importing, error) {
	found, is := project.Of(folder)
	if !is {
		return nil, misuse{fmt.Errorf("%q is in no git repository", folder)}
	}
	i := &importing{project: found, since: since}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, fmt.Errorf("there is no home folder: %w", err)
	}
	dir, err := s.dataDir()
	if err != nil {
		return nil, err
	}
	if i.settings, err = spool.ReadSettings(); err != nil {
		return nil, err
	}
	if i.settings.Rules(found.Root).Off {
		return nil, fault.New(fault.Conflict, "the file "+spool.RulesFile+" of this repository does not want it to be recorded")
	}
	if i.skipped, err = spool.ReadSkipped(dir); err != nil {
		return nil, err
	}
	if i.workspace, err = project.Peek(dir, found); err != nil {
		return nil, err
	}
	for _, one := range []string{transcript.Claude, transcript.Codex} {
		if client != "" && one != client {
			continue
		}
		files, err := transcript.Find(ctx, one, home, found, since)
		if err != nil {
			return nil, err
		}
		i.files = append(i.files, files...)
	}
	return i, nil
}

// run imports, or with dry only counts.
func (i *importing) run(ctx context.Context, r *recorder.Recorder, dry bool) (importOutcome, error) {
	i.unread = nil
	added, err := r.Import(ctx, i.sessions(ctx), dry)
	out := importOutcome{Added: added, Workspace: i.workspace, Transcripts: len(i.files), Unread: i.unread}
	if err == nil && !dry {
		out.Lines, err = i.lines(ctx, r)
	}
	return out, err
}

// lines returns some lines that agents may be told of the project, the newest first.
func (i *importing) lines(ctx context.Context, r *recorder.Recorder) ([]string, error) {
	const most, sessions = 3, 1000
	all, err := r.Show(ctx, recorder.Showing{Sessions: sessions, Tasks: math.MaxInt, Bare: true})
	var lines []string
	for _, session := range all {
		for _, one := range session.Tasks {
			for _, line := range one.Lines {
				if session.Workspace == i.workspace && len(lines) < most {
					lines = append(lines, line.Text)
				}
			}
		}
	}
	return lines, err
}

// sessions yields what the transcripts tell, one after the other.
func (i *importing) sessions(ctx context.Context) iter.Seq[recorder.Imported] {
	return func(yield func(recorder.Imported) bool) {
		enough := errors.New("enough")
		_ = transcript.Import(ctx, i.files, i.options, func(f transcript.File, found transcript.Result, err error) error {
			switch {
			case err != nil || found.Unknown():
				i.unread = append(i.unread, f.Path)
			case len(found.Lines) > 0:
				if !yield(recorder.Imported{Client: f.Client, Session: found.Session, Project: i.project.Root, Lines: found.Lines}) {
					return enough
				}
			}
			return nil
		})
	}
}

// options says how a transcript is read.
func (i *importing) options(f transcript.File) transcript.Options {
	const silence = 6 * time.Hour // until then, a session may go on
	o := transcript.Options{
		Project: i.project.Root, Folder: i.project.Root, Rules: i.settings.Rules(i.project.Root), Since: i.since.UnixMilli(), Skipped: i.skipped,
		Closed: time.Since(f.Modified) > silence,
	}
	if at := project.CheckoutOf(f.Folder); at.Folder != "" {
		o.Folder = at.Folder
	}
	return o
}

// offer says how many sessions there are to import, and imports them if a person agrees.
func (i *importing) offer(ctx context.Context, s *settings, std streams, title string) error {
	if len(i.files) == 0 {
		return nil
	}
	what := fmt.Sprintf("%s: %s of this project in the last 90 days.", title, countNoun(len(i.files), "session"))
	if !isTerminal(std.in) {
		printMessage(std, "%s To make episodes of them, run: plotline record import", what)
		return nil
	}
	if confirm(ctx, std, what+" Import them? [y/N] ", "nothing was imported") != nil {
		return ctx.Err()
	}
	return s.withRecorder(std, func(r *recorder.Recorder) error {
		out, err := i.run(ctx, r, false)
		if err != nil {
			return err
		}
		return printImport(std, out)
	})
}
