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

// TestReadmeRecall runs the examples of README.md, the first without a model and the second with the real one. The output
// must be the one that the page shows. Similarities are not compared, because their last digit depends on the processor.
func TestReadmeRecall(t *testing.T) {
	t.Parallel()
	for name, model := range map[string]bool{"run by testing/e2e": false, "run by testing/e2e, with the model": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newTerminal(t)
			if model {
				tier.Full(t)
				if err := os.Symlink(installed.Model(t), filepath.Join(valueOf(c.args, "--data-dir"), builtin.FileName)); err != nil {
					t.Fatal(err)
				}
			}
			c.says("import", "example")
			command, want := readmeExample(t, name)
			limit, query, found := strings.Cut(strings.TrimPrefix(command, "$ plotline recall --limit "), " ")
			if !found {
				t.Fatalf("README.md shows %q, want a recall with --limit", command)
			}
			similarity := regexp.MustCompile(`meaning \d\.\d\d`)
			got, _, _ := strings.Cut(c.says("recall", "--limit", limit, strings.Trim(query, `"`)), "\n\n") // a message follows
			got = similarity.ReplaceAllString(strings.TrimSpace(got), "meaning")
			if want = similarity.ReplaceAllString(strings.TrimSpace(want), "meaning"); got != want {
				t.Errorf("%s prints\n%s, README.md shows\n%s", command, got, want)
			}
		})
	}
}

// readmeExample returns the command and the output of a block in README.md that this package runs.
func readmeExample(t *testing.T, remark string) (command, output string) {
	t.Helper()
	source, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range markdown.Parse(source).Blocks {
		if b.Remark == remark {
			command, output, _ = strings.Cut(b.Text, "\n")
			return command, output
		}
	}
	t.Fatalf("README.md has no block that is %s", remark)
	return "", ""
}
