package killed_test

import (
	"testing"

	"plotline/testing/kit/neo4jtest"
)

// graphPlace is a separate graph, with the program's options to use it and a check of its database.
type graphPlace struct {
	args, env []string
	dir       string // the data folder of the embedded store
	audit     func(t *testing.T, episodes int)
	server    bool // whether a database server continues when the program dies
}

func embedded(t *testing.T) graphPlace {
	t.Helper()
	dir := t.TempDir()
	return graphPlace{
		args:  []string{"--store", "embedded", "--data-dir", dir},
		dir:   dir,
		audit: func(t *testing.T, episodes int) { t.Helper(); auditFile(t, dir+"/plotline.db", episodes) },
	}
}

func inNeo4j(t *testing.T) graphPlace {
	t.Helper()
	server := neo4jtest.Open(t, neo4jtest.LTS)
	ws := server.Workspace(t, "PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial")
	return graphPlace{
		args:   []string{"--data-dir", t.TempDir(), "--workspace", ws},
		env:    server.Env(),
		audit:  func(t *testing.T, episodes int) { t.Helper(); auditServer(t, server, ws, episodes) },
		server: true,
	}
}
