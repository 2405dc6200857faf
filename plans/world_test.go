//go:build unix

package plans_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/sqlitestore"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
	"plotline/testing/kit/logbuffer"
)

// The callers.
var (
	agent       = audit.Caller{Workspace: "w", Actor: "bot", Transport: "mcp", Role: access.Writer}
	person      = audit.Caller{Workspace: "w", Actor: "ada", Transport: "page", Role: access.Reviewer}
	admin       = audit.Caller{Workspace: "w", Actor: "root", Transport: "mcp", Role: access.Admin}
	otherTenant = audit.Caller{Workspace: "other", Actor: "eve", Transport: "mcp", Role: access.Admin}
)

// unknown is an id without a plan.
const unknown = "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d"

// world is a service with real files and a real store, and a clock that advances one second per call.
type world struct {
	*plans.Service
	config plans.Config
	base   string
	folder string // the media folder
	shelf  string // the folder of the plans
	graph  *graph.Service
	log    *logbuffer.Buffer
}

// clock advances one second per call.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)} }

func (c *clock) look() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Second)
	return c.now
}

// settings returns the configuration of every process in a folder, without a memory.
func settings(base string) plans.Config {
	logger := slog.New(slog.DiscardHandler)
	data := filepath.Join(base, "data")
	return plans.Config{
		DataDir: data, Libraries: media.NewLibraries(data, logger), Logger: logger, Runner: &usecase.Runner{Logger: logger},
	}
}

// foldersOf parses media roots.
func foldersOf(tb testing.TB, roots ...string) media.Folders {
	tb.Helper()
	folders, err := media.NewFolders(roots, false)
	must(tb, err)
	return folders
}

// newWorld returns a world whose media folder holds some files. The content of each is its name.
func newWorld(tb testing.TB, files ...string) *world {
	tb.Helper()
	base, err := filepath.EvalSymlinks(tb.TempDir())
	must(tb, err)
	w := &world{base: base, folder: filepath.Join(base, "media"), log: &logbuffer.Buffer{}}
	w.config = settings(base)
	w.shelf = filepath.Join(w.config.DataDir, "workspaces", agent.Workspace, "plans")
	w.config.Logger = w.log.Logger()
	w.config.Now = newClock().look
	store := sqlitestore.New(filepath.Join(base, "graph.db"))
	tb.Cleanup(func() { must(tb, store.Close()) })
	w.graph = graph.NewService(store, w.config.Runner)
	w.config.Memory = w.graph
	w.Service = plans.NewService(w.config)
	must(tb, os.MkdirAll(w.folder, 0o750))
	w.plant(tb, files...)
	return w
}

// with returns another world with the same files, as in another process.
func (w *world) with(change func(c *plans.Config)) *world {
	other := *w
	other.config.Libraries = media.NewLibraries(w.config.DataDir, w.config.Logger)
	change(&other.config)
	other.Service = plans.NewService(other.config)
	return &other
}

func (w *world) plant(tb testing.TB, files ...string) {
	tb.Helper()
	for _, name := range files {
		must(tb, os.MkdirAll(filepath.Dir(w.at(name)), 0o750))
		must(tb, os.WriteFile(w.at(name), []byte(name), 0o600))
	}
}

// at returns the path of a file in the media folder.
func (w *world) at(name string) string { return filepath.Join(w.folder, filepath.FromSlash(name)) }

// planFile returns the path of a plan's file.
func (w *world) planFile(id string) string {
	return filepath.Join(w.shelf, id+".plan.json")
}

// newForeignWorld returns a world with the plan folder of the default workspace, into which other
// programs write.
func newForeignWorld(tb testing.TB) *world {
	tb.Helper()
	w := newWorld(tb)
	w.shelf = filepath.Join(w.config.DataDir, "plans")
	return w
}

// holds compares the files of the media folder, content by name.
func (w *world) holds(tb testing.TB, want map[string]string) {
	tb.Helper()
	same(tb, "the media folder holds", want, w.files(tb))
}

func (w *world) files(tb testing.TB) map[string]string {
	tb.Helper()
	found := map[string]string{}
	must(tb, filepath.WalkDir(w.folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path) //nolint:gosec // G122: nobody else is in the folder of a test
		name, _ := filepath.Rel(w.folder, path)
		found[filepath.ToSlash(name)] = string(raw)
		return err
	}))
	return found
}

// as returns files that still have their original names, content by name.
func as(names ...string) map[string]string {
	files := map[string]string{}
	for _, name := range names {
		files[name] = name
	}
	return files
}

// row is an entry: from and to of a rename, path of a recognition, all relative to the media folder.
type row struct {
	from, to        string
	season, episode int
	path            string
}

// begin begins a plan.
func (w *world) begin(tb testing.TB, task plans.Task) string {
	tb.Helper()
	begin := w.BeginRename
	if task == plans.Recognise {
		begin = w.BeginRecognise
	}
	out, err := begin(tb.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	must(tb, err)
	return out.TaskID
}

// add adds an entry.
func (w *world) add(tb testing.TB, id string, r row) (plans.AddOutput, error) {
	tb.Helper()
	if r.path != "" {
		return w.AddRecognised(tb.Context(), agent, plans.AddRecognisedInput{TaskID: id, Season: r.season, Episode: r.episode, Path: w.at(r.path)})
	}
	return w.AddRename(tb.Context(), agent, plans.AddRenameInput{TaskID: id, From: w.at(r.from), To: w.at(r.to)})
}

// end ends a plan of either kind.
func (w *world) end(tb testing.TB, id string, task plans.Task) (plans.EndOutput, error) {
	tb.Helper()
	if task == plans.Recognise {
		return w.EndRecognise(tb.Context(), agent, plans.TaskInput{TaskID: id})
	}
	return w.EndRename(tb.Context(), agent, plans.TaskInput{TaskID: id})
}

// begun returns a plan with entries that is not ended.
func (w *world) begun(tb testing.TB, task plans.Task, rows ...row) string {
	tb.Helper()
	id := w.begin(tb, task)
	for _, r := range rows {
		_, err := w.add(tb, id, r)
		must(tb, err)
	}
	return id
}

// ready returns a plan that waits for review.
func (w *world) ready(tb testing.TB, task plans.Task, rows ...row) string {
	tb.Helper()
	id := w.begun(tb, task, rows...)
	_, err := w.end(tb, id, task)
	must(tb, err)
	return id
}

// apply applies a plan with the defaults of the route.
func (w *world) apply(tb testing.TB, id string, change ...func(in *plans.ApplyInput)) (plans.ApplyOutput, error) {
	tb.Helper()
	in := plans.ApplyInput{TaskID: id, Sidecars: true, Complete: true}
	for _, c := range change {
		c(&in)
	}
	return w.Apply(tb.Context(), person, in)
}

// pending makes apply leave the plan pending, as the page does.
func pending(in *plans.ApplyInput) { in.Complete = false }

func (w *world) undo(tb testing.TB, id string) (plans.UndoOutput, error) {
	tb.Helper()
	return w.Undo(tb.Context(), person, plans.UndoInput{TaskID: id})
}

func (w *world) decide(tb testing.TB, id string, status plans.Status, reason string) error {
	tb.Helper()
	out, err := w.UpdatePlan(tb.Context(), person, plans.UpdatePlanInput{PlanID: id, Status: status, Reason: reason})
	if err == nil && !out.Data.Success {
		tb.Error("no success and no error")
	}
	return err
}

// view returns a plan as a person sees it.
func (w *world) view(tb testing.TB, id string) plans.View {
	tb.Helper()
	v, err := w.GetPlan(tb.Context(), person, plans.TaskInput{TaskID: id})
	must(tb, err)
	return v
}

// remember writes the metadata of the media folder: each file with its season and episode.
func (w *world) remember(tb testing.TB, rows ...row) {
	tb.Helper()
	must(tb, w.config.Libraries.Of(agent.Workspace).Update(tb.Context(), media.Path(w.folder), func(m *media.Metadata) error {
		for _, r := range rows {
			m.MediaFiles = append(m.MediaFiles, media.MediaFile{
				AbsolutePath: media.Path(w.at(r.path)), SeasonNumber: &r.season, EpisodeNumber: &r.episode,
			})
		}
		return nil
	}))
}

// remembered returns the episode of each file in the metadata, "" for a file without one.
func (w *world) remembered(tb testing.TB) map[string]string {
	tb.Helper()
	m, err := media.NewLibraries(w.config.DataDir, w.config.Logger).Of(agent.Workspace).Read(tb.Context(), media.Path(w.folder))
	if errors.Is(err, media.ErrNoMetadata) {
		return nil
	}
	must(tb, err)
	found := map[string]string{}
	for _, f := range m.MediaFiles {
		name, _ := filepath.Rel(w.folder, string(f.AbsolutePath))
		if f.Numbered() {
			found[name] += label(*f.SeasonNumber, *f.EpisodeNumber)
		} else {
			found[name] += ""
		}
	}
	return found
}

func label(season, episode int) string {
	raw, _ := json.Marshal([2]int{season, episode})
	return string(raw)
}
