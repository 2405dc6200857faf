package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"plotline/graph"
	"plotline/graph/sqlitestore"
	"plotline/internal/durable"
	"plotline/internal/fault"
)

// store checks the database and counts the contents of the workspace.
func (c *doctorCommand) store(ctx context.Context, s *settings, p *program) []finding {
	start := time.Now()
	seen, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Survey, error) { return p.store.Survey(ctx, s.Workspace) })
	f := finding{Check: "store", State: well, Found: describe(seen, time.Since(start))}
	switch {
	case err != nil:
		f.State, f.Found = bad, seen.Kind+" at "+strings.TrimSuffix(seen.Location, "/")
		f.Advice = storeAdvice(err)
		return append([]finding{f}, c.problems(ctx, seen.Problems)...)
	case seen.Schema == 0:
		f.Found = fmt.Sprintf("%s at %s, not made yet", seen.Kind, seen.Location)
		f.Advice = "the first call creates it"
		return []finding{f}
	case seen.Schema < seen.Latest:
		f.State, f.Advice = note, fmt.Sprintf("the next call migrates it to schema %d; make a backup first", seen.Latest)
	}
	counts := finding{
		Check: "graph", State: well,
		Found: countNoun(seen.Episodes, "episode") + " and " + countNoun(seen.Relationships, "relationship"),
	}
	problems := seen.Problems
	if f.State == well && seen.Miscounted() {
		problems = append([]graph.Problem{counterProblem(s, p, seen)}, problems...)
	}
	return append([]finding{f, counts}, c.problems(ctx, problems)...)
}

// problems reports what other programs have done to the database. With --repair it mends what can be mended. That may take
// longer than a call, because the database builds indexes of all that is there.
func (c *doctorCommand) problems(ctx context.Context, found []graph.Problem) []finding {
	all := make([]finding, len(found))
	for i, problem := range found {
		f := finding{Check: problem.Subject, State: note, Found: problem.Found, Advice: problem.Advice}
		if problem.Bad {
			f.State = bad
		}
		if c.Repair && problem.Repair != nil {
			if err := problem.Repair(ctx); err != nil {
				f.State, f.Advice = bad, storeAdvice(err)
			} else {
				f.State, f.Found, f.Advice = well, "made; it was so: "+problem.Found, ""
			}
		}
		all[i] = f
	}
	return all
}

// counterProblem describes a counter that is lost or wrong.
func counterProblem(s *settings, p *program, seen graph.Survey) graph.Problem {
	return graph.Problem{
		Subject: "counter",
		Found: fmt.Sprintf("%s and last number %d, not %d and %d",
			countNoun(seen.Counter.Episodes, "episode"), seen.Counter.Last, seen.Episodes, max(seen.Last, seen.Counter.Last)),
		Advice: "another program has deleted or changed it; to make it right, run: plotline doctor --repair",
		Repair: func(ctx context.Context) error { return p.store.Repair(ctx, s.Workspace, p.languages) },
	}
}

func describe(s graph.Survey, took time.Duration) string {
	return fmt.Sprintf("%s %s at %s, schema %d, answered in %s",
		s.Kind, s.Version, s.Location, s.Schema, took.Round(100*time.Microsecond))
}

// storeAdvice says what to do about a store that does not answer.
func storeAdvice(err error) string {
	reworded := inFlags(nil, fault.From(err))
	if reworded.Details == "" {
		return "unexpected error; --log-level=debug may show more"
	}
	return reworded.Details
}

// lostFindings reports processes that refuse every call, because their open file is no longer the store's.
func (s *settings) lostFindings(dir string) []finding {
	if s.usesNeo4j() {
		return nil
	}
	var all []finding
	path := filepath.Join(dir, databaseFile)
	for _, id := range sqlitestore.LostBy(path) {
		all = append(all, finding{
			Check: "process", State: bad, Found: fmt.Sprintf("%d refuses every call: %s is no longer the file that it opened", id, path),
			Advice: "the file was moved, deleted, replaced or overwritten; restart the process to use the file that is there now",
		})
	}
	return all
}

// lockFindings reports a process that is opening the store's file at this moment.
func (s *settings) lockFindings(dir string) []finding {
	path := filepath.Join(dir, databaseFile+".lock")
	if _, err := os.Stat(path); s.usesNeo4j() || err != nil {
		return nil
	}
	release, free, err := durable.TryLock(path)
	if err != nil {
		return []finding{{Check: "lock", State: bad, Found: path, Advice: "Plotline cannot open it; its owner must be the user who runs Plotline"}}
	}
	if !free {
		return []finding{{
			Check: "lock", State: note, Found: path + " is held",
			Advice: "another Plotline is opening the store; if this lasts longer than a few seconds, look for a process that hangs",
		}}
	}
	release()
	return nil
}

// clock checks this machine's clock, because ids and the order of lists depend on it.
func clock(now time.Time) finding {
	f := finding{Check: "clock", State: well, Found: now.UTC().Format(time.RFC3339)}
	if now.Year() < 2026 {
		f.State, f.Advice = bad, "it is years behind; set it, because Plotline orders episodes by it"
	}
	return f
}

// checkClock compares the clock with the newest episode.
func checkClock(ctx context.Context, p *program, now time.Time) finding {
	f := clock(now)
	newest, err := callUseCase[graph.ListEpisodesOutput](ctx, p, "list_episodes", url.Values{"limit": {"1"}})
	if err == nil && len(newest.Episodes) > 0 && newest.Episodes[0].CreatedAt.UTC().Sub(now) > time.Minute {
		f.State = note
		f.Advice = fmt.Sprintf("the newest episode is from %s: this clock is behind, or the clock of its writer was ahead",
			newest.Episodes[0].CreatedAt.UTC().Format(time.RFC3339))
	}
	return f
}

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
