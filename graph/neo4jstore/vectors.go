package neo4jstore

import (
	"context"

	"plotline/graph"
)

// Embeddings implements graph.Store.
func (s *Store) Embeddings(ctx context.Context, ws string) (graph.Embeddings, error) {
	panic("to do")
}

// UseModel implements graph.Store.
func (s *Store) UseModel(ctx context.Context, ws, model string, replace bool) (graph.Embeddings, error) {
	panic("to do")
}

// WaitingWorkspaces implements graph.Store.
func (s *Store) WaitingWorkspaces(ctx context.Context, model string, limit int) ([]string, error) {
	panic("to do")
}

// ClaimTexts implements graph.Store.
func (s *Store) ClaimTexts(ctx context.Context, ws string, claim graph.Claim) ([]graph.Episode, error) {
	panic("to do")
}

// PutVectors implements graph.Store.
func (s *Store) PutVectors(ctx context.Context, ws, token string, vectors []graph.EpisodeVector) (int, error) {
	panic("to do")
}

// ReleaseTexts implements graph.Store.
func (s *Store) ReleaseTexts(ctx context.Context, ws, token string) error {
	panic("to do")
}

// FindNearest implements graph.Store.
func (s *Store) FindNearest(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error) {
	panic("to do")
}
