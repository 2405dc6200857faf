package installed

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

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
