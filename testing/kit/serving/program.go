package serving

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

// EnvPrograms names a folder with the programs that `make test` has built for all packages.
const EnvPrograms = "PLOTLINE_TEST_PROGRAMS"

// Kind is how a program is built.
type Kind string

// The kinds are also the file names in the folder of EnvPrograms.
const (
	Plain Kind = "plotline"      // as released
	Race  Kind = "plotline-race" // with the race detector
)

// SameAsTest returns the kind of the running test binary.
func SameAsTest() Kind {
	if info, ok := debug.ReadBuildInfo(); ok &&
		slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		return Race
	}
	return Plain
}

// Program returns the path of the program. It uses the one built for all packages, or builds one in the
// folder. It stats the file, so that Go's test cache notices a changed program.
func Program(ctx context.Context, dir string, kind Kind) (path string, err error) {
	if built := os.Getenv(EnvPrograms); built != "" {
		path = filepath.Join(built, string(kind))
		_, err = os.Stat(path) //nolint:gosec // the folder is named by who runs the tests
		return path, err
	}
	if kind == Race {
		return Build(ctx, dir, "-race")
	}
	return Build(ctx, dir)
}

// Build builds the program in the folder with the given flags of `go build`. Without flags it is the
// released build, without the race detector.
func Build(ctx context.Context, dir string, flags ...string) (path string, err error) {
	path = filepath.Join(dir, "plotline")
	args := []string{"build", "-o", path}
	if !slices.Contains(flags, "-race") { // race builds share their compiled packages with tests, which keep paths
		args = append(args, "-trimpath")
	}
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "plotline").Output() // also from another module
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	build := exec.CommandContext(ctx, "go", append(append(args, flags...), "./cmd/plotline")...) //nolint:gosec // a test's own flags
	build.Dir = strings.TrimSpace(string(root))
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
}

// Environ returns the environment without the program's own variables. The platform's data folder does not exist, so that no
// test finds the model or the graph of the user.
func Environ() []string {
	var env []string
	for _, pair := range os.Environ() {
		ours := func(prefix string) bool { return strings.HasPrefix(pair, prefix) }
		if !slices.ContainsFunc([]string{"PLOTLINE_", "NEO4J_", "OPENAI_", "XDG_DATA_HOME="}, ours) {
			env = append(env, pair)
		}
	}
	return append(env, "XDG_DATA_HOME="+filepath.Join(os.TempDir(), "plotline-test-no-data"))
}

// Finished is the result of a finished program.
type Finished struct {
	Out, Err string
	Status   int
}

// Run runs the program until it ends.
func Run(t *testing.T, binary string, env []string, args ...string) Finished {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(Environ(), env...)
	return Finish(t, cmd)
}

// Finish runs any command until it ends. The test must check the status.
func Finish(t *testing.T, cmd *exec.Cmd) Finished {
	t.Helper()
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", cmd.Args, err)
	}
	return Finished{out.String(), complaint.String(), cmd.ProcessState.ExitCode()}
}

// Token creates a token for a workspace in the file.
func Token(t *testing.T, binary, file, workspace string) string {
	t.Helper()
	made := Run(t, binary, nil, "token", "create", "test-"+workspace, "--role", "admin", "--workspace", workspace, "--tokens", file)
	if made.Status != 0 {
		t.Fatalf("plotline token create: %s", made.Err)
	}
	return strings.TrimSpace(made.Out)
}
