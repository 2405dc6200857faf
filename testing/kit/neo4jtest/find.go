package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Via is how a server was found.
type Via string

// The methods, in the order in which they are tried.
const (
	ViaEnv    Via = "env"
	ViaDocker Via = "docker"
	ViaJava   Via = "java"
)

// ErrNone reports that no method offers a server. Any other error means that a server was offered but
// failed.
var ErrNone = errors.New("no Neo4j to test with")

// errAbsent reports that a method is unavailable on this machine, so that the next is tried.
var errAbsent = errors.New("not here")

// Find returns a running server of the version, and starts one if necessary. It is [Open] without a test.
func Find(ctx context.Context, version Version) (Server, error) {
	methods := []struct {
		via  Via
		open func(context.Context, Version) (Server, error)
	}{
		{ViaEnv, openEnv},
		{ViaDocker, openDocker},
		{ViaJava, openJava},
	}
	only := Via(os.Getenv(EnvVia))
	var reasons []error
	for _, method := range methods {
		if only != "" && only != method.via {
			continue
		}
		server, err := method.open(ctx, version)
		if err == nil {
			return server, nil
		}
		err = fmt.Errorf("via %s: %w", method.via, err)
		if !errors.Is(err, errAbsent) {
			return Server{}, err
		}
		reasons = append(reasons, err)
	}
	if len(reasons) == 0 {
		return Server{}, fmt.Errorf("%s=%s: it is env, docker or java", EnvVia, only)
	}
	return Server{}, fmt.Errorf("%w (%s): %w", ErrNone, version.Number(), errors.Join(reasons...))
}

// openEnv uses the server that the environment names. Its failures are errors: no other method is tried.
func openEnv(ctx context.Context, version Version) (Server, error) {
	uri := os.Getenv(version.uriVariable())
	if uri == "" {
		return Server{}, fmt.Errorf("%s is not set: %w", version.uriVariable(), errAbsent)
	}
	server := Server{URI: uri, Username: username, Password: password, Via: ViaEnv}
	if name := os.Getenv(EnvUsername); name != "" {
		server.Username = name
	}
	if secret := os.Getenv(EnvPassword); secret != "" {
		server.Password = secret
	}
	return server.ready(ctx)
}

// ready claims the server for tests and takes a lease, so that the server is not stopped as unused during
// this process.
func (s Server) ready(ctx context.Context) (Server, error) {
	if err := lease(s.URI); err != nil {
		return Server{}, err
	}
	version, err := claim(ctx, s, mark)
	if err != nil {
		return Server{}, err
	}
	s.Version = version
	return s, nil
}
