package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/stdioclient"
)

// environment holds the peers' programs, their shared Neo4j, and a folder.
type environment struct {
	binary string // Plotline
	npm    string // node_modules of npm/
	python string // the environment of install.sh
	dir    string
	dirs   int
	server neo4jtest.Server
	own    *neo4jtest.Dedicated // the server, if it was started for this run
	driver neo4j.DriverWithContext
	spaces []string // workspaces with data
}

// newEnvironment finds the installed programs, and starts or finds the Neo4j.
func newEnvironment(ctx context.Context, binary string, server func(context.Context, *environment) error) (*environment, error) {
	w := &environment{binary: binary, npm: filepath.Join("testing", "bench", "peers", "npm", "node_modules"), python: os.Getenv("PEERS_PYTHON")}
	if w.python == "" {
		return nil, errNotInstalled
	}
	var err error
	if w.dir, err = os.MkdirTemp("", "plotline-peers-"); err != nil {
		return nil, err
	}
	if err := server(ctx, w); err != nil {
		w.close(ctx)
		return nil, err
	}
	w.driver, err = neo4j.NewDriverWithContext(w.server.URI, neo4j.BasicAuth(w.server.Username, w.server.Password, ""))
	if err != nil {
		w.close(ctx)
		return nil, err
	}
	return w, nil
}

var errNotInstalled = errors.New("PEERS_PYTHON and PEERS_PLUGINS name nothing; `make bench-peers` installs the peers and sets them")

// ownServer starts a Neo4j with the memory of a server in use, and with APOC. One peer needs APOC; it does
// not affect the others.
func ownServer(ctx context.Context, w *environment) error {
	plugins := os.Getenv("PEERS_PLUGINS")
	if plugins == "" {
		return errNotInstalled
	}
	settings := neo4jtest.MoreMemory()
	settings["dbms.security.procedures.unrestricted"] = "apoc.*"
	own, err := neo4jtest.StartDedicated(ctx, neo4jtest.LTS, neo4jtest.Extras{Plugins: plugins, Settings: settings})
	if err != nil {
		return err
	}
	w.own, w.server = own, own.Server
	return nil
}

// sharedServer finds the Neo4j of the tests.
func sharedServer(ctx context.Context, w *environment) (err error) {
	w.server, err = neo4jtest.Find(ctx, neo4jtest.LTS)
	return err
}

func (w *environment) close(ctx context.Context) {
	if w.driver != nil {
		_ = w.driver.Close(ctx)
	}
	if w.own != nil {
		_ = w.own.Remove(ctx)
	}
	_ = os.RemoveAll(w.dir)
}

// clean deletes the data of the recall part in steps, because a test server has little memory.
func (w *environment) clean(ctx context.Context) error {
	for {
		rows, err := w.rows(ctx, `MATCH (n:Memory|Episode|PlotlineSerial|PlotlineSpentSerial|PlotlineLock|PlotlineModel) `+
			`WHERE n:Memory OR n.workspace IN $spaces WITH n LIMIT 1000 DETACH DELETE n RETURN count(*) AS n`,
			map[string]any{"spaces": w.spaces}, true)
		if err != nil {
			return err
		}
		if rows[0]["n"] == int64(0) {
			return w.cypher(ctx, `DROP INDEX search IF EXISTS`, nil) // of mcp-neo4j-memory
		}
	}
}

// newFolder creates an unused folder.
func (w *environment) newFolder() (string, error) {
	w.dirs++
	dir := filepath.Join(w.dir, strconv.Itoa(w.dirs))
	return dir, os.Mkdir(dir, 0o750)
}

// startClient starts a program with its environment and initializes the connection.
func (w *environment) startClient(cmd *exec.Cmd, env ...string) (*stdioclient.Client, error) {
	cmd.Env = append(os.Environ(), env...)
	return stdioclient.Start(cmd, nil)
}
