package conformance_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plotline/testing/installed"
	"plotline/testing/serving"
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
	path, err := serving.Build(t.Context(), dir, "-tags", tag)
	if err != nil {
		t.Fatal(err)
	}
	built.Store(tag, path)
	return path
}

// serve starts the program and gives the address of its MCP endpoint. It must end well when told to.
func serve(t *testing.T, tag string) string {
	t.Helper()
	installed.Node(t) // before anything is built
	return serving.Start(t, program(t, tag), nil, "--store", "embedded", "--data-dir", t.TempDir()).URL + "/mcp"
}

// judge runs the runner against the address.
func judge(t *testing.T, runner, url string, args ...string) report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	script := filepath.Join(installed.Clients(t), "node_modules", runner, "dist", "index.js")
	cmd := exec.CommandContext(ctx, installed.Node(t), append([]string{script, "server", "--url", url}, args...)...) //nolint:gosec // our own
	cmd.Env = serving.Environ()
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
