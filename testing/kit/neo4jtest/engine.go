package neo4jtest

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"

	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/log"
)

// engine is a Docker engine that responds.
type engine struct{ *testcontainers.DockerClient }

// connectEngine connects to the Docker engine. Its error wraps errAbsent if no engine answers.
func connectEngine(ctx context.Context) (e engine, err error) {
	setUpTestcontainers()
	// The library panics if there is no socket.
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("no Docker engine: %v: %w", failure, errAbsent)
		}
	}()
	docker, err := testcontainers.NewDockerClientWithOpts(ctx)
	if err != nil {
		return engine{}, fmt.Errorf("no Docker engine: %w: %w", err, errAbsent)
	}
	if _, err := docker.Ping(ctx, client.PingOptions{}); err != nil {
		_ = docker.Close()
		return engine{}, fmt.Errorf("no Docker engine answers: %w: %w", err, errAbsent)
	}
	return engine{docker}, nil
}

// setUpTestcontainers sets the library's variables before it reads them, which it does once.
var setUpTestcontainers = sync.OnceFunc(func() {
	// The library's reaper would end containers that the next test binary wants to reuse, and its image may
	// be unavailable. This package removes its own containers.
	_ = os.Setenv("TESTCONTAINERS_RYUK_DISABLED", "true")
	// The library prints ten lines for each connection.
	log.SetDefault(log.NewNoopLogger())
	if _, set := os.LookupEnv("TESTCONTAINERS_HOST_OVERRIDE"); !set && engineIsHere() {
		_ = os.Setenv("TESTCONTAINERS_HOST_OVERRIDE", "localhost")
	}
})

// engineIsHere reports whether published ports appear on this machine's loopback address. In a container,
// the library assumes an engine outside and uses the gateway. That is wrong if the engine runs in the same
// container: then the engine's bridge is a local interface.
func engineIsHere() bool {
	if host := os.Getenv("DOCKER_HOST"); host != "" && !strings.HasPrefix(host, "unix://") {
		return false
	}
	if _, err := os.Stat("/.dockerenv"); err != nil {
		return true
	}
	_, err := net.InterfaceByName("docker0")
	return err == nil
}

// image returns the id of an image, and pulls the image if necessary. Its error wraps errAbsent if the
// image is unavailable.
func (e engine) image(ctx context.Context, name string) (id string, err error) {
	if found, err := e.ImageInspect(ctx, name); err == nil {
		return found.ID, nil
	}
	pull, err := e.ImagePull(ctx, name, client.ImagePullOptions{})
	if err == nil {
		err = pull.Wait(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("the image %s cannot be pulled (testing/kit/neo4jtest/image/build.sh makes it): %w: %w", name, err, errAbsent)
	}
	found, err := e.ImageInspect(ctx, name)
	if err != nil {
		return "", fmt.Errorf("the image %s: %w", name, err)
	}
	return found.ID, nil
}
