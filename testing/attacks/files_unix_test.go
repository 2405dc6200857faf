//go:build unix

package attacks_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"plotline/internal/access"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/tier"
)

// TestFolderSwappedForLinkIsNotListed repeatedly replaces a folder on the path to the media folder by a link
// to the outside, while the folder is opened. Nothing outside may be listed.
func TestFolderSwappedForLinkIsNotListed(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		base := t.TempDir()
		root, outside := filepath.Join(base, "root"), filepath.Join(base, "outside")
		way, link := filepath.Join(root, "way"), filepath.Join(root, "link")
		expect.WriteFiles(t, filepath.Join(way, "show"), "inside S01E01.mkv")
		expect.WriteFiles(t, filepath.Join(outside, "show"), "secret S01E02.mkv")
		expect.NoError(t, os.Symlink(outside, link))
		s := p.start(t, "--media-root", root)
		token := s.token(t, "default", access.Writer)
		body := []byte(inFolder(filepath.Join(way, "show")))
		ctx, stop := context.WithCancel(t.Context())
		swapped := make(chan error, 1)
		go func() { swapped <- swapUntilDone(ctx, way, link) }()
		listed := 0
		for range tier.Pick(300, 6000) {
			got, err := s.do(t.Context(), http.MethodPost, "/api/v1/media/open", token, body)
			if err != nil {
				t.Fatal(err)
			}
			if got.status != http.StatusOK {
				continue
			}
			listed++
			kept, err := filepath.Glob(filepath.Join(s.dir, "metadata", "*.json"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range kept {
				raw, err := os.ReadFile(file)
				if err == nil && bytes.Contains(raw, []byte("secret")) {
					t.Fatalf("open number %d listed the outside: %s", listed, raw)
				}
			}
		}
		stop()
		expect.NoError(t, <-swapped)
		if listed == 0 {
			t.Error("no folder was ever opened: the attack tries nothing")
		}
		s.checkAlive(t)
	})
}

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
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		root := t.TempDir()
		s := p.start(t, "--media-root", root)
		token, other := s.token(t, "default", access.Writer), s.token(t, "other", access.Writer)
		show := filepath.Join(root, "show")
		expect.WriteFiles(t, show, "S01E01.mkv")
		nfo, aside := filepath.Join(show, "tvshow.nfo"), filepath.Join(root, "aside")
		expect.WriteFile(t, nfo, "<tvshow><title>Show</title></tvshow>")
		expect.NoError(t, unix.Mkfifo(aside, 0o600))
		body := inFolder(show)
		s.must(t, http.StatusOK, http.MethodPost, "/api/v1/media/open", token, body) // creates the metadata folder
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/plans/recognitions", token, body)
		for _, dir := range []string{"metadata", "plans"} {
			suffix := map[string]string{"metadata": ".json", "plans": ".plan.json"}[dir]
			at := func(id int) string {
				return filepath.Join(s.dir, dir, fmt.Sprintf("00000000-0000-4000-8000-%012d%s", id, suffix))
			}
			expect.NoError(t, unix.Mkfifo(at(1), 0o600))
			expect.NoError(t, os.Mkdir(at(2), 0o700))
			expect.WriteFile(t, at(3), "")
			expect.NoError(t, os.Truncate(at(3), 1<<40)) // takes no disk space
			expect.NoError(t, os.Symlink("/dev/zero", at(4)))
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
		expect.NoError(t, <-swapped)
		s.must(t, http.StatusOK, http.MethodGet, "/api/v1/media", token, "")
		s.must(t, http.StatusOK, http.MethodGet, "/api/v1/plans", token, "")
		s.must(t, http.StatusNotFound, http.MethodGet, "/api/v1/plans/00000000-0000-4000-8000-000000000001", token, "")
	})
}

// TestPipeInPlaceOfFolderNeverBlocks replaces a media folder with plans by a pipe, once below a media root and once on a
// server without roots. Every request about the folder gets an answer.
func TestPipeInPlaceOfFolderNeverBlocks(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	for name, s := range map[string]*server{"below a root": plain.start(t, "--media-root", base), "without roots": plain.open(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			token, show := "", filepath.Join(base, name, "show")
			if s.tokens != "" {
				token = s.token(t, "default", access.Admin)
			}
			expect.WriteFiles(t, show, "a.mkv", "b.mkv", "S01E01.mkv")
			rename := func(from, to string) string {
				return "/api/v1/plans/" + s.renamePlan(t, token, show, filepath.Join(show, from), filepath.Join(show, to))
			}
			applied, ready := rename("a.mkv", "new.mkv"), rename("b.mkv", "c.mkv")
			s.must(t, http.StatusOK, http.MethodPost, applied+"/apply", token, `{}`)
			expect.NoError(t, os.Rename(show, show+" aside"))
			expect.NoError(t, unix.Mkfifo(show, 0o600))
			for _, try := range []struct{ method, path, body string }{
				{http.MethodPost, "/api/v1/media/open", inFolder(show)},
				{http.MethodPost, "/api/v1/plans/recognitions/propose", inFolder(show)},
				{http.MethodPost, "/api/v1/plans/recognitions", inFolder(show)},
				{http.MethodPost, "/api/v1/plans/renames", inFolder(show)},
				{http.MethodGet, ready, ""},
				{http.MethodPost, ready + "/check", `{}`},
				{http.MethodPost, ready + "/apply", `{}`},
				{http.MethodPost, applied + "/undo", `{}`},
				{http.MethodPatch, ready, fmt.Sprintf(`{"changes":[{"row":0,"to":%q}]}`, filepath.Join(show, "d.mkv"))},
				{http.MethodGet, "/api/v1/media", ""},
			} {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				got, err := s.do(ctx, try.method, try.path, token, []byte(try.body))
				cancel()
				if err != nil || got.status >= http.StatusInternalServerError {
					t.Errorf("%s %s: %d %s %v", try.method, try.path, got.status, got.body, err)
				}
			}
			if got := string(s.must(t, http.StatusOK, http.MethodGet, ready, token, "").body); !strings.Contains(got, "does not exist") {
				t.Errorf("the plan has no problem: %s", got)
			}
		})
	}
}
