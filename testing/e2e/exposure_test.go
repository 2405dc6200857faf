package e2e_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// TestExposedDataFolderIsReported checks that serve and mcp log one warning about a data folder that other
// users may enter or list. It has the text of doctor. They do not warn about a closed folder.
func TestExposedDataFolderIsReported(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	for mode, warns := range map[fs.FileMode]bool{0o700: false, 0o710: true, 0o711: true, 0o740: true, 0o755: true, 0o777: true} {
		for command, start := range map[string]func(t *testing.T, dir string) (logged string){"serve": serveBriefly, "mcp": mcpBriefly} {
			t.Run(fmt.Sprintf("%s %#o", command, mode), func(t *testing.T) {
				t.Parallel()
				dir := filepath.Join(t.TempDir(), "data")
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(dir, mode); err != nil {
					t.Fatal(err)
				}
				logged := start(t, dir)
				found, _ := findings(t, nil, "--data-dir", dir)
				if want := map[bool]int{true: 1}[warns]; strings.Count(logged, "level=WARN") != want ||
					strings.Count(logged, "chmod 700 "+dir) != want || strings.Contains(found["data folder"].Advice, "chmod 700 "+dir) != warns {
					t.Errorf("it says %q, and doctor %+v", logged, found["data folder"])
				}
				if warns && !strings.Contains(logged, found["data folder"].Advice) {
					t.Errorf("it says %q, which lacks the words of doctor %q", logged, found["data folder"].Advice)
				}
			})
		}
	}
}

// TestCreatedFoldersArePrivate checks that every command which creates the data folder closes it to other
// users. The folders in it are closed too, except those of plans and metadata, which the owner's other
// programs read.
func TestCreatedFoldersArePrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	for command, start := range map[string]func(t *testing.T, dir string){
		"serve": func(t *testing.T, dir string) {
			t.Helper()
			s := serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", dir)
			site{Server: s}.post(t, "/api/v1/projects", map[string]any{"projectId": "welcome"})
			show := filepath.Join(t.TempDir(), "Show")
			expect.WriteFiles(t, show, "Show.S01E01.mkv")
			folder := map[string]any{"mediaFolderPath": show}
			site{Server: s}.post(t, "/api/v1/media/open", folder)
			site{Server: s}.post(t, "/api/v1/plans/recognitions/propose", folder)
		},
		"mcp": func(t *testing.T, dir string) {
			t.Helper()
			serve(t, nil, "--store", "embedded", "--data-dir", dir).episode("one")
		},
		"token": func(t *testing.T, dir string) {
			t.Helper()
			must(t, plotline(t, nil, "token", "create", "a", "--role", "reader", "--data-dir", dir))
		},
		"import": func(t *testing.T, dir string) {
			t.Helper()
			must(t, plotline(t, nil, "import", "example", "--data-dir", dir))
		},
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "made", "data")
			start(t, dir)
			folders := 0
			err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
				if err != nil || !entry.IsDir() {
					return err
				}
				info, err := entry.Info()
				if err != nil {
					return err
				}
				folders++
				shared := strings.HasSuffix(strings.TrimSuffix(path, "/.locks"), "/metadata") || entry.Name() == "plans"
				if info.Mode().Perm()&0o077 != 0 && (!shared || path == dir) {
					t.Errorf("%s has the mode %#o", path, info.Mode().Perm())
				}
				return nil
			})
			if err != nil || folders == 0 {
				t.Errorf("%d folders, %v", folders, err)
			}
		})
	}
}

// serveBriefly returns the standard error of `plotline serve` until it listens.
func serveBriefly(t *testing.T, dir string) string {
	t.Helper()
	return serveLog(t, nil, []string{"--store", "embedded", "--data-dir", dir})
}

// mcpBriefly returns the standard error of `plotline mcp` from start to end.
func mcpBriefly(t *testing.T, dir string) string {
	t.Helper()
	return mcpLog(t, nil, []string{"--store", "embedded", "--data-dir", dir})
}
