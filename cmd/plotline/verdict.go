package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"plotline/internal/fault"
	"plotline/internal/project"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
)

type verdictCommand struct {
	Verdict string `arg:"" enum:"good,bad,none" help:"good or bad; none takes back the verdict on --task. What you write on standard input is kept as the reason."`
	Task    string `placeholder:"ID" help:"Judge this task instead of the last one. plotline record show lists the ids."`
	jsonSettings
}

// Help says which task is meant.
func (*verdictCommand) Help() string {
	return `The verdict is about the last task of an agent in the project of the current folder that was kept, and replaces its reward. Within an agent, a prompt that begins with #good or #bad does the same.`
}

// agentVariables are set in the shells of agents. An agent must not judge its own work.
var agentVariables = []string{"CLAUDECODE", "GEMINI_CLI", "CODEX_SANDBOX", "CURSOR_AGENT", "OPENCODE"}

// Run keeps the person's verdict on the last task.
func (c *verdictCommand) Run(ctx context.Context, s *settings, std streams) error {
	for _, name := range agentVariables {
		if os.Getenv(name) != "" {
			return fault.Newf(fault.PermissionDenied, "a verdict is the person's: this shell belongs to an agent (%s is set). "+
				"Run the command in a shell of your own, or begin a prompt with #%s", name, c.Verdict)
		}
	}
	reason := ""
	if !isTerminal(std.in) {
		raw, err := io.ReadAll(io.LimitReader(std.in, spool.MostLine))
		if err != nil {
			return fmt.Errorf("cannot read the reason: %w", err)
		}
		reason = strings.TrimSpace(string(raw))
	}
	return s.withRecorder(std, func(r *recorder.Recorder) error {
		judged, err := c.judge(ctx, r, reason)
		return c.present(std, judged, err, func() error {
			_, err := fmt.Fprintf(std.out, "The verdict on the task %s, “%s”, is %s.\n", judged.Task, oneLine(judged.Name), c.Verdict)
			return err
		})
	})
}

// judge keeps the verdict on the task that the arguments name.
func (c *verdictCommand) judge(ctx context.Context, r *recorder.Recorder, reason string) (recorder.Judged, error) {
	if c.Task != "" {
		return r.JudgeTask(ctx, c.Task, c.Verdict, reason)
	}
	if c.Verdict == recorder.NoVerdict {
		return recorder.Judged{}, misuse{errors.New("give the --task whose verdict is to be taken back")}
	}
	here, is := project.Of(".")
	if !is {
		return recorder.Judged{}, fault.New(fault.NotFound, "the current folder is in no git repository, so it has no tasks")
	}
	return r.Judge(ctx, here.Root, c.Verdict, reason)
}
