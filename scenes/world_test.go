package scenes_test

import (
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plotline/graph"
	"plotline/graph/outbox"
	"plotline/graph/sqlitestore"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/scenes"
	"plotline/scenes/openai"
	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/expect"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// key must appear in no output.
const key = "sk-secret-of-the-tests"

var agent = audit.Caller{Workspace: "w", Actor: "agent", Transport: "test", Role: access.Writer}

// world is a service with a model behind a real endpoint and a graph, in a folder of its own.
type world struct {
	*scenes.Service

	dir    string
	ai     *aiserver.Server // nil without a model
	memory *graph.Service
	clock  atomic.Int64 // microseconds

	progress func(scenes.Progress) // for the next begin; may be nil
}

// newWorld has a model that answers with the steps. Without steps there is no model.
func newWorld(tb testing.TB, steps ...aiserver.Step) *world {
	tb.Helper()
	w := &world{dir: tb.TempDir()}
	w.clock.Store(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC).UnixMicro())
	store := sqlitestore.New(filepath.Join(w.dir, "plotline.db"))
	tb.Cleanup(func() { _ = store.Close() })
	w.memory = graph.NewService(store, w.runner())
	w.begin(tb, w.memory, steps...)
	return w
}

func (w *world) runner() *usecase.Runner {
	return &usecase.Runner{Logger: quiet(), Timeout: 10 * time.Second}
}

// begin creates a new service on the same folder.
func (w *world) begin(tb testing.TB, memory outbox.Memory, steps ...aiserver.Step) {
	tb.Helper()
	cfg := scenes.Config{
		DataDir: w.dir, Memory: memory, Logger: quiet(), Runner: w.runner(),
		Progress: w.progress,
		Now:      func() time.Time { return time.UnixMicro(w.clock.Add(1000)) },
	}
	if len(steps) > 0 {
		w.ai = aiserver.New(tb, steps...)
		client, err := openai.New(openai.Config{BaseURL: w.ai.URL(), Model: "scripted", Key: key})
		must(tb, err)
		tb.Cleanup(client.Close)
		cfg.Model = client
	}
	w.Service = scenes.NewService(cfg)
}

// add makes a scene with the model's next answers.
func (w *world) add(tb testing.TB, project, prompt string) scenes.AddSceneOutput {
	tb.Helper()
	out, err := w.AddScene(tb.Context(), agent, scenes.AddSceneInput{ProjectID: project, UserPrompt: prompt})
	must(tb, err)
	return out
}

// addThree makes three scenes in the project p, and returns their ids.
func (w *world) addThree(tb testing.TB) []string {
	tb.Helper()
	ids := make([]string, 0, 3)
	for range 3 {
		ids = append(ids, w.add(tb, "p", "x").SceneID)
	}
	return ids
}

// newEdited returns a world whose scene, in the project p, the model has edited, and the reply that added the scene.
func newEdited(t *testing.T) (*world, scenes.AddSceneOutput) {
	t.Helper()
	w := newWorld(t, named("Opening"), aiserver.Nothing(), aiserver.Text(aiserver.Edit(edited, nil, nil)))
	made := w.add(t, "p", "x")
	_, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
	must(t, err)
	return w, made
}

// get reads the current version of a scene.
func (w *world) get(tb testing.TB, project, scene string) scenes.GetSceneOutput {
	tb.Helper()
	out, err := w.GetScene(tb.Context(), agent, scenes.SceneInput{ProjectID: project, SceneID: scene})
	must(tb, err)
	return out
}

// names lists the names of a project's scenes, and checks that their order has no gaps.
func (w *world) names(tb testing.TB, project string) []string {
	tb.Helper()
	out, err := w.ListScenes(tb.Context(), agent, scenes.ListScenesInput{ProjectID: project})
	must(tb, err)
	names := make([]string, 0, len(out.Scenes))
	for i, row := range out.Scenes {
		if row.Order != i {
			tb.Errorf("scene %d has the order %d", i, row.Order)
		}
		names = append(names, row.SceneName)
	}
	return names
}

// folder returns all files of the data folder, without the database and locks.
func (w *world) folder(tb testing.TB) map[string]string {
	tb.Helper()
	all := map[string]string{}
	must(tb, filepath.WalkDir(w.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), "plotline.db") || strings.HasSuffix(path, ".lock") {
			return err
		}
		raw, err := os.ReadFile(path) //nolint:gosec // a folder of the test
		name, _ := filepath.Rel(w.dir, path)
		all[name] = string(raw)
		return err
	}))
	return all
}

// named answers with a valid scene of that name and code of its own.
func named(name string) aiserver.Step {
	return aiserver.Text(aiserver.Scene(name, strings.ReplaceAll(aiserver.GoodTSX, "Hello", "Hello "+strings.Join(strings.Fields(name), " "))))
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

var must, same = expect.NoError, expect.Equal

// fails checks the code of an error and a part of its text.
func fails(tb testing.TB, err error, code fault.Code, message string) {
	tb.Helper()
	if got := fault.CodeOf(err); got != code {
		tb.Fatalf("%v is %q, want %q", err, got, code)
	}
	if details := fault.From(err).Details; !strings.Contains(details, message) {
		tb.Errorf("%q does not say %q", details, message)
	}
}

// later waits until a condition holds.
func later(tb testing.TB, what string, holds func() bool) {
	tb.Helper()
	for began := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 2*time.Minute {
			tb.Fatal("it never came: " + what)
		}
	}
}

// forget deletes the ledgers.
func (w *world) forget(tb testing.TB) {
	tb.Helper()
	must(tb, os.RemoveAll(filepath.Join(w.dir, "projects", ".episodes")))
}
