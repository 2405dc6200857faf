package attacks_test

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// TestSmallBackupWithLargeManifest checks that a small file, whose manifest lists millions of files, is refused before it
// fills the memory.
func TestSmallBackupWithLargeManifest(t *testing.T) {
	t.Parallel()
	for name, values := range map[string]string{"files": `"files":[` + strings.Repeat(`{},`, 30e6) + `{}]`, "names": `"left_out":[` + strings.Repeat(`"",`, 30e6) + `""]`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "backup")
			writeManifest(t, path, `{"format":1,"program":"1.0.0","plans":0,`+values+`}`)
			cmd := exec.CommandContext(t.Context(), binary, "backup", "show", path)
			cmd.Env = serving.Environ()
			var complaint bytes.Buffer
			cmd.Stderr = &complaint
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			limitMemory(t, cmd.Process.Pid, memoryLimit)
			err := cmd.Wait()
			if err == nil || !strings.Contains(complaint.String(), "its manifest: it has too many files") {
				t.Errorf("%v\n%.600s", err, complaint.String())
			}
		})
	}
}

// writeManifest writes a backup that has only a manifest.
func writeManifest(t *testing.T, path, manifest string) {
	t.Helper()
	writeArchive(t, path, [][2]string{{"plotline-backup.json", manifest}})
}

// writeBackup writes a backup of these files, content by name, as somebody would who knows the format.
func writeBackup(t *testing.T, path string, files map[string]string) {
	t.Helper()
	type entry struct {
		Path   string `json:"path"`
		Bytes  int    `json:"bytes"`
		Mode   string `json:"mode"`
		SHA256 string `json:"sha256"`
	}
	listed, entries := make([]entry, 0, len(files)), make([][2]string, 1, len(files)+1)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum := sha256.Sum256([]byte(files[name]))
		listed = append(listed, entry{name, len(files[name]), "0600", hex.EncodeToString(sum[:])})
		entries = append(entries, [2]string{"data/" + name, files[name]})
	}
	raw, err := json.Marshal(map[string]any{"format": 1, "program": "1.0.0", "files": listed})
	expect.NoError(t, err)
	entries[0] = [2]string{"plotline-backup.json", string(raw)}
	writeArchive(t, path, entries)
}

// writeArchive writes files, each a name and a content, as a compressed archive.
func writeArchive(t *testing.T, path string, files [][2]string) {
	t.Helper()
	file, err := os.Create(path)
	expect.NoError(t, err)
	defer func() { _ = file.Close() }()
	packed, err := zstd.NewWriter(file)
	expect.NoError(t, err)
	out := tar.NewWriter(packed)
	for _, f := range files {
		expect.NoError(t, out.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: f[0], Size: int64(len(f[1])), Mode: 0o600}))
		_, err := io.WriteString(out, f[1])
		expect.NoError(t, err)
	}
	expect.NoError(t, errors.Join(out.Close(), packed.Close()))
}
