package plans

import (
	"strings"
	"sync"
	"time"

	"plotline/internal/fault"
)

// Limits of the tasks that agents begin and never end. Each workspace has its own limits, so that it
// cannot block others.
const (
	keepTasks = 1000
	keepFor   = 24 * time.Hour
	keepBytes = 1 << 20 // of entries: their paths, and entryBytes each
	// entryBytes is about what an entry needs besides its paths.
	entryBytes = 100
)

// legacyTasks holds the tasks of this process by workspace.
type legacyTasks struct {
	mu         sync.Mutex
	workspaces map[string]*workspaceTasks
}

func newLegacyTasks() *legacyTasks { return &legacyTasks{workspaces: map[string]*workspaceTasks{}} }

// of returns the tasks of a workspace.
func (l *legacyTasks) of(workspace string) *workspaceTasks {
	l.mu.Lock()
	defer l.mu.Unlock()
	tasks := l.workspaces[workspace]
	if tasks == nil {
		tasks = &workspaceTasks{tasks: map[string]*legacyTask{}}
		l.workspaces[workspace] = tasks
	}
	return tasks
}

// workspaceTasks holds the tasks of one workspace.
type workspaceTasks struct {
	mu    sync.Mutex
	tasks map[string]*legacyTask
	bytes int // of all tasks
	clock int // counts uses
}

type legacyTask struct {
	plan  *Plan
	asked int // number of callers waiting for a person's answer
	used  int // value of clock at the last use
	bytes int
}

// add begins a task. It removes tasks older than a day. If there are too many, it removes the least
// recently used one. Tasks about which a person is being asked stay.
func (w *workspaceTasks) add(p *Plan) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.tasks {
		if t.asked == 0 && p.CreatedAt.UTC().Sub(t.plan.CreatedAt.UTC()) > keepFor {
			w.remove(t)
		}
	}
	size := len(p.MediaFolderPath)
	for len(w.tasks) >= keepTasks || w.bytes+size > keepBytes {
		oldest := w.abandoned()
		if oldest == nil {
			return fault.Newf(fault.RateLimited,
				"a person is asked about all %d open rename tasks of this workspace; answer some of the questions first", len(w.tasks))
		}
		w.remove(oldest)
	}
	w.clock++
	w.tasks[p.ID] = &legacyTask{plan: p, used: w.clock, bytes: size}
	w.bytes += size
	return nil
}

// abandoned returns the least recently used task, or nil if a person is being asked about all.
func (w *workspaceTasks) abandoned() *legacyTask {
	var oldest *legacyTask
	for _, t := range w.tasks {
		if t.asked == 0 && (oldest == nil || t.used < oldest.used) {
			oldest = t
		}
	}
	return oldest
}

func (w *workspaceTasks) remove(t *legacyTask) {
	delete(w.tasks, t.plan.ID)
	w.bytes -= t.bytes
}

// task returns a task and marks it as used.
func (w *workspaceTasks) task(id string) (*legacyTask, error) {
	t := w.tasks[strings.ToLower(id)]
	if t == nil {
		return nil, notFound(asTask, id)
	}
	w.clock++
	t.used = w.clock
	return t, nil
}

// find returns a copy of a task.
func (w *workspaceTasks) find(id string) (*Plan, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t, err := w.task(id)
	if err != nil {
		return nil, err
	}
	return t.plan.clone(), nil
}

// append adds an entry to a task. If the workspace's tasks are too large, it removes the least recently
// used ones.
func (w *workspaceTasks) append(id string, e Entry) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	t, err := w.task(id)
	if err != nil {
		return err
	}
	if err := checkNew(t.plan.Files, e); err != nil {
		return err
	}
	size := len(e.From) + len(e.To) + entryBytes
	for w.bytes+size > keepBytes {
		oldest := w.abandoned()
		if oldest == nil || oldest == t {
			return fault.Newf(fault.TooLarge, "the rename task holds too many files: the open tasks of this workspace may have %d bytes, with %d for each file besides its paths; "+
				"end it and begin another, or propose a plan with beginRenameFilesTaskV2", keepBytes, entryBytes)
		}
		w.remove(oldest)
	}
	t.plan.Files = append(t.plan.Files, e)
	t.bytes += size
	w.bytes += size
	return nil
}

// hold returns a copy of a task and keeps the task from being removed until release, while a person is
// asked.
func (w *workspaceTasks) hold(id string) (p *Plan, release func(), err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t, err := w.task(id)
	if err != nil {
		return nil, nil, err
	}
	t.asked++
	return t.plan.clone(), func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		t.asked--
	}, nil
}

// take ends a task and succeeds for one caller only. It fails if the task has entries that the caller has
// not seen.
func (w *workspaceTasks) take(seen *Plan) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	t, err := w.task(seen.ID)
	if err != nil {
		return err
	}
	if len(t.plan.Files) != len(seen.Files) {
		return fault.New(fault.Conflict, "Files were added to the task while a person was asked. Nothing was renamed; end the task again")
	}
	w.remove(t)
	return nil
}
