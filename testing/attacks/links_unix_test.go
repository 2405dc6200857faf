//go:build unix

package attacks_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

// TestFolderSwappedForLinkIsNotListed repeatedly replaces a folder on the path to the media folder by a link
// to the outside, while the folder is opened. Nothing outside may be listed.
func TestFolderSwappedForLinkIsNotListed(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	root, outside := filepath.Join(base, "root"), filepath.Join(base, "outside")
	way, link := filepath.Join(root, "way"), filepath.Join(root, "link")
	for _, dir := range []string{filepath.Join(way, "show"), filepath.Join(outside, "show")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for file, name := range map[string]string{"inside S01E01.mkv": way, "secret S01E02.mkv": outside} {
		if err := os.WriteFile(filepath.Join(name, "show", file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, link); err != nil {
		t.Fatal(err)
	}
	s := start(t, "--media-root", root)
	token := s.token(t, "default", access.Writer)
	body := fmt.Appendf(nil, `{"mediaFolderPath":%q}`, filepath.Join(way, "show"))
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
	if err := <-swapped; err != nil {
		t.Fatal(err)
	}
	if listed == 0 {
		t.Error("no folder was ever opened: the attack tries nothing")
	}
	s.checkAlive(t)
}
