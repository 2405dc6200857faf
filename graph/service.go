package graph

import (
	"context"
	"runtime"
	"time"

	"plotline/internal/sharing"
	"plotline/internal/usecase"
)

// Service holds the use cases. Every transport calls these and nothing below them. Each use case checks its
// arguments, writes an audit record and fails only with *fault.Error.
type Service struct {
	store  *guard
	runner *usecase.Runner
	now    func() time.Time
	zone   *time.Location // of the callers
	// drawings bounds the drawings that run at once, to half of the processors.
	drawings  *sharing.Pool
	orders    *sharing.Pool
	overviews *sharing.Results[OverviewOutput]
	tags      *sharing.Results[[]string] // of whole workspaces
	// overviewTurns and mapTurns bound the overviews and the maps that run at once, one of each workspace. A map does not
	// wait for an overview, because a person waits for it.
	overviewTurns, mapTurns *sharing.Pool
	meaning                 *meaningModel // nil without a model

	languages languageCache
}

// wholeOrders is how many topological orders of whole workspaces run at once, one of each workspace. Each
// holds its workspace's episodes and relationships in memory.
const wholeOrders = 2

// Option changes a default of a Service.
type Option func(*Service)

// WithClock replaces the clock for created_at and updated_at.
func WithClock(now func() time.Time) Option { return func(s *Service) { s.now = now } }

// WithTimeZone sets the time zone of the callers, for days and times of day that a question names. Without it they are
// in UTC. Arguments and results are in UTC in any case.
func WithTimeZone(zone *time.Location) Option { return func(s *Service) { s.zone = zone } }

// WithShare bounds the store calls of one workspace, and of one credential, that run at once. Without it there is no bound.
func WithShare(share Share) Option {
	return func(s *Service) { s.store.limit(share) }
}

// NewService returns a Service over a store.
func NewService(store Store, runner *usecase.Runner, options ...Option) *Service {
	s := &Service{
		store: guarded(store), runner: runner, now: time.Now, zone: time.UTC,
		drawings: sharing.Slots(runtime.GOMAXPROCS(0) / 2), orders: sharing.Slots(wholeOrders),
		overviewTurns: sharing.Slots(wholeOrders), mapTurns: sharing.Slots(wholeOrders),
		overviews: sharing.NewResults(func(o OverviewOutput) int64 { return sharing.Weigh(o) }, keptOverviews, keptOverviewsOfWorkspace),
		tags:      sharing.NewResults(func(tags []string) int64 { return sharing.Weigh(tags) }, keptTags, keptTagsOfWorkspace),
	}
	for _, option := range options {
		option(s)
	}
	return s
}

// Waiting counts the calls that wait for other calls, by kind, for a metric. There are few kinds.
func (s *Service) Waiting() map[string]int {
	reads, writes := s.store.waiting()
	return map[string]int{
		"read": reads, "write": writes, "order": s.orders.Waiting(), "drawing": s.drawings.Waiting(),
		"overview": s.overviewTurns.Waiting(), "map": s.mapTurns.Waiting(),
	}
}

// Close ends what runs behind requests. Later overviews fail. It does not close the store.
func (s *Service) Close() {
	s.overviews.Close()
	s.tags.Close()
}

func (s *Service) clock() Time { return TimeOf(s.now()) }

// The use cases have the names of the tools.
var (
	opAddRelationship    = usecase.Op{Name: "add_episode_relationship", Writes: true}
	opAddRelationships   = usecase.Op{Name: "add_episode_relationships", Writes: true}
	opUpdateRelationship = usecase.Op{Name: "update_episode_relationship", Writes: true}
	opRemoveRelationship = usecase.Op{Name: "remove_episode_relationship", Writes: true}
	opGetRelationships   = usecase.Op{Name: "get_episode_relationships"}
	opRelationshipExists = usecase.Op{Name: "check_relationship_exists"}
	opFindRelated        = usecase.Op{Name: "find_related_episodes"}
	opDependencyGraph    = usecase.Op{Name: "get_dependency_graph"}
	opValidateNoCycles   = usecase.Op{Name: "validate_no_cycles"}
	opExplainConnection  = usecase.Op{Name: "explain_connection"}
	opOverview           = usecase.Op{Name: "get_graph_overview"}
	opMap                = usecase.Op{Name: "get_graph_map"}
	opNeighbours         = usecase.Op{Name: "list_neighbours"}
	opListWorkspaces     = usecase.Op{Name: "list_workspaces"}
	opTopologicalOrder   = usecase.Op{Name: "get_topological_order"}
	opListEpisodes       = usecase.Op{Name: "list_episodes"}
	opCreateEpisode      = usecase.Op{Name: "create_episode", Writes: true}
	opCreateEpisodes     = usecase.Op{Name: "create_episodes", Writes: true}
	opGetEpisode         = usecase.Op{Name: "get_episode"}
	opUpdateEpisode      = usecase.Op{Name: "update_episode", Writes: true}
	opDeleteEpisode      = usecase.Op{Name: "delete_episode", Writes: true}
	opSearchEpisodes     = usecase.Op{Name: "search_episodes"}
	opRecall             = usecase.Op{Name: "recall"}
	opRecallRecorded     = usecase.Op{Name: "recall_recorded"}
	opReadTimes          = usecase.Op{Name: "read_times"}
	opSuggest            = usecase.Op{Name: "suggest_episodes"}
	opReadLearned        = usecase.Op{Name: "read_learned"}
	opSwapRelationships  = usecase.Op{Name: "swap_relationships", Writes: true}
	opSuggestSwaps       = usecase.Op{Name: "suggest_swaps"}
	opImport             = usecase.Op{Name: "import", Writes: true}
	opDeleteWorkspace    = usecase.Op{Name: "delete_workspace", Writes: true, Limit: -1} // as for export
	opExport             = usecase.Op{Name: "export", Limit: -1}                         // the limit applies to each page instead
)

// UseCases lists the use cases for the transports, episodes first, in the order of the contract.
func (s *Service) UseCases() []usecase.UseCase {
	r := s.runner
	return []usecase.UseCase{
		usecase.Of(r, opListEpisodes, s.ListEpisodes),
		usecase.Of(r, opCreateEpisode, s.RecordEpisode),
		usecase.Of(r, opCreateEpisodes, s.CreateEpisodes),
		usecase.Of(r, opGetEpisode, s.GetEpisode),
		usecase.Of(r, opUpdateEpisode, s.UpdateEpisode),
		usecase.Of(r, opDeleteEpisode, s.DeleteEpisode),
		usecase.Of(r, opSearchEpisodes, s.SearchEpisodes),
		usecase.Of(r, opRecall, s.Recall),
		usecase.Of(r, opAddRelationship, s.AddRelationship),
		usecase.Of(r, opAddRelationships, s.AddRelationships),
		usecase.Of(r, opUpdateRelationship, s.UpdateRelationship),
		usecase.Of(r, opRemoveRelationship, s.RemoveRelationship),
		usecase.Of(r, opGetRelationships, s.GetRelationships),
		usecase.Of(r, opFindRelated, s.FindRelated),
		usecase.Of(r, opExplainConnection, s.ExplainConnection),
		usecase.Of(r, opRelationshipExists, s.RelationshipExists),
		usecase.Of(r, opDependencyGraph, s.DependencyGraph),
		usecase.Of(r, opValidateNoCycles, s.ValidateNoCycles),
		usecase.Of(r, opTopologicalOrder, s.TopologicalOrder),
	}
}

// ForRoutes lists the use cases of routes: those of the tools, and those that only pages need. The
// route that creates an episode names no similar ones.
func (s *Service) ForRoutes() []usecase.UseCase {
	r := s.runner
	cases := s.UseCases()
	for i, one := range cases {
		if one.Name == opCreateEpisode.Name { // programs that call a route have no use for similar episodes
			cases[i] = usecase.Of(r, opCreateEpisode, s.CreateLinkedEpisode)
		}
	}
	return append(cases,
		usecase.Of(r, opOverview, s.Overview),
		usecase.Of(r, opMap, s.Map),
		usecase.Of(r, opNeighbours, s.Neighbours),
		usecase.Of(r, opListWorkspaces, s.ListWorkspaces),
		usecase.Of(r, opReadTimes, s.ReadTimes),
		usecase.Of(r, opSuggest, s.Suggest),
		usecase.Of(r, opReadLearned, s.ReadLearned),
		usecase.Of(r, opRecallRecorded, s.RecallRecorded),
	)
}

// Status connects to the database, for health checks. It writes no audit record.
func (s *Service) Status(ctx context.Context) (Status, error) { return s.store.Status(ctx) }

// Changes returns a mark of the workspace's state: see ChangeStore. It writes no audit record.
func (s *Service) Changes(ctx context.Context, ws string) (string, error) {
	return s.store.Changes(ctx, ws)
}

// texts converts ids to strings for an audit record.
func texts(ids ...ID) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = string(id)
	}
	return list
}
