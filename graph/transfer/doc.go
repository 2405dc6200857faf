// Package transfer moves graphs in: JSON Lines of episodes and relationships, and the history of a
// git repository. It stands on the use cases of package graph, in batches, so that what it writes is
// judged and audited like everything else, and running it again resumes or does nothing. After each
// batch it reports progress by package usecase.
package transfer

import (
	"context"

	"plotline/graph"
	"plotline/graph/audit"
)

// Service is what transfer needs of graph.Service.
type Service interface {
	Import(ctx context.Context, by audit.Caller, in graph.Import) (graph.Imported, error)
	CreateEpisodes(ctx context.Context, by audit.Caller, in graph.CreateEpisodesInput) (graph.CreateEpisodesOutput, error)
	GetEpisode(ctx context.Context, by audit.Caller, in graph.GetEpisodeInput) (graph.GetEpisodeOutput, error)
	UpdateEpisode(ctx context.Context, by audit.Caller, in graph.UpdateEpisodeInput) (graph.EpisodeOutput, error)
}

var _ Service = (*graph.Service)(nil)
