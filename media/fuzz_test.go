package media_test

import (
	"path"
	"strings"
	"testing"

	"plotline/media"
)

// FuzzInside checks that Join never leaves a folder, that Rel reverses Join, and that the native form of
// a path parses to the same path.
func FuzzInside(f *testing.F) {
	for _, folder := range []string{"/", "/media/show", `C:\`, `C:\media`, `\\server\share`, `\\?\UNC\s\h\x`, "//s/h", "/C:", "/a\\b"} {
		for _, inside := range []string{"", ".", "..", "a", "../a", "a/../../..", `..\..\a`, `a\..\b`, "/etc/passwd", "C:", `C:\x`, "//s/h", "a//b/", "a\x00b", "..."} {
			f.Add(folder, inside, true)
			f.Add(folder, inside, false)
		}
	}
	f.Fuzz(func(t *testing.T, folder, inside string, windows bool) {
		p, ok := media.ParsePathOn(folder, windows)
		if !ok {
			return
		}
		checkUp(t, p)
		again, ok := media.ParsePathOn(p.NativeOn(windows), windows)
		if driveless := windows && !p.Windows(); !driveless && (!ok || again != p) {
			t.Errorf("%q is %q to the system, which is read as %q", p, p.NativeOn(windows), again)
		}
		child := p.JoinOn(inside, windows)
		if child != p && !p.Contains(child) {
			t.Fatalf("%q with %q inside is %q", p, inside, child)
		}
		if rel, below := p.Rel(child); below && p.JoinOn(rel, windows) != child {
			t.Errorf("%q is %q in %q, and that is %q", child, rel, p, p.JoinOn(rel, windows))
		}
		if seen := cleaned(child.NativeOn(true)); windows && p.Windows() && !strings.HasPrefix(seen+"/", strings.TrimSuffix(cleaned(p.NativeOn(true)), "/")+"/") {
			t.Errorf("%q with %q inside is %q to Windows, outside", p, inside, seen)
		}
	})
}

// cleaned returns the folder that a Windows path resolves to.
func cleaned(native string) string { return path.Clean(strings.ReplaceAll(native, `\`, "/")) }

// checkUp follows Dir from a path up to its root, which is its own parent.
func checkUp(t *testing.T, p media.Path) {
	t.Helper()
	for range strings.Count(string(p), "/") + 1 {
		up := p.Dir()
		if up == p {
			return
		}
		if !up.Contains(p) || len(up) >= len(p) || strings.Contains(p.Base(), "/") {
			t.Fatalf("%q with the name %q is not in %q", p, p.Base(), up)
		}
		p = up
	}
	t.Fatalf("no root above %q", p)
}
