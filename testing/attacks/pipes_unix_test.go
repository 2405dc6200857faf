//go:build unix

package attacks_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

// swapUntilDone repeatedly swaps two names until ctx ends.
func swapUntilDone(ctx context.Context, a, b string) error {
	for ctx.Err() == nil {
		if err := swapNames(a, b); err != nil {
			return err
		}
	}
	return nil
}

// swapNames swaps two names. For a moment one is missing.
func swapNames(a, b string) error {
	for _, pair := range [][2]string{{a, a + "~"}, {b, a}, {a + "~", b}} {
		if err := os.Rename(pair[0], pair[1]); err != nil {
			return err
		}
	}
	return nil
}

// TestPipeInPlaceOfFileNeverBlocks replaces NFO files, metadata and plans, which other programs may write,
// by pipes, folders or huge files. No request may block. The pipes appear and disappear between stat and
// open.
func TestPipeInPlaceOfFileNeverBlocks(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := start(t, "--media-root", root)
	token, other := s.token(t, "default", access.Writer), s.token(t, "other", access.Writer)
	show := filepath.Join(root, "show")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(show, 0o700))
	nfo, aside := filepath.Join(show, "tvshow.nfo"), filepath.Join(root, "aside")
	must(os.WriteFile(nfo, []byte("<tvshow><title>Show</title></tvshow>"), 0o600))
	must(os.WriteFile(filepath.Join(show, "S01E01.mkv"), nil, 0o600))
	must(unix.Mkfifo(aside, 0o600))
	body := fmt.Sprintf(`{"mediaFolderPath":%q}`, show)
	s.must(t, http.StatusOK, http.MethodPost, "/api/v1/media/open", token, body) // creates the metadata folder
	s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/plans/recognitions", token, body)
	for _, dir := range []string{"metadata", "plans"} {
		suffix := map[string]string{"metadata": ".json", "plans": ".plan.json"}[dir]
		at := func(id int) string {
			return filepath.Join(s.dir, dir, fmt.Sprintf("00000000-0000-4000-8000-%012d%s", id, suffix))
		}
		must(unix.Mkfifo(at(1), 0o600))
		must(os.Mkdir(at(2), 0o700))
		must(os.WriteFile(at(3), nil, 0o600))
		must(os.Truncate(at(3), 1<<40)) // takes no disk space
		must(os.Symlink("/dev/zero", at(4)))
	}
	ctx, stop := context.WithCancel(t.Context())
	swapped := make(chan error, 1)
	go func() { swapped <- swapUntilDone(ctx, nfo, aside) }()
	s.checkOtherDuring(t, other, func(ctx context.Context) error {
		for ctx.Err() == nil {
			for range 20 {
				if _, err := s.do(ctx, http.MethodPost, "/api/v1/media/open", token, []byte(body)); err != nil && ctx.Err() == nil {
					return err
				}
			}
		}
		return nil
	})
	for range tier.Pick(30, 300) {
		s.must(t, http.StatusOK, http.MethodPost, "/api/v1/media/open", token, body)
	}
	stop()
	must(<-swapped)
	s.must(t, http.StatusOK, http.MethodGet, "/api/v1/media", token, "")
	s.must(t, http.StatusOK, http.MethodGet, "/api/v1/plans", token, "")
	s.must(t, http.StatusNotFound, http.MethodGet, "/api/v1/plans/00000000-0000-4000-8000-000000000001", token, "")
}
