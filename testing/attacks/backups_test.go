package attacks_test

import (
	"archive/tar"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

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
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	packed, err := zstd.NewWriter(file)
	if err != nil {
		t.Fatal(err)
	}
	out := tar.NewWriter(packed)
	if err := out.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "plotline-backup.json", Size: int64(len(manifest)), Mode: 0o600}); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Write([]byte(manifest)); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
}
