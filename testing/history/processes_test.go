package history_test

import (
	"testing"
	"time"

	"plotline/testing/history"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/stdioclient"
	"plotline/testing/kit/tier"
)

// TestProcessesOnOneFile writes one embedded file from two servers and a stdio process. Nothing may be lost
// or duplicated, no call may fail because the file is busy, and no ordering type may have a cycle. Every
// process must see all changes.
func TestProcessesOnOneFile(t *testing.T) {
	t.Parallel()
	args := []string{"--store", "embedded", "--data-dir", t.TempDir()}
	runAndCheck(t, clients(t, nil, args), tier.Pick(0, time.Minute), tier.Pick(60, 5))
}

// TestProcessesOnNeo4j is the same test on one workspace in Neo4j.
func TestProcessesOnNeo4j(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.VersionsOfTier() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			server := neo4jtest.Open(t, version)
			ws := server.Workspace(t, "PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial")
			runAndCheck(t, clients(t, server.Env(), []string{"--data-dir", t.TempDir(), "--workspace", ws}), tier.Pick(0, 5*time.Second), 5)
		})
	}
}

// runAndCheck lets clients work for some time, until each kind of call was made often enough among the last
// ones, and checks the replies.
func runAndCheck(t *testing.T, list []apiclient.Client, short time.Duration, times int) {
	t.Helper()
	crowd, err := history.NewCrowd(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	events, err := crowd.Run(t.Context(), tier.Duration(t, short), times)
	if err != nil {
		t.Fatal(err)
	}
	made, refused := history.Counts(events)
	t.Logf("%d clients in %s: %v, of which refused %v", len(list), time.Since(began).Round(time.Second), made, refused)
	for i, err := range history.Check(events) {
		if t.Error(err); i == 20 {
			break
		}
	}
}

// clients returns eight clients of three processes, over every API.
func clients(t *testing.T, env, args []string) []apiclient.Client {
	t.Helper()
	var list []apiclient.Client
	for range 2 {
		server := serving.Start(t, binary, env, append([]string{"--rate-limit", "1000000"}, args...)...)
		rest, err := apiclient.OverREST(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(rest.Close)
		mcp, err := apiclient.OverHTTP(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = mcp.Close() })
		list = append(list, rest, rest, mcp)
	}
	process := stdioclient.Open(t, binary, env, args...)
	return append(list, apiclient.Stdio{Process: process}, apiclient.Stdio{Process: process})
}
