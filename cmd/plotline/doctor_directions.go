package main

import (
	"context"

	"plotline/graph"
)

// directions counts the relationships of the workspace that dates speak against.
func directions(ctx context.Context, s *settings, p *program) finding {
	f := finding{Check: "directions", State: well, Found: "dates speak against no relationship"}
	count, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (int, error) {
		found, _, err := p.store.BackwardRelationships(ctx, s.Workspace, graph.MaxSwapped)
		return len(found), err
	})
	switch {
	case err != nil:
		f.State, f.Found, f.Advice = bad, "unknown", storeAdvice(err)
	case count > 0:
		number := countNoun(count, "relationship")
		if count == graph.MaxSwapped {
			number += " or more"
		}
		f.State, f.Found = note, "dates speak against "+number
		f.Advice = "they may be the wrong way round; to see and swap them, run: plotline relationships swap --suggested"
	}
	return f
}
