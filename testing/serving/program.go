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

// EnvPrograms names a folder with the programs that `make test` built once for all packages.
const EnvPrograms = "PLOTLINE_TEST_PROGRAMS"

// Kind is how a program is built.
type Kind string

// The kinds are also the names of the files in the folder of EnvPrograms.
const (
	Plain Kind = "plotline"      // what users get
	Race  Kind = "plotline-race" // with the race detector
)

// SameAsTest is the kind that the test itself is.
func SameAsTest() Kind {
	if info, ok := debug.ReadBuildInfo(); ok &&
		slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		return Race
	}
	return Plain
}

// Program gives the path of the program: the one that was built for all packages, or one that it builds
// into the folder. It looks at the file, so that Go runs the tests again when the program has changed.
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

// Build puts the program into the folder, with the flags of `go build`. Without any it is what users
// get: without the race detector.
func Build(ctx context.Context, dir string, flags ...string) (path string, err error) {
	path = filepath.Join(dir, "plotline")
	args := []string{"build", "-o", path}
	if !slices.Contains(flags, "-race") { // those who test with it have built the rest with paths
		args = append(args, "-trimpath")
	}
	build := exec.CommandContext(ctx, "go", append(append(args, flags...), "plotline/cmd/plotline")...) //nolint:gosec // a test's own flags
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
}

// Environ is the environment without what would configure the program.
func Environ() []string {
	var env []string
	for _, pair := range os.Environ() {
		ours := func(prefix string) bool { return strings.HasPrefix(pair, prefix) }
		if !slices.ContainsFunc([]string{"PLOTLINE_", "NEO4J_", "OPENAI_"}, ours) {
			env = append(env, pair)
		}
	}
	return env
}

// Finished is how a run of a program ended.
type Finished struct {
	Out, Err string
	Status   int
}

// Run runs the program to its end.
func Run(t *testing.T, binary string, env []string, args ...string) Finished {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(Environ(), env...)
	return Finish(t, cmd)
}

// Finish runs any command to its end. Its status is for the test to judge.
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

// Token makes a token in the file, for a workspace.
func Token(t *testing.T, binary, file, workspace string) string {
	t.Helper()
	made := Run(t, binary, nil, "token", "create", "test-"+workspace, "--role", "admin", "--workspace", workspace, "--tokens", file)
	if made.Status != 0 {
		t.Fatalf("plotline token create: %s", made.Err)
	}
	return strings.TrimSpace(made.Out)
}
