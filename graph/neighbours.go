package graph

import (
	"cmp"
	"context"
	"slices"

	"plotline/internal/audit"
	"plotline/internal/fault"
)

// NeighboursInput asks for what an episode is related to.
type NeighboursInput struct {
	EpisodeID        EpisodeRef `json:"episode_id"`
	Direction        Direction  `json:"direction,omitempty" enum:"outgoing,incoming,both" default:"both" doc:"Seen from the episode"`
	RelationshipType Type       `json:"relationship_type,omitempty" enum:"*"`
	Limit            int        `json:"limit,omitempty" minimum:"1" maximum:"500" default:"50"`
	Cursor           string     `json:"cursor,omitempty" maxBytes:"200" doc:"next_cursor of the last page"`
}

// NeighboursOutput lists the neighbours of an episode, those by the strongest relationship first.
type NeighboursOutput struct {
	Neighbours         []Neighbour `json:"neighbours"`
	Count              int         `json:"count" doc:"All that match"`
	RelationshipCounts Degrees     `json:"relationship_counts" doc:"All of the episode, by type"`
	NextCursor         string      `json:"next_cursor,omitempty"`
}

// Neighbour is a relationship of an episode, with the episode at its other end.
type Neighbour struct {
	RelationshipID   ID        `json:"relationship_id" format:"uuid"`
	RelationshipType Type      `json:"relationship_type"`
	Direction        Direction `json:"direction" doc:"Seen from the episode that was asked for"`
	Strength         float64   `json:"strength"`
	Sentence         string    `json:"sentence" doc:"The relationship in words, seen from the episode that was asked for"`
	EpisodeID        ID        `json:"episode_id" format:"uuid"`
	ID               int64     `json:"id" doc:"Serial number"`
	Name             string    `json:"name"`
	Reward           float64   `json:"reward"`
	CreatedAt        Time      `json:"created_at" format:"date-time"`
	Tags             []string  `json:"tags,omitempty"`
}

// Neighbours lists the episodes that are one relationship away.
func (s *Service) Neighbours(ctx context.Context, by audit.Caller, in NeighboursInput) (NeighboursOutput, error) {
	return withEpisodes(ctx, s, by, opNeighbours, in, []EpisodeRef{in.EpisodeID}, func(ctx context.Context, named resolved) (NeighboursOutput, error) {
		id := named.id(in.EpisodeID)
		query := RelationshipQuery{Episode: id, Direction: in.Direction, Type: in.RelationshipType}
		after, err := parseCursor[strengthCursor](in.Cursor, query.digest())
		if err != nil {
			return NeighboursOutput{}, err
		}
		_, all, err := s.store.Episode(ctx, by.Workspace, id)
		if err != nil {
			return NeighboursOutput{}, named.verdict(err)
		}
		if total := all.Degrees.Total(); total > mostNeighbours {
			return NeighboursOutput{}, fault.Newf(fault.TooLarge, "the episode has %d relationships; more than %d are listed by get_episode_relationships alone", total, mostNeighbours)
		}
		rels, err := s.strongest(ctx, by.Workspace, query)
		if err != nil {
			return NeighboursOutput{}, err
		}
		out := NeighboursOutput{Count: len(rels), RelationshipCounts: all.Degrees}
		if out.RelationshipCounts == nil {
			out.RelationshipCounts = Degrees{}
		}
		if after != nil {
			rels = slices.DeleteFunc(rels, func(r Relationship) bool { return strongestFirst(r, Relationship(*after)) <= 0 })
		}
		if len(rels) > in.Limit {
			rels = slices.Clone(rels[:in.Limit]) // the rest is not held while the episodes are read
			out.NextCursor = encodeCursor((*strengthCursor)(&rels[in.Limit-1]), query.digest())
		}
		out.Neighbours, err = s.neighboursBy(ctx, by.Workspace, id, rels)
		return out, err
	})
}

// mostNeighbours bounds the relationships that are sorted for one page.
const mostNeighbours = 100_000

// strongest lists the relationships of an episode, the strongest first, without metadata.
func (s *Service) strongest(ctx context.Context, ws string, q RelationshipQuery) ([]Relationship, error) {
	var types []Type
	if q.Type != "" {
		types = []Type{q.Type}
	}
	rels, err := s.store.Adjacent(ctx, ws, []ID{q.Episode}, types, mostNeighbours, 0)
	rels = slices.DeleteFunc(rels, func(r Relationship) bool {
		return q.Direction == Outgoing && r.From != q.Episode || q.Direction == Incoming && r.To != q.Episode
	})
	slices.SortFunc(rels, strongestFirst)
	return rels, err
}

func strongestFirst(a, b Relationship) int {
	return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.ID, b.ID))
}

// neighboursBy describes relationships of an episode. It leaves out those whose other end was deleted meanwhile.
func (s *Service) neighboursBy(ctx context.Context, ws string, id ID, rels []Relationship) ([]Neighbour, error) {
	ends := make([]ID, len(rels))
	for i, r := range rels {
		ends[i], _ = r.across(id)
	}
	episodes, err := s.episodesByID(ctx, ws, unique(ends), onlyNames)
	if err != nil {
		return nil, err
	}
	list := make([]Neighbour, 0, len(rels))
	for i, r := range rels {
		e, there := episodes[ends[i]]
		if !there {
			continue
		}
		_, direction := r.across(id)
		list = append(list, Neighbour{
			RelationshipID: r.ID, RelationshipType: r.Type, Direction: direction, Strength: r.Strength,
			Sentence:  seen(r.Type.kind().Says, direction),
			EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, Reward: e.Reward, CreatedAt: e.CreatedAt, Tags: e.Tags,
		})
	}
	return list, nil
}
