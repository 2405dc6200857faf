package recorder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"plotline/internal/durable"
	"plotline/internal/project"
	"plotline/internal/recording/spool"
)

const (
	// silence is how long a session says nothing before its last task is over.
	silence = 6 * time.Hour
	// settles is for how long after the last line the client's own record is read again.
	settles = 30 * time.Second
	// keepDone is how long the file of a session that is over stays in the spool.
	keepDone = 24 * time.Hour
	// retryAfter is how long a session waits after a failure, so that it does not hold up others.
	retryAfter = 30 * time.Second
)

// known is what the recorder remembers of a session's file, so that it need not read it again.
type known struct {
	drained    stamp
	last       int64
	closed     bool
	ended      bool   // no task is running
	transcript string // path of the client's own record
	folder     string // the worktree, if it is not the project's root
}

// stampOf returns the present stamp of a session's file. While a task runs, the growth of the client's own record does not
// count: it is read once the task is over.
func (r *Recorder) stampOf(f spool.File, k known) stamp {
	now := stamp{Size: f.Size, Modified: f.Modified.UnixNano()}
	age := r.Now().Sub(time.UnixMilli(k.last))
	if k.last == 0 {
		return now
	}
	if k.ended && age < settles && k.transcript != "" {
		if info, err := os.Stat(k.transcript); err == nil {
			now.Transcript = info.Size()
		}
	}
	now.Silent = age > silence
	now.Done = age > keepDone && (k.closed || now.Silent)
	return now
}

// drain writes what the files of the spool have got since the last time, and then the briefs that this changes. A session
// that fails waits, and does not hold up others. The caller holds the lock of the spool.
func (r *Recorder) drain(ctx context.Context) error {
	files, err := r.spool.Sessions()
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f spool.File) bool {
		k, has := r.seen[f.Path]
		now := r.stampOf(f, k)
		return has && (now == k.drained || !k.ended && !now.Silent && runs(f)) || r.Now().Before(r.later[f.Path])
	})
	if len(files) == 0 {
		return nil
	}
	return r.locked(ctx, func() error {
		pass := r.newPass()
		if err := pass.begin(); err != nil {
			return err
		}
		var failed []error
		for _, f := range files {
			if ctx.Err() != nil {
				break
			}
			k, err := pass.session(ctx, f)
			if err != nil {
				r.later[f.Path] = r.Now().Add(retryAfter)
				failed = append(failed, fmt.Errorf("%s/%s: %w", f.Client, f.Session, err))
				continue
			}
			delete(r.later, f.Path)
			r.seen[f.Path] = k
		}
		return errors.Join(append(failed, pass.end(), ctx.Err())...)
	})
}

// runs reports whether the last line of a session's file is the use of a tool. Its task is not over then, so there is nothing to
// write.
func runs(f spool.File) bool {
	file, err := durable.Open(f.Path)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	tail := make([]byte, min(f.Size, spool.MostLine))
	n, err := file.ReadAt(tail, f.Size-int64(len(tail)))
	if err != nil {
		return false
	}
	lines := spool.Parse(tail[:n]).Lines
	return len(lines) > 0 && lines[len(lines)-1].Kind == spool.Tool
}

// pass is one run of drain.
type pass struct {
	r        *Recorder
	settings spool.Settings
	hidden   forgotten
	skipped  spool.Skipped
	lessons  map[string]*ledger[entry] // by workspace
	changed  map[string]bool           // workspaces whose brief is to be written
}

func (r *Recorder) newPass() *pass {
	return &pass{r: r, lessons: map[string]*ledger[entry]{}, changed: map[string]bool{}}
}

// begin reads what other processes may have changed. The caller holds the lock of the state.
func (p *pass) begin() (err error) {
	if p.hidden, err = p.r.home.readForgotten(); err != nil {
		return err
	}
	if p.settings, err = p.r.Settings(); err != nil {
		return err
	}
	p.skipped, err = spool.ReadSkipped(p.r.DataDir)
	return err
}

// session brings the episodes of a session up to date with its file.
func (p *pass) session(ctx context.Context, f spool.File) (known, error) {
	s, err := p.r.home.readSession(f)
	if err != nil {
		return known{}, err
	}
	content, err := f.Read()
	if err != nil {
		return known{}, err
	}
	s.look(content)
	k := s.known(content.Lines)
	k.drained = p.r.stampOf(f, k)
	switch {
	case s.Drained == k.drained: // by an earlier process
		return k, nil
	case s.Forgotten:
		if err := f.Remove(); err != nil || !s.Closed {
			return k, err
		}
		return k, durable.Remove(p.r.home.session(f))
	}
	if err := errors.Join(p.place(ctx, s), p.skip(ctx, f, content.Lines)); err != nil {
		return known{}, err
	}
	if s.Workspace != "" {
		if err := errors.Join(p.r.noteBriefs(f, s.Workspace, content.Lines), p.write(ctx, f, s, k, content.Lines)); err != nil {
			return known{}, errors.Join(err, p.r.home.writeSession(f, s))
		}
	}
	s.Drained = k.drained
	if k.drained.Done && content.Newer == 0 {
		s.countOrdinals()
		if err := f.Remove(); err != nil {
			return known{}, err
		}
	}
	return k, p.r.home.writeSession(f, s)
}

// look takes from the lines what does not need the tasks.
func (s *session) look(c spool.Content) {
	s.Bad, s.Newer = c.Bad, c.Newer
	s.Closed = false
	for _, line := range c.Lines {
		s.Last = max(s.Last, line.T)
		s.Closed = line.Kind == spool.Close || s.Closed && line.Kind != spool.Session && line.Kind != spool.Prompt
		if s.Project == "" && line.Kind == spool.Session {
			s.Project = line.Project
		}
	}
}

// known returns what need not be read again.
func (s *session) known(lines []spool.Line) known {
	k := known{last: s.Last, closed: s.Closed, ended: true}
	for _, line := range lines {
		switch line.Kind { //nolint:exhaustive // the others say nothing about it
		case spool.Session:
			k.transcript, k.folder = cmp.Or(line.Transcript, k.transcript), cmp.Or(line.Folder, k.folder)
		case spool.Prompt:
			k.ended = false
		case spool.End:
			k.ended = line.How != spool.Paused
		case spool.Close:
			k.ended = true
		}
	}
	return k
}

// skip keeps the hashes of tasks that the person did not want to be kept, so that an import leaves them out, too.
func (p *pass) skip(ctx context.Context, f spool.File, lines []spool.Line) error {
	var hashes []string
	for _, line := range lines {
		if line.Kind == spool.Skip && line.Task != "" && !p.skipped.Task(f.Client, f.Session, line.Task) {
			hashes = append(hashes, spool.SkipHash(f.Client, f.Session, line.Task))
		}
	}
	if len(hashes) == 0 {
		return nil
	}
	return spool.ChangeSkipped(ctx, p.r.DataDir, func(s *spool.Skipped) { s.Tasks = append(s.Tasks, hashes...) })
}

// place finds the workspace of a session, the first time. A folder that is no project has none.
func (p *pass) place(ctx context.Context, s *session) error {
	if s.Workspace != "" || s.Project == "" {
		return nil
	}
	at, is := project.Of(s.Project)
	if !is && slices.Contains(p.settings.Folders, s.Project) {
		at, is = project.Project{Root: s.Project, Identity: s.Project}, true
	}
	if !is { // such as a clone that is gone
		known, err := project.Known(p.r.DataDir, s.Project)
		s.Workspace = known
		return err
	}
	found, err := project.Lookup(ctx, p.r.DataDir, at)
	s.Workspace = found.Workspace
	return err
}

// write writes the tasks of a session.
func (p *pass) write(ctx context.Context, f spool.File, s *session, k known, lines []spool.Line) error {
	tasks, lines, err := p.tasks(ctx, s, k, lines)
	if err != nil {
		return err
	}
	return p.put(ctx, f, s, tasks, lines)
}

// put writes tasks, which the lines say.
func (p *pass) put(ctx context.Context, f spool.File, s *session, tasks []done, lines []spool.Line) error {
	if p.lessons[s.Workspace] == nil {
		p.lessons[s.Workspace] = p.r.home.openLessons(s.Workspace)
	}
	w := writing{r: p.r, file: f, s: s, lessons: p.lessons[s.Workspace], hidden: p.hidden}
	err := w.write(ctx, tasks)
	if err == nil {
		err = w.undo(ctx, tasks, lines)
	}
	if err == nil {
		err = w.undoOutside(ctx, tasks, lines)
	}
	if w.changed {
		p.changed[s.Workspace] = true
	}
	return err
}
