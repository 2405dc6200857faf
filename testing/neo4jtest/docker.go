package neo4jtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"net/netip"
	"slices"
	"strconv"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/network"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	neo4jcontainer "github.com/testcontainers/testcontainers-go/modules/neo4j"
)

// labelVersion is on every container of this package; its value is a [Version].
const labelVersion = "plotline.neo4jtest"

// boltPort is the container's; the host's is a random one.
var boltPort = network.MustParsePort("7687/tcp")

// openDocker takes the container that stands for the version, or starts it.
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

// containerName changes with everything that a container is made from, so that
// reuse by name never finds one that was made differently.
func containerName(version Version, imageID string) string {
	sum := sha256.New()
	_, _ = fmt.Fprintln(sum, imageID, password)
	for _, key := range slices.Sorted(maps.Keys(version.settings())) {
		_, _ = fmt.Fprintln(sum, key, version.settings()[key])
	}
	return fmt.Sprintf("plotline-neo4j-%s-%x", version, sum.Sum(nil)[:4])
}

// runContainer starts the named container, or finds it running, and waits until it
// answers. It is left running: the next test binary reuses it.
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

// loopbackOnly publishes Bolt to this machine alone, for the password is known. An
// engine elsewhere, or beside our own container, is reached by its address.
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

// lastWords returns what a container that did not start has logged.
func lastWords(ctx context.Context, ctr *neo4jcontainer.Neo4jContainer) string {
	if ctr == nil || ctr.Container == nil {
		return ""
	}
	logs, err := ctr.Logs(ctx)
	if err != nil {
		return ""
	}
	defer func() { _ = logs.Close() }()
	text, _ := io.ReadAll(io.LimitReader(logs, 8<<10))
	return "\nits log:\n" + string(text)
}

// sweep removes the version's containers that this code would not start any more
// and that no living process uses. One that has ended goes too: what it holds is
// some test's, and a new one is ready sooner than an old one that recovers.
func (e engine) sweep(ctx context.Context, version Version, keep string) error {
	return e.remove(ctx, labelVersion+"="+string(version), func(c container.Summary) bool {
		if slices.Contains(c.Names, "/"+keep) {
			return c.State != container.StateRunning
		}
		return !slices.ContainsFunc(c.Ports, func(p container.PortSummary) bool {
			return leased(strconv.Itoa(int(p.PublicPort)))
		})
	})
}

// remove ends the containers with the label that the filter chooses.
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
