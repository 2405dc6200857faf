package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/moby/moby/api/types/container"
)

// run is the folder of one server process, named after its port. It holds the files address (while the
// server is usable), keeper.pid and log.
type run string

func newRun(version Version, port string) (run, error) {
	dir, err := stateDir(javaDir+version.kept(), port)
	return run(dir), err
}

// javaDir begins the names of the folders that hold the runs of one version and schema.
const javaDir = "java-"

// runs lists the folders of servers, including those that have ended: of those kept under a name, or of all for "*".
func runs(kept string) []run {
	dir, err := stateDir()
	if err != nil {
		return nil
	}
	found, _ := filepath.Glob(filepath.Join(dir, javaDir+kept, "*"))
	list := make([]run, len(found))
	for i, path := range found {
		list[i] = run(path)
	}
	return list
}

// publish makes the server visible to other processes.
func (r run) publish(address string) error {
	return os.WriteFile(filepath.Join(string(r), "address"), []byte(address), 0o600)
}

// address returns the server's address, or "" if it does not listen.
func (r run) address(ctx context.Context) string {
	text, err := os.ReadFile(filepath.Join(string(r), "address"))
	if err != nil {
		return ""
	}
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", string(text))
	if err != nil {
		return ""
	}
	_ = conn.Close()
	return string(text)
}

// keeper returns the process id of the keeper, or 0.
func (r run) keeper() int {
	text, err := os.ReadFile(filepath.Join(string(r), "keeper.pid"))
	if err != nil {
		return 0
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

func (r run) log() []byte {
	text, _ := os.ReadFile(filepath.Join(string(r), "log"))
	return text
}

// stop makes the keeper end its server. It does so only while the server listens, because the process id
// may be reused later.
func (r run) stop(ctx context.Context) error {
	if r.address(ctx) == "" || r.keeper() == 0 {
		return nil
	}
	return terminate(r.keeper())
}

// sweep removes the folder of a server that has ended.
func (r run) sweep() {
	if pid := r.keeper(); pid == 0 || !alive(pid) {
		_ = os.RemoveAll(string(r))
	}
}

// Stop ends every server that this package has started on this machine, also in other runs.
func Stop(ctx context.Context) error {
	return errors.Join(stopProcesses(ctx), stopContainers(ctx))
}

func stopProcesses(ctx context.Context) error {
	for _, run := range runs("*") {
		if err := run.stop(ctx); err != nil {
			return fmt.Errorf("stop the Neo4j in %s: %w", run, err)
		}
	}
	return nil
}

func stopContainers(ctx context.Context) error {
	engine, err := connectEngine(ctx)
	if err != nil {
		return nil // without an engine there are no containers
	}
	defer func() { _ = engine.Close() }()
	all := func(container.Summary) bool { return true }
	return errors.Join(engine.remove(ctx, labelVersion, all), engine.removeDedicated(ctx, all))
}
