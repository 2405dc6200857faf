package neo4jtest

import (
	"cmp"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// A lease says that a process uses the server at an address. It is a file named after the process, in a
// folder named after the port. Test binaries have no exit hook, so a lease is valid only while its process
// lives.

// lease takes a lease for this process.
func lease(uri string) error {
	address, err := url.Parse(uri)
	if err != nil {
		return fmt.Errorf("the server's address: %w", err)
	}
	port, err := strconv.Atoi(cmp.Or(address.Port(), "7687"))
	if err != nil {
		return fmt.Errorf("the server's port: %w", err)
	}
	_, err = leasePort(strconv.Itoa(port))
	return err
}

// Hold takes a lease of each server that the environment names, on behalf of child processes. On a slow
// machine, compiling tests may take longer than the idle time after which a server stops.
func Hold() error {
	for _, version := range Versions() {
		if uri := os.Getenv(version.uriVariable()); uri != "" {
			if err := lease(uri); err != nil {
				return err
			}
		}
	}
	return nil
}

// leasePort takes a lease of the port and returns the folder of its leases.
func leasePort(port string) (dir string, err error) {
	dir, err = stateDir("leases", port)
	if err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(dir, strconv.Itoa(os.Getpid())), nil, 0o600)
}

// leased reports whether another process uses the port. It removes the leases of ended processes.
func leased(port string) bool {
	dir, err := stateDir("leases", port)
	if err != nil {
		return false
	}
	entries, _ := os.ReadDir(dir)
	used := false
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		switch {
		case err == nil && pid == os.Getpid():
		case err == nil && alive(pid):
			used = true
		default:
			_ = os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
	return used
}

// alive sends signal 0, which only checks that the process exists.
func alive(pid int) bool {
	process, err := os.FindProcess(pid)
	return err == nil && process.Signal(syscall.Signal(0)) == nil
}

func terminate(pid int) error {
	process, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return process.Signal(syscall.SIGTERM)
}
