package recorded_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/graph/meaning"
	"plotline/graph/recorded"
	"plotline/graph/sqlitestore"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/project"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
	"plotline/internal/usecase"
)

const client = "gemini-cli" // whose hooks tell of tools, so that there is no transcript to read

// world is a data folder with the embedded store and a recorder. Each project in it has its own workspace.
type world struct {
	t       *testing.T
	base    string
	store   *sqlitestore.Store
	service *graph.Service
	memory  *recorded.Memory
	now     time.Time
	asked   int
}

// newWorld returns a world. Without a model, prompts are compared by words alone.
func newWorld(t *testing.T, model meaning.Embedder) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	w := &world{t: t, base: base, now: time.Now().Add(-30 * 24 * time.Hour).Truncate(time.Second)}
	must(t, os.Mkdir(w.data(), 0o700))
	w.store = sqlitestore.New(filepath.Join(w.data(), "plotline.db"))
	runner := &usecase.Runner{Timeout: time.Minute, Logger: slog.New(slog.DiscardHandler)}
	w.service = graph.NewService(w.store, runner)
	w.memory = recorded.New(recorded.Config{
		Service: w.service, Store: w.store, Runner: runner, Caller: audit.Caller{Actor: "test", Role: access.Admin}, Model: model,
	})
	t.Cleanup(func() {
		w.memory.Close()
		w.service.Close()
		must(t, w.store.Close())
	})
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) data() string { return filepath.Join(w.base, "data") }

// root returns the folder of a project, and makes it a repository.
func (w *world) root(name string) string {
	root := filepath.Join(w.base, name)
	must(w.t, os.MkdirAll(filepath.Join(root, ".git"), 0o700))
	return root
}

// workspace returns the workspace of a root.
func (w *world) workspace(root string) string {
	w.t.Helper()
	at, is := project.Of(root)
	if !is {
		w.t.Fatalf("%s is no project", root)
	}
	found, err := project.Lookup(w.t.Context(), w.data(), at)
	must(w.t, err)
	return found.Workspace
}

func (w *world) recorder() *recorder.Recorder {
	now := w.now
	return recorder.New(recorder.Config{
		DataDir: w.data(), Memory: w.memory, Logger: slog.New(slog.DiscardHandler), Mine: func(spool.Settings) bool { return true },
		Settings: func() (spool.Settings, error) { return spool.Settings{Record: spool.On, DataDir: w.data()}, nil },
		Now:      func() time.Time { return now },
	})
}

// play writes what a hook writes of a script.
func (w *world) play(s script, root string) {
	w.t.Helper()
	for i := range s.Sessions {
		for _, line := range s.lines(i, root, w.now) {
			must(w.t, spool.In(w.data()).Append(client, sessionID(s, i), line))
			w.now = time.UnixMilli(line.T)
		}
		w.now = w.now.Add(10 * time.Minute)
	}
}

// drain makes episodes of what was played, and answers prompts from then on.
func (w *world) drain() {
	w.t.Helper()
	r := w.recorder()
	must(w.t, r.Flush(w.t.Context()))
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

// embed waits until no episode of a workspace waits for a vector. The model makes none of a script that it does not know.
func (w *world) embed(workspace string, model meaning.Embedder) {
	w.t.Helper()
	ctx, stop := context.WithCancel(w.t.Context())
	defer stop()
	go embedding.New(graph.Observed(w.store, nil), model, slog.New(slog.DiscardHandler)).Run(ctx, workspace)
	for want := len(w.episodes(workspace)); ; time.Sleep(10 * time.Millisecond) {
		e, err := w.store.Embeddings(ctx, workspace)
		must(w.t, err)
		if want == 0 || e.Model != "" && e.Next == "" && e.Waiting == 0 {
			return
		}
	}
}

// warm waits until prompts are compared by meaning.
func (w *world) warm(workspace string) {
	w.t.Helper()
	for !w.memory.Warm() {
		_, err := w.memory.Recall(w.t.Context(), workspace, "warm", 1)
		must(w.t, err)
		time.Sleep(20 * time.Millisecond)
	}
}

// mostAsked is how often a prompt is asked. Under the race detector, beside two other packages, three times were too few.
const mostAsked = 20

// ask returns the lines that a new session is told at a prompt. On a busy machine, the recorder may give up in time, so silence
// is asked again.
func (w *world) ask(root, prompt string) []string {
	w.t.Helper()
	var told recorder.Answer
	for try := 0; try < mostAsked && told.Text == ""; try++ {
		w.asked++
		told = w.send(recorder.Message{
			V: spool.Version, Event: recorder.EventPrompt, Client: client, Session: sessionID(script{name: "ask"}, w.asked), Project: root, Text: prompt,
		})
	}
	var lines []string
	for line := range strings.SplitSeq(told.Text, "\n") {
		if text, is := strings.CutPrefix(line, "- "); is {
			lines = append(lines, text)
		}
	}
	return lines
}

func (w *world) send(m recorder.Message) (told recorder.Answer) {
	w.t.Helper()
	conn := w.dial()
	defer func() { _ = conn.Close() }()
	must(w.t, json.NewEncoder(conn).Encode(m))
	if json.NewDecoder(conn).Decode(&told) != nil {
		return recorder.Answer{}
	}
	return told
}

// dial waits until the recorder listens.
func (w *world) dial() net.Conn {
	w.t.Helper()
	for range 500 {
		conn, err := (&net.Dialer{}).DialContext(w.t.Context(), "unix", spool.In(w.data()).Socket())
		if err == nil {
			return conn
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.t.Fatal("nobody listens")
	return nil
}

// brief returns what every session of a workspace is told at its start.
func (w *world) brief(workspace string) string {
	w.t.Helper()
	brief, err := spool.ReadBrief(w.data(), workspace)
	if err != nil {
		w.t.Fatal(err)
	}
	return brief.On("main")
}

// episode is what the bench reads of one.
type episode struct {
	reward     float64
	reflection string
	key        string
	because    []string
	finding    bool
}

// episodes returns the episodes of a workspace.
func (w *world) episodes(workspace string) []episode {
	w.t.Helper()
	by := audit.Caller{Workspace: workspace, Role: access.Admin}
	var all []episode
	for in := (graph.ListEpisodesInput{Limit: 100}); ; {
		list, err := w.service.ListEpisodes(w.t.Context(), by, in)
		must(w.t, err)
		for _, one := range list.Episodes {
			e, err := w.service.GetEpisode(w.t.Context(), by, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(one.EpisodeID)})
			must(w.t, err)
			var m struct {
				Recording struct {
					Key     string   `json:"key"`
					Because []string `json:"reward_because"`
				} `json:"recording"`
			}
			must(w.t, json.Unmarshal(e.Metadata, &m))
			finding := false
			for _, tag := range e.Tags {
				finding = finding || tag == "finding"
			}
			all = append(all, episode{e.Reward, e.Reflection, m.Recording.Key, m.Recording.Because, finding})
		}
		if list.NextCursor == "" {
			return all
		}
		in.Cursor = list.NextCursor
	}
}
