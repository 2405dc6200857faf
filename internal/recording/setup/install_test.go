package setup

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestInstall copies the hook, and replaces the copy by a newer one only.
func TestInstall(t *testing.T) {
	t.Parallel()
	dir, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	program := filepath.Join(dir, "plotline")
	source := filepath.Join(dir, hookName())
	put := func(text string, at time.Time) {
		t.Helper()
		if err := os.WriteFile(source, []byte(text), 0o700); err != nil { //nolint:gosec // a program
			t.Fatal(err)
		}
		if err := os.Chtimes(source, at, at); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	for _, tt := range []struct {
		name, text, version string
		at                  time.Time
		want                string
	}{
		{"first", "one", "0.1.0", now, "one"},
		{"built later", "two", "0.1.0", now.Add(time.Hour), "two"},
		{"built earlier", "one", "0.1.0", now, "two"},
		{"later version, built earlier", "three", "0.2.0", now.Add(-time.Hour), "three"},
		{"earlier version, built later", "two", "0.1.9", now.Add(2 * time.Hour), "three"},
		{"before the release", "dev", "0.2.0-dev+abc", now.Add(3 * time.Hour), "three"},
		{"ten is more than nine", "four", "0.10.0", now, "four"},
	} {
		put(tt.text, tt.at)
		if err := Install(t.Context(), data, program, tt.version); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(HookProgram(data))
		if err != nil || string(text) != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.name, text, err, tt.want)
		}
	}
	if info, err := os.Stat(HookProgram(data)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if text, err := os.ReadFile(filepath.Join(data, "bin", "program")); err != nil || string(text) != program+"\n" {
		t.Errorf("the program is %q, %v", text, err)
	}
	if !Installed(data) || Installed(t.TempDir()) {
		t.Error("Installed is wrong")
	}
}

// TestNoHook says so if there is no hook to copy.
func TestNoHook(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if err := Install(t.Context(), t.TempDir(), filepath.Join(t.TempDir(), "plotline"), "1.0.0"); !errors.Is(err, ErrNoHook) {
		t.Error(err)
	}
}
