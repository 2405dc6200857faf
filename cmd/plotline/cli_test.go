package main

import (
	"bytes"
	"encoding/json"
	"os"
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
		{[]string{"fly"}, 2, "", "plotline: unknown command fly; plotline --help lists all"},
		{[]string{"episodes", "5"}, 2, "", "unexpected argument 5; did you mean plotline episodes show 5?"},
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

// FuzzConfigFile checks that any configuration either starts the program or fails with one sentence. Only
// existing flags can be set.
func FuzzConfigFile(f *testing.F) {
	for _, text := range []string{
		"", "{}", "null", "[]", "7", `{"workspace":"w","timeout":"5s"}`, `{"timeout":5}`, `{"timeout":"5"}`, `{"timeout":null}`, `{"timeout":{"a":1}}`,
		`{"store":"neo4j"}`, `{"store":["auto"]}`, `{"log_level":"warn","log-format":"json"}`, `{"log_level":1e400}`, `{"no-such":1}`, `{"audit_redact":"ids,ids"}`,
		`{"audit-redact":["ids",7,null]}`, `{"help":true}`, `{"version":true}`, `{"config":"/dev/null"}`, `{"data_dir":"\u0000\ud800"}`, `{"":1}`, "\ufeff{}",
		`{"neo4j-uri":"%zz","neo4j_uri":"bolt://x"}`, `{"workspace":true}`, `{"Workspace":"w"}`, `{"allow-host":{"a":"b"}}`, strings.Repeat(`{"a":`, 20_000),
	} {
		f.Add(text)
	}
	file := filepath.Join(f.TempDir(), "config.json")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		status := run(t.Context(), []string{"version", "--config", file}, streams{strings.NewReader(""), &out, &errs})
		switch message := errs.String(); {
		case status == 0 && (errs.Len() > 0 || !strings.HasPrefix(out.String(), "plotline ")):
			t.Errorf("%s: %q, %q", text, out.String(), message)
		case status != 0 && (out.Len() > 0 || !strings.HasPrefix(message, "plotline: ") || len(strings.TrimSpace(message)) < len("plotline: x") || strings.Contains(message, "goroutine")):
			t.Errorf("%s: status %d, %q, %q", text, status, out.String(), message)
		}
		var values map[string]json.RawMessage
		if status == 0 && json.Unmarshal([]byte(text), &values) != nil {
			t.Errorf("%q is no object, and is taken", text)
		}
	})
}
