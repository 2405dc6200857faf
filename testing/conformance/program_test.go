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

	"plotline/testing/kit/installed"
	"plotline/testing/kit/serving"
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) (status int) {
	dir, err := os.MkdirTemp("", "plotline-conformance-")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		for _, fixtures := range []bool{false, true} {
			built[fixtures] = sync.OnceValues(func() (string, error) {
				return build(context.Background(), filepath.Join(dir, fmt.Sprint("fixtures-", fixtures)), fixtures)
			})
		}
		status = m.Run()
		err = goleak.Find()
	}
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return status
}

// built builds the programs on demand, with and without the fixtures.
var built = map[bool]func() (string, error){}

func program(t *testing.T, fixtures bool) string {
	t.Helper()
	path, err := built[fixtures]()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func build(ctx context.Context, dir string, fixtures bool) (path string, err error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	if !fixtures {
		return serving.Program(ctx, dir, serving.Plain)
	}
	flags, err := serving.Fixtures(dir)
	if err != nil {
		return "", err
	}
	return serving.Build(ctx, dir, flags...)
}

// serve starts the program and returns the address of its MCP endpoint. It must shut down without error.
func serve(t *testing.T, fixtures bool) string {
	t.Helper()
	installed.Node(t) // before anything is built
	return serving.Start(t, program(t, fixtures), nil, "--store", "embedded", "--data-dir", t.TempDir(), "--toolsets", "all").URL + "/mcp"
}

// runAndCompare runs the runner on the address.
func runAndCompare(t *testing.T, runner, url string, args ...string) report {
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
