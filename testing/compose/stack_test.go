package compose_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/neo4jtest"
)

// Limits that end a hang. The first includes building Compose itself.
const (
	commandLimit = 10 * time.Minute
	readyLimit   = 2 * time.Minute
)

// stack is a separate Docker Compose project and its address.
type stack struct {
	dir, project   string
	script         string
	env            []string
	address, token string
}

// newStack builds the program into a copy of the files that `docker compose` reads. The work tree and its
// .env are not used. Everything started is removed when the test ends.
func newStack(t *testing.T) stack {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	s := stack{
		dir: t.TempDir(), project: "plotline-test-" + strings.ToLower(rand.Text()[:8]),
		script: filepath.Join(root, "testing", "compose", "compose.sh"),
	}
	// Port 0 makes the engine choose a free port.
	s.env = append(withoutOurs(os.Environ()), "COMPOSE_PROJECT_NAME="+s.project, "NEO4J_PASSWORD="+rand.Text(), "PLOTLINE_PORT=0")
	s.require(t)
	for _, name := range []string{"Dockerfile", ".dockerignore", "docker-compose.yml"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(s.dir, name), text, 0o600); err != nil { //nolint:gosec // The test's own folder.
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"data", "media"} { // as in `make linux`
		if err := os.MkdirAll(filepath.Join(s.dir, "bin", "linux", "folders", folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	binary := filepath.Join(s.dir, "bin", "linux", "plotline")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", binary, "plotline/cmd/plotline")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), commandLimit)
		defer cancel()
		if t.Failed() {
			_, logs, _ := s.run(ctx, s.script, "logs", "--no-color", "--tail", "100")
			t.Log(logs)
		}
		// One second for the shutdown: no data is kept.
		if _, out, err := s.run(ctx, s.script, "down", "--volumes", "--rmi", "local", "--timeout", "1"); err != nil {
			t.Errorf("docker compose down: %v\n%s", err, out)
		}
	})
	return s
}

// withoutOurs removes the variables that configure the stack or Compose.
func withoutOurs(environ []string) []string {
	var env []string
	for _, pair := range environ {
		if !strings.HasPrefix(pair, "PLOTLINE_") && !strings.HasPrefix(pair, "NEO4J_") && !strings.HasPrefix(pair, "COMPOSE_") ||
			strings.HasPrefix(pair, "PLOTLINE_CACHE=") {
			env = append(env, pair)
		}
	}
	return env
}

// require skips the test if there is no engine, Compose or Neo4j, or fails it if they are required.
func (s stack) require(t *testing.T) {
	t.Helper()
	required := os.Getenv("PLOTLINE_REQUIRE_TOOLS") == "1" || os.Getenv(neo4jtest.EnvRequire) == "1"
	missing := func(what string, err error, out string) {
		t.Helper()
		if required {
			t.Fatalf("%s: %v\n%s", what, err, out)
		}
		t.Skipf("skipped: %s: %v", what, err)
	}
	image := neo4jtest.LTS.Image()
	if _, out, err := s.run(t.Context(), "docker", "version"); err != nil {
		missing("no Docker engine answers", err, out)
	}
	if _, _, err := s.run(t.Context(), "docker", "image", "inspect", image); err != nil {
		if _, out, err := s.run(t.Context(), "docker", "pull", image); err != nil {
			missing("the image "+image+" cannot be pulled (testing/kit/neo4jtest/image/build.sh makes it)", err, out)
		}
	}
	if !required { // otherwise it is built, which takes too many minutes for plain `go test`
		if _, out, err := s.run(t.Context(), s.script, "--here"); err != nil {
			missing("there is no Docker Compose (testing/compose/compose.sh version builds it)", err, out)
		}
	}
}

// compose runs Docker Compose on the project, and returns its standard output.
func (s stack) compose(t *testing.T, args ...string) string {
	t.Helper()
	out, all, err := s.run(t.Context(), s.script, args...)
	if err != nil {
		t.Fatalf("docker compose %s: %v\n%s", strings.Join(args, " "), err, all)
	}
	return out
}

// inspect queries the engine about the container of a service.
func (s stack) inspect(t *testing.T, service, format string) string {
	t.Helper()
	out, all, err := s.run(t.Context(), "docker", "inspect", "--format", format, s.project+"-"+service+"-1")
	if err != nil {
		t.Fatalf("docker inspect: %v\n%s", err, all)
	}
	return strings.TrimSpace(out)
}

// run returns standard output, and both streams in sequence.
func (s stack) run(ctx context.Context, name string, args ...string) (out, all string, err error) {
	ctx, cancel := context.WithTimeout(ctx, commandLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = s.dir, s.env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	return stdout.String(), stdout.String() + stderr.String(), err
}
