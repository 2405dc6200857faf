package neo4jtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEntrypoint runs the script with a fake java that records its arguments.
func TestEntrypoint(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		env      []string
		wantConf []string // beside the defaults
		wantJava []string // one string for each call
		wantFail bool
	}{
		"settings": {
			env:      []string{"NEO4J_AUTH=none", "NEO4J_server_memory_heap_max__size=300m", "NEO4J_db_tx__log_rotation_size=1m", "NEO4J_URI=x"},
			wantConf: []string{"dbms.security.auth_enabled=false", "server.memory.heap.max_size=300m", "db.tx_log.rotation.size=1m"},
			wantJava: []string{"-Xmx300m"},
		},
		"password":     {env: []string{"NEO4J_AUTH=neo4j/s=cr/et"}, wantJava: []string{"set-initial-password s=cr/et", "-Xmx512m"}},
		"another user": {env: []string{"NEO4J_AUTH=me/secret"}, wantFail: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			calls, err := runEntrypoint(t, dir, test.env)
			if (err != nil) != test.wantFail {
				t.Fatalf("entrypoint.sh: %v, want a failure: %v", err, test.wantFail)
			}
			if len(calls) != len(test.wantJava) {
				t.Fatalf("%d calls of java, want %d: %q", len(calls), len(test.wantJava), calls)
			}
			for i, want := range test.wantJava {
				if !strings.Contains(calls[i], want) {
					t.Errorf("call %d of java is %q, want %q in it", i, calls[i], want)
				}
			}
			conf, err := os.ReadFile(filepath.Join(dir, "conf", "neo4j.conf"))
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range test.wantConf {
				name, _, _ := strings.Cut(want, "=")
				if diff := cmp.Diff([]string{want}, linesWith(string(conf), name+"=")); diff != "" {
					t.Errorf("neo4j.conf (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// runEntrypoint returns the arguments of each call of java.
func runEntrypoint(t *testing.T, dir string, env []string) ([]string, error) {
	t.Helper()
	bin := filepath.Join(dir, "java", "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	calls := filepath.Join(dir, "calls")
	java := "#!/bin/sh\necho \"$*\" >>'" + calls + "'\n"
	if err := os.WriteFile(filepath.Join(bin, "java"), []byte(java), 0o700); err != nil { //nolint:gosec // It is run.
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "sh", "image/entrypoint.sh")
	command.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "NEO4J_MAIN=Main", "JAVA_HOME=" + filepath.Join(dir, "java"),
		"NEO4J_HOME=" + dir, "NEO4J_DATA=" + filepath.Join(dir, "data"), "NEO4J_LOGS=" + filepath.Join(dir, "logs"),
	}, env...)
	err := command.Run()
	text, _ := os.ReadFile(calls)
	return linesWith(string(text), ""), err
}

func linesWith(text, prefix string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}
