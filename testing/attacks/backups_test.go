package attacks_test

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"plotline/internal/access"
	"plotline/internal/pause"
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

// TestBackupWhileOneWorkspaceRecords lets an administrator of one workspace record decisions without a pause, each in
// metadata of thousands of files. A backup of the data folder does not wait for a pause.
func TestBackupWhileOneWorkspaceRecords(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		root := t.TempDir()
		longNames(t, root, 600)
		s := p.start(t, "--media-root", "large="+root)
		admin, victim := s.token(t, "large", access.Admin), s.token(t, "victim", access.Writer)
		s.must(t, http.StatusOK, http.MethodPost, "/api/v1/media/open", admin, inFolder(root))
		s.checkOtherDuring(t, victim, func(ctx context.Context) error {
			calls := context.WithoutCancel(ctx) // ctx ends with the probes
			recording, stop := context.WithCancel(calls)
			defer stop()
			all := waited(t)
			var applied atomic.Int64
			for worker := range 24 {
				all.Go(func() {
					for episode := 0; recording.Err() == nil; episode++ {
						var task struct {
							ID string `json:"taskId"`
						}
						_ = json.Unmarshal(s.should(calls, t, http.StatusCreated, "/api/v1/plans/recognitions", admin, inFolder(root)), &task)
						file := filepath.Join(root, fmt.Sprintf("%d-%d.mkv", worker, episode))
						if err := os.WriteFile(file, nil, 0o600); err != nil {
							t.Error(err)
						}
						at := "/api/v1/plans/recognitions/" + task.ID
						s.should(calls, t, http.StatusOK, at+"/files", admin, fmt.Sprintf(`{"season":%d,"episode":%d,"path":%q}`, 100+worker, episode, file))
						s.should(calls, t, http.StatusOK, at+"/end", admin, `{}`)
						s.should(calls, t, http.StatusOK, "/api/v1/plans/"+task.ID+"/apply", admin, `{}`)
						applied.Add(1)
					}
				})
			}
			for applied.Load() < 60 && !t.Failed() {
				pause.For(recording, 10*time.Millisecond)
			}
			before := applied.Load()
			cmd := exec.CommandContext(calls, binary, "backup", "create", filepath.Join(t.TempDir(), "backup"), "--data-dir", s.dir, "--store", "embedded") //nolint:gosec // its own folder
			cmd.Env = serving.Environ()
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%.600s", err, out)
			}
			t.Logf("%d decisions before the backup, %d during it", before, applied.Load()-before)
			stop()
			all.Wait()
			<-ctx.Done()
			return nil
		})
	})
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
	listed, entries := make([]entry, len(files)), make([][2]string, len(files)+1)
	for i, name := range slices.Sorted(maps.Keys(files)) {
		sum := sha256.Sum256([]byte(files[name]))
		listed[i] = entry{name, len(files[name]), "0600", hex.EncodeToString(sum[:])}
		entries[i+1] = [2]string{"data/" + name, files[name]}
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
