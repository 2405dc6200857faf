package installed

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

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
