// Package transfer moves graphs out and in: JSON Lines of episodes and relationships, the history of a
// git repository, the file of the reference MCP memory server. It stands on the use cases of package
// graph, imports in batches, so that what it writes is judged and audited like everything else, and
// running an import again resumes or does nothing. After each batch it reports progress by package
// usecase.
package transfer

import (
	"context"

	"plotline/graph"
	"plotline/graph/audit"
)

// Importer is what the ways in need of graph.Service.
type Importer interface {
	Import(ctx context.Context, by audit.Caller, in graph.Import) (graph.Imported, error)
}

// Service is what an import of a history needs of graph.Service.
type Service interface {
	CreateEpisodes(ctx context.Context, by audit.Caller, in graph.CreateEpisodesInput) (graph.CreateEpisodesOutput, error)
	GetEpisode(ctx context.Context, by audit.Caller, in graph.GetEpisodeInput) (graph.GetEpisodeOutput, error)
	UpdateEpisode(ctx context.Context, by audit.Caller, in graph.UpdateEpisodeInput) (graph.EpisodeOutput, error)
}

var (
	_ Importer = (*graph.Service)(nil)
	_ Exporter = (*graph.Service)(nil)
	_ Service  = (*graph.Service)(nil)
)
