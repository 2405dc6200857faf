package neo4jtest

import (
	"context"
	"errors"
	"fmt"

	"github.com/moby/moby/api/types/container"
)

// Stop ends every server that this package has started on this machine, also in other runs.
func Stop(ctx context.Context) error {
	return errors.Join(stopProcesses(ctx), stopContainers(ctx))
}

func stopProcesses(ctx context.Context) error {
	for _, run := range runs("*") {
		if err := run.stop(ctx); err != nil {
			return fmt.Errorf("stop the Neo4j in %s: %w", run, err)
		}
	}
	return nil
}

func stopContainers(ctx context.Context) error {
	engine, err := connectEngine(ctx)
	if err != nil {
		return nil // without an engine there are no containers
	}
	defer func() { _ = engine.Close() }()
	all := func(container.Summary) bool { return true }
	return errors.Join(engine.remove(ctx, labelVersion, all), engine.removeDedicated(ctx, all))
}
