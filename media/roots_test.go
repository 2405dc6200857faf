package media_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/graph/fault"
	"plotline/media"
)

// folderOf is the Path of a folder of the test's own, without symbolic links.
func folderOf(t *testing.T, native string) media.Path {
	t.Helper()
	target, err := filepath.EvalSymlinks(native)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := media.ParsePath(target)
	if !ok {
		t.Fatalf("not a path: %q", target)
	}
	return p
}

func mustMkdir(t *testing.T, p media.Path) {
	t.Helper()
	if err := os.MkdirAll(p.Native(), 0o750); err != nil {
		t.Fatal(err)
	}
}

func mustLink(t *testing.T, target string, at media.Path) {
	t.Helper()
	if err := os.Symlink(target, at.Native()); err != nil {
		t.Fatal(err)
	}
}

func TestRoots(t *testing.T) {
	t.Parallel()
	base := folderOf(t, t.TempDir())
	root, outside := base.Join("media"), base.Join("outside")
	mustMkdir(t, root.Join("show/season"))
	mustMkdir(t, base.Join("media2"))
	mustMkdir(t, outside.Join("deep"))
	mustLink(t, outside.Native(), root.Join("out"))
	mustLink(t, "show", root.Join("in"))
	mustLink(t, base.Join("nowhere").Native(), root.Join("dangling"))
	mustLink(t, "loop", root.Join("loop"))
	mustLink(t, root.Native(), base.Join("alias"))
	for _, c := range []struct {
		root, folder media.Path
		allowed      bool
	}{
		{root, root, true},
		{root, root.Join("show"), true},
		{root, root.Join("show/season"), true},
		{root, root.Join("in/season"), true},
		{root, root.Join("new/one/below"), true},
		{root, root.Join("show/new"), true},
		{root, base, false},
		{root, base.Join("media2"), false},
		{root, outside, false},
		{root, root.Join("out"), false},
		{root, root.Join("out/deep"), false},
		{root, root.Join("out/new"), false},
		{root, root.Join("dangling"), false},
		{root, root.Join("dangling/below"), false},
		{root, root.Join("loop"), false},
		{base.Join("alias"), base.Join("alias/show"), true},
		{base.Join("alias"), root.Join("show"), false},
		{base.Join("not there"), base.Join("not there/yet"), true},
	} {
		roots, err := media.NewRoots([]string{"/elsewhere", string(c.root) + "/"})
		if err != nil {
			t.Fatal(err)
		}
		err = roots.Allow(c.folder)
		if (err == nil) != c.allowed {
			t.Errorf("%q under %q: %v", c.folder, c.root, err)
		}
		if err != nil && (fault.CodeOf(err) != fault.PermissionDenied ||
			!strings.Contains(fault.From(err).Details, string(c.folder)) || !strings.Contains(fault.From(err).Details, "--media-root")) {
			t.Errorf("error %v", err)
		}
	}
}

func TestNoRootsAllowEverything(t *testing.T) {
	t.Parallel()
	roots, err := media.NewRoots(nil)
	if err != nil || roots != nil {
		t.Fatal(roots, err)
	}
	if err := roots.Allow("/anything"); err != nil {
		t.Error(err)
	}
}

func TestRootsMustBeAbsolute(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "media", "/media/../etc", "C:media"} {
		roots, err := media.NewRoots([]string{"/media", text})
		if roots != nil || fault.CodeOf(err) != fault.InvalidArgument || !strings.Contains(err.Error(), `"`+text+`"`) {
			t.Errorf("%q: %v, %v", text, roots, err)
		}
	}
}
