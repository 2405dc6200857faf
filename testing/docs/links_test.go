package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/markdown"
)

func TestBrokenLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	other := filepath.Join(dir, "other.md")
	file := filepath.Join(dir, "page.md")
	for name, text := range map[string]string{
		other: "# A heading\n",
		file: "# Here\n\n[a](other.md) [b](other.md#a-heading) [c](#here) [d](https://example.org/x)\n\n" +
			"[e](other.md#gone)\n[f](gone.md)\n\n![g](gone.png)\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	broken, err := brokenLinks([]string{file, other})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"page.md:5: other.md#gone", "page.md:5: gone.md", "page.md:8: gone.png"}
	if len(broken) != len(want) {
		t.Fatalf("broken are %q", broken)
	}
	for i, place := range want {
		if !strings.Contains(broken[i], place) {
			t.Errorf("broken is %q, want %q", broken[i], place)
		}
	}
}

// TestDecisionsAreListed checks that the links of the decision records are checked, and that the index links
// each of them.
func TestDecisionsAreListed(t *testing.T) {
	t.Chdir("../..")
	files, err := written()
	if err != nil {
		t.Fatal(err)
	}
	const index = "docs/decisions/README.md"
	source, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	links := markdown.Parse(source).Links
	records, err := filepath.Glob("docs/decisions/*.md")
	if err != nil || len(records) < 2 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for _, record := range records {
		if !slices.Contains(files, record) {
			t.Errorf("the links of %s are not checked", record)
		}
		listed := func(link markdown.Link) bool { return link.Target == filepath.Base(record) }
		if record != index && !slices.ContainsFunc(links, listed) {
			t.Errorf("%s does not list %s", index, record)
		}
	}
}
