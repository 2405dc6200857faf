package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"plotline/internal/durable"
	"plotline/internal/fault"
)

// TestBackupAndRestore checks what is in a backup and what is left out, and that a restore gives the same files.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	from := newWorld(t)
	from.write(t, "plans/.journal/b.journal.json", "of an interrupted rename")
	from.journals = []string{filepath.Join("plans", ".journal", "b.journal.json")}
	ok(t, os.Chmod(filepath.Join(from.dir, "plans", "a.plan.json"), 0o644)) //nolint:gosec // as plans are
	path := filepath.Join(t.TempDir(), "backup.tar.zst")
	made, err := from.service().Create(t.Context(), caller, path)
	ok(t, err)
	if from.held != 0 {
		t.Error("outcomes are still held back")
	}
	dir := filepath.Join(t.TempDir(), "new", "data")
	restored, err := Restore(t.Context(), path, dir, knows, renew)
	ok(t, err)
	same(t, "files", readTree(t, dir), from.restored())
	same(t, "manifest", restored, made)
	same(t, "left out", made.LeftOut, []string{"audit.jsonl", "audit.jsonl.1", "questions", "tokens.json"})
	same(t, "counts", []int{made.Plans, made.Metadata, made.Projects}, []int{2, 2, 1})
	same(t, "graph", made.Graph, &Graph{known.Number, known.Digest, []Workspace{{"default", 2, 1}}})
	for name, want := range map[string]os.FileMode{"plans/a.plan.json": 0o644, "projects/a.project.json": 0o600, Database: 0o600, ".": 0o700} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup: %v, %v", info.Mode(), err)
	}
}

// TestBackupToStream checks that a stream gets the same, and a backup without a graph.
func TestBackupToStream(t *testing.T) {
	t.Parallel()
	from := newWorld(t)
	s := from.service()
	s.Snapshot = nil
	path := filepath.Join(t.TempDir(), "backup")
	var out bytes.Buffer
	made, err := s.Write(t.Context(), caller, &out)
	ok(t, err)
	ok(t, os.WriteFile(path, out.Bytes(), 0o600))
	dir := t.TempDir()
	_, err = Restore(t.Context(), path, dir, knows, renew)
	ok(t, err)
	same(t, "files", readTree(t, dir), from.files)
	if made.Graph != nil {
		t.Errorf("graph: %v", made.Graph)
	}
}

// TestFailedBackup checks that a failed or cancelled backup changes nothing, and that the next one removes the rest of a
// killed one, but not that of a running one.
func TestFailedBackup(t *testing.T) {
	t.Parallel()
	from := newWorld(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "backup")
	ok(t, os.WriteFile(path, []byte("the old one"), 0o600))
	s := from.service()
	whole := s.Snapshot
	s.Snapshot = func(context.Context, string) (*Graph, error) {
		return nil, fault.New(fault.Unavailable, "the disk is full")
	}
	_, err := s.Create(t.Context(), caller, path)
	refuses(t, err, "the disk is full")
	ctx, cancel := context.WithCancel(t.Context())
	s.Snapshot = func(ctx context.Context, path string) (*Graph, error) { cancel(); return whole(ctx, path) }
	if _, err := s.Create(ctx, caller, path); fault.CodeOf(err) != fault.Cancelled {
		t.Errorf("cancelled: %v", err)
	}
	same(t, "beside it", readTree(t, dir), map[string]string{"backup": "the old one"})

	abandoned, running := filepath.Join(dir, stagingPrefix+"1"), filepath.Join(dir, stagingPrefix+"2")
	plant(t, filepath.Join(abandoned, "lock"), "")
	plant(t, filepath.Join(running, "lock"), "")
	plant(t, filepath.Join(dir, unlockedPrefix+"3", "lock"), "")
	ok(t, os.Mkdir(filepath.Join(dir, unlockedPrefix+"4"), 0o700))
	release, held, err := durable.TryLock(filepath.Join(running, "lock"))
	if err != nil || !held {
		t.Fatal(held, err)
	}
	defer release()
	s.Snapshot = whole
	_, err = s.Create(t.Context(), caller, path)
	ok(t, err)
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	ok(t, err)
	same(t, "staging folders", left, []string{running})

	_, err = s.Create(t.Context(), caller, dir)
	refuses(t, err, "is not a file")
	_, err = s.Create(t.Context(), caller, filepath.Join(dir, "gone", "backup"))
	refuses(t, err, "no such file")
	s.DataDir = filepath.Join(dir, "gone")
	_, err = s.Create(t.Context(), caller, path)
	refuses(t, err, "There is no data folder")
}

// TestBackupsAtOnce checks that backups beside each other remove no folder of a running one.
func TestBackupsAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var backups sync.WaitGroup
	for range 8 {
		backups.Go(func() {
			for range 50 {
				s, err := newStaging(dir)
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(s.path("copy"), nil, 0o600); err != nil {
					t.Error(err)
				}
				s.remove()
			}
		})
	}
	backups.Wait()
	left, err := os.ReadDir(dir)
	ok(t, err)
	if len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestRestoreRefuses checks that a refused restore changes nothing.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	made := newWorld(t).backUp(t)
	used := t.TempDir()
	plant(t, filepath.Join(used, "tokens.json"), "{}")
	_, err := Restore(t.Context(), made, used, knows, renew)
	refuses(t, err, "is not empty: it has tokens.json")
	if entries, err := os.ReadDir(used); err != nil || len(entries) != 1 {
		t.Errorf("in use: %v, %v", entries, err)
	}

	for name, damage := range map[string]struct {
		change func(raw []byte) []byte
		text   string
	}{
		"newer format":  {rewritten(t, func(m *Manifest, _ map[string]string) { m.Format = Format + 1 }), "made by a newer Plotline (1.2.3, format 2; this one knows 1)"},
		"other schema":  {rewritten(t, func(m *Manifest, _ map[string]string) { m.Graph.Schema++ }), "of another version of Plotline"},
		"checksum":      {rewritten(t, func(_ *Manifest, files map[string]string) { files[Database] = "the grapf" }), "does not have its checksum"},
		"outside":       {rewritten(t, func(m *Manifest, _ map[string]string) { m.Files[0].Path = "plans/../../x" }), "its manifest has the file"},
		"not a backups": {rewritten(t, func(m *Manifest, _ map[string]string) { m.Files[0].Path = "tokens.json" }), "its manifest has the file"},
		"missing":       {rewritten(t, func(m *Manifest, _ map[string]string) { m.Files = m.Files[1:] }), "in place of"},
		"more":          {rewritten(t, func(m *Manifest, _ map[string]string) { m.Files = m.Files[:len(m.Files)-1] }), "more than its manifest"},
		"cut":           {func(raw []byte) []byte { return raw[:len(raw)*2/3] }, "it is damaged"},
		"bit":           {func(raw []byte) []byte { raw[len(raw)/2] ^= 1; return raw }, "it is damaged"},
		"text":          {func([]byte) []byte { return []byte("text") }, "is not a backup"},
		"empty":         {func([]byte) []byte { return nil }, "is not a backup"},
	} {
		raw, err := os.ReadFile(made)
		ok(t, err)
		bad := filepath.Join(t.TempDir(), "backup")
		ok(t, os.WriteFile(bad, damage.change(raw), 0o600))
		dir := filepath.Join(t.TempDir(), "data")
		_, err = Restore(t.Context(), bad, dir, knows, renew)
		if refuses(t, err, damage.text); t.Failed() {
			t.Fatal(name)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: the folder was made", name)
		}
	}
	_, err = Restore(t.Context(), made, made, knows, renew)
	refuses(t, err, "not a folder")

	for format, text := range map[string]string{
		`{"format":2}`: "was written by a newer Plotline (1.2.3, format 2, this one knows 1); update Plotline",
		`{}`:           "its format.json: it has no format",
		``:             "its format.json: ",
	} {
		w := newWorld(t)
		w.write(t, FormatFile, format)
		dir := filepath.Join(t.TempDir(), "data")
		_, err := Restore(t.Context(), w.backUp(t), dir, knows, renew)
		refuses(t, err, text)
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: the folder was made", format)
		}
	}
}

// TestRestoreWhileAnotherRuns checks that a restore and a start wait for no running restore, but fail.
func TestRestoreWhileAnotherRuns(t *testing.T) {
	t.Parallel()
	made := newWorld(t).backUp(t)
	dir := t.TempDir()
	ok(t, os.Mkdir(filepath.Join(dir, restoring), 0o700))
	r := &restore{dir: dir}
	release, err := r.lock()
	ok(t, err)
	_, err = Settle(dir)
	refuses(t, err, "is running")
	_, err = Restore(t.Context(), made, dir, knows, renew)
	refuses(t, err, "is running")
	release()
	_, err = Restore(t.Context(), made, dir, knows, renew)
	ok(t, err)
}

// rewritten changes the manifest and the files of a backup.
func rewritten(t *testing.T, change func(m *Manifest, files map[string]string)) func([]byte) []byte {
	t.Helper()
	return func(raw []byte) []byte {
		packed, err := zstd.NewReader(bytes.NewReader(raw))
		ok(t, err)
		defer packed.Close()
		in := tar.NewReader(packed)
		var m Manifest
		var names []string
		files := map[string]string{}
		for header, err := in.Next(); err == nil; header, err = in.Next() {
			var text bytes.Buffer
			_, err := text.ReadFrom(in)
			ok(t, err)
			if header.Name == manifestName {
				ok(t, json.Unmarshal(text.Bytes(), &m))
				continue
			}
			name := strings.TrimPrefix(header.Name, dataPrefix)
			names = append(names, name)
			files[name] = text.String()
		}
		change(&m, files)
		return packBackup(t, m, names, files)
	}
}

func packBackup(t *testing.T, m Manifest, names []string, files map[string]string) []byte {
	t.Helper()
	var raw bytes.Buffer
	packed, err := zstd.NewWriter(&raw)
	ok(t, err)
	out := tar.NewWriter(packed)
	manifest, err := json.Marshal(m)
	ok(t, err)
	for _, name := range slices.Concat([]string{manifestName}, names) {
		text, at := []byte(files[name]), dataPrefix+name
		if name == manifestName {
			text, at = manifest, name
		}
		ok(t, out.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: at, Size: int64(len(text)), Mode: 0o600}))
		_, err := out.Write(text)
		ok(t, err)
	}
	ok(t, errors.Join(out.Close(), packed.Close()))
	return raw.Bytes()
}
