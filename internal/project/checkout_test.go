package project_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/project"
)

// TestCheckout compares with what git says.
func TestCheckout(t *testing.T) {
	t.Parallel()
	base := realPath(t, t.TempDir())
	shop := folder(t, base, "shop")
	git(t, shop, "init", "-q", "-b", "main")
	if got, want := project.CheckoutOf(shop), (project.Checkout{Folder: shop, Branch: "main"}); got != want {
		t.Errorf("a new repository: %+v", got)
	}
	git(t, shop, "commit", "-q", "--allow-empty", "-m", "begin")
	git(t, shop, "worktree", "add", "-q", "-b", "feature/cart", filepath.Join(base, "cart"))
	git(t, shop, "worktree", "add", "-q", "--detach", filepath.Join(base, "detached"))
	git(t, filepath.Join(base, "cart"), "commit", "-q", "--allow-empty", "-m", "more")
	check := func(step string) {
		for dir, branch := range map[string]string{"shop": "main", "cart": "feature/cart", "detached": ""} {
			root := filepath.Join(base, dir)
			head, err := exec.CommandContext(t.Context(), "git", "-C", root, "rev-parse", "HEAD").Output()
			if err != nil {
				t.Fatal(err)
			}
			want := project.Checkout{Folder: root, Branch: branch, Head: strings.TrimSpace(string(head))}
			if got := project.CheckoutOf(folder(t, root, "src")); got != want {
				t.Errorf("%s, %s: %+v, want %+v", step, dir, got, want)
			}
		}
	}
	check("files")
	git(t, shop, "pack-refs", "--all")
	check("packed")
	if got := project.CheckoutOf(base); got != (project.Checkout{}) {
		t.Errorf("outside of git: %+v", got)
	}
}
