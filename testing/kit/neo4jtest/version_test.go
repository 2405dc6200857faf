package neo4jtest

import (
	"regexp"
	"testing"
)

func TestVersions(t *testing.T) {
	t.Parallel()
	for _, version := range Versions() {
		if got := version.Number(); !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(got) {
			t.Errorf("%s is the release %q, want three numbers", version, got)
		}
		if found[version] == nil {
			t.Errorf("Open does not know %s", version)
		}
	}
}

// TestContainerName checks that the name depends on everything that the container is made from, because
// containers are reused by name.
func TestContainerName(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for range 2 { // map order varies, but the name must not
		names[containerName(LTS, "sha256:1")] = true
		names[containerName(LTS, "sha256:2")] = true
		names[containerName(Next, "sha256:1")] = true
	}
	if len(names) != 3 {
		t.Errorf("%d names for 3 containers: %v", len(names), names)
	}
}
