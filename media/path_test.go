package media_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plotline/media"
)

func TestParsePath(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]media.Path{
		"/":                             "/",
		"/media/show":                   "/media/show",
		"/media/show/":                  "/media/show",
		"/media//show///":               "/media/show",
		"///media":                      "/media",
		"//":                            "/",
		"//media":                       "/media",
		"/a/..b":                        "/a/..b",
		"/a/...":                        "/a/...",
		"/a/.hidden/b.":                 "/a/.hidden/b.",
		`/a/back\slash`:                 `/a/back\slash`,
		"/a/b  c":                       "/a/b  c",
		"/caf\u00e9":                    "/caf\u00e9",
		"/cafe\u0301":                   "/cafe\u0301",
		`C:\Users\x`:                    "/C:/Users/x",
		`c:\Users\x\`:                   "/C:/Users/x",
		"C:/Users/x":                    "/C:/Users/x",
		`C:/Users\x`:                    "/C:/Users/x",
		`C:\`:                           "/C:",
		"/c:/Users/x":                   "/C:/Users/x",
		"/C:":                           "/C:",
		"/C:x":                          "/C:x",
		"/C/Users/x":                    "/C/Users/x",
		`\\?\C:\x`:                      "/C:/x",
		`\\server\share\x`:              "//server/share/x",
		`\\server\share`:                "//server/share",
		"//server/share/x/":             "//server/share/x",
		`\\?\UNC\server\share\x`:        "//server/share/x",
		`C:\` + strings.Repeat(`a\`, 3): "/C:/a/a/a",
	} {
		if got, ok := media.ParsePathOn(text, false); !ok || got != want {
			t.Errorf("%q: %q, %t; want %q", text, got, ok, want)
		}
	}
}

func TestParsePathRefusesWhatIsAbnormal(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "a", "a/b", "./a", "../a", "~/a", " /a", "/..", "/.", "/a/..", "/a/.", "/a/../b", "/a/./b", "/../etc",
		"/a\x00b", "\x00", "/\xff", `C:`, `C:rel`, `C:..\x`, `C:\..\x`, `C:\a\..`, `C:/./x`, `1:\x`, `\`, `\x`, `\\`,
		`\\server`, `\\server\`, `\\server\..\x`, `\\.\C:\x`, `\\?\x`, `\\?\C:x`, `\\?\\x`, `\\?\UNC\server`,
		`\\?\Volume{1}\x`, `\\?\C:\..`, "//?/C:/x", "//server/share/../x", `rel\x`, "http://host/x",
	} {
		if got, ok := media.ParsePathOn(text, false); ok || got != "" {
			t.Errorf("%q: %q, %t", text, got, ok)
		}
	}
}

// TestParsePathOnWindows checks that a backslash always separates on Windows. Otherwise a name that
// contains one could leave the folder.
func TestParsePathOnWindows(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]media.Path{
		`/C:\Users\x`: "/C:/Users/x", `/media\show`: "/media/show", `C:\x`: "/C:/x", "//server/share/x": "//server/share/x",
		`/C:/a\..\b`: "", `/a\..\..\b`: "", `\x`: "", "C:x": "", "": "",
	} {
		if got, ok := media.ParsePathOn(text, true); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t; want %q", text, got, ok, want)
		}
	}
}

func TestNative(t *testing.T) {
	t.Parallel()
	for p, want := range map[media.Path][2]string{
		"/":                {"/", `\`},
		"/media/show":      {"/media/show", `\media\show`},
		"/C:":              {"/C:", `C:\`},
		"/C:/Users/x":      {"/C:/Users/x", `C:\Users\x`},
		"//server/share/x": {"//server/share/x", `\\server\share\x`},
	} {
		if got := p.NativeOn(false); got != want[0] {
			t.Errorf("%q: %q, want %q", p, got, want[0])
		}
		if got := p.NativeOn(true); got != want[1] {
			t.Errorf("%q on Windows: %q, want %q", p, got, want[1])
		}
	}
	if got := media.Path("/a/b").Native(); strings.Trim(got, `/\`) == "" {
		t.Errorf("Native = %q", got)
	}
}

func TestPathParts(t *testing.T) {
	t.Parallel()
	for p, want := range map[media.Path]struct {
		base string
		dir  media.Path
	}{
		"/":                    {"/", "/"},
		"/a":                   {"a", "/"},
		"/a/b.MKV":             {"b.MKV", "/a"},
		"/a/.hidden":           {".hidden", "/a"},
		"/a/b.tar.gz":          {"b.tar.gz", "/a"},
		"/a.b/c":               {"c", "/a.b"},
		"/C:":                  {"/C:", "/C:"},
		"/C:/a.srt":            {"a.srt", "/C:"},
		"/C:x/y":               {"y", "/C:x"},
		"//server/share":       {"//server/share", "//server/share"},
		"//server/share/a.nfo": {"a.nfo", "//server/share"},
	} {
		if p.Base() != want.base || p.Dir() != want.dir {
			t.Errorf("%q: base %q, dir %q; want %v", p, p.Base(), p.Dir(), want)
		}
	}
}

func TestContains(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		parent, child media.Path
		rel           string
	}{
		{"/media/show", "/media/show/a.mkv", "a.mkv"},
		{"/media/show", "/media/show/s/a.mkv", "s/a.mkv"},
		{"/media/show", "/media/show", ""},
		{"/media/show", "/media/show2", ""},
		{"/media/show", "/media/show2/a.mkv", ""},
		{"/media/show", "/media", ""},
		{"/media/show", "/media/Show/a.mkv", ""},
		{"/", "/a", "a"},
		{"/", "/", ""},
		{"/", "//server/share/x", ""},
		{"//server/share", "//server/share/x", "x"},
		{"/C:", "/C:/x", "x"},
		{"", "/a", ""},
		{"/a", "", ""},
		{"/caf\u00e9", "/cafe\u0301/a", ""},
	} {
		rel, ok := c.parent.Rel(c.child)
		if ok != (c.rel != "") || rel != c.rel && ok || c.parent.Contains(c.child) != ok {
			t.Errorf("%q in %q: %q, %t; want %q", c.child, c.parent, rel, ok, c.rel)
		}
	}
}

func TestJoinNeverLeaves(t *testing.T) {
	t.Parallel()
	for inside, want := range map[string]media.Path{
		"b": "/a/b", "b/c.mkv": "/a/b/c.mkv", "/b/": "/a/b", "": "/a", ".": "/a", "..": "/a", "../../etc": "/a/etc", "b/../..": "/a",
	} {
		if got := media.Path("/a").Join(inside); got != want {
			t.Errorf("%q: %q, want %q", inside, got, want)
		}
	}
	if got := media.Path("/").Join("a"); got != "/a" {
		t.Errorf("%q", got)
	}
}

// names generates valid path segments.
func names() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[a-zA-Z0-9 ._\-\\:]{1,6}`), rapid.SampledFrom([]string{"show", "show2", "..b", "...", "C:", "é", "e\u0301", "中"}),
	).Filter(func(s string) bool { return s != "." && s != ".." })
}

func paths() *rapid.Generator[media.Path] {
	return rapid.Custom(func(t *rapid.T) media.Path {
		lead := rapid.SampledFrom([]string{"/", "/C:/", "//server/share/", "/media/"}).Draw(t, "lead")
		p, ok := media.ParsePathOn(lead+strings.Join(rapid.SliceOfN(names(), 0, 4).Draw(t, "segments"), "/"), false)
		if !ok {
			t.Fatal("a good path is refused")
		}
		return p
	})
}

func TestPathProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := paths().Draw(t, "p")
		if again, ok := media.ParsePathOn(string(p), false); !ok || again != p {
			t.Fatalf("%q is read as %q, %t", p, again, ok)
		}
		if again, ok := media.ParsePathOn(string(p)+"//", false); !ok || again != p && len(p) > 1 {
			t.Fatalf("%q with slashes behind is read as %q, %t", p, again, ok)
		}
		name := names().Draw(t, "name")
		child := p.Join(name)
		if p == "/" && child.Windows() {
			return // a drive is a root
		}
		if rel, ok := p.Rel(child); !ok || rel != name || !p.Contains(child) || child.Contains(p) || child.Dir() != p || child.Base() != name {
			t.Fatalf("%q in %q: rel %q %t, dir %q, base %q", child, p, rel, ok, child.Dir(), child.Base())
		}
		if p.Contains(p) || (len(p) > 1 && p.Contains(p+"x")) {
			t.Fatalf("%q contains itself or what only begins alike", p)
		}
		if p.Windows() && !strings.Contains(string(p), `\`) {
			if again, ok := media.ParsePathOn(p.NativeOn(true), true); !ok || again != p {
				t.Fatalf("%q comes back from Windows as %q, %t", p, again, ok)
			}
		}
	})
}

func TestContainsIsBySegments(t *testing.T) {
	t.Parallel()
	split := func(p media.Path) []string { return strings.Split(strings.TrimSuffix(string(p), "/"), "/") }
	rapid.Check(t, func(t *rapid.T) {
		p, q := paths().Draw(t, "p"), paths().Draw(t, "q")
		a, b := split(p), split(q)
		want := len(a) < len(b) && strings.HasPrefix(string(q), "//") == strings.HasPrefix(string(p), "//")
		for i := 0; want && i < len(a); i++ {
			want = a[i] == b[i]
		}
		if got := p.Contains(q); got != want {
			t.Fatalf("%q in %q: %t", q, p, got)
		}
	})
}

func FuzzParsePath(f *testing.F) {
	for _, seed := range []string{"/a/b", `C:\x`, `\\?\UNC\s\h\x`, "//s/h", "/..", "/C:/..", "/a\\..\\b", "///", "/c:"} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, windows bool) {
		p, ok := media.ParsePathOn(text, windows)
		if !ok {
			return
		}
		if p == "" || p[0] != '/' || strings.ContainsRune(string(p), 0) {
			t.Fatalf("%q is read as %q", text, p)
		}
		for segment := range strings.SplitSeq(strings.TrimLeft(string(p), "/"), "/") {
			if segment == "." || segment == ".." || (segment == "" && p != "/") {
				t.Fatalf("%q is read as %q", text, p)
			}
		}
		if again, ok := media.ParsePathOn(string(p), windows); !ok || again != p {
			t.Fatalf("%q is read as %q, and that as %q", text, p, again)
		}
	})
}
