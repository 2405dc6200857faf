package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"plotline/internal/fault"
	"plotline/internal/project"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
)

type recordStatus struct{ jsonSettings }

// Run says whether recording works.
func (c *recordStatus) Run(ctx context.Context, s *settings, std streams) error {
	return s.withRecorder(std, func(r *recorder.Recorder) error {
		out, err := r.Status(ctx)
		return c.present(std, out, err, func() error { return printRecordStatus(std, out) })
	})
}

func printRecordStatus(std streams, out recorder.Status) error {
	screen := screenOf(std.out)
	rows := [][]string{{"Recording", recordState(screen, out)}}
	if out.Store != "" {
		rows = append(rows, []string{"Goes to", oneLine(out.Store)})
	}
	if out.Problem != "" {
		rows = append(rows, []string{"Problem", oneLine(out.Problem) + " What is recorded waits."})
	}
	rows = append(rows, []string{"Recorder", map[string]string{
		recorder.RecorderNone:    "none is running; the next client of an agent, or plotline record flush, stores what waits",
		recorder.RecorderAnswers: "running",
		recorder.RecorderSilent:  "a process holds the lock and does not answer",
	}[out.Recorder]}, []string{"Told today", countNoun(out.ToldToday, "character")})
	for _, group := range out.Copies {
		rows = append(rows, []string{"One memory", oneLine(strings.Join(group, ", "))})
	}
	if err := table(screen, []column{{paint: dimmed}, {}}, rows); err != nil {
		return err
	}
	if len(out.Clients) > 0 {
		if _, err := fmt.Fprintln(screen); err != nil {
			return err
		}
		if err := table(screen, clientColumns, clientRows(screen, out.Clients)); err != nil {
			return err
		}
	}
	switch {
	case out.Full:
		printMessage(std, "The spool is full, so nothing is kept. To store what waits, run: plotline record flush")
	case out.Record == spool.On && !out.Here:
		printMessage(std, "Recording goes to another store than that of this command, whose flags decide.")
	}
	return nil
}

var clientColumns = []column{
	{title: "CLIENT"},
	{title: "SESSIONS", right: true},
	{title: "TASKS", right: true},
	{title: "WAITING", right: true},
	{title: "UNREADABLE LINES", right: true},
	{title: "LAST EVENT", paint: dimmed},
}

func clientRows(screen *screen, clients []recorder.ClientStatus) [][]string {
	rows := make([][]string, len(clients))
	for i, c := range clients {
		last := "never"
		if c.LastEvent != nil {
			last = screen.since(*c.LastEvent)
		}
		rows[i] = []string{oneLine(c.Client), strconv.Itoa(c.Sessions), strconv.Itoa(c.Tasks), strconv.Itoa(c.Waiting), strconv.Itoa(c.Dropped), last}
	}
	return rows
}

func recordState(screen *screen, out recorder.Status) string {
	switch {
	case out.Record == "":
		return "off; plotline setup or plotline record on turns it on"
	case out.Record == spool.Off:
		return "off"
	case out.PausedUntil != nil:
		return "paused until " + out.PausedUntil.Local().Format(time.DateTime) //nolint:gosmopolitan // for the person at this machine
	case out.Since != nil:
		return "on, since " + screen.since(*out.Since)
	}
	return "on"
}

type recordShow struct {
	Last     bool `help:"Show the last session alone."`
	Sessions int  `default:"10" placeholder:"N" help:"How many sessions to show."`
	jsonSettings
}

// Validate checks the flags. Kong calls it after parsing.
func (c *recordShow) Validate() error {
	if c.Sessions < 1 {
		return fmt.Errorf("--sessions must be at least 1: %d", c.Sessions)
	}
	return nil
}

// Run shows what was kept and told.
func (c *recordShow) Run(ctx context.Context, s *settings, std streams) error {
	return s.withRecorder(std, func(r *recorder.Recorder) error {
		most := c.Sessions
		if c.Last {
			most = 1
		}
		sessions, err := r.Show(ctx, recorder.Showing{Sessions: most, Tasks: math.MaxInt})
		return c.present(std, sessions, err, func() error { return printRecorded(std, sessions) })
	})
}

type recordPin struct {
	Line  string `arg:"" help:"Id of the line. plotline record show lists the ids."`
	Never bool   `help:"Never tell it again."`
	jsonSettings
}

// Run has a line told always, or never again.
func (c *recordPin) Run(ctx context.Context, s *settings, std streams) error {
	pin, says := recorder.Always, "The line %s is told at the start of each session from now on.\n"
	if c.Never {
		pin, says = recorder.Never, "The line %s is not told any more.\n"
	}
	return changePin(ctx, s, std, c.jsonSettings, c.Line, pin, says)
}

type recordUnpin struct {
	Line string `arg:"" help:"Id of the line."`
	jsonSettings
}

// Run takes back what record pin did.
func (c *recordUnpin) Run(ctx context.Context, s *settings, std streams) error {
	return changePin(ctx, s, std, c.jsonSettings, c.Line, "", "The line %s is told where it fits.\n")
}

func changePin(ctx context.Context, s *settings, std streams, as jsonSettings, line string, pin recorder.Pin, says string) error {
	return s.withRecorder(std, func(r *recorder.Recorder) error {
		err := r.Pin(ctx, line, pin)
		return as.present(std, map[string]string{"line": line, "pin": string(pin)}, err, func() error {
			_, err := fmt.Fprintf(std.out, says, oneLine(line))
			return err
		})
	})
}

func printRecorded(std streams, sessions []recorder.Shown) error {
	if len(sessions) == 0 {
		printMessage(std, "Nothing is recorded yet. To see whether recording works, run: plotline record status")
		return nil
	}
	screen := screenOf(std.out)
	var text strings.Builder
	for i, one := range sessions {
		if i > 0 {
			text.WriteString("\n")
		}
		head := fmt.Sprintf("%s  %s  %s", screen.since(time.UnixMilli(one.Last)), one.Client, one.Session)
		if one.Workspace != "" {
			head += "  " + one.Workspace
		}
		text.WriteString(screen.paint(oneLine(head), bold) + "\n")
		for _, t := range one.Tasks {
			writeTask(&text, t)
		}
		if len(one.Tasks) == 0 {
			text.WriteString("  No task of it was kept: none changed or found anything, or all were deleted.\n")
		}
		for _, t := range one.Told {
			when := "told at"
			if t.Start {
				when = "told at its start,"
			}
			fmt.Fprintf(&text, "  %s %s:\n", when, time.UnixMilli(t.At).Format(time.DateTime))
			for _, line := range t.Lines {
				text.WriteString("    - " + lineText(line) + "\n")
			}
		}
	}
	_, err := fmt.Fprint(screen, text.String())
	return err
}

func writeTask(text *strings.Builder, t recorder.ShownTask) {
	state := "episode " + t.Episode
	switch {
	case t.Gone || t.Episode == "":
		state = "its episode is deleted"
	case t.Same:
		state = "repeats " + state
	case t.Unread:
		state += " (it cannot be read now)"
	}
	fmt.Fprintf(text, "  %s  %s  task %s\n", time.UnixMilli(t.Started).Format(time.DateTime), state, t.ID)
	if t.Name != "" {
		text.WriteString("    " + oneLine(t.Name) + "\n")
	}
	if t.Reward != nil {
		fmt.Fprintf(text, "    reward %s: %s\n", formatNumber(*t.Reward), oneLine(strings.Join(t.Because, ", ")))
	}
	for _, line := range t.Lines {
		fmt.Fprintf(text, "    may be told: %s\n", lineText(line))
	}
}

// lineText returns a line with its id and what the person decided about it.
func lineText(line recorder.ShownLine) string {
	text := oneLine(line.Text)
	if line.ID != "" {
		text += "  [" + line.ID + "]"
	}
	if line.Pin != "" {
		text += " (" + string(line.Pin) + ")"
	}
	return text
}

type recordForget struct {
	Last    bool   `help:"The session that did something last."`
	Session string `placeholder:"ID" help:"The session with this id."`
	Task    string `placeholder:"ID" help:"One task. plotline record show lists the ids."`
	Project string `placeholder:"DIR" help:"All sessions of the project in this folder."`
	Since   string `placeholder:"TIME" help:"The tasks that started then or later, such as 2h, 3d or 2027-01-31."`
	jsonSettings
}

// Validate checks that something is named. Kong calls it after parsing.
func (c *recordForget) Validate() error {
	if !c.Last && c.Task == "" && c.Session == "" && c.Project == "" && c.Since == "" {
		return errors.New("say what to forget: --last, --task, --session, --project or --since")
	}
	return nil
}

// Run deletes what was recorded.
func (c *recordForget) Run(ctx context.Context, s *settings, std streams) error {
	which := recorder.Selection{Last: c.Last, Task: c.Task, Session: c.Session}
	if c.Project != "" {
		found, is := project.Of(c.Project)
		if !is {
			return misuse{fmt.Errorf("--project: %q is in no git repository", c.Project)}
		}
		which.Project = found.Root
	}
	if c.Since != "" {
		since, err := pastTime(c.Since, time.Now())
		if err != nil {
			return misuse{err}
		}
		which.Since = since
	}
	return s.withRecorder(std, func(r *recorder.Recorder) error {
		out, err := r.Forget(ctx, which)
		if err == nil && out.Sessions == 0 {
			err = fault.New(fault.NotFound, "no recorded session fits, so nothing was forgotten; plotline record show lists them")
		}
		return c.present(std, out, err, func() error {
			_, err := fmt.Fprintf(std.out, "Forgot %s of %s.\n", countNoun(out.Episodes, "episode"), countNoun(out.Sessions, "session"))
			printMessage(std, "Backups, exports, ids in the audit log and the clients' own transcripts stay. "+
				"Deleted texts can be found in plotline.db-wal until the last process closes the database, or in the files of Neo4j.")
			return err
		})
	})
}

// pastTime parses a day, an ISO time, a number of days or a duration before now.
func pastTime(text string, now time.Time) (time.Time, error) {
	for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04", time.DateTime} {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return at, nil
		}
	}
	if number, ok := strings.CutSuffix(text, "d"); ok {
		if days, err := strconv.Atoi(number); err == nil && days >= 0 && days <= maxDays {
			return now.AddDate(0, 0, -days), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	return time.Time{}, fmt.Errorf("--since must be a day such as 2027-01-31, days such as 3d, or a time such as 2h: %q", text)
}

type recordRedact struct{ jsonSettings }

// Run redacts what was recorded.
func (c *recordRedact) Run(ctx context.Context, s *settings, std streams) error {
	return s.withRecorder(std, func(r *recorder.Recorder) error {
		n, err := r.Redact(ctx)
		return c.present(std, map[string]int{"episodes": n}, err, func() error {
			_, err := fmt.Fprintf(std.out, "Replaced secrets in %s.\n", countNoun(n, "episode"))
			return err
		})
	})
}

type recordLink struct {
	Folder string `arg:"" help:"A folder of the project whose memory this one shall have."`
	jsonSettings
}

// Run links the project of the current folder.
func (c *recordLink) Run(ctx context.Context, s *settings, std streams) error {
	here, is := project.Of(".")
	to, too := project.Of(c.Folder)
	if !is || !too {
		return fault.New(fault.InvalidArgument, "both the current folder and the other one must be in a git repository")
	}
	dir, err := s.dataDir()
	if err != nil {
		return err
	}
	workspace, err := project.Link(ctx, dir, here, to)
	return c.present(std, map[string]string{"project": here.Root, "workspace": workspace}, err, func() error {
		_, err := fmt.Fprintf(std.out, "%s has the workspace %s from now on.\n", here.Root, workspace)
		return err
	})
}
