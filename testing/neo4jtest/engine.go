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

// engine is a Docker engine that answers.
type engine struct{ *testcontainers.DockerClient }

// connectEngine wraps errAbsent where no engine answers.
func connectEngine(ctx context.Context) (e engine, err error) {
	setUpTestcontainers()
	// The library panics where there is not even a socket.
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

// setUpTestcontainers runs before the library reads its settings, which it does once.
var setUpTestcontainers = sync.OnceFunc(func() {
	// Its reaper would end a container that the next test binary wants to reuse, and
	// its image may not be to be had. This package sweeps what it leaves by itself.
	_ = os.Setenv("TESTCONTAINERS_RYUK_DISABLED", "true")
	// One line for each start would be welcome; it prints ten for each connection.
	log.SetDefault(log.NewNoopLogger())
	if _, set := os.LookupEnv("TESTCONTAINERS_HOST_OVERRIDE"); !set && engineIsHere() {
		_ = os.Setenv("TESTCONTAINERS_HOST_OVERRIDE", "localhost")
	}
})

// engineIsHere says whether published ports appear on our own loopback address.
// Inside a container the library takes the engine for one outside and asks the
// gateway, which is wrong when the engine runs in there with us: then its bridge is
// among our interfaces.
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

// image returns the identity of an image, pulled if it is not there. It wraps
// errAbsent when it cannot be had.
func (e engine) image(ctx context.Context, name string) (id string, err error) {
	if found, err := e.ImageInspect(ctx, name); err == nil {
		return found.ID, nil
	}
	pull, err := e.ImagePull(ctx, name, client.ImagePullOptions{})
	if err == nil {
		err = pull.Wait(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("the image %s cannot be pulled (testing/neo4jtest/image/build.sh makes it): %w: %w", name, err, errAbsent)
	}
	found, err := e.ImageInspect(ctx, name)
	if err != nil {
		return "", fmt.Errorf("the image %s: %w", name, err)
	}
	return found.ID, nil
}
