package disk_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/meaningtest"
	"plotline/testing/kit/mounts"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/stdioclient"
)

const replacedAdvice = "plotline.db is no longer the file that was opened"

// place is a data folder on its own file system, beside another one whose database has two episodes.
type place struct {
	disk        *mounts.Disk
	data, other string
}

// losses are the ways in which a running program loses its database, and how many episodes the data folder has then.
func losses() map[string]struct {
	lose func(t *testing.T, p place)
	left int
} {
	return map[string]struct {
		lose func(t *testing.T, p place)
		left int
	}{
		"deleted":     {func(t *testing.T, p place) { t.Helper(); must(t, os.RemoveAll(p.data)) }, 0},
		"moved away":  {func(t *testing.T, p place) { t.Helper(); must(t, os.Rename(p.data, p.data+".moved")) }, 0},
		"moved over":  {func(t *testing.T, p place) { t.Helper(); overwrite(t, p, os.Rename) }, 2},
		"copied over": {func(t *testing.T, p place) { t.Helper(); overwrite(t, p, copyInPlace) }, 2},
		"restored": {func(t *testing.T, p place) {
			t.Helper()
			file := filepath.Join(p.disk.Path, "backup")
			run(t, p.other, "backup", file, "--audit", "off")
			must(t, os.RemoveAll(p.data))
			run(t, p.data, "restore", file, "--audit", "off")
		}, 2},
		"a restored copy": {func(t *testing.T, p place) {
			t.Helper()
			file, restored := filepath.Join(p.disk.Path, "backup"), filepath.Join(p.disk.Path, "restored")
			run(t, p.data, "backup", file, "--audit", "off")
			run(t, restored, "restore", file, "--audit", "off")
			must(t, copyInPlace(database(restored), database(p.data)))
		}, 3},
		"unmounted":    {func(t *testing.T, p place) { t.Helper(); p.disk.Unmount(t) }, 0},
		"mounted over": {func(t *testing.T, p place) { t.Helper(); mounts.New(t, p.data, 0, "size=40m") }, 0},
		"-wal removed": {func(t *testing.T, p place) { t.Helper(); must(t, os.Remove(database(p.data)+"-wal")) }, 3},
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// overwrite puts the other database into the place of the first one.
func overwrite(t *testing.T, p place, put func(from, to string) error) {
	t.Helper()
	must(t, put(database(p.other), database(p.data)))
}

// copyInPlace copies as cp does: into the file that is there.
func copyInPlace(from, to string) error {
	raw, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, raw, 0o600) //nolint:gosec // the test's own file
}

func run(t *testing.T, data string, args ...string) {
	t.Helper()
	got := serving.Run(t, binary, nil, append(args, "--store", "embedded", "--data-dir", data)...)
	if got.Status != 0 {
		t.Fatalf("plotline %v: status %d\n%s%s", args, got.Status, got.Out, got.Err)
	}
}

// otherData returns a data folder whose database has two episodes.
func otherData(t *testing.T) string {
	t.Helper()
	data := t.TempDir()
	for range 2 {
		run(t, data, "episodes", "create", "of the other database", "--reward", "0", "--audit", "off")
	}
	return data
}

func newPlace(t *testing.T, other string) place {
	t.Helper()
	disk := mounts.New(t, filepath.Join(t.TempDir(), "disk"), 0, "size=80m")
	p := place{disk, filepath.Join(disk.Path, "data"), filepath.Join(disk.Path, "other")}
	must(t, os.CopyFS(p.other, os.DirFS(other)))
	return p
}

// starts are the programs that keep a database open.
func starts() map[string]func(t *testing.T, data string) (client apiclient.Client, end func()) {
	return map[string]func(t *testing.T, data string) (apiclient.Client, func()){
		"mcp": func(t *testing.T, data string) (apiclient.Client, func()) {
			t.Helper()
			c := stdioclient.Open(t, binary, nil, "--store", "embedded", "--data-dir", data, "--audit", "off")
			return apiclient.Stdio{Process: c}, func() { must(t, c.Close()) }
		},
		"serve": func(t *testing.T, data string) (apiclient.Client, func()) {
			t.Helper()
			p := serve(t, data, "--audit", "off")
			return p, func() { p.end(t) }
		},
	}
}

func createEpisode(ctx context.Context, c apiclient.Client, query string) error {
	return apiclient.Call(ctx, c, "create_episode", map[string]any{"query": query, "reward": 0}, nil)
}

// TestDatabaseIsReplaced takes the database away from a running program. From then on, every call, the readiness endpoint
// and doctor say so, and no write is acknowledged. What is at the path then is not damaged.
func TestDatabaseIsReplaced(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	other := otherData(t)
	for name, loss := range losses() {
		for kind, start := range starts() {
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				p := newPlace(t, other)
				client, end := start(t, p.data)
				for i := range 3 {
					must(t, createEpisode(t.Context(), client, fmt.Sprint("before ", i)))
				}
				must(t, apiclient.Call(t.Context(), client, "list_episodes", nil, nil))
				loss.lose(t, p)
				checkError(t, "a write", createEpisode(t.Context(), client, "after"), replacedAdvice)
				checkError(t, "a read", apiclient.Call(t.Context(), client, "list_episodes", nil, nil), replacedAdvice)
				checkError(t, "a recall", apiclient.Call(t.Context(), client, "recall", map[string]any{"query": "before"}, nil), replacedAdvice)
				if served, is := client.(*program); is {
					if ready, reply := served.ready(t); ready || !strings.Contains(reply, "the database file is no longer the one that was opened") {
						t.Errorf("readyz: %s", reply)
					}
				}
				if got := doctor(t, p.data); !strings.Contains(got, "refuses every call") || !strings.Contains(got, "restart the process") {
					t.Errorf("doctor does not name the process:\n%s", got)
				}
				end()
				if got := doctor(t, p.data); strings.Contains(got, "refuses every call") || strings.Contains(got, "damaged") {
					t.Errorf("doctor after the end:\n%s", got)
				}
				client, end = start(t, p.data)
				must(t, createEpisode(t.Context(), client, "of the next process"))
				var list struct {
					Total int `json:"total_count"`
				}
				must(t, apiclient.Call(t.Context(), client, "list_episodes", nil, &list))
				if list.Total != loss.left+1 {
					t.Errorf("the next process finds %d episodes, want %d", list.Total, loss.left+1)
				}
				end()
			})
		}
	}
}

func doctor(t *testing.T, data string) string {
	t.Helper()
	got := serving.Run(t, binary, nil, "doctor", "--store", "embedded", "--data-dir", data)
	return strings.Join(strings.Fields(got.Out), " ")
}

// TestWorkerLosesDatabase takes the database away while the model makes a vector. The worker must not store it.
func TestWorkerLosesDatabase(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	other := otherData(t)
	for name, loss := range losses() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, other)
			asked, answer := make(chan struct{}, 10), make(chan struct{})
			model := newModel(t, asked, answer)
			launched, err := serving.Launch(t.Context(), binary, []string{
				"PLOTLINE_EMBEDDINGS_BASE_URL=" + model + "/v1", "PLOTLINE_EMBEDDINGS_MODEL=test",
			}, "--store", "embedded", "--data-dir", p.data, "--audit", "off")
			must(t, err)
			client, err := apiclient.OverREST(t.Context(), launched.URL)
			must(t, err)
			must(t, createEpisode(t.Context(), client, "before"))
			<-asked
			loss.lose(t, p)
			close(answer)
			for deadline := time.Now().Add(30 * time.Second); !strings.Contains(launched.Log.String(), "no longer the file that was opened"); {
				if time.Now().After(deadline) {
					t.Fatalf("the worker does not report it:\n%s", launched.Log)
				}
				time.Sleep(20 * time.Millisecond)
			}
			client.Close()
			if err := launched.Stop(); err != nil && !strings.Contains(launched.Log.String(), "no longer the file") {
				t.Error(err)
			}
		})
	}
}

// newModel serves embeddings. It sends a value to asked for each request, and replies when answer is closed.
func newModel(t *testing.T, asked chan<- struct{}, answer <-chan struct{}) string {
	t.Helper()
	server := httptest.NewServer(meaningtest.New("").Handler(func(*http.Request, []string) {
		asked <- struct{}{}
		<-answer
	}))
	t.Cleanup(server.Close)
	return server.URL
}
