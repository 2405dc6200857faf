package e2e_test

import (
	"strings"
	"testing"

	"plotline/testing/kit/serving"
)

// TestForeignNeo4jVariables checks that serve and mcp log one warning, and doctor has a note, when variables of
// other programs name a Neo4j and Plotline uses the embedded store. Neither shows a value.
func TestForeignNeo4jVariables(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		env, args []string
		found     string // "": no warning
		advice    string
	}{
		"another name of the server": {
			[]string{"NEO4J_URL=bolt://secret:7687", "NEO4J_USER=secret", "NEO4J_PASSWORD=secret"},
			nil,
			"NEO4J_URL, NEO4J_USER", "set NEO4J_URI instead of NEO4J_URL, NEO4J_USERNAME instead of NEO4J_USER;",
		},
		"no name of the server": {
			[]string{"NEO4J_AUTH=neo4j/secret"},
			nil,
			"NEO4J_AUTH", "set NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD instead of NEO4J_AUTH;",
		},
		"a host":                    {[]string{"NEO4J_HOST=secret"}, nil, "NEO4J_HOST", "set NEO4J_URI instead of NEO4J_HOST;"},
		"empty":                     {[]string{"NEO4J_URL="}, nil, "", ""},
		"of Plotline":               {[]string{"NEO4J_USERNAME=secret", "NEO4J_PASSWORD=secret", "NEO4J_DATABASE=secret"}, nil, "", ""},
		"the store is chosen":       {[]string{"NEO4J_URL=bolt://secret:7687", "PLOTLINE_STORE=embedded"}, nil, "", ""},
		"the store is a flag":       {[]string{"NEO4J_URL=bolt://secret:7687"}, []string{"--store", "embedded"}, "", ""},
		"Neo4j is named as well":    {[]string{"NEO4J_URL=bolt://secret:7687", "NEO4J_URI=bolt://127.0.0.1:1"}, nil, "", ""},
		"of the container of Neo4j": {[]string{"NEO4J_HOME=/secret", "NEO4J_EDITION=community"}, nil, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"--data-dir", privateDir(t), "--timeout", "2s"}, tt.args...)
			found, status := findings(t, tt.env, args...)
			f := found["variables"]
			if tt.found != "" && (f.State != "note" || !strings.HasPrefix(f.Found, tt.found+": ") || status != 0) ||
				tt.found == "" && f != (finding{}) || !strings.Contains(f.Advice, tt.advice) || strings.Contains(f.Found+f.Advice, "secret") {
				t.Errorf("status %d, %+v", status, f)
			}
			for command, logged := range map[string]string{"serve": serveLog(t, tt.env, args), "mcp": mcpLog(t, tt.env, args)} {
				const message = "does not read these variables"
				if want := map[bool]int{true: 1}[tt.found != ""]; strings.Count(logged, message) != want ||
					want == 1 && (!strings.Contains(logged, f.Advice) || strings.Contains(logged, "secret")) {
					t.Errorf("%s says %q", command, logged)
				}
			}
		})
	}
}

// serveLog returns the standard error of `plotline serve` until it listens.
func serveLog(t *testing.T, env, args []string) string {
	t.Helper()
	s, err := serving.Launch(t.Context(), binary, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
	return s.Log.String()
}

// mcpLog returns the standard error of `plotline mcp` from start to end.
func mcpLog(t *testing.T, env, args []string) string {
	t.Helper()
	s := serve(t, env, args...)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	return s.Log()
}
