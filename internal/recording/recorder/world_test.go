package recorder_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/recorded"
	"plotline/graph/sqlitestore"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
	"plotline/internal/usecase"
)

// begun is when each world begins, so that the same session gives the same graph.
var begun = time.Now().Add(-2 * time.Hour).Truncate(time.Minute)

// world is a data folder with a store, a project and a recorder.
type world struct {
	t        *testing.T
	data     string
	root     string // of the project
	store    *sqlitestore.Store
	service  *graph.Service
	memory   *recorded.Memory
	settings spool.Settings

	mu  sync.Mutex
	now time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := openWorld(t, filepath.Join(base, "data"))
	if err := os.Mkdir(w.data, 0o700); err != nil {
		t.Fatal(err)
	}
	w.root = w.project(filepath.Join(base, "shop"), "")
	return w
}

// openWorld opens the store of a data folder, which another process may have used.
func openWorld(t *testing.T, data string) *world {
	t.Helper()
	w := &world{t: t, data: data, now: begun}
	w.settings = spool.Settings{Record: spool.On, DataDir: data}
	w.store = sqlitestore.New(filepath.Join(data, "plotline.db"))
	runner := &usecase.Runner{Timeout: time.Minute, Logger: slog.New(slog.DiscardHandler)}
	w.service = graph.NewService(w.store, runner)
	w.memory = recorded.New(recorded.Config{
		Service: w.service, Store: w.store, Runner: runner, Caller: audit.Caller{Actor: "test", Role: access.Admin},
	})
	t.Cleanup(func() {
		w.memory.Close()
		w.service.Close()
		if err := w.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// project makes a repository with an origin, and returns its root.
func (w *world) project(root, origin string) string {
	w.t.Helper()
	config := ""
	if origin != "" {
		config = "[remote \"origin\"]\n\turl = " + origin + "\n"
	}
	if err := os.MkdirAll(filepath.Join(root, ".git"), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, ".git", "config"), []byte(config), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return root
}

// recorder returns a new recorder, as after a restart.
func (w *world) recorder(memory recorder.Memory) *recorder.Recorder {
	if memory == nil {
		memory = w.memory
	}
	return recorder.New(recorder.Config{
		DataDir: w.data, Memory: memory, Logger: slog.New(slog.DiscardHandler),
		Mine: func(s spool.Settings) bool { return s.DataDir == w.data },
		Settings: func() (spool.Settings, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.settings, nil
		},
		Now: w.clock,
	})
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) pass(d time.Duration) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
	return w.now
}

// session writes the lines of a session, a second apart.
type session struct {
	w            *world
	client, id   string
	task, number int
	noIDs        bool // the client gives tasks none
}

func (w *world) begin(id string) *session { return w.beginIn(id, w.root) }

func (w *world) beginIn(id, root string) *session {
	s := &session{w: w, client: "claude-code", id: id}
	s.add(spool.Line{Kind: spool.Session, Source: "startup", Project: root, Branch: "main"})
	return s
}

func (s *session) add(line spool.Line) {
	s.w.t.Helper()
	line.T = s.w.pass(time.Second).UnixMilli()
	if s.noIDs {
		line.Task = ""
	}
	if err := spool.In(s.w.data).Append(s.client, s.id, line); err != nil {
		s.w.t.Fatal(err)
	}
}

func (s *session) prompt(text string) {
	s.task++
	s.add(spool.Line{Kind: spool.Prompt, Task: s.name(), Text: text})
}

func (s *session) name() string { return fmt.Sprintf("task-%d", s.task) }

func (s *session) edit(path string) {
	yes := true
	s.number++
	s.add(spool.Line{Kind: spool.Tool, Task: s.name(), ID: fmt.Sprint("use-", s.number), Class: spool.Edit, Path: path, OK: &yes})
}

// test runs the tests, which fail with a line, or pass.
func (s *session) test(failing string) {
	s.number++
	exit, tail := 0, "ok  \tshop/cart\t0.1s"
	if failing != "" {
		exit, tail = 1, failing+"\nFAIL"
	}
	line := spool.Line{
		Kind: spool.Tool, Task: s.name(), ID: fmt.Sprint("use-", s.number), Class: spool.Shell, Command: "go test ./...", Exit: &exit,
		First: failing, Tail: tail,
	}
	s.add(line)
}

func (s *session) end() {
	s.add(spool.Line{Kind: spool.End, Task: s.name(), How: spool.Stopped, Words: "Done."})
}

func (s *session) close() { s.add(spool.Line{Kind: spool.Close, Reason: "other"}) }

// fix is a task in which a failing test is made to pass.
func (s *session) fix(prompt, file, failing string) {
	s.prompt(prompt)
	s.test(failing)
	s.edit(file)
	s.test("")
	s.end()
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// flush drains with a recorder, a new one if it is nil.
func (w *world) flush(r *recorder.Recorder) {
	w.t.Helper()
	if r == nil {
		r = w.recorder(nil)
	}
	w.must(r.Flush(w.t.Context()))
}

// workspace returns the only workspace.
func (w *world) workspace() string {
	w.t.Helper()
	names, err := w.store.Workspaces(w.t.Context(), "", 10)
	w.must(err)
	if len(names) != 1 {
		w.t.Fatalf("the workspaces are %v", names)
	}
	return names[0]
}

// episodes lists the episodes of the only workspace, oldest first.
func (w *world) episodes() []graph.GetEpisodeOutput {
	w.t.Helper()
	by := audit.Caller{Workspace: w.workspace(), Role: access.Admin}
	list, err := w.service.ListEpisodes(w.t.Context(), by, graph.ListEpisodesInput{Limit: 100})
	w.must(err)
	all := make([]graph.GetEpisodeOutput, len(list.Episodes))
	for i, e := range list.Episodes {
		all[i], err = w.service.GetEpisode(w.t.Context(), by, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(e.EpisodeID)})
		w.must(err)
	}
	slices.Reverse(all)
	return all
}

// dump describes the graph without ids and times of storing.
func (w *world) dump() string {
	w.t.Helper()
	var text strings.Builder
	for _, e := range w.episodes() {
		fmt.Fprintf(&text, "%s | %s | %s | %g | %v | %s | %s\n", e.Name, e.Query, e.Reflection, e.Reward, e.Tags, e.Metadata, e.CreatedAt)
		rels := make([]string, 0, len(e.Relationships))
		for _, rel := range e.Relationships {
			_, seen, _ := strings.Cut(rel.Reads, " ")
			rels = append(rels, seen)
		}
		slices.Sort(rels)
		fmt.Fprintf(&text, "  %v\n", rels)
	}
	return strings.ReplaceAll(text.String(), w.root, "ROOT")
}

// recording returns the object "recording" of an episode's metadata.
func recording(t *testing.T, e graph.GetEpisodeOutput) map[string]any {
	t.Helper()
	var all struct {
		Recording map[string]any `json:"recording"`
	}
	if err := json.Unmarshal(e.Metadata, &all); err != nil {
		t.Fatal(err)
	}
	return all.Recording
}

// running runs a recorder until the test ends.
func (w *world) running(r *recorder.Recorder) {
	ctx, stop := context.WithCancel(w.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx)
	}()
	w.t.Cleanup(func() {
		stop()
		<-ended
	})
}
