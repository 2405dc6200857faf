package neo4jtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// lock lets only one process at a time start, find or sweep servers of a version. Otherwise packages tested
// concurrently would each start their own.
func lock(ctx context.Context, name string) (unlock func(), err error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	file := flock.New(filepath.Join(dir, name+".lock"))
	if _, err := file.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return nil, fmt.Errorf("wait for the process that starts Neo4j (%s): %w", file.Path(), err)
	}
	return func() { _ = file.Unlock() }, nil
}

// cacheDir returns a folder outside the work tree that survives a run. The scripts in image keep the jars
// there too.
func cacheDir() string {
	if dir := os.Getenv("PLOTLINE_CACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "plotline")
}

// stateDir creates the folder for shared state: locks, leases and logs.
func stateDir(parts ...string) (string, error) {
	dir := filepath.Join(append([]string{cacheDir(), "neo4jtest"}, parts...)...)
	return dir, os.MkdirAll(dir, 0o700)
}
