package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/testing/neo4jtest"
	"plotline/testing/stdioclient"
)

// world is where the peers run: their programs, one Neo4j for all who need one, and a folder.
type world struct {
	binary string // Plotline
	npm    string // node_modules of npm/
	python string // the environment of install.sh
	dir    string
	dirs   int
	server *neo4jtest.Own
	driver neo4j.DriverWithContext
}

// newWorld starts a Neo4j with the memory that a server in use is given, and with APOC, which one peer
// needs and the others do not notice.
func newWorld(ctx context.Context, binary string) (*world, error) {
	w := &world{binary: binary, npm: filepath.Join("testing", "peers", "npm", "node_modules"), python: os.Getenv("PEERS_PYTHON")}
	plugins := os.Getenv("PEERS_PLUGINS")
	if w.python == "" || plugins == "" {
		return nil, errors.New("PEERS_PYTHON and PEERS_PLUGINS name nothing; `make bench-peers` installs the peers and sets them")
	}
	var err error
	if w.dir, err = os.MkdirTemp("", "plotline-peers-"); err != nil {
		return nil, err
	}
	settings := neo4jtest.Roomy()
	settings["dbms.security.procedures.unrestricted"] = "apoc.*"
	if w.server, err = neo4jtest.StartOwn(ctx, neo4jtest.LTS, neo4jtest.Extras{Plugins: plugins, Settings: settings}); err != nil {
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

func (w *world) close(ctx context.Context) {
	if w.driver != nil {
		_ = w.driver.Close(ctx)
	}
	if w.server != nil {
		_ = w.server.Remove(ctx)
	}
	_ = os.RemoveAll(w.dir)
}

// folder makes a folder that nothing has used.
func (w *world) folder() (string, error) {
	w.dirs++
	dir := filepath.Join(w.dir, strconv.Itoa(w.dirs))
	return dir, os.Mkdir(dir, 0o750)
}

// speak starts a program with its environment and shakes hands.
func (w *world) speak(cmd *exec.Cmd, env ...string) (*stdioclient.Client, error) {
	cmd.Env = append(os.Environ(), env...)
	return stdioclient.Start(cmd, nil)
}
