package sqlitestore

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
)

// operations are all operations of a store, with arguments that pass its first checks.
func operations(ids []graph.ID, rel graph.Relationship) map[string]func(ctx context.Context, s *Store) error {
	strength := 0.25
	return map[string]func(ctx context.Context, s *Store) error{
		"create": func(ctx context.Context, s *Store) error {
			_, err := s.CreateEpisodes(ctx, ws, graph.Batch{
				Episodes: []graph.NewEpisode{episode("new")},
				Relationships: []graph.NewRelationship{{
					Relationship: relationship("", "", graph.Follows), FromEnd: graph.End{Item: 0},
					ToEnd: graph.End{Item: -1, Episode: ids[0]},
				}},
			})
			return err
		},
		"episode": func(ctx context.Context, s *Store) error { _, _, err := s.Episode(ctx, ws, ids[0]); return err },
		"episodes by id": func(ctx context.Context, s *Store) error {
			_, err := s.EpisodesByID(ctx, ws, ids, 0)
			return err
		},
		"episode ids": func(ctx context.Context, s *Store) error {
			_, err := s.EpisodeIDs(ctx, ws, []int64{1, 2})
			return err
		},
		"replace": func(ctx context.Context, s *Store) error {
			e := episode("other")
			e.EpisodeID = ids[0]
			return s.ReplaceEpisode(ctx, ws, e.Episode, clock)
		},
		"delete": func(ctx context.Context, s *Store) error { _, err := s.DeleteEpisode(ctx, ws, ids[2]); return err },
		"list": func(ctx context.Context, s *Store) error {
			_, _, err := s.ListEpisodes(ctx, ws, graph.ListQuery{Limit: 5, Filter: graph.EpisodeFilter{Tags: []string{"test"}}})
			return err
		},
		"search": func(ctx context.Context, s *Store) error {
			_, err := s.FindText(ctx, ws, graph.TextQuery{Clauses: analysis.English.Parse("a"), All: true, Limit: 5})
			return err
		},
		"add": func(ctx context.Context, s *Store) error {
			return second(s.AddRelationship(ctx, ws, relationship(ids[1], ids[2], graph.Follows)))
		},
		"add again": func(ctx context.Context, s *Store) error {
			return second(s.AddRelationship(ctx, ws, relationship(rel.From, rel.To, rel.Type)))
		},
		"add a list": func(ctx context.Context, s *Store) error {
			return second(s.AddRelationships(ctx, ws, []graph.Relationship{
				relationship(ids[0], ids[2], graph.Follows), relationship(ids[1], ids[2], graph.Follows),
			}))
		},
		"update": func(ctx context.Context, s *Store) error {
			_, err := s.UpdateRelationship(ctx, ws, rel.ID, graph.RelationshipChange{Strength: &strength})
			return err
		},
		"remove": func(ctx context.Context, s *Store) error { return s.RemoveRelationship(ctx, ws, rel.ID) },
		"relationships by id": func(ctx context.Context, s *Store) error {
			_, err := s.RelationshipsByID(ctx, ws, []graph.ID{rel.ID})
			return err
		},
		"relationships": func(ctx context.Context, s *Store) error {
			_, _, err := s.Relationships(ctx, ws, graph.RelationshipQuery{Episode: ids[0], Direction: graph.Both})
			return err
		},
		"between": func(ctx context.Context, s *Store) error {
			_, err := s.RelationshipsBetween(ctx, ws, ids[0], ids[1], "")
			return err
		},
		"related": func(ctx context.Context, s *Store) error {
			_, _, err := s.Related(ctx, ws, graph.RelatedQuery{Start: ids[0], MaxDepth: 2, Direction: graph.Both})
			return err
		},
		"find cycle": func(ctx context.Context, s *Store) error {
			_, err := s.FindCycle(ctx, ws, ids[1], ids[0], graph.Follows)
			return err
		},
		"subgraph": func(ctx context.Context, s *Store) error {
			_, err := s.Subgraph(ctx, ws, graph.SubgraphQuery{IDs: ids[:1], MaxNodes: 10, Depth: 2})
			return err
		},
		"projection": func(ctx context.Context, s *Store) error {
			_, err := s.Projection(ctx, ws, graph.Follows, ids[:2])
			return err
		},
	}
}

// TestFailedOperationsChangeNothing checks that an operation on a file without one of its tables fails as an internal
// error and changes nothing.
func TestFailedOperationsChangeNothing(t *testing.T) {
	t.Parallel()
	for part, spared := range map[string][]string{
		"workspace":     nil,
		"episode":       {"remove"},
		"relationship":  {"episodes by id", "episode ids", "list", "search", "count", "replace"},
		"episode_tag":   {},
		"episode_index": {},
		"episode_terms": {},
	} {
		s := newStore(t)
		ids := create(t, s, "a", "b", "c")
		rel := relationship(ids[0], ids[1], graph.Follows)
		ok(t, second(s.AddRelationship(t.Context(), ws, rel)))
		db := raw(t, s.path)
		execRaw(t, db, "PRAGMA foreign_keys = 0")
		execRaw(t, db, "DROP TABLE %s", part)
		for name, run := range operations(ids, rel) {
			if strings.HasPrefix(part, "episode_") && !slices.Contains([]string{"create", "replace", "delete"}, name) {
				continue // they need neither tags nor text
			}
			err := run(t.Context(), s)
			if slices.Contains(spared, name) {
				ok(t, err)
			} else if fault.CodeOf(err) != fault.Internal {
				t.Errorf("%s without %s: %v, want internal", name, part, err)
			}
		}
		if strings.HasPrefix(part, "episode_") {
			_, total, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
			ok(t, err)
			same(t, "episodes without "+part, total, len(ids))
		}
	}
}

func TestTranslate(t *testing.T) {
	t.Parallel()
	s := New("/data/graph.db")
	unavailable(t, s.translate(t.Context(), &fs.PathError{Op: "open", Path: "x", Err: syscall.ENOSPC}), s.path, "free space")
	unavailable(t, s.translate(t.Context(), &fs.PathError{Op: "open", Path: "x", Err: syscall.EROFS}), s.path, "writing")
	ours := errors.New("our own mistake")
	if err := s.translate(t.Context(), ours); !errors.Is(err, ours) || fault.CodeOf(err) != fault.Internal {
		t.Errorf("%v, want internal", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fails(t, s.translate(ctx, ours), context.Canceled)
	verdict := graph.SameEnds()
	if err := s.translate(ctx, verdict); !errors.Is(err, verdict) {
		t.Errorf("%v, want the verdict", err)
	}
}
