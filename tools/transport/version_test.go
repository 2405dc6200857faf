package transport_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTheWorkaroundsAreOfThisVersion fails after an update of mcp-go, until docs/architecture.md says that each
// work-around was checked against the new version.
func TestTheWorkaroundsAreOfThisVersion(t *testing.T) {
	t.Parallel()
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	used := regexp.MustCompile(`mark3labs/mcp-go v(\S+)`).FindStringSubmatch(string(module))
	if used == nil {
		t.Fatal("go.mod names no version of mcp-go")
	}
	list, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(list), "work around version "+used[1]+" of it") {
		t.Errorf("docs/architecture.md does not list the work-arounds for mcp-go %s: check each, and delete what it no longer needs", used[1])
	}
}
