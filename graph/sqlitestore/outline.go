package sqlitestore

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph"
)

// outline builds a graph.Outline. Rows refer to episodes by key, and the outline by place.
type outline struct {
	graph.Outline

	keys   []int64
	places map[int64]int32
	tags   graph.Numbering
}

// Outline implements graph.Store.
func (s *Store) Outline(ctx context.Context, ws string, oq graph.OutlineQuery) (graph.Outline, error) {
	return read(ctx, s, func(q *session) (graph.Outline, error) {
		o := outline{places: map[int64]int32{}}
		o.Edges = []graph.OutlineEdge{}
		o.addEpisodes(ctx, q, ws, oq)
		keys := list(o.keys)
		switch {
		case oq.Details:
			o.addDetails(ctx, q, keys)
		case oq.Filter.IsEmpty():
			o.addTags(ctx, q, outlineTags, ws, graph.MostNumbered) // from their index, which costs less than each episode
		default:
			o.addTags(ctx, q, outlineSomeTags, keys)
		}
		o.Tags, o.MoreTags = o.tags.Texts(), o.tags.LeftOut()
		return o.Outline, o.addEdges(ctx, q, keys, oq.Most)
	})
}

// Tags implements graph.Store.
func (s *Store) Tags(ctx context.Context, ws string) ([]string, error) {
	return read(ctx, s, func(q *session) ([]string, error) {
		return all(ctx, q, listTags, func(tag *string) []any { return []any{tag} }, ws, graph.MostNumbered), nil
	})
}

func (o *outline) addEpisodes(ctx context.Context, q *session, ws string, oq graph.OutlineQuery) {
	listed, counted, which := outlineAll, countList, append([]any{ws}, bounds(oq.Filter)...)
	limit := cmp.Or(oq.Limit, -1)
	args := append(slices.Clip(which), limit)
	if tags := oq.Filter.Tags; len(tags) > 0 {
		named := []any{tags[0], list(tags[1:])}
		listed, args = outlineTagged, append(args, named...)
		counted, which = countTagged, append(which, named...)
	}
	type row struct {
		key int64
		graph.OutlineEpisode
	}
	rows := all(ctx, q, listed, func(r *row) []any {
		return []any{&r.key, &r.ID, (*int64)(&r.CreatedAt), &r.Reward}
	}, args...)
	o.Episodes, o.keys, o.Total = make([]graph.OutlineEpisode, len(rows)), make([]int64, len(rows)), len(rows)
	for i, r := range rows {
		o.Episodes[i], o.keys[i] = r.OutlineEpisode, r.key
		o.places[r.key] = int32(i)
	}
	if len(rows) == limit {
		o.Total = int(q.number(ctx, counted, which...))
	}
}

func (o *outline) addDetails(ctx context.Context, q *session, keys string) {
	type row struct {
		key      int64
		id, name string
		tags     tagsColumn
		metadata []byte
	}
	each(ctx, q, outlineDetails, func(r *row) []any {
		return []any{&r.key, &r.id, &r.name, &r.tags, &r.metadata}
	}, func(r row) {
		e := &o.Episodes[o.places[r.key]]
		e.EpisodeID, e.Name, e.Source = graph.ID(r.id), r.name, graph.SourceOf(r.metadata)
		e.Tags = o.tags.Append(nil, r.tags...)
	}, keys, graph.SourceBytes)
}

// addTags reads tags one by one, because an episode may have 100 long ones.
func (o *outline) addTags(ctx context.Context, q *session, from *statement, args ...any) {
	type row struct {
		tag string
		key int64
	}
	each(ctx, q, from, func(r *row) []any { return []any{&r.tag, &r.key} }, func(r row) {
		if place, is := o.places[r.key]; is {
			e := &o.Episodes[place]
			e.Tags = o.tags.Append(e.Tags, r.tag)
		}
	}, args...)
}

// addEdges adds at most so many edges (0: no bound).
func (o *outline) addEdges(ctx context.Context, q *session, keys string, most int) error {
	type row struct {
		from, to int64
		kind     typeColumn
		strength float64
	}
	read := 0
	each(ctx, q, outlineEdges, func(r *row) []any { return []any{&r.from, &r.to, &r.kind, &r.strength} }, func(r row) {
		read++
		from := o.places[r.from]
		o.Episodes[from].Degree++
		if to, is := o.places[r.to]; is {
			o.Edges = append(o.Edges, graph.OutlineEdge{From: from, To: to, Type: graph.Type(r.kind), Strength: r.strength})
		}
	}, keys, oneMore(most))
	if err := graph.CheckMost(read, most); err != nil {
		return err
	}
	for _, r := range all(ctx, q, outlineIncoming, func(r *[2]int64) []any { return []any{&r[0], &r[1]} }, keys) {
		o.Episodes[o.places[r[0]]].Degree += int(r[1])
	}
	return nil
}
