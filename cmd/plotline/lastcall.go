package main

import (
	"context"
	"fmt"
	"strings"

	"plotline/graph"
	"plotline/internal/audit"
)

// clientFinding says when a client has last called, and what it read or wrote.
func (c *doctorCommand) clientFinding(ctx context.Context, s *settings, p *program) finding {
	f := finding{Check: "last call", State: well}
	rec, found := audit.NewCalls(c.file(p.dataDir)).Last(s.Workspace)
	if !found {
		f.State, f.Found = note, "no client has called yet, or the audit log does not say"
		f.Advice = "to connect one, run: plotline mcp --print-config; to make it record by itself: plotline rules"
		return f
	}
	f.Found = fmt.Sprintf("%s, %s", rec.Operation, minute(graph.TimeOf(rec.Time)))
	if rec.Actor != "" {
		f.Found += ", by " + oneLine(rec.Actor)
	}
	const most = 3
	ids := make([]graph.ID, 0, most)
	for _, id := range rec.IDs[:min(len(rec.IDs), most)] {
		ids = append(ids, graph.ID(id))
	}
	episodes, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) ([]graph.Episode, error) {
		return p.store.EpisodesByID(ctx, s.Workspace, ids, 1)
	})
	if err != nil || len(episodes) == 0 {
		return f
	}
	names := make([]string, len(episodes))
	for i, e := range episodes {
		names[i] = fmt.Sprintf("#%d “%s”", e.ID, cutEnd(oneLine(e.Name), 40))
	}
	f.Found += ": " + strings.Join(names, ", ")
	return f
}
