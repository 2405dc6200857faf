package secrets

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/redact"
	"plotline/testing/kit/tier"
)

const (
	gitleaks  = "github.com/zricethezav/gitleaks/v8"
	generator = gitleaks + "/cmd/generate/config"
)

// example is a text with a secret that a rule of Gitleaks finds.
type example struct{ Rule, Text, Secret string }

// examples builds the generator of Gitleaks' rules, in which each rule checks its examples, with a file of ours in place of the one
// that checks: it prints them.
func examples(t *testing.T) []example {
	t.Helper()
	original := strings.TrimSpace(output(t, ".", "go", "list", "-m", "-f", "{{.Dir}}", gitleaks))
	dir := t.TempDir()
	folder, program, modules := filepath.Join(dir, "gitleaks"), filepath.Join(dir, "generator"), filepath.Join(dir, "go.mod")
	if err := os.CopyFS(folder, os.DirFS(original)); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(folder, "cmd", "generate", "config")
	copyFile(t, filepath.Join("testdata", "validate.go.txt"), filepath.Join(config, "utils", "validate.go"), "")
	copyFile(t, "go.mod", modules, "\nreplace "+gitleaks+" => "+folder+"\n")
	copyFile(t, "go.sum", filepath.Join(dir, "go.sum"), "")
	output(t, ".", "go", "build", "-modfile", modules, "-o", program, generator)
	var all []example
	for line := range strings.Lines(output(t, config, program, os.DevNull)) {
		var one example
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		all = append(all, one)
	}
	return all
}

// copyFile copies a file, with a text added at its end.
func copyFile(t *testing.T, from, to, added string) {
	t.Helper()
	raw, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(to)                                                      // a copy out of the module cache is read-only
	if err := os.WriteFile(to, append(raw, added...), 0o600); err != nil { //nolint:gosec // a file of the test
		t.Fatal(err)
	}
}

// output runs a program in a folder, and returns what it prints.
func output(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	var errs bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", program, args, err, errs.String())
	}
	return string(out)
}

// TestGitleaks replaces the secrets in the examples of Gitleaks' own rules: 90 % of them, and the test's log lists the rest. The
// rules make their examples anew in each run.
func TestGitleaks(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	const fewest, least = 500, 0.9
	all, missed := examples(t), 0
	for _, one := range all {
		if strings.Contains(redact.Text(one.Text), one.Secret) {
			missed++
			t.Logf("%s: %q", one.Rule, one.Text)
		}
	}
	t.Logf("%d of %d examples are left as they are", missed, len(all))
	if len(all) < fewest || float64(len(all)-missed) < least*float64(len(all)) {
		t.Errorf("of %d examples, want at least %d, less than %g are replaced", len(all), fewest, least)
	}
}
