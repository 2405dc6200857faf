package e2e_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/installed"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// store is a database for the program.
type store struct {
	name string
	// open returns the flags and the environment of a new workspace.
	open func(t *testing.T) (args, env []string)
}

// stores returns the stores that a test of every store uses in this tier. Both tiers together cover all.
func stores() []store {
	return tier.Pick([]store{embedded(), onNeo4j(neo4jtest.LTS)}, []store{onNeo4j(neo4jtest.Next)})
}

// onStores runs a test in parallel in a new workspace of each of these stores.
func onStores(t *testing.T, test func(t *testing.T, args, env []string)) {
	t.Helper()
	for _, where := range stores() {
		t.Run(where.name, func(t *testing.T) {
			t.Parallel()
			args, env := where.open(t)
			test(t, args, env)
		})
	}
}

// allStores is for tests that run only in the second tier.
func allStores() []store {
	return []store{embedded(), onNeo4j(neo4jtest.LTS), onNeo4j(neo4jtest.Next)}
}

// onAllStores runs a test of the second tier in parallel on each store, with each official client.
func onAllStores(t *testing.T, test func(t *testing.T, where store, c official)) {
	t.Helper()
	for _, where := range allStores() {
		for _, c := range officials() {
			t.Run(where.name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				test(t, where, c)
			})
		}
	}
}

func embedded() store {
	return store{"embedded", func(t *testing.T) ([]string, []string) {
		t.Helper()
		return []string{"--store", "embedded", "--data-dir", t.TempDir()}, nil
	}}
}

func onNeo4j(version neo4jtest.Version) store {
	return store{"neo4j " + string(version), func(t *testing.T) ([]string, []string) {
		t.Helper()
		server := neo4jtest.Open(t, version)
		return []string{"--data-dir", t.TempDir(), "--workspace", server.Workspace(t, "PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial")},
			server.Env()
	}}
}

// plotline runs the program until it ends.
func plotline(t *testing.T, env []string, args ...string) serving.Finished {
	t.Helper()
	return serving.Run(t, binary, env, args...)
}

// privateDir creates a closed data folder, as Plotline does, so that nothing warns about it.
func privateDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a folder has to be entered
		t.Fatal(err)
	}
	return dir
}

// must fails the test unless the program succeeded.
func must(t *testing.T, f serving.Finished) string {
	t.Helper()
	if f.Status != 0 {
		t.Fatalf("status %d\n%s%s", f.Status, f.Out, f.Err)
	}
	return f.Out
}

// runNode runs a script of the clients' folder and returns its output.
func runNode(t *testing.T, stdin []byte, args ...string) serving.Finished {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	program := installed.Node(t)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = installed.Clients(t)
	cmd.Env = append(serving.Environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Stdin = bytes.NewReader(stdin)
	return serving.Finish(t, cmd)
}

func envMap(env []string) map[string]string {
	m := map[string]string{}
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		m[name] = value
	}
	return m
}
