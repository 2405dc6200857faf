package snippets_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"plotline/testing/aiserver"
	"plotline/testing/neo4jtest"
	"plotline/testing/serving"
)

// binary is the program, built once: what `make build` in each checkout would make again.
var binary string

func TestMain(m *testing.M) { os.Exit(serving.Main(m, &binary)) }

// world is where the blocks of one page run.
type world struct {
	t     *testing.T
	page  page
	shell []step

	excused, others int // blocks that are not run here, with a reason

	checkout string // as after git clone and make build
	scratch  string // what the test keeps of the page
	env      []string
	replace  []string // pairs of what a page says and what stands in for it here
}

// own are the names in the repository's folder that are not from git: a page makes its own.
var own = []string{"bin", "out", ".plotline", ".demo", ".env", ".mcp.json", ".vscode", ".cursor", "tokens.json"}

// open makes the checkout and everything that the page reaches from it.
func (w *world) open() {
	w.t.Helper()
	w.scratch = w.t.TempDir()
	home, tools := filepath.Join(w.scratch, "home"), filepath.Join(w.scratch, "tools")
	w.mkdir(home)
	w.mkdir(tools)
	host := freeHost(w.t)
	w.replace = []string{"127.0.0.1:7333", host, ":7333", host[strings.LastIndex(host, ":"):]}
	name := w.services()
	w.checkout = filepath.Join(w.scratch, name)
	w.clone()
	w.replace = append(w.replace, "/where/you/built", w.checkout, "--workspace plotline", "--workspace "+name)
	// curl shall fail where the server answers with an error, and not hang.
	w.write(filepath.Join(home, ".curlrc"), "fail-with-body\nmax-time = 60\n")
	// What make builds is built already; its other programs run from the real folder, which Go has
	// in its cache.
	w.write(filepath.Join(tools, "make"), fmt.Sprintf("#!/bin/sh\nexec %s -o build \"$@\"\n", located(w.t, "make")))
	w.env = slices.DeleteFunc(serving.Environ(), func(pair string) bool { return strings.HasPrefix(pair, "XDG_") })
	w.env = append(w.env, "HOME="+home, "PLOTLINE_LISTEN="+host, "GO=go -C '"+root(w.t)+"'",
		"PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	if name != folder { // on a Neo4j that others use too; elsewhere a page sets it, or means the default
		w.env = append(w.env, "PLOTLINE_WORKSPACE="+name)
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		w.env = append(w.env, name+"="+goEnv(name))
	}
}

// folder is the name of a clone's folder.
const folder = "plotline"

// ours are the labels of nodes that belong to a workspace, beside Episode.
var ours = []string{"PlotlineLock", "PlotlineModel", "PlotlineSerial", "PlotlineSpentSerial"}

// services starts what the page expects to be there, puts it into the table, and gives a name that
// nobody else has: for the checkout, after which `make run` calls its workspace, and for the workspace.
func (w *world) services() (name string) {
	w.t.Helper()
	name = folder
	if w.mentions("neo4j://localhost:7687") {
		server := neo4jtest.Open(w.t, neo4jtest.LTS)
		name = server.Workspace(w.t, ours...)
		w.replace = append(w.replace, "neo4j://localhost:7687", server.URI,
			"--workspace moved", "--workspace "+server.Workspace(w.t, ours...), "NEO4J_USERNAME=neo4j", "NEO4J_USERNAME="+server.Username, "NEO4J_PASSWORD=a-password-of-yours", "NEO4J_PASSWORD="+server.Password)
	}
	if w.mentions("http://127.0.0.1:11434/v1") {
		w.replace = append(w.replace, "http://127.0.0.1:11434/v1", aiserver.New(w.t).URL())
	}
	return name
}

func (w *world) mentions(text string) bool {
	return slices.ContainsFunc(w.shell, func(s step) bool { return strings.Contains(s.block.Text, text) })
}

// clone lays out what git has of the working tree, by links, and the program.
func (w *world) clone() {
	w.t.Helper()
	w.mkdir(filepath.Join(w.checkout, "bin"))
	top := root(w.t)
	entries, err := os.ReadDir(top)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range entries {
		if slices.Contains(own, e.Name()) {
			continue
		}
		if err := os.Symlink(filepath.Join(top, e.Name()), filepath.Join(w.checkout, e.Name())); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := os.Link(binary, filepath.Join(w.checkout, "bin", "plotline")); err != nil {
		w.t.Fatal(err)
	}
}

// rewrite puts what is here in the place of what the page says.
func (w *world) rewrite(text string) string { return strings.NewReplacer(w.replace...).Replace(text) }

func (w *world) mkdir(dir string) {
	w.t.Helper()
	if err := os.MkdirAll(dir, 0o750); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) write(file, text string) {
	w.t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o700); err != nil { //nolint:gosec // some are scripts
		w.t.Fatal(err)
	}
}

// freeHost is an address that nobody listens on: the page's server will.
func freeHost(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

func located(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var goEnv = func() func(name string) string {
	var mu sync.Mutex
	known := map[string]string{}
	return func(name string) string {
		mu.Lock()
		defer mu.Unlock()
		if _, is := known[name]; !is {
			out, _ := exec.Command("go", "env", name).Output()
			known[name] = strings.TrimSpace(string(out))
		}
		return known[name]
	}
}()
