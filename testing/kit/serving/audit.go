package serving

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"plotline/internal/audit"
)

// AuditLog returns the audit records in a data folder, first those of writes and refusals, then those of reads.
func AuditLog(t *testing.T, dir string) []byte {
	t.Helper()
	path := filepath.Join(dir, "audit.jsonl")
	var log bytes.Buffer
	for _, path := range []string{path, audit.ReadsPath(path)} {
		text, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		log.Write(text)
	}
	return log.Bytes()
}
