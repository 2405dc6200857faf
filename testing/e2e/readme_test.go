package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"plotline/graph/meaning/builtin"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/markdown"
	"plotline/testing/kit/tier"
)

// TestReadmeRecall runs the first example of README.md with the real embedding model. The output must be the
// one that the page shows. Similarities are not compared, because their last digit depends on the processor.
func TestReadmeRecall(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	model := installed.Model(t)
	command, want := readmeExample(t)
	c := newTerminal(t)
	if err := os.Symlink(model, filepath.Join(valueOf(c.args, "--data-dir"), builtin.FileName)); err != nil {
		t.Fatal(err)
	}
	c.says("import", "example")
	c.says("embed")
	limit, query, found := strings.Cut(strings.TrimPrefix(command, "$ plotline recall --limit "), " ")
	if !found {
		t.Fatalf("README.md shows %q, want a recall with --limit", command)
	}
	similarity := regexp.MustCompile(`meaning \d\.\d\d`)
	got := similarity.ReplaceAllString(c.says("recall", "--limit", limit, strings.Trim(query, `"`)), "meaning")
	if want = similarity.ReplaceAllString(want, "meaning"); got != want {
		t.Errorf("%s prints\n%s, README.md shows\n%s", command, got, want)
	}
}

// readmeExample returns the command and the output of the block in README.md that this package runs.
func readmeExample(t *testing.T) (command, output string) {
	t.Helper()
	source, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range markdown.Parse(source).Blocks {
		if b.Remark == "run by testing/e2e" {
			command, output, _ = strings.Cut(b.Text, "\n")
			return command, output
		}
	}
	t.Fatal("README.md has no block that testing/e2e runs")
	return "", ""
}
