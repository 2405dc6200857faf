package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"plotline/internal/pause"
)

// statusMissing is the exit status of process.sh if Java, Maven or the jars are missing.
const statusMissing = 3

// openJava finds the process that runs the version, or starts one. A keeper process stops the server after
// ten minutes without use.
func openJava(ctx context.Context, version Version) (Server, error) {
	unlock, err := lock(ctx, "java-"+string(version))
	if err != nil {
		return Server{}, err
	}
	defer unlock()
	for _, run := range runs(version.kept()) {
		if address := run.address(ctx); address != "" {
			return javaServer(address).ready(ctx)
		}
		run.sweep()
	}
	address, err := startProcess(ctx, version)
	if err != nil {
		return Server{}, err
	}
	return javaServer(address).ready(ctx)
}

func javaServer(address string) Server {
	return Server{URI: "neo4j://" + address, Username: username, Password: password, Via: ViaJava}
}

// startProcess starts the server on a free port and waits until it answers.
func startProcess(ctx context.Context, version Version) (address string, err error) {
	script, err := writeScripts()
	if err != nil {
		return "", err
	}
	if err := runScript(ctx, nil, script, "fetch", version.Number()); err != nil {
		return "", err
	}
	address, port, err := FreeAddress(ctx)
	if err != nil {
		return "", err
	}
	run, err := newRun(version, port)
	if err != nil {
		return "", err
	}
	// Take the lease before the server starts, so that its keeper does not find it unused.
	leases, err := leasePort(port)
	if err != nil {
		return "", err
	}
	env := processEnv(version.settings(), address)
	if err := runScript(ctx, env, script, "start", version.Number(), string(run), leases); err != nil {
		return "", err
	}
	if err := waitFor(ctx, address, run); err != nil {
		return "", err
	}
	return address, run.publish(address)
}

// processEnv encodes the settings as environment variables of the public image.
func processEnv(settings map[string]string, address string) []string {
	settings["server.bolt.listen_address"] = address
	settings["server.bolt.advertised_address"] = address
	settings["server.http.enabled"] = "false"
	return append(variables(settings), "NEO4J_AUTH="+username+"/"+password)
}

// variables writes settings as variables of the environment, in the form that the public image reads.
func variables(settings map[string]string) []string {
	env := make([]string, 0, len(settings)+1)
	for name, value := range settings {
		name = strings.ReplaceAll(strings.ReplaceAll(name, "_", "__"), ".", "_")
		env = append(env, "NEO4J_"+name+"="+value)
	}
	return env
}

// waitFor returns when the server accepts Bolt, and fails if it has ended. A busy machine took two minutes.
func waitFor(ctx context.Context, address string, run run) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for {
		err := javaServer(address).answersNow(ctx)
		if err == nil {
			return nil
		}
		if pause.For(ctx, betweenTries) {
			if pid := run.keeper(); pid == 0 || alive(pid) {
				continue
			}
		}
		return fmt.Errorf("no Neo4j at %s: %w; its log:\n%s", address, err, run.log())
	}
}

func runScript(ctx context.Context, env []string, script string, args ...string) error {
	//nolint:gosec // The script is this package's own, and so are its arguments.
	command := exec.CommandContext(ctx, "bash", append([]string{script}, args...)...)
	command.Env = append(append(os.Environ(), "PLOTLINE_CACHE="+cacheDir()), env...)
	output, err := command.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, exec.ErrNotFound), errors.As(err, &exit) && exit.ExitCode() == statusMissing:
		return fmt.Errorf("%w: %s: %w", err, strings.TrimSpace(string(output)), errAbsent)
	default:
		return fmt.Errorf("%s: %w: %s", filepath.Base(script), err, output)
	}
}

// FreeAddress returns an address of the loopback interface at which no server listens.
func FreeAddress(ctx context.Context) (address, port string, err error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", fmt.Errorf("find a free port: %w", err)
	}
	address = listener.Addr().String()
	if err := listener.Close(); err != nil {
		return "", "", err
	}
	_, port, err = net.SplitHostPort(address)
	return address, port, err
}
