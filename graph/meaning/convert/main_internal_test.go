package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherJarsAreRejected checks that only the jar with the known digest is converted, and that otherwise
// nothing is written.
func TestOtherJarsAreRejected(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	jar, out := filepath.Join(dir, "some.jar"), filepath.Join(dir, "out.model")
	if err := os.WriteFile(jar, []byte("PK, and so on"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		digest:         {jar, out},
		"usage":        {jar},
		"no such file": {filepath.Join(dir, "none.jar"), out},
	} {
		if err := run(args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, which does not say %q", args, err, want)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}

func TestLicenceIsPresent(t *testing.T) {
	t.Parallel()
	if !strings.HasPrefix(licence, "MIT License\n\nCopyright (c) 2022 staoxiao\n") || !strings.Contains(licence, "WITHOUT WARRANTY") {
		t.Error(licence)
	}
}
