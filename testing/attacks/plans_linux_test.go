package attacks_test

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"plotline/internal/access"
	"plotline/testing/kit/expect"
)

// TestFolderSwappedForLinkDuringRename repeatedly replaces a folder in the media folder by a link to the
// outside, while a rename in it is planned, applied and undone. The outside must not change, and no reply
// may reveal it.
func TestFolderSwappedForLinkDuringRename(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		base := t.TempDir()
		root, outside := filepath.Join(base, "root"), filepath.Join(base, "outside")
		show := filepath.Join(root, "show")
		way, link := filepath.Join(show, "way"), filepath.Join(show, "link")
		expect.WriteFiles(t, way, "a.mkv")
		expect.WriteFiles(t, filepath.Join(show, "calm"))
		// The outside has the plan's file under its old name, so that a rename there would find it, and one
		// more.
		expect.WriteFiles(t, outside, "a.mkv", "secret.mkv")
		expect.NoError(t, os.Symlink(outside, link))
		s := p.launch(t, "--media-root", root)
		token := s.token(t, "default", access.Admin)
		secret := s.renamePlan(t, token, show, filepath.Join(way, "secret.mkv"), filepath.Join(way, "found.mkv"))
		plan := s.renamePlan(t, token, show, filepath.Join(way, "a.mkv"), filepath.Join(way, "new", "b.mkv"))
		before := listing(t, outside)
		ctx, stop := context.WithCancel(t.Context())
		swapped := make(chan error, 1)
		go func() {
			var err error
			for ctx.Err() == nil && err == nil { // atomically: a rename would create a missing folder
				err = unix.Renameat2(unix.AT_FDCWD, way, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE)
				if rand.N(500) == 0 { //nolint:gosec // a draw
					time.Sleep(3 * time.Millisecond) // so that some renames get between two swaps
				}
			}
			swapped <- err
		}()
		bodies := map[string]string{"apply": `{"complete":false}`, "undo": `{}`}
		applied, rounds := 0, p.size(30, 300)
		for round := 0; round < rounds || applied == 0 && round < 20*rounds; round++ { // a busy machine needs more
			for _, step := range []string{"apply", "undo"} {
				got, err := s.do(t.Context(), http.MethodPost, "/api/v1/plans/"+plan+"/"+step, token, []byte(bodies[step]))
				if err != nil {
					t.Fatal(err)
				}
				if got.status == http.StatusOK {
					applied++
				}
				if after := listing(t, outside); !slices.Equal(before, after) {
					t.Fatalf("%s number %d changed the outside: %q, was %q", step, applied, after, before)
				}
			}
			got := s.must(t, http.StatusOK, http.MethodGet, "/api/v1/plans/"+secret, token, "")
			if !strings.Contains(string(got.body), "does not exist in the media folder") {
				t.Fatalf("a plan tells of a file outside: %s", got.body)
			}
		}
		stop()
		if err := <-swapped; err != nil {
			t.Fatal(err)
		}
		if applied == 0 {
			t.Error("nothing was ever renamed: the attack tries nothing")
		}
		s.checkAlive(t)
	})
}

// listing returns everything in a folder, by name.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	if err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		names = append(names, path)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return names
}
