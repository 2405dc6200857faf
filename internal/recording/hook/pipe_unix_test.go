//go:build unix

package hook_test

import (
	"os"
	"path/filepath"
	"syscall"
)

// pipe puts a pipe without a writer at a path: opening it for reading would wait for ever.
func (w *world) pipe(path string) {
	w.Helper()
	w.must(os.MkdirAll(filepath.Dir(path), 0o700))
	w.must(syscall.Mkfifo(path, 0o600))
}
