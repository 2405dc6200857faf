package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"

	"plotline/internal/recording/setup"
	"plotline/internal/recording/spool"
)

// recording checks whether what agents do becomes episodes: it sends a made-up task through the hook into the graph, and removes
// it again.
func (s *settings) recording(ctx context.Context, p *program) finding {
	f := finding{Check: "recording", State: note}
	all, err := spool.ReadSettings()
	switch {
	case err != nil:
		f.State, f.Found, f.Advice = bad, "the settings cannot be read", err.Error()
		return f
	case all.Record != spool.On:
		f.Found, f.Advice = "off", "to record what agents do, run: plotline setup CLIENT"
		return f
	case !s.recordsHere(all):
		f.Found, f.Advice = "goes to another store than this one", "to check it, run doctor with the flags of that store"
		return f
	}
	r, done := p.recorder(s)
	defer done()
	status, err := r.Status(ctx)
	switch {
	case err != nil:
		f.State, f.Found, f.Advice = bad, "its state cannot be read", err.Error()
		return f
	case status.PausedUntil != nil:
		f.Found, f.Advice = "paused", "to go on, run: plotline record on"
		return f
	case status.Full:
		f.State, f.Found, f.Advice = bad, "the spool is full", "to store what waits, run: plotline record flush"
		return f
	}
	workspace, err := r.Trial(ctx, runHook(p.dataDir))
	if workspace != "" && all.Store != spool.ToServer { // there, it was in the workspace of the token
		by := p.caller
		by.Workspace = workspace
		if _, left := p.service.DeleteWorkspace(ctx, by); left != nil && err == nil {
			err = left
		}
	}
	if err != nil {
		f.State, f.Found, f.Advice = bad, "a made-up task did not become an episode", err.Error()
		return f
	}
	f.State, f.Found = well, "a made-up task became an episode, which is removed again"
	return f
}

// runHook returns a function that runs the hook program of a data folder, or this program in its place.
func runHook(dataDir string) func(ctx context.Context, root, event string, payload []byte) error {
	return func(ctx context.Context, root, event string, payload []byte) error {
		program, args := setup.HookProgram(dataDir), []string{"claude-code", event}
		if _, err := os.Stat(program); err != nil {
			if program, err = os.Executable(); err != nil {
				return err
			}
			args = append([]string{"hook"}, args...)
		}
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Dir, cmd.Stdin = root, bytes.NewReader(payload)
		cmd.Env = append(os.Environ(), "CLAUDE_PROJECT_DIR="+root, "CLAUDECODE=")
		return cmd.Run()
	}
}
