package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"plotline/graph/recorded"
	"plotline/internal/fault"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/remote"
	"plotline/internal/recording/setup"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

type recordCommand struct {
	Status recordStatus `cmd:"" default:"withargs" help:"Show whether agents' work is recorded, and what waits."`
	On     recordOn     `cmd:"" help:"Record what agents do, or end a pause."`
	Off    recordOff    `cmd:"" help:"Record nothing any more. What is stored stays."`
	Pause  recordPause  `cmd:"" help:"Record nothing for a while."`
	Show   recordShow   `cmd:"" paged:"" help:"Show what was kept of the last sessions, and what they were told."`
	Pin    recordPin    `cmd:"" help:"Have a line told always, even if its episode is changed, or never again."`
	Unpin  recordUnpin  `cmd:"" help:"Have a line told where it fits again."`
	Flush  recordFlush  `cmd:"" help:"Store what waits now. Hooks run this at the end of a session."`
	Forget recordForget `cmd:"" help:"Delete what was recorded of a session, of a project or since a time."`
	Redact recordRedact `cmd:"" help:"Replace secrets in what was recorded, by the rules of this version."`
	Import recordImport `cmd:"" help:"Make episodes of what agents did before, from their own transcripts."`
	Link   recordLink   `cmd:"" help:"Give the project in the current folder the memory of another."`
	Rules  recordRules  `cmd:"" help:"Print how a task is rewarded."`
}

// settingsOutcome is the result of commands that change the settings.
type settingsOutcome struct {
	Record      spool.Consent `json:"record"`
	PausedUntil *time.Time    `json:"paused_until,omitempty"`
	File        string        `json:"file"`
}

// changeRecording changes the person's settings, and notes the times in which nothing was recorded in the data folder that
// recording goes to: the given one, if the settings name none.
func changeRecording(ctx context.Context, dir string, now time.Time, change func(*spool.Settings) error) (settingsOutcome, error) {
	var after spool.Settings
	err := spool.ChangeSettings(ctx, func(all *spool.Settings) error {
		err := change(all)
		after = *all
		return err
	})
	if err != nil {
		return settingsOutcome{}, err
	}
	if after.DataDir != "" {
		dir = after.DataDir
	}
	err = spool.ChangeSkipped(ctx, dir, func(skipped *spool.Skipped) {
		for i := range skipped.Spans { // a span that lasts, or a pause that is cut short, ends now
			if to := &skipped.Spans[i].To; *to == 0 || *to > now.UnixMilli() {
				*to = now.UnixMilli()
			}
		}
		switch {
		case after.Record == spool.Off:
			skipped.Spans = append(skipped.Spans, spool.Span{From: now.UnixMilli()})
		case after.Paused(now):
			skipped.Spans = append(skipped.Spans, spool.Span{From: now.UnixMilli(), To: after.PausedUntil})
		}
	})
	if err != nil {
		return settingsOutcome{}, err
	}
	file, err := spool.SettingsFile()
	out := settingsOutcome{Record: after.Record, File: file}
	if after.Paused(now) {
		until := time.UnixMilli(after.PausedUntil)
		out.PausedUntil = &until
	}
	return out, err
}

type recordOn struct{ jsonSettings }

// Run gives consent, and ends a pause. If nobody has said where recording goes, it goes to the store of the settings.
func (c *recordOn) Run(ctx context.Context, s *settings, std streams) error {
	dir, err := s.dataDir()
	if err != nil {
		return err
	}
	now := time.Now()
	known, err := spool.ReadSettings()
	if err == nil && known.Store == "" {
		err = s.destination(dir).Allow(ctx, now)
	}
	if err != nil {
		return err
	}
	out, err := changeRecording(ctx, dir, now, func(all *spool.Settings) error {
		if all.Record != spool.On {
			all.Record, all.Since = spool.On, now.UnixMilli()
		}
		all.PausedUntil = 0
		return nil
	})
	if err == nil {
		err = updateHook(ctx, dir)
	}
	return c.present(std, out, err, func() error {
		printMessage(std, "What agents do is recorded from now on, if they are set up: plotline setup. To look at it, run: plotline record show")
		return nil
	})
}

// updateHook copies the hook of this program into a data folder.
func updateHook(ctx context.Context, dataDir string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return setup.Install(ctx, dataDir, program, version())
}

// recordsHere reports whether recording is on and goes to the store of these settings, or from their data folder to a server.
func (s *settings) recordsHere(all spool.Settings) bool {
	dir, err := s.dataDir()
	if all.Store == spool.ToServer {
		return err == nil && all.Record == spool.On && all.DataDir == dir
	}
	return err == nil && s.destination(dir).Consents(all)
}

// recordedHere reports whether recording goes to the store of these settings, or went there before it was turned off.
func (s *settings) recordedHere() bool {
	all, err := spool.ReadSettings()
	if all.Record == spool.Off {
		all.Record = spool.On
	}
	return err == nil && s.recordsHere(all)
}

type recordOff struct{ jsonSettings }

// Run withdraws consent.
func (c *recordOff) Run(ctx context.Context, s *settings, std streams) error {
	dir, err := s.dataDir()
	if err != nil {
		return err
	}
	out, err := changeRecording(ctx, dir, time.Now(), func(all *spool.Settings) error {
		all.Record, all.PausedUntil = spool.Off, 0
		return nil
	})
	return c.present(std, out, err, func() error {
		printMessage(std, "Nothing is recorded any more. What is stored stays; to delete it, run: plotline record forget")
		return nil
	})
}

type recordPause struct {
	Duration string `arg:"" help:"How long, such as 30m, 8h or 2d."`
	jsonSettings
}

// Run pauses recording.
func (c *recordPause) Run(ctx context.Context, s *settings, std streams) error {
	now := time.Now()
	until, err := expiry(c.Duration, now)
	if err != nil || until == nil {
		return misuse{fmt.Errorf("the duration must be a time such as 30m or 8h, or days such as 2d: %q", c.Duration)}
	}
	dir, err := s.dataDir()
	if err != nil {
		return err
	}
	out, err := changeRecording(ctx, dir, now, func(all *spool.Settings) error {
		if all.Record != spool.On {
			return fault.New(fault.Conflict, "nothing is recorded, so there is nothing to pause")
		}
		all.PausedUntil = until.UnixMilli()
		return nil
	})
	return c.present(std, out, err, func() error {
		printMessage(std, "Nothing is recorded until %s. To go on before, run: plotline record on", until.Format(time.DateTime))
		return nil
	})
}

// recordedMemory returns the graph as the recorder sees it. The caller closes it before the program.
func (p *program) recordedMemory(languages []string) *recorded.Memory {
	c := recorded.Config{Service: p.service, Store: p.observed(), Runner: p.runner, Caller: p.caller, Languages: languages}
	if p.vectors != nil { // there is a model that works
		c.Model = p.meaning
	}
	return recorded.New(c)
}

// closingMemory is a memory of the recorder that holds something open.
type closingMemory interface {
	recorder.Memory
	Close()
}

// recorder returns the recorder of the data folder, and a function that releases it. It writes to the store of this program, or to
// the server that the settings name.
func (p *program) recorder(s *settings) (*recorder.Recorder, func()) {
	c, done := p.recorderConfig(s)
	return recorder.New(c), done
}

// recorderConfig returns what a recorder of the data folder needs, and a function that releases it.
func (p *program) recorderConfig(s *settings) (recorder.Config, func()) {
	all, err := spool.ReadSettings()
	if err != nil {
		p.logger.Warn("the settings of the recording cannot be read", "error", err)
	}
	var memory closingMemory
	mine := s.recordsHere
	if all.Store == spool.ToServer {
		memory = remote.New(all)
		mine = func(now spool.Settings) bool {
			return now.Address == all.Address && now.TokenFile == all.TokenFile && now.Person == all.Person && s.recordsHere(now)
		}
	} else {
		memory = p.recordedMemory(all.Languages)
	}
	return recorder.Config{DataDir: p.dataDir, Memory: memory, Logger: p.logger, Mine: mine}, memory.Close
}

// record runs the recorder until ctx ends.
func (p *program) record(ctx context.Context, s *settings) {
	if setup.Installed(p.dataDir) {
		if err := updateHook(ctx, p.dataDir); err != nil {
			p.logger.DebugContext(ctx, "the hook of the data folder is not replaced", "error", err)
		}
	}
	r, done := p.recorder(s)
	defer done()
	r.Run(ctx)
}

// withRecorder opens the program and calls work with its recorder.
func (s *settings) withRecorder(std streams, work func(r *recorder.Recorder) error) error {
	p, err := s.open(std, auditSettings{Audit: "writes"})
	if err != nil {
		return asMisuse(err)
	}
	defer p.close()
	r, done := p.recorder(s)
	defer done()
	return work(r)
}

type recordFlush struct{}

// Run stores what waits. A hook starts it and does not read its output.
func (*recordFlush) Run(ctx context.Context, s *settings, std streams) error {
	return s.withRecorder(std, func(r *recorder.Recorder) error { return r.Flush(ctx) })
}

type recordRules struct{ jsonSettings }

// Run prints the table of rewards.
func (c *recordRules) Run(std streams) error {
	rules := task.Rules()
	return c.present(std, rules, nil, func() error {
		rows := make([][]string, len(rules))
		for i, rule := range rules {
			rows[i] = []string{rule.Name, formatNumber(rule.Value), rule.When}
		}
		screen := screenOf(std.out)
		columns := []column{{title: "RULE"}, {title: "REWARD", right: true}, {title: "WHEN"}}
		return table(screen, columns, screen.wrapLast(columns, rows))
	})
}
