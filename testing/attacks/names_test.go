package attacks_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/expect"
)

// hostileNames are file names that make a naive parser allocate by a number or run for long.
func hostileNames() []string {
	names := []string{ //nolint:prealloc // a list is shorter than its arithmetic
		"Show S01-5000000000000 1080p.mkv",
		"Show Ep 1 - 9000000000000000.mkv",
		"Show 5000000000000 of 9000000000000.mkv",
		"1ª a 5000000000000ª temporadas.mkv",
		"1 - 5000000000000TV.mkv",
		"Show vol 1-5000000000000.mkv",
		"Show S01-5000[2160p]5000(2019)5000 1080p.mkv", // the parser removes the text between the digits
		"Show S01E01-E99999999999999999999.mkv",
		"Show 2024-99999999999999.mkv",
	}
	for _, part := range []string{"12 ", "a.", "S01E0", "[1]", "1-", "E1", "第9集", "((", "_"} {
		names = append(names, strings.Repeat(part, 240/len(part))+".mkv")
	}
	return names
}

// TestHostileFileNames checks that no name of a file or folder ends the process or delays other
// tenants.
func TestHostileFileNames(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		root := t.TempDir()
		mixed := filepath.Join(root, "mixed")
		names := hostileNames()
		folders := append(make([]string, 0, len(names)+1), mixed)
		for _, name := range names {
			folder := filepath.Join(root, strings.TrimSuffix(name, ".mkv"))
			expect.WriteFiles(t, mixed, name)
			expect.WriteFiles(t, folder, name)
			folders = append(folders, folder)
		}
		s := p.start(t, "--media-root", root)
		attacker, other := s.token(t, "default", access.Writer), s.token(t, "other", access.Writer)
		s.checkOtherDuring(t, other, func(ctx context.Context) error {
			for ctx.Err() == nil {
				for _, folder := range folders {
					body := []byte(inFolder(folder))
					for _, path := range []string{"/api/v1/media/open", "/api/v1/plans/recognitions/propose"} {
						got, err := s.do(ctx, http.MethodPost, path, attacker, body)
						// A name without an episode leaves the plan empty, which is 400.
						if ctx.Err() == nil && (err != nil || got.status >= 500) {
							return fmt.Errorf("%s of %q: status %d, %w: %.300s", path, folder, got.status, err, got.body)
						}
					}
				}
			}
			return nil
		})
		if held := s.memory(t, "VmHWM"); held > 200<<20 {
			t.Errorf("the names made the program hold %d MiB", held>>20)
		}
	})
}

// TestHostileNamesInArguments checks names that only a caller gives, in paths and entries of plans.
func TestHostileNamesInArguments(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		root := t.TempDir()
		s := p.start(t, "--media-root", root)
		token := s.token(t, "default", access.Writer)
		id := s.begin(t, token, "recognitions", root)
		for i, name := range hostileNames() {
			s.must(t, http.StatusOK, http.MethodPost, "/api/v1/plans/recognitions/"+id+"/files", token,
				fmt.Sprintf(`{"season":1,"episode":%d,"path":%q}`, i, filepath.Join(root, name)))
		}
		s.checkAlive(t)
	})
}
