package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"plotline/internal/audit"
	"plotline/internal/fault"
)

// ExplainConnectionInput names two episodes.
type ExplainConnectionInput struct {
	From EpisodeRef `json:"from"`
	To   EpisodeRef `json:"to"`
}

// maxConnectionDepth is the highest number of relationships on a path between two episodes.
const maxConnectionDepth = 5

// ExplainConnectionOutput holds the best paths between two episodes, none if they are not connected.
type ExplainConnectionOutput struct {
	Connected bool         `json:"connected"`
	Paths     []PathOutput `json:"paths" doc:"The strongest, then the shortest if that is another"`
	Truncated bool         `json:"truncated,omitempty" doc:"Too much lies between to look at all of it"`
}

// PathOutput is a path between two episodes. Relationships may be crossed in either direction.
type PathOutput struct {
	Text          string       `json:"text" doc:"The path in words"`
	TotalStrength float64      `json:"total_strength" doc:"Product of the strengths"`
	Path          []ID         `json:"path" doc:"Relationship ids"`
	Steps         []StepOutput `json:"steps" doc:"The relationships of path, each with the episode it reaches"`
}

// ExplainConnection finds the strongest and the shortest path between two episodes, in any direction.
func (s *Service) ExplainConnection(
	ctx context.Context, by audit.Caller, in ExplainConnectionInput,
) (ExplainConnectionOutput, error) {
	return withEpisodes(ctx, s, by, opExplainConnection, in, []EpisodeRef{in.From, in.To}, func(ctx context.Context, named resolved) (ExplainConnectionOutput, error) {
		from, to := named.id(in.From), named.id(in.To)
		if from == to {
			return ExplainConnectionOutput{}, fault.Invalid("from and to must differ")
		}
		for attempt := 1; ; attempt++ {
			out, err := s.connect(ctx, by.Workspace, from, to)
			if !errors.Is(err, errDeletedMeanwhile) || attempt == 3 {
				return out, named.verdict(err)
			}
		}
	})
}

// errDeletedMeanwhile reports that an episode of a path was deleted while the path was read.
var errDeletedMeanwhile = fault.New(fault.Conflict, "An episode of the path was deleted meanwhile; try again")

func (s *Service) connect(ctx context.Context, ws string, from, to ID) (ExplainConnectionOutput, error) {
	search := connectionSearch{
		adjacent: func(ids []ID, most int) ([]Relationship, error) {
			return s.store.Adjacent(ctx, ws, ids, nil, mostConnected, most)
		},
		edges: map[ID][]Relationship{},
	}
	strongest, shortest, err := search.between(from, to, maxConnectionDepth)
	if err != nil {
		return ExplainConnectionOutput{}, err
	}
	names, err := s.namesOnPaths(ctx, ws, from, to, strongest, shortest)
	if err != nil {
		return ExplainConnectionOutput{}, err
	}
	out := ExplainConnectionOutput{Connected: strongest != nil, Paths: []PathOutput{}, Truncated: search.truncated}
	if strongest == nil {
		return out, nil
	}
	out.Paths = append(out.Paths, pathOutput(from, *strongest, names))
	if len(shortest.path) < len(strongest.path) {
		out.Paths = append(out.Paths, pathOutput(from, *shortest, names))
	}
	return out, nil
}

// namesOnPaths reads the ends and the episodes of paths. Both ends are read even without a path, because they may not
// exist.
func (s *Service) namesOnPaths(ctx context.Context, ws string, from, to ID, paths ...*connection) (map[ID]Episode, error) {
	ids := []ID{from, to}
	for _, c := range paths {
		if c == nil {
			continue
		}
		for _, r := range c.path {
			ids = append(ids, r.From, r.To)
		}
	}
	ids = unique(ids)
	names, err := s.episodesByID(ctx, ws, ids, onlyNames)
	if err != nil {
		return nil, err
	}
	if err := requireAll(names, from, to); err != nil {
		return nil, err
	}
	if len(names) < len(ids) {
		return nil, errDeletedMeanwhile
	}
	return names, nil
}

// requireAll returns an error if one of the episodes was not found.
func requireAll[T any](found map[ID]T, ids ...ID) error {
	missing := slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { _, is := found[id]; return is })
	if len(missing) > 0 {
		return EpisodeNotFound(missing...)
	}
	return nil
}

// pathOutput describes a path from an episode, in fields and in words.
func pathOutput(from ID, c connection, names map[ID]Episode) PathOutput {
	out := PathOutput{TotalStrength: c.strength, Path: make([]ID, len(c.path)), Steps: make([]StepOutput, len(c.path))}
	var text strings.Builder
	fmt.Fprintf(&text, "#%d %q", names[from].ID, names[from].Name)
	at := from
	for i, r := range c.path {
		next, direction := r.across(at)
		at = next
		there := names[at]
		out.Path[i] = r.ID
		out.Steps[i] = StepOutput{r.Type, direction, r.Strength, there.ID, there.Name}
		if i > 0 {
			text.WriteString(", which")
		}
		fmt.Fprintf(&text, " %s #%d %q (%.3g)", seen(r.Type.kind().Says, direction), there.ID, there.Name, r.Strength)
	}
	fmt.Fprintf(&text, ". Strength %.3g.", c.strength)
	out.Text = text.String()
	return out
}
