package tokens_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"

	"plotline/api/tokens"
	"plotline/internal/access"
	"plotline/testing/kit/expect"
)

func newPath(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "folder", "tokens.json")
}

// create creates a token with the role reader.
func create(t *testing.T, path, name string) (tokens.Token, string) {
	t.Helper()
	made, secret, err := tokens.Create(t.Context(), path, tokens.Request{Name: name, Role: access.Reader, Workspace: "w"})
	expect.NoError(t, err)
	return made, secret
}

func list(t *testing.T, path string) []tokens.Token {
	t.Helper()
	held, err := tokens.List(path)
	expect.NoError(t, err)
	return held
}

func open(t *testing.T, path string) *tokens.File {
	t.Helper()
	file, err := tokens.Open(path)
	expect.NoError(t, err)
	return file
}

func TestCreateListRevoke(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	end := time.Now().Add(time.Hour)
	ci, secret, err := tokens.Create(t.Context(), path, tokens.Request{Name: "ci", Role: access.Writer, Workspace: "team", ExpiresAt: &end})
	if err != nil {
		t.Fatal(err)
	}
	if ci.Name != "ci" || ci.Role != access.Writer || ci.Workspace != "team" || !ci.ExpiresAt.Equal(end) ||
		time.Since(ci.CreatedAt) > time.Minute || !strings.HasPrefix(secret, "plotline_"+ci.ID+"_") {
		t.Errorf("made %+v, %q", ci, secret)
	}
	second, _ := create(t, path, "second")
	third, _ := create(t, path, "third")
	if diff := cmp.Diff([]tokens.Token{ci, second, third}, list(t, path)); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	for _, name := range []string{"second", third.ID} {
		if gone, err := tokens.Revoke(t.Context(), path, name); err != nil || (gone.ID != second.ID && gone.ID != third.ID) {
			t.Errorf("revoke %s: %+v, %v", name, gone, err)
		}
	}
	if diff := cmp.Diff([]tokens.Token{ci}, list(t, path)); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
}

func TestFileIsPrivateWithoutSecrets(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	_, secret := create(t, path, "ci")
	for name, want := range map[string]fs.FileMode{path: 0o600, path + ".lock": 0o600, filepath.Dir(path): 0o700 | fs.ModeDir} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(raw), secret[len(secret)-43:]) {
		t.Errorf("the file keeps the secret: %s", raw)
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 2 {
		t.Errorf("the folder holds %v, %v", files, err)
	}
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	create(t, path, "taken")
	past, far := time.Now().Add(-time.Second), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	tests := []struct {
		want string
		req  tokens.Request
	}{
		{`"taken"`, tokens.Request{Name: "taken", Role: access.Reader, Workspace: "w"}},
		{"1–64 printable", tokens.Request{Name: "a\nb", Role: access.Reader, Workspace: "w"}},
		{"role must be one of", tokens.Request{Name: "a", Role: "boss", Workspace: "w"}},
		{"role must be one of", tokens.Request{Name: "a", Workspace: "w"}},
		{"workspace must be", tokens.Request{Name: "a", Role: access.Reader, Workspace: "W"}},
		{"in the future", tokens.Request{Name: "a", Role: access.Reader, Workspace: "w", ExpiresAt: &past}},
		{"before the year 10000", tokens.Request{Name: "a", Role: access.Reader, Workspace: "w", ExpiresAt: &far}},
	}
	for _, tt := range tests {
		if _, secret, err := tokens.Create(t.Context(), path, tt.req); err == nil || secret != "" || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %q, %v", tt.req, secret, err)
		}
	}
	if n := len(list(t, path)); n != 1 {
		t.Errorf("%d tokens", n)
	}
}

func TestRevokeUnknownListsNames(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	create(t, path, "one")
	create(t, path, "two")
	if _, err := tokens.Revoke(t.Context(), path, "three"); err == nil || err.Error() != `there is no token named "three"; there are "one", "two"` {
		t.Error(err)
	}
	for _, name := range []string{"one", "two"} {
		if _, err := tokens.Revoke(t.Context(), path, name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := tokens.Revoke(t.Context(), path, "three"); err == nil || !strings.Contains(err.Error(), "there are no tokens") {
		t.Error(err)
	}
}

func TestMissingFileAdvice(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	_, listed := tokens.List(path)
	_, opened := tokens.Open(path)
	_, revoked := tokens.Revoke(t.Context(), path, "x")
	for _, err := range []error{listed, opened, revoked} {
		if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "plotline token create") {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Dir(path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("looking made a folder: %v", err)
	}
}

func TestConcurrentCreates(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	const n = 24
	secrets := make([]string, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			var err error
			_, secrets[i], err = tokens.Create(t.Context(), path, tokens.Request{Name: fmt.Sprint("t", i), Role: access.Reader, Workspace: "w"})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	file, err := tokens.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, secret := range secrets {
		if got, ok, err := file.Find(secret); err != nil || !ok || got.Name != fmt.Sprint("t", i) {
			t.Errorf("token %d: %+v, %v, %v", i, got, ok, err)
		}
	}
	if got := len(list(t, path)); got != n {
		t.Errorf("%d of %d tokens", got, n)
	}
}

func TestWriterStopsWithContext(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	create(t, path, "ci")
	lock := flock.New(path + ".lock")
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err := tokens.Revoke(ctx, path, "ci"); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), path+".lock") {
		t.Error(err)
	}
	if n := len(list(t, path)); n != 1 {
		t.Errorf("%d tokens", n)
	}
}

// TestSymlinkIsKept checks that a process that reads the file by its own name sees a revocation made
// through a link.
func TestSymlinkIsKept(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	made, _ := create(t, path, "ci")
	file, err := tokens.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.json")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if _, err := tokens.Revoke(t.Context(), link, "ci"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 || file.Valid(made.ID, "w") {
		t.Errorf("link %v, %v; valid %v", info, err, file.Valid(made.ID, "w"))
	}
}
