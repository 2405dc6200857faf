package neo4jtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/network"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	neo4jcontainer "github.com/testcontainers/testcontainers-go/modules/neo4j"
)

// labelVersion is a label of every container of this package. Its value is a [Version].
const labelVersion = "plotline.neo4jtest"

// boltPort is the port in the container. The port on the host is random.
var boltPort = network.MustParsePort("7687/tcp")

// openDocker finds the container for the version, or starts it.
func openDocker(ctx context.Context, version Version) (Server, error) {
	engine, err := connectEngine(ctx)
	if err != nil {
		return Server{}, err
	}
	defer func() { _ = engine.Close() }()
	unlock, err := lock(ctx, "docker-"+string(version))
	if err != nil {
		return Server{}, err
	}
	defer unlock()
	image, err := engine.image(ctx, version.Image())
	if err != nil {
		return Server{}, err
	}
	name := containerName(version, image)
	if err := engine.sweep(ctx, version, name); err != nil {
		return Server{}, err
	}
	uri, err := runContainer(ctx, version, name)
	if err != nil {
		return Server{}, err
	}
	server := Server{URI: uri, Username: username, Password: password, Via: ViaDocker}
	return server.ready(ctx)
}

// containerName returns a name that depends on everything that the container is made from. Reuse by name
// then never finds a different container.
func containerName(version Version, imageID string) string {
	sum := sha256.New()
	_, _ = fmt.Fprintln(sum, imageID, password, version.kept())
	for _, key := range slices.Sorted(maps.Keys(version.settings())) {
		_, _ = fmt.Fprintln(sum, key, version.settings()[key])
	}
	return fmt.Sprintf("plotline-neo4j-%s-%x", version, sum.Sum(nil)[:4])
}

// runContainer finds the named container or starts it, and waits until it answers. It leaves it running for
// the next test binary.
func runContainer(ctx context.Context, version Version, name string) (uri string, err error) {
	ctr, err := neo4jcontainer.Run(ctx, version.Image(),
		neo4jcontainer.WithAdminPassword(password),
		neo4jcontainer.WithNeo4jSettings(version.settings()),
		testcontainers.WithReuseByName(name),
		testcontainers.WithLabels(map[string]string{labelVersion: string(version)}),
		testcontainers.WithHostConfigModifier(loopbackOnly),
	)
	if err != nil {
		return "", fmt.Errorf("start container %s: %w%s", name, err, lastWords(ctx, ctr))
	}
	return ctr.BoltUrl(ctx)
}

// loopbackOnly publishes Bolt only to this machine, because the password is public. A remote engine, or one
// beside this container, is reached by its address.
func loopbackOnly(host *container.HostConfig) {
	if !engineIsHere() {
		return
	}
	loopback := []network.PortBinding{{HostIP: netip.MustParseAddr("127.0.0.1")}}
	host.PortBindings = network.PortMap{boltPort: loopback}
	for _, port := range []string{"7474/tcp", "7473/tcp"} {
		host.PortBindings[network.MustParsePort(port)] = slices.Clone(loopback)
	}
}

// lastWords returns the state of a container that failed to start.
func lastWords(ctx context.Context, ctr *neo4jcontainer.Neo4jContainer) string {
	if ctr == nil || ctr.Container == nil {
		return ""
	}
	return "\nits state: " + containerState(ctx, ctr.GetContainerID())
}

// containerState says whether a container runs, and the last lines of its log.
func containerState(ctx context.Context, id string) string {
	var text bytes.Buffer
	err := withEngine(ctx, func(e engine) error {
		found, err := e.ContainerInspect(ctx, id, client.ContainerInspectOptions{})
		if err != nil {
			return err
		}
		if s := found.Container.State; s != nil {
			fmt.Fprintf(&text, "%s, exit code %d, out of memory %t, started %s\n", s.Status, s.ExitCode, s.OOMKilled, s.StartedAt)
		}
		logs, err := e.ContainerLogs(ctx, id, client.ContainerLogsOptions{ShowStdout: true, ShowStderr: true, Tail: "20"})
		if err != nil {
			return err
		}
		defer func() { _ = logs.Close() }()
		_, err = stdcopy.StdCopy(&text, &text, logs)
		return err
	})
	if err != nil {
		fmt.Fprint(&text, err)
	}
	return text.String()
}

// sweep removes the version's outdated containers that no live process uses. It also removes one that has
// stopped. That one holds only test data, and a new container starts faster than it recovers.
func (e engine) sweep(ctx context.Context, version Version, except string) error {
	return e.remove(ctx, labelVersion+"="+string(version), func(c container.Summary) bool {
		if slices.Contains(c.Names, "/"+except) {
			return c.State != container.StateRunning
		}
		return !slices.ContainsFunc(c.Ports, func(p container.PortSummary) bool {
			return leased(strconv.Itoa(int(p.PublicPort)))
		})
	})
}

// remove removes the containers with the label that choose accepts.
func (e engine) remove(ctx context.Context, label string, choose func(container.Summary) bool) error {
	list, err := e.ContainerList(ctx, client.ContainerListOptions{
		All:     true,
		Filters: make(client.Filters).Add("label", label),
	})
	if err != nil {
		return fmt.Errorf("list containers: %w", err)
	}
	for _, c := range list.Items {
		if !choose(c) {
			continue
		}
		_, err := e.ContainerRemove(ctx, c.ID, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
		if err != nil {
			return fmt.Errorf("remove container %s: %w", c.ID, err)
		}
	}
	return nil
}
