package project_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/project"
)

// git runs git in a folder.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	all := append([]string{"-C", dir, "-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always"}, args...)
	cmd := exec.CommandContext(t.Context(), "git", all...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// folder makes a folder below a real path.
func folder(t *testing.T, parts ...string) string {
	t.Helper()
	dir := filepath.Join(parts...)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func realPath(t *testing.T, dir string) string {
	t.Helper()
	whole, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// TestIdentity checks what the URL of a remote says.
func TestIdentity(t *testing.T) {
	t.Parallel()
	for remote, want := range map[string]string{
		"https://github.com/ada/shop.git":              "github.com/ada/shop",
		"https://ada:x@GitHub.com/ada/shop/":           "github.com/ada/shop",
		"ssh://git@github.com:2222/ada/shop.git":       "github.com/ada/shop",
		"git@github.com:ada/shop.git":                  "github.com/ada/shop",
		"github.com:ada/shop":                          "github.com/ada/shop",
		"https://example.org/a/../ada/Shop.git ; note": "example.org/ada/Shop",
		"file:///srv/shop.git":                         "",
		"/srv/shop.git":                                "",
		"../shop":                                      "",
		"https://example.org":                          "",
	} {
		dir := realPath(t, t.TempDir())
		git(t, dir, "init", "-q")
		config := "[remote \"upstream\"]\n\turl = https://example.org/other\n[Remote \"origin\"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\turl = " + remote + "\n"
		if err := os.WriteFile(filepath.Join(dir, ".git", "config"), []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = dir
		}
		if got, found := project.Of(dir); !found || got.Identity != want || got.Root != dir {
			t.Errorf("%s: %+v, %v", remote, got, found)
		}
	}
}

// TestFolders checks to which project a folder belongs.
func TestFolders(t *testing.T) {
	t.Parallel()
	base := realPath(t, t.TempDir())
	shop, library := folder(t, base, "Shop of Ada!"), folder(t, base, "library")
	for _, dir := range []string{shop, library} {
		git(t, dir, "init", "-q")
		git(t, dir, "commit", "-q", "--allow-empty", "-m", "begin")
	}
	git(t, shop, "worktree", "add", "-q", filepath.Join(base, "branch"))
	git(t, shop, "submodule", "--quiet", "add", library, "vendor/library")
	bare := folder(t, base, "bare.git")
	git(t, bare, "init", "-q", "--bare")
	git(t, shop, "push", "-q", bare, "HEAD:refs/heads/main")
	git(t, bare, "worktree", "add", "-q", filepath.Join(base, "of-bare"), "main")
	if err := os.Symlink(shop, filepath.Join(base, "link")); err != nil {
		t.Fatal(err)
	}
	broken := folder(t, base, "broken")
	if err := os.WriteFile(filepath.Join(broken, ".git"), []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{
		shop: shop, folder(t, shop, "src", "deep"): shop, filepath.Join(base, "link", "src"): shop,
		folder(t, base, "branch", "src"): shop, filepath.Join(base, "of-bare"): bare,
		filepath.Join(shop, "vendor", "library"): filepath.Join(shop, "vendor", "library"),
		base:                                     "", broken: "", filepath.Join(base, "missing"): "",
	} {
		got, found := project.Of(dir)
		if found != (want != "") || got.Root != want {
			t.Errorf("%s belongs to %q, %v; want %q", dir, got.Root, found, want)
		}
		if name := got.Workspace(); dir == shop && !strings.HasPrefix(name, "shop-of-ada-") {
			t.Errorf("the workspace is %s", name)
		}
	}
}

// TestHomeIsNoProject checks that a repository at the home folder is none for what is below it.
func TestHomeIsNoProject(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	git(t, home, "init", "-q")
	if got, found := project.Of(folder(t, home, "work")); found {
		t.Errorf("it belongs to %+v", got)
	}
}

// TestLookup checks that a project keeps its workspace when its remote changes, and that copies share one.
func TestLookup(t *testing.T) {
	t.Parallel()
	data, base := t.TempDir(), realPath(t, t.TempDir())
	lookup := func(dir string) project.Found {
		t.Helper()
		p, found := project.Of(dir)
		if !found {
			t.Fatalf("%s is no project", dir)
		}
		known, err := project.Lookup(t.Context(), data, p)
		if err != nil {
			t.Fatal(err)
		}
		return known
	}
	shop, copied := folder(t, base, "shop"), folder(t, base, "copy")
	for _, dir := range []string{shop, copied} {
		git(t, dir, "init", "-q")
	}
	before := lookup(shop)
	git(t, shop, "remote", "add", "origin", "git@example.org:ada/shop")
	if after := lookup(shop); after.Workspace != before.Workspace {
		t.Errorf("%s became %s", before.Workspace, after.Workspace)
	}
	git(t, copied, "remote", "add", "origin", "https://example.org/ada/shop.git")
	first := lookup(copied)
	if first.Workspace == before.Workspace || len(first.Others) > 0 {
		t.Errorf("%+v", first)
	}
	third := folder(t, base, "third")
	git(t, third, "init", "-q")
	git(t, third, "remote", "add", "origin", "ssh://git@example.org/ada/shop")
	if got := lookup(third); got.Workspace != first.Workspace || len(got.Others) != 1 || got.Others[0] != copied {
		t.Errorf("%+v, want that of %s", got, copied)
	}
	if got := lookup(shop); got.Workspace != before.Workspace || len(got.Others) > 0 {
		t.Errorf("%+v", got)
	}
}
