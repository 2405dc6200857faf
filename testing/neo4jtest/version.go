package neo4jtest

import (
	_ "embed"
	"fmt"
	"strings"

	"plotline/testing/tier"
)

// Version names a line of Neo4j releases; versions.txt says which release stands
// for it, so that a step to the next one changes no test.
type Version string

const (
	// LTS is the long-term release, on which everything is tested.
	LTS Version = "lts"
	// Next is the current calendar version, on which the conformance suite and the
	// end-to-end tests run too.
	Next Version = "next"
)

// Versions lists all of them.
func Versions() []Version { return []Version{LTS, Next} }

// VersionsOfTier lists those that a test of every version runs on in this tier: together they are all.
func VersionsOfTier() []Version { return tier.Pick([]Version{LTS}, []Version{Next}) }

//go:embed versions.txt
var versions string

// Number returns the release that is tested, such as 5.26.30.
func (v Version) Number() string {
	for line := range strings.Lines(versions) {
		if name, number, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == string(v) {
			return number
		}
	}
	panic(fmt.Sprintf("neo4jtest: versions.txt has no line for %q", v))
}

// Image returns the name of its Docker image, which is that of the public one.
func (v Version) Image() string { return "neo4j:" + v.Number() + "-community" }

// settings are the same for a container and a process. Servers are small, for
// there are two of them beside the tests, and tell nobody that they exist.
func (v Version) settings() map[string]string {
	settings := map[string]string{
		"server.memory.heap.initial_size": "512m",
		"server.memory.heap.max_size":     "512m",
		"server.memory.pagecache.size":    "128m",
		"dbms.usage_report.enabled":       "false",
	}
	if v == Next {
		// Since the calendar versions a server broadcasts into its network.
		settings["server.fleet_discovery.enabled"] = "false"
	}
	return settings
}

func (v Version) uriVariable() string {
	if v == Next {
		return EnvNextURI
	}
	return EnvURI
}
