package markdown_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/testing/kit/markdown"
)

const page = "# The `--json` flag, and *more*\n\n" +
	"See [there](other.md#x) and ![a picture](a.png).\n\n" +
	"<!-- not run: it needs\na cluster -->\n```sh\necho a\n\necho b\n```\n\n" +
	"Between.\n\n```json\n{}\n```\n\n" +
	"1. A list with a block:\n\n   ```text\n   inside\n   ```\n\n" +
	"## Notes\n\n## Notes\n\n<a id=\"own\"></a>\n<img src=\"b.svg\">\n\n| a |\n|---|\n| [c](c.md) |\n"

func TestParse(t *testing.T) {
	t.Parallel()
	want := markdown.Page{
		Blocks: []markdown.Block{
			{Language: "sh", Text: "echo a\n\necho b\n", Line: 8, Remark: "not run: it needs\na cluster", Section: "the---json-flag-and-more"},
			{Language: "json", Text: "{}\n", Line: 16, Section: "the---json-flag-and-more"},
			{Language: "text", Text: "inside\n", Line: 22, Section: "the---json-flag-and-more"},
		},
		Codes: []markdown.Code{{"--json", 1}},
		Links: []markdown.Link{{"other.md#x", 3}, {"a.png", 3}, {"b.svg", 29}, {"c.md", 34}},
		Anchors: map[string]bool{
			"the---json-flag-and-more": true, "notes": true, "notes-1": true, "own": true,
		},
	}
	if diff := cmp.Diff(want, markdown.Parse([]byte(page))); diff != "" {
		t.Errorf("the page (-want +got):\n%s", diff)
	}
}

func TestAnchor(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]string{
		"Back up, restore": "back-up-restore", "get-plan": "get-plan", "add_episode": "add_episode",
		"beginRenameFilesTaskV2": "beginrenamefilestaskv2", "What is “a scene”?": "what-is-a-scene", "Über uns": "über-uns",
	} {
		if got := markdown.Anchor(heading); got != want {
			t.Errorf("Anchor(%q) = %q, want %q", heading, got, want)
		}
	}
}
