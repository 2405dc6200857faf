package reproducible_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// TestBuildIsReproducible builds copies of the sources in folders with different names and depths,
// as `make build` does.
func TestBuildIsReproducible(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	const commit = "0123456789ab"
	parent := t.TempDir()
	folders := []string{filepath.Join(parent, "a"), filepath.Join(parent, "another", "place", "for-it")}
	var built [2][]byte
	for i, folder := range folders {
		copySources(t, folder)
		build := exec.CommandContext(t.Context(), "make", "--silent", "binary", "COMMIT="+commit)
		build.Dir = folder
		if done := serving.Finish(t, build); done.Status != 0 {
			t.Fatalf("make binary: status %d\n%s%s", done.Status, done.Out, done.Err)
		}
		var err error
		if built[i], err = os.ReadFile(filepath.Join(folder, "bin", "plotline")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(built[0], built[1]) {
		t.Errorf("%d and %d bytes differ", len(built[0]), len(built[1]))
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{parent, filepath.Join(home, "go", "pkg")} {
		if bytes.Contains(built[0], []byte(path)) {
			t.Errorf("the program holds the path %s", path)
		}
	}
	if output := serving.Run(t, filepath.Join(folders[0], "bin", "plotline"), nil, "version").Out; output != "plotline 0.1.0-dev+"+commit+"\n" {
		t.Errorf("plotline version prints %q", output)
	}
}

// copySources copies the Makefile, the module's files and the folders of every package in the program.
func copySources(t *testing.T, folder string) {
	t.Helper()
	const root = "../.."
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if .Main}}{{$.Dir}}{{end}}{{end}}", "./cmd/plotline", "./cmd/plotline-hook")
	list.Dir = root
	listed := serving.Finish(t, list)
	if listed.Status != 0 {
		t.Fatal(listed.Err)
	}
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	files := []string{"Makefile", "go.mod", "go.sum"}
	for dir := range strings.FieldsSeq(listed.Out) {
		relative, err := filepath.Rel(absolute, dir)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, filesBelow(t, root, relative)...)
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		target := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, text, 0o600); err != nil { //nolint:gosec // the test's own folder
			t.Fatal(err)
		}
	}
}

// filesBelow lists the files of a package, including embedded ones.
func filesBelow(t *testing.T, root, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), filepath.ToSlash(dir), func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata"):
			return fs.SkipDir
		case entry.Type().IsRegular() && !strings.HasSuffix(path, "_test.go"):
			names = append(names, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
