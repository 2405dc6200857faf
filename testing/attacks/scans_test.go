package attacks_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/expect"
)

// TestScansDoNotBlockOthers lets one writer scan a large media folder many times at once, for plans and for metadata.
// Scans of one workspace take turns, so that another tenant is served and the memory stays bounded.
func TestScansDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		root := t.TempDir()
		longNames(t, root, p.size(6_000, 20_000))
		s := p.start(t, "--media-root", "large="+root)
		writer, victim := s.token(t, "large", access.Writer), s.token(t, "victim", access.Writer)
		s.checkOtherDuring(t, victim, func(ctx context.Context) error {
			all := waited(t)
			for i := range 60 {
				path := []string{"/api/v1/plans/recognitions/propose", "/api/v1/media/open"}[i%2]
				all.Go(func() {
					for ctx.Err() == nil {
						got, err := s.do(ctx, http.MethodPost, path, writer, []byte(inFolder(root)))
						if err == nil && got.status >= http.StatusBadRequest && ctx.Err() == nil {
							t.Errorf("%s: status %d: %.300s", path, got.status, got.body)
							return
						}
					}
				})
			}
			all.Wait()
			return nil
		})
		s.checkPeakMemory(t, 350<<20)
	})
}

// longNames creates empty videos in folders whose paths have about 1,000 bytes.
func longNames(t *testing.T, root string, count int) {
	t.Helper()
	dir := filepath.Join(root, strings.Repeat("a", 200), strings.Repeat("b", 200), strings.Repeat("c", 200))
	expect.NoError(t, os.MkdirAll(dir, 0o700))
	for i := range count {
		name := fmt.Sprintf("Show S%02dE%02d %s.mkv", i/100, i%100, strings.Repeat("x", 200))
		expect.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
}

// TestManyLargeMediaFoldersTakeLittleMemory opens nested folders with the same thousands of files, so that each has metadata
// of megabytes, and lists them. The cache counts what it holds, and a list reads one file at a time.
func TestManyLargeMediaFoldersTakeLittleMemory(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		root := t.TempDir()
		folders := make([]string, p.size(12, 60))
		folders[0] = root
		for i := range folders[1:] {
			folders[i+1] = filepath.Join(folders[i], "d")
		}
		longNames(t, folders[len(folders)-1], 4_500)
		s := p.start(t, "--media-root", "large="+root)
		writer, victim := s.token(t, "large", access.Writer), s.token(t, "victim", access.Writer)
		s.checkOtherDuring(t, victim, func(ctx context.Context) error {
			calls := context.WithoutCancel(ctx) // ctx ends with the probes
			next := make(chan string, len(folders))
			for _, folder := range folders {
				next <- folder
			}
			close(next)
			all := waited(t)
			for range 4 {
				all.Go(func() {
					for folder := range next {
						s.should(calls, t, http.StatusOK, "/api/v1/media/open", writer, inFolder(folder))
					}
				})
			}
			all.Wait()
			if got, err := s.do(calls, http.MethodGet, "/api/v1/media", writer, nil); err != nil || got.status != http.StatusOK {
				t.Errorf("%v, status %d: %.300s", err, got.status, got.body)
			}
			<-ctx.Done()
			return nil
		})
		s.checkPeakMemory(t, 340<<20)
	})
}
