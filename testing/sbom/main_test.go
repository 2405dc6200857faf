package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestChecksNameMissingEntries(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	lock := put("lock.json", `{"packages":{"":{},"node_modules/a":{"version":"1.0.0"},
		"node_modules/a/node_modules/@s/b":{"version":"2.0.0"},"node_modules/c":{"version":"3.0.0","dev":true}}}`)
	whole := put("whole.json", `{"components":[{"name":"a","version":"1.0.0"},{"group":"@s","name":"b","version":"2.0.0"}]}`)
	if err := checkPackages(lock, whole); err != nil {
		t.Error(err)
	}
	partial := put("partial.json", `{"components":[{"name":"a","version":"1.0.0"},{"name":"@s/b","version":"1.9.0"}]}`)
	if err := checkPackages(lock, partial); err == nil || !strings.Contains(err.Error(), "lacks @s/b@2.0.0") {
		t.Errorf("a bill with another version: %v", err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := checkModules(program, whole); err == nil {
		t.Error("a bill without any module of this test is accepted")
	}
	if err := compare(whole, []string{"a@1.0.0"}, true); err == nil || !strings.Contains(err.Error(), "no licence for a@1.0.0") {
		t.Errorf("a module without a licence: %v", err)
	}
}
