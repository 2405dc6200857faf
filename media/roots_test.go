package media_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/media"
)

// folderOf returns the Path of a test's folder, without symbolic links.
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
		folders, err := media.NewFolders([]string{"/elsewhere", string(c.root) + "/"}, false)
		if err != nil {
			t.Fatal(err)
		}
		err = folders.Of("default").Allow(c.folder)
		if (err == nil) != c.allowed {
			t.Errorf("%q under %q: %v", c.folder, c.root, err)
		}
		if err != nil && (fault.CodeOf(err) != fault.PermissionDenied ||
			!strings.Contains(fault.From(err).Details, string(c.folder)) || !strings.Contains(fault.From(err).Details, "--media-root")) {
			t.Errorf("error %v", err)
		}
	}
}

// TestDataFolderIsNoMediaFolder checks that no workspace reaches Plotline's own folder, with and without roots, also by
// a link.
func TestDataFolderIsNoMediaFolder(t *testing.T) {
	t.Parallel()
	base := folderOf(t, t.TempDir())
	own, shows := base.Join("data"), base.Join("shows")
	mustMkdir(t, own.Join("plans"))
	mustMkdir(t, shows)
	mustLink(t, own.Native(), shows.Join("link"))
	for _, roots := range [][]string{nil, {string(base)}} {
		folders, err := media.NewFolders(roots, false)
		if err != nil {
			t.Fatal(err)
		}
		r := folders.Except(own).Of("default")
		for _, folder := range []media.Path{own, own.Join("plans"), own.Join("new"), shows.Join("link/plans")} {
			err := r.Allow(folder)
			if fault.CodeOf(err) != fault.PermissionDenied || !strings.Contains(err.Error(), "Plotline's data folder") {
				t.Errorf("roots %q, %s: %v", roots, folder, err)
			}
			if opened, err := r.Open(folder); err == nil {
				_ = opened.Close()
				t.Errorf("roots %q: %s was opened", roots, folder)
			}
		}
		for _, folder := range []media.Path{base, shows, base.Join("database")} {
			if err := r.Allow(folder); err != nil {
				t.Errorf("roots %q, %s: %v", roots, folder, err)
			}
		}
	}
}

// TestRootsOfWorkspaces checks that each workspace reaches only its own roots. A workspace without roots
// reaches nothing if others have roots, or if roots are required.
func TestRootsOfWorkspaces(t *testing.T) {
	t.Parallel()
	base := folderOf(t, t.TempDir())
	a, b, both, odd := base.Join("a"), base.Join("b"), base.Join("both"), base.Join("x=y")
	for _, p := range []media.Path{a, b, both, odd} {
		mustMkdir(t, p.Join("show"))
	}
	roots := []string{string(a), string(odd), "b=" + string(b), "b=" + string(both), "team-2.x_y=" + string(both)}
	for _, c := range []struct {
		roots     []string
		closed    bool
		workspace string
		folder    media.Path
		want      string // part of the error; "" if allowed
	}{
		{roots, false, "default", a.Join("show"), ""},
		{roots, false, "default", odd.Join("show"), ""},
		{roots, false, "default", b, `outside the media roots of the workspace "default"`},
		{roots, false, "b", b.Join("show"), ""},
		{roots, false, "b", both, ""},
		{roots, false, "b", a, `outside the media roots of the workspace "b"`},
		{roots, false, "team-2.x_y", both, ""},
		{roots, false, "c", a, `--media-root c=PATH`},
		{roots, false, "", a, `has no media root`},
		{nil, true, "default", a, `--media-root default=PATH`},
		{nil, false, "default", a, ""},
		{nil, false, "c", a, ""},
	} {
		folders, err := media.NewFolders(c.roots, c.closed)
		if err != nil {
			t.Fatal(err)
		}
		err = folders.Of(c.workspace).Allow(c.folder)
		if c.want == "" && err != nil {
			t.Errorf("%s in %q: %v", c.folder, c.workspace, err)
		}
		if c.want != "" {
			refused(t, err, fault.PermissionDenied, c.want)
		}
	}
	if err := (media.Roots{}).Allow(a); err == nil {
		t.Error("no roots allow a folder")
	}
}

func TestRootsMustBeAbsolute(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "media", "/media/../etc", "C:media", "team=", "team=media", "team=/media/..", "Team=/media", "=/media"} {
		_, err := media.NewFolders([]string{"/media", text}, false)
		if fault.CodeOf(err) != fault.InvalidArgument || !strings.Contains(err.Error(), `"`+text+`"`) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
