package media_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/media/tmdb"
)

var ada = audit.Caller{Workspace: "default", Actor: "ada", Transport: "mcp", Role: access.Writer}

// world is a service with a library, an audit log, and a folder for media.
type world struct {
	*shelf
	*media.Service
	audit bytes.Buffer
	media media.Path
}

func newWorld(t *testing.T, client *tmdb.Client, roots ...string) *world {
	t.Helper()
	folders, err := media.NewFolders(roots, false)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{shelf: newShelf(t), media: folderOf(t, t.TempDir())}
	logger := w.log.Logger()
	w.Service = media.NewService(media.Config{
		Libraries: w.all, Folders: folders, TMDB: client, Logger: logger,
		Runner: &usecase.Runner{Audit: audit.NewLog(audit.NewWriter(&w.audit), audit.All, logger), Logger: logger},
	})
	return w
}

// call runs a use case in the same way as the APIs.
func (w *world) call(ctx context.Context, by audit.Caller, name, raw string) (any, error) {
	for _, u := range w.UseCases() {
		if u.Name == name {
			return u.Call(ctx, by, json.RawMessage(raw))
		}
	}
	panic("no use case " + name)
}

// fill creates files with the given contents.
func (w *world) fill(t *testing.T, folder media.Path, files map[string]string) {
	t.Helper()
	mustMkdir(t, folder)
	for name, text := range files {
		p := filepath.Join(folder.Native(), filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// empty creates empty files.
func (w *world) empty(t *testing.T, folder media.Path, names ...string) {
	t.Helper()
	files := map[string]string{}
	for _, name := range names {
		files[name] = ""
	}
	w.fill(t, folder, files)
}

// refused checks the code of an error, and that its details contain some words.
func refused(t *testing.T, err error, code fault.Code, words ...string) {
	t.Helper()
	shown, ok := err.(*fault.Error) //nolint:errorlint // nothing but this type may come out
	if !ok || shown.Code != code {
		t.Errorf("error %T %v, want %s", err, err, code)
		return
	}
	for _, word := range words {
		if !strings.Contains(shown.Details, word) {
			t.Errorf("no %q in %q", word, shown.Details)
		}
	}
}
