package graph

import (
	"context"
	"time"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/fault"
)

// Observe receives the name of each finished store call, its outcome ("ok" or the error code) and its
// duration.
type Observe func(call, outcome string, took time.Duration)

// Observed returns a store that reports its calls to tell, which may be nil. It marks errors as failures of
// the database: see fault.Database. NewService does this with every store.
func Observed(store Store, tell Observe) Store { return observed{store, tell} }

type observed struct {
	Store

	tell Observe
}

// ended reports a call that has returned, and marks its error.
func (o observed) ended(call string, start time.Time, err *error) {
	outcome := "ok"
	if *err != nil {
		failed := fault.Database(*err)
		outcome, *err = string(failed.Code), failed
	}
	if o.tell != nil {
		o.tell(call, outcome, time.Since(start))
	}
}

// Status implements Store.
func (o observed) Status(ctx context.Context) (_ Status, err error) {
	defer o.ended("status", time.Now(), &err)
	return o.Store.Status(ctx)
}

// CreateEpisodes implements EpisodeStore.
func (o observed) CreateEpisodes(ctx context.Context, ws string, batch Batch) (_ Created, err error) {
	defer o.ended("create_episodes", time.Now(), &err)
	return o.Store.CreateEpisodes(ctx, ws, batch)
}

// Episode implements EpisodeStore.
func (o observed) Episode(ctx context.Context, ws string, id ID) (_ Episode, _ EpisodeRelationships, err error) {
	defer o.ended("episode", time.Now(), &err)
	return o.Store.Episode(ctx, ws, id)
}

// EpisodesByID implements EpisodeStore.
func (o observed) EpisodesByID(ctx context.Context, ws string, ids []ID, most int) (_ []Episode, err error) {
	defer o.ended("episodes_by_id", time.Now(), &err)
	return o.Store.EpisodesByID(ctx, ws, ids, most)
}

// EpisodeIDs implements EpisodeStore.
func (o observed) EpisodeIDs(ctx context.Context, ws string, serials []int64) (_ map[int64]ID, err error) {
	defer o.ended("episode_ids", time.Now(), &err)
	return o.Store.EpisodeIDs(ctx, ws, serials)
}

// ReplaceEpisode implements EpisodeStore.
func (o observed) ReplaceEpisode(ctx context.Context, ws string, ep Episode, was Time) (err error) {
	defer o.ended("replace_episode", time.Now(), &err)
	return o.Store.ReplaceEpisode(ctx, ws, ep, was)
}

// DeleteEpisode implements EpisodeStore.
func (o observed) DeleteEpisode(ctx context.Context, ws string, id ID) (_ int, err error) {
	defer o.ended("delete_episode", time.Now(), &err)
	return o.Store.DeleteEpisode(ctx, ws, id)
}

// ListEpisodes implements EpisodeStore.
func (o observed) ListEpisodes(ctx context.Context, ws string, q ListQuery) (_ []Episode, _ int, err error) {
	defer o.ended("list_episodes", time.Now(), &err)
	return o.Store.ListEpisodes(ctx, ws, q)
}

// CountText implements TextStore.
func (o observed) CountText(ctx context.Context, ws string, q CountQuery) (_ ranking.Statistics, err error) {
	defer o.ended("count_text", time.Now(), &err)
	return o.Store.CountText(ctx, ws, q)
}

// FindText implements TextStore.
func (o observed) FindText(ctx context.Context, ws string, q TextQuery) (_ TextFound, err error) {
	defer o.ended("find_text", time.Now(), &err)
	return o.Store.FindText(ctx, ws, q)
}

// AddRelationship implements RelationshipStore.
func (o observed) AddRelationship(ctx context.Context, ws string, rel Relationship) (_ Ends, err error) {
	defer o.ended("add_relationship", time.Now(), &err)
	return o.Store.AddRelationship(ctx, ws, rel)
}

// AddRelationships implements RelationshipStore.
func (o observed) AddRelationships(ctx context.Context, ws string, rels []Relationship) (_ []Ends, err error) {
	defer o.ended("add_relationships", time.Now(), &err)
	return o.Store.AddRelationships(ctx, ws, rels)
}

// UpdateRelationship implements RelationshipStore.
func (o observed) UpdateRelationship(
	ctx context.Context, ws string, id ID, change RelationshipChange,
) (_ Relationship, err error) {
	defer o.ended("update_relationship", time.Now(), &err)
	return o.Store.UpdateRelationship(ctx, ws, id, change)
}

// RemoveRelationship implements RelationshipStore.
func (o observed) RemoveRelationship(ctx context.Context, ws string, id ID) (err error) {
	defer o.ended("remove_relationship", time.Now(), &err)
	return o.Store.RemoveRelationship(ctx, ws, id)
}

// SwapRelationships implements RelationshipStore.
func (o observed) SwapRelationships(ctx context.Context, ws string, ids []ID) (_ []Relationship, _ []Ends, err error) {
	defer o.ended("swap_relationships", time.Now(), &err)
	return o.Store.SwapRelationships(ctx, ws, ids)
}

// BackwardRelationships implements RelationshipStore.
func (o observed) BackwardRelationships(ctx context.Context, ws string, limit int) (_ []Relationship, _ []Ends, err error) {
	defer o.ended("backward_relationships", time.Now(), &err)
	return o.Store.BackwardRelationships(ctx, ws, limit)
}

// RelationshipsByID implements RelationshipStore.
func (o observed) RelationshipsByID(ctx context.Context, ws string, ids []ID) (_ []Relationship, err error) {
	defer o.ended("relationships_by_id", time.Now(), &err)
	return o.Store.RelationshipsByID(ctx, ws, ids)
}

// Relationships implements RelationshipStore.
func (o observed) Relationships(ctx context.Context, ws string, q RelationshipQuery) (_ []Relationship, _ int, err error) {
	defer o.ended("relationships", time.Now(), &err)
	return o.Store.Relationships(ctx, ws, q)
}

// RelationshipsBetween implements RelationshipStore.
func (o observed) RelationshipsBetween(ctx context.Context, ws string, from, to ID, t Type) (_ []Relationship, err error) {
	defer o.ended("relationships_between", time.Now(), &err)
	return o.Store.RelationshipsBetween(ctx, ws, from, to, t)
}

// Related implements TraversalStore.
func (o observed) Related(ctx context.Context, ws string, q RelatedQuery) (_ []RelatedEpisode, _ int, err error) {
	defer o.ended("related", time.Now(), &err)
	return o.Store.Related(ctx, ws, q)
}

// Adjacent implements TraversalStore.
func (o observed) Adjacent(ctx context.Context, ws string, ids []ID, types []Type, maxDegree, most int) (_ []Relationship, err error) {
	defer o.ended("adjacent", time.Now(), &err)
	return o.Store.Adjacent(ctx, ws, ids, types, maxDegree, most)
}

// Neighbourhood implements TraversalStore.
func (o observed) Neighbourhood(ctx context.Context, ws string, q NeighbourhoodQuery) (_ Neighbourhood, err error) {
	defer o.ended("neighbourhood", time.Now(), &err)
	return o.Store.Neighbourhood(ctx, ws, q)
}

// Candidates implements TraversalStore.
func (o observed) Candidates(ctx context.Context, ws string, q CandidateQuery) (_ Candidates, err error) {
	defer o.ended("candidates", time.Now(), &err)
	return o.Store.Candidates(ctx, ws, q)
}

// FindCycle implements TraversalStore.
func (o observed) FindCycle(ctx context.Context, ws string, from, to ID, t Type) (_ *CyclePath, err error) {
	defer o.ended("find_cycle", time.Now(), &err)
	return o.Store.FindCycle(ctx, ws, from, to, t)
}

// Subgraph implements TraversalStore.
func (o observed) Subgraph(ctx context.Context, ws string, q SubgraphQuery) (_ Subgraph, err error) {
	defer o.ended("subgraph", time.Now(), &err)
	return o.Store.Subgraph(ctx, ws, q)
}

// Outline implements OutlineStore.
func (o observed) Outline(ctx context.Context, ws string, q OutlineQuery) (_ Outline, err error) {
	defer o.ended("outline", time.Now(), &err)
	return o.Store.Outline(ctx, ws, q)
}

// Tags implements OutlineStore.
func (o observed) Tags(ctx context.Context, ws string) (_ []string, err error) {
	defer o.ended("tags", time.Now(), &err)
	return o.Store.Tags(ctx, ws)
}

// Changes implements ChangeStore.
func (o observed) Changes(ctx context.Context, ws string) (_ string, err error) {
	defer o.ended("changes", time.Now(), &err)
	return o.Store.Changes(ctx, ws)
}

// Extent implements PageStore.
func (o observed) Extent(ctx context.Context, ws string) (_ Extent, err error) {
	defer o.ended("extent", time.Now(), &err)
	return o.Store.Extent(ctx, ws)
}

// EpisodePage implements PageStore.
func (o observed) EpisodePage(ctx context.Context, ws string, page Page[int64]) (_ []NewEpisode, err error) {
	defer o.ended("episode_page", time.Now(), &err)
	return o.Store.EpisodePage(ctx, ws, page)
}

// RelationshipPage implements PageStore.
func (o observed) RelationshipPage(ctx context.Context, ws string, page Page[ID]) (_ []NumberedRelationship, err error) {
	defer o.ended("relationship_page", time.Now(), &err)
	return o.Store.RelationshipPage(ctx, ws, page)
}

// Projection implements TraversalStore.
func (o observed) Projection(ctx context.Context, ws string, t Type, ids []ID) (_ Projection, err error) {
	defer o.ended("projection", time.Now(), &err)
	return o.Store.Projection(ctx, ws, t, ids)
}

// OrderPage implements TraversalStore.
func (o observed) OrderPage(ctx context.Context, ws string, q OrderQuery) (_ *OrderPage, err error) {
	defer o.ended("order_page", time.Now(), &err)
	return o.Store.OrderPage(ctx, ws, q)
}

// OrderState implements OrderStore.
func (o observed) OrderState(ctx context.Context, ws string, t Type) (_ OrderState, err error) {
	defer o.ended("order_state", time.Now(), &err)
	return o.Store.OrderState(ctx, ws, t)
}

// SettleOrder implements OrderStore.
func (o observed) SettleOrder(ctx context.Context, ws string, t Type) (_ OrderState, err error) {
	defer o.ended("settle_order", time.Now(), &err)
	return o.Store.SettleOrder(ctx, ws, t)
}

// Embeddings implements VectorStore.
func (o observed) Embeddings(ctx context.Context, ws string) (_ Embeddings, err error) {
	defer o.ended("embeddings", time.Now(), &err)
	return o.Store.Embeddings(ctx, ws)
}

// UseModel implements VectorStore.
func (o observed) UseModel(ctx context.Context, ws, model string, replace bool) (_ Embeddings, err error) {
	defer o.ended("use_model", time.Now(), &err)
	return o.Store.UseModel(ctx, ws, model, replace)
}

// WaitingWorkspaces implements VectorStore.
func (o observed) WaitingWorkspaces(ctx context.Context, model string, limit int) (_ []string, err error) {
	defer o.ended("waiting_workspaces", time.Now(), &err)
	return o.Store.WaitingWorkspaces(ctx, model, limit)
}

// ClaimTexts implements VectorStore.
func (o observed) ClaimTexts(ctx context.Context, ws string, claim Claim) (_ []Episode, err error) {
	defer o.ended("claim_texts", time.Now(), &err)
	return o.Store.ClaimTexts(ctx, ws, claim)
}

// PutVectors implements VectorStore.
func (o observed) PutVectors(ctx context.Context, ws, token string, vectors []EpisodeVector) (_ int, err error) {
	defer o.ended("put_vectors", time.Now(), &err)
	return o.Store.PutVectors(ctx, ws, token, vectors)
}

// ReleaseTexts implements VectorStore.
func (o observed) ReleaseTexts(ctx context.Context, ws, token string) (err error) {
	defer o.ended("release_texts", time.Now(), &err)
	return o.Store.ReleaseTexts(ctx, ws, token)
}

// FindNearest implements VectorStore.
func (o observed) FindNearest(ctx context.Context, ws string, q VectorQuery) (_ Nearest, err error) {
	defer o.ended("find_nearest", time.Now(), &err)
	return o.Store.FindNearest(ctx, ws, q)
}

// Languages implements LanguageStore.
func (o observed) Languages(ctx context.Context, ws string) (_ Indexing, err error) {
	defer o.ended("languages", time.Now(), &err)
	return o.Store.Languages(ctx, ws)
}

// UseLanguages implements LanguageStore.
func (o observed) UseLanguages(ctx context.Context, ws string, languages analysis.Languages) (_ Indexing, err error) {
	defer o.ended("use_languages", time.Now(), &err)
	return o.Store.UseLanguages(ctx, ws, languages)
}

// ReindexTexts implements LanguageStore.
func (o observed) ReindexTexts(ctx context.Context, ws string, limit int) (_ Indexing, err error) {
	defer o.ended("reindex_texts", time.Now(), &err)
	return o.Store.ReindexTexts(ctx, ws, limit)
}

// Workspaces implements LanguageStore.
func (o observed) Workspaces(ctx context.Context, after string, limit int) (_ []string, err error) {
	defer o.ended("workspaces", time.Now(), &err)
	return o.Store.Workspaces(ctx, after, limit)
}

// Residence implements MoveStore.
func (o observed) Residence(ctx context.Context, ws string) (_ Residence, err error) {
	defer o.ended("residence", time.Now(), &err)
	return o.Store.Residence(ctx, ws)
}

// SetResidence implements MoveStore.
func (o observed) SetResidence(ctx context.Context, ws string, was, now Residence) (err error) {
	defer o.ended("set_residence", time.Now(), &err)
	return o.Store.SetResidence(ctx, ws, was, now)
}

// Numbers implements MoveStore.
func (o observed) Numbers(ctx context.Context, ws string) (_ Numbers, err error) {
	defer o.ended("numbers", time.Now(), &err)
	return o.Store.Numbers(ctx, ws)
}

// DeleteWorkspace implements DeletionStore.
func (o observed) DeleteWorkspace(ctx context.Context, ws string, q DeletionQuery) (_ Deleted, err error) {
	defer o.ended("delete_workspace", time.Now(), &err)
	return o.Store.DeleteWorkspace(ctx, ws, q)
}
