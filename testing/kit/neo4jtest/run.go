package neo4jtest

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// run is the folder of one server process, named after its port. It holds the files address (while the
// server is usable), keeper.pid and log.
type run string

func newRun(version Version, port string) (run, error) {
	dir, err := stateDir("java-"+string(version), port)
	return run(dir), err
}

// runs lists the folders of the version's servers, including those that have ended.
func runs(version Version) []run {
	dir, err := stateDir("java-" + string(version))
	if err != nil {
		return nil
	}
	entries, _ := os.ReadDir(dir)
	list := make([]run, 0, len(entries))
	for _, entry := range entries {
		list = append(list, run(filepath.Join(dir, entry.Name())))
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
