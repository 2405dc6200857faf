package snippets_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// world is the environment in which the blocks of a page run.
type world struct {
	t     *testing.T
	page  page
	shell []step

	excused, others int // blocks that are not run here, with a reason

	checkout string // as after git clone and make build
	scratch  string // the test's files about the page
	env      []string
	replace  []string // pairs of a page's text and its replacement here
}

// own are the names in the repository's folder that are not in git. Each page creates its own.
var own = []string{"bin", "out", ".plotline", ".demo", ".env", ".mcp.json", ".vscode", ".cursor", "tokens.json"}

// open creates the checkout and its environment.
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
	// curl must fail if the server returns an error, and must not hang.
	w.write(filepath.Join(home, ".curlrc"), "fail-with-body\nmax-time = 60\n")
	// The targets of make are built already. Other Go programs run from the real folder, which Go has in
	// its cache.
	w.write(filepath.Join(tools, "make"), fmt.Sprintf("#!/bin/sh\nexec %s -o build \"$@\"\n", located(w.t, "make")))
	w.env = slices.DeleteFunc(serving.Environ(), func(pair string) bool { return strings.HasPrefix(pair, "XDG_") })
	w.env = append(w.env, "HOME="+home, "PLOTLINE_LISTEN="+host, "GO=go -C '"+root(w.t)+"'",
		"PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	if name != folder { // on a shared Neo4j; elsewhere a page sets it or uses the default
		w.env = append(w.env, "PLOTLINE_WORKSPACE="+name)
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		w.env = append(w.env, name+"="+goEnv(name))
	}
}

// folder is the name of a clone's folder.
const folder = "plotline"

// ours are the labels of a workspace's nodes, in addition to Episode.
var ours = []string{"PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial"}

var workspaceSet = regexp.MustCompile(`\bPLOTLINE_WORKSPACE=\w+`)

// services starts the services that the page requires and adds them to the replacements. It returns a
// unique name for the checkout, after which `make run` names its workspace, and for the workspace.
func (w *world) services() (name string) {
	w.t.Helper()
	name = folder
	if w.mentions("neo4j://localhost:7687") {
		server := neo4jtest.Open(w.t, neo4jtest.LTS)
		name = server.Workspace(w.t, ours...)
		w.replace = append(w.replace, "neo4j://localhost:7687", server.URI,
			"--workspace moved", "--workspace "+server.Workspace(w.t, ours...), "NEO4J_USERNAME=neo4j", "NEO4J_USERNAME="+server.Username, "NEO4J_PASSWORD=a-password-of-yours", "NEO4J_PASSWORD="+server.Password)
		for _, s := range w.shell { // what an earlier run left in a workspace of the page's name must not be found
			for _, set := range workspaceSet.FindAllString(s.block.Text, -1) {
				w.replace = append(w.replace, set, "PLOTLINE_WORKSPACE="+server.Workspace(w.t, ours...))
			}
		}
	}
	if w.mentions("http://127.0.0.1:11434/v1") {
		w.replace = append(w.replace, "http://127.0.0.1:11434/v1", aiserver.New(w.t).URL())
	}
	return name
}

func (w *world) mentions(text string) bool {
	return slices.ContainsFunc(w.shell, func(s step) bool { return strings.Contains(s.block.Text, text) })
}

// clone clones the history, links the working tree's files that are in git, and adds the program.
func (w *world) clone() {
	w.t.Helper()
	top := root(w.t)
	cmd := exec.CommandContext(w.t.Context(), "git", "clone", "--quiet", "--no-checkout", top, w.checkout)
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("%v\n%s", err, out)
	}
	w.mkdir(filepath.Join(w.checkout, "bin"))
	entries, err := os.ReadDir(top)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range entries {
		if slices.Contains(own, e.Name()) || e.Name() == ".git" {
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

// rewrite applies the replacements to a page's text.
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

// freeHost returns an unused address for the page's server.
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
