package main

import (
	"bytes"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// These tests need no database. testing/e2e tests the program as a whole.

func TestRunAlone(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args      []string
		status    int
		out, errs string
	}{
		{[]string{"version"}, 0, "plotline ", ""},
		{nil, 0, "Usage: plotline", ""},
		{[]string{"mcp", "--help"}, 0, "--print-config", ""},
		{[]string{"fly"}, 2, "", "plotline: unexpected argument fly"},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			status := run(t.Context(), tt.args, streams{strings.NewReader(""), &out, &errs})
			if status != tt.status || !strings.Contains(out.String(), tt.out) || !strings.Contains(errs.String(), tt.errs) {
				t.Errorf("status %d, out %q, err %q", status, out.String(), errs.String())
			}
		})
	}
}

func TestDataDir(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the rule of this platform is the standard library's")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, tt := range []struct{ flag, xdg, want string }{
		{"", "", filepath.Join(home, ".local", "share", "plotline")},
		{"", "relative/is/ignored", filepath.Join(home, ".local", "share", "plotline")},
		{"", "/data", "/data/plotline"},
		{"/given", "/data", "/given"},
	} {
		t.Setenv("XDG_DATA_HOME", tt.xdg)
		s := settings{DataDir: tt.flag}
		if got, err := s.dataDir(); err != nil || got != tt.want {
			t.Errorf("%+v: %q, %v", tt, got, err)
		}
	}
}

func TestConfigFileMustBeObject(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "[]", "{"} {
		if _, err := configFile(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "--config") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
