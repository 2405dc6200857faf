// Package transfer exports and imports graphs: JSON Lines of episodes and relationships, the history of a git
// repository, and the file of the reference MCP memory server.
//
// It uses the use cases of package graph and imports in batches, so all writes are validated and audited.
// Running an import again resumes it or does nothing. After each batch it reports progress through package
// usecase.
package transfer

import (
	"context"

	"plotline/graph"
	"plotline/internal/audit"
)

// Importer is the part of graph.Service that imports need.
type Importer interface {
	Import(ctx context.Context, by audit.Caller, in graph.Import) (graph.Imported, error)
}

var (
	_ Importer = (*graph.Service)(nil)
	_ Exporter = (*graph.Service)(nil)
)
