//go:build unix

package tokens_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"plotline/api/tokens"
	"plotline/internal/access"
)

// TestPipeIsRejected checks that opening a named pipe does not block.
func TestPipeIsRejected(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), unix.Mkfifo(path, 0o600)); err != nil {
		t.Fatal(err)
	}
	_, _, created := tokens.Create(t.Context(), path, tokens.Request{Name: "ci", Role: access.Reader, Workspace: "default"})
	_, opened := tokens.Open(path)
	for _, err := range []error{created, opened} {
		if err == nil || !strings.Contains(err.Error(), "is not a file") {
			t.Error(err)
		}
	}
}
