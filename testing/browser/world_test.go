package browser_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/fetch"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/stdioclient"
)

// world is the environment of one test: a data folder, a folder of shows, a server.
type world struct {
	t     *testing.T
	data  string
	media string // with slashes and without links, as in plans
	token string // for REST calls; "" means none
	args  []string
	env   []string // of the server

	server *serving.Server
}

// begin starts a server for a test that uses this number of tabs.
func begin(t *testing.T, tabs int, args ...string) *world {
	t.Helper()
	take(t, tabs)
	media, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, data: t.TempDir(), media: filepath.ToSlash(media)}
	w.args = append([]string{"--store", "embedded", "--data-dir", w.data, "--toolsets", "all"}, args...)
	if slices.Contains(args, "--tokens") { // without a root, workspaces could reach no folder
		w.args = append(w.args, "--media-root", w.media)
	}
	w.start()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := w.server.Stop(); err != nil {
			t.Error(err)
		}
	})
	if status, text := w.call(http.MethodGet, "/", nil); status != http.StatusOK {
		installed.Missing(t, "the program has no pages: run `make pages`, which takes Node.js 20.19 or newer\n"+string(text))
	}
	return w
}

// start starts the server, at its former address if it had one.
func (w *world) start() {
	w.t.Helper()
	args := w.args
	if w.server != nil {
		args = append(slices.Clip(args), "--listen", w.server.Host())
	}
	server, err := serving.Launch(w.t.Context(), binary, w.env, args...)
	if err != nil {
		w.t.Fatal(err)
	}
	w.server = server
}

// agent starts an MCP client as a separate process on the same data folder.
func (w *world) agent() *stdioclient.Client {
	w.t.Helper()
	return stdioclient.Open(w.t, binary, nil, w.args...)
}

// agentOf starts an MCP client of one workspace, without tokens.
func (w *world) agentOf(workspace string) *stdioclient.Client {
	w.t.Helper()
	return stdioclient.Open(w.t, binary, nil, "--store", "embedded", "--data-dir", w.data, "--workspace", workspace)
}

// call sends a request and returns the reply.
func (w *world) call(method, path string, body any) (int, []byte) {
	w.t.Helper()
	var raw []byte
	if body != nil {
		raw, _ = json.Marshal(body)
	}
	var headers []string
	if w.token != "" {
		headers = []string{"Authorization", "Bearer " + w.token}
	}
	reply, err := fetch.Do(w.t.Context(), method, w.server.URL+path, raw, headers...)
	if err != nil {
		w.t.Fatal(err)
	}
	return reply.Status, reply.Body
}

// ask is a call that must succeed, with the reply decoded.
func ask[T any](w *world, method, path string, body any) T {
	w.t.Helper()
	var out T
	status, reply := w.call(method, path, body)
	if status >= http.StatusMultipleChoices {
		w.t.Fatalf("%s %s: %d %s", method, path, status, reply)
	}
	if err := json.Unmarshal(reply, &out); err != nil {
		w.t.Fatalf("%s %s: %v\n%s", method, path, err, reply)
	}
	return out
}

// show creates a folder with files. Each file contains its own original name.
func (w *world) show(name string, files ...string) (folder string) {
	w.t.Helper()
	folder = w.media + "/" + name
	expect.WriteFiles(w.t, filepath.FromSlash(folder), files...)
	return folder
}

func (w *world) put(file string) {
	w.t.Helper()
	expect.WriteFile(w.t, filepath.FromSlash(file), filepath.Base(file))
}

// files returns the files of a folder with their content, which is their original name.
func (w *world) files(folder string) map[string]string {
	w.t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(filepath.FromSlash(folder)), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		held, err := os.ReadFile(filepath.Join(folder, name))
		found[name] = string(held)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return found
}

// checkNames checks the names of the files in a folder.
func (w *world) checkNames(folder string, want ...string) {
	w.t.Helper()
	if got := slices.Sorted(maps.Keys(w.files(folder))); !slices.Equal(got, want) {
		w.t.Errorf("files are %q, want %q", got, want)
	}
}

// importFile imports a file of JSON lines.
func (w *world) importFile(path string) {
	w.t.Helper()
	got := serving.Run(w.t, binary, nil, "import", "file", path, "--store", "embedded", "--data-dir", w.data)
	if got.Status != 0 {
		w.t.Fatalf("plotline import file: %s%s", got.Out, got.Err)
	}
}
