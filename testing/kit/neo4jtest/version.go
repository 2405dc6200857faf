package neo4jtest

import (
	_ "embed"
	"fmt"
	"strings"

	"plotline/graph/neo4jstore/schema"
	"plotline/testing/kit/tier"
)

// Version names a line of Neo4j releases. The file versions.txt maps it to a release, so that an upgrade
// changes no test.
type Version string

const (
	// LTS is the long-term release. All tests run on it.
	LTS Version = "lts"
	// Next is the current calendar version. The conformance suite and the end-to-end tests run on it too.
	Next Version = "next"
)

// Versions lists all versions.
func Versions() []Version { return []Version{LTS, Next} }

// VersionsOfTier lists the versions for tests on every version in the current tier. Both tiers together
// cover all.
func VersionsOfTier() []Version { return tier.Pick([]Version{LTS}, []Version{Next}) }

//go:embed versions.txt
var versions string

// Number returns the tested release, such as 5.26.30.
func (v Version) Number() string {
	for line := range strings.Lines(versions) {
		if name, number, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == string(v) {
			return number
		}
	}
	panic(fmt.Sprintf("neo4jtest: versions.txt has no line for %q", v))
}

// Image returns the name of the Docker image, which is that of the public one.
func (v Version) Image() string { return "neo4j:" + v.Number() + "-community" }

// settings returns the settings for containers and processes. Servers are small, because two run beside the
// tests, and do not announce themselves.
func (v Version) settings() map[string]string {
	settings := map[string]string{
		"server.memory.heap.initial_size": "512m",
		"server.memory.heap.max_size":     "512m",
		"server.memory.pagecache.size":    "128m",
		"dbms.usage_report.enabled":       "false",
	}
	if v == Next {
		// Since the calendar versions, a server broadcasts to its network.
		settings["server.fleet_discovery.enabled"] = "false"
	}
	return settings
}

// kept names the servers of a version that are kept for later runs. It contains the digest of the schema, because a
// program refuses a database that another schema was made in.
func (v Version) kept() string { return string(v) + "-" + schema.Migrations().Latest().Digest }

func (v Version) uriVariable() string {
	if v == Next {
		return EnvNextURI
	}
	return EnvURI
}
