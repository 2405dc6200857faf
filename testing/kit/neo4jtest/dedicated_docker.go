package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/mount"
	"github.com/moby/moby/api/types/network"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	neo4jcontainer "github.com/testcontainers/testcontainers-go/modules/neo4j"
	"github.com/testcontainers/testcontainers-go/wait"
)

// labelDedicated is a label of every container of [OpenDedicated]. Its value is the id of the test's process.
const labelDedicated = "plotline.neo4jtest.own"

// dedicatedContainer keeps its data in a volume without a name, so removing the container removes everything.
type dedicatedContainer struct {
	id       string
	image    string
	settings map[string]string
	plugins  testcontainers.CustomizeRequestOption
	port     string // on the host
	// old are the containers with other settings before this one. The first has the volume.
	old []string
}

// startDedicatedContainer starts a container with a fixed port on the host. A random port would change at
// each start.
func startDedicatedContainer(ctx context.Context, version Version, extras Extras) (*Dedicated, error) {
	engine, err := connectEngine(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = engine.Close() }()
	if _, err := engine.image(ctx, version.Image()); err != nil {
		return nil, err
	}
	if err := engine.removeOrphaned(ctx); err != nil {
		return nil, err
	}
	_, port, err := FreeAddress(ctx)
	if err != nil {
		return nil, err
	}
	plugins, err := extras.inContainer()
	if err != nil {
		return nil, err
	}
	c := &dedicatedContainer{image: version.Image(), settings: extras.settings(version), plugins: plugins, port: port}
	uri, err := c.create(ctx)
	if err != nil {
		return nil, err
	}
	own := &Dedicated{Server: Server{URI: uri, Username: username, Password: password}, instance: c}
	if err := own.answers(ctx); err != nil {
		return nil, errors.Join(err, c.remove(ctx))
	}
	return own, nil
}

// create creates and starts a container, with the data of the one before if there was one.
func (c *dedicatedContainer) create(ctx context.Context) (uri string, err error) {
	ctr, err := neo4jcontainer.Run(ctx, c.image,
		neo4jcontainer.WithAdminPassword(password),
		neo4jcontainer.WithNeo4jSettings(c.settings),
		c.plugins,
		// On a busy machine a start takes longer than the minute that the module allows.
		testcontainers.WithWaitStrategyAndDeadline(startLimit, wait.ForLog("Bolt enabled on").WithStartupTimeout(startLimit)),
		testcontainers.WithLabels(map[string]string{labelDedicated: strconv.Itoa(os.Getpid())}),
		testcontainers.WithHostConfigModifier(func(host *container.HostConfig) {
			binding := network.PortBinding{HostPort: c.port}
			if engineIsHere() {
				binding.HostIP = netip.MustParseAddr("127.0.0.1") // because the password is public
			}
			host.PortBindings = network.PortMap{boltPort: {binding}}
			if len(c.old) == 0 {
				host.Mounts = append(host.Mounts, mount.Mount{Type: mount.TypeVolume, Target: "/data"})
			} else {
				host.VolumesFrom = c.old[:1]
			}
		}),
	)
	if err != nil {
		return "", errors.Join(fmt.Errorf("start a container: %w%s", err, lastWords(ctx, ctr)), testcontainers.TerminateContainer(ctr))
	}
	uri, err = ctr.BoltUrl(ctx)
	if err != nil {
		return "", errors.Join(err, testcontainers.TerminateContainer(ctr))
	}
	c.id = ctr.GetContainerID()
	return uri, nil
}

// startWith starts another container, because the environment of one stays as it was created.
func (c *dedicatedContainer) startWith(ctx context.Context, settings map[string]string) error {
	maps.Copy(c.settings, settings)
	c.old = append(c.old, c.id)
	_, err := c.create(ctx)
	return err
}

// inContainer copies the plugins to the public image's folder for plugins. The image built here must be
// told that folder, because Neo4j finds extensions only on the class path.
func (e Extras) inContainer() (testcontainers.CustomizeRequestOption, error) {
	const folder = "/plugins"
	jars, err := filepath.Glob(filepath.Join(e.Plugins, "*.jar"))
	if e.Plugins == "" || err != nil {
		return testcontainers.WithFiles(), err
	}
	files := make([]testcontainers.ContainerFile, len(jars))
	for i, jar := range jars {
		files[i] = testcontainers.ContainerFile{
			HostFilePath: jar, ContainerFilePath: folder + "/" + filepath.Base(jar), FileMode: 0o644,
		}
	}
	environment := testcontainers.WithEnv(map[string]string{
		"NEO4J_LIB": "/opt/neo4j/lib/*:" + folder, "NEO4J_server_directories_plugins": folder,
	})
	return func(request *testcontainers.GenericContainerRequest) error {
		return errors.Join(environment(request), testcontainers.WithFiles(files...)(request))
	}, nil
}

// orphaned reports whether a container's process ended without removing it.
func orphaned(c container.Summary) bool {
	pid, err := strconv.Atoi(c.Labels[labelDedicated])
	return err != nil || !alive(pid)
}

// removeOrphaned removes the containers of ended processes. Of several tests at once, one does it.
func (e engine) removeOrphaned(ctx context.Context) error {
	unlock, err := lock(ctx, "docker-orphaned")
	if err != nil {
		return err
	}
	defer unlock()
	return e.removeDedicated(ctx, orphaned)
}

func (e engine) removeDedicated(ctx context.Context, choose func(container.Summary) bool) error {
	return e.remove(ctx, labelDedicated, choose)
}

func (c *dedicatedContainer) start(ctx context.Context) error {
	return withEngine(ctx, func(e engine) error {
		_, err := e.ContainerStart(ctx, c.id, client.ContainerStartOptions{})
		return err
	})
}

func (c *dedicatedContainer) stop(ctx context.Context) error {
	return withEngine(ctx, func(e engine) error {
		patience := int(cleanLimit.Seconds())
		_, err := e.ContainerStop(ctx, c.id, client.ContainerStopOptions{Timeout: &patience})
		return err
	})
}

func (c *dedicatedContainer) kill(ctx context.Context) error {
	return withEngine(ctx, func(e engine) error {
		if _, err := e.ContainerKill(ctx, c.id, client.ContainerKillOptions{Signal: "SIGKILL"}); err != nil {
			return err
		}
		// The engine notices the end a moment later, and would not restart the container before.
		ended := e.ContainerWait(ctx, c.id, client.ContainerWaitOptions{Condition: container.WaitConditionNotRunning})
		select {
		case <-ended.Result:
			return nil
		case err := <-ended.Error:
			return err
		}
	})
}

func (c *dedicatedContainer) remove(ctx context.Context) error {
	return withEngine(ctx, func(e engine) error {
		var errs []error
		for _, id := range slices.Backward(append(c.old, c.id)) {
			_, err := e.ContainerRemove(ctx, id, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
			errs = append(errs, err)
		}
		return errors.Join(errs...)
	})
}

func (c *dedicatedContainer) state(ctx context.Context) string { return containerState(ctx, c.id) }

func withEngine(ctx context.Context, act func(engine) error) error {
	engine, err := connectEngine(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = engine.Close() }()
	return act(engine)
}
