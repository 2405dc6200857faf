package graph_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// counting is a sink that counts, and returns refuse for episodes.
type counting struct {
	graph.Exported
	refuse error
}

func (c *counting) Episode(graph.NewEpisode) error {
	c.Episodes++
	return c.refuse
}

func (c *counting) Relationship(graph.Relationship) error {
	c.Relationships++
	return nil
}

// TestExport checks that an export is one operation in the audit log, and reports its progress.
func TestExport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if _, err := w.Import(t.Context(), by, imported()); err != nil {
		t.Fatal(err)
	}
	w.records(t)
	var reports [][2]int
	ctx := usecase.WithProgress(t.Context(), func(_ context.Context, done, total int, _ string) { reports = append(reports, [2]int{done, total}) })
	sink := &counting{}
	done, err := w.Export(ctx, by, sink)
	if want := (graph.Exported{Episodes: 2, Relationships: 1}); err != nil || done != want || sink.Exported != want {
		t.Errorf("Export = %+v, %v; handed over %+v", done, err, sink.Exported)
	}
	same(t, "progress", [][2]int{{2, 3}, {3, 3}}, reports)
	records := w.records(t)
	if last := records[len(records)-1]; last.Operation != "export" || last.Outcome != "ok" {
		t.Errorf("records %+v", records)
	}
	full := fault.New(fault.Unavailable, "full")
	if _, err := w.Export(t.Context(), by, &counting{refuse: full}); !errors.Is(err, full) {
		t.Errorf("a sink that fails: %v", err)
	}
}

// meanwhile is a sink that calls write at the first episode.
type meanwhile struct {
	counting

	write func()
}

func (m *meanwhile) Episode(e graph.NewEpisode) error {
	if m.Episodes == 0 {
		m.write()
	}
	return m.counting.Episode(e)
}

// TestExportDuringWrites checks that no relationship is exported with an episode that was written too late for the export.
func TestExportDuringWrites(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := imported()
	early := [2]graph.ID{graph.NewID(), graph.NewID()} // before the id of the last relationship
	in.Relationships[0].ID = graph.NewID()
	if _, err := w.Import(t.Context(), by, in); err != nil {
		t.Fatal(err)
	}
	sink := &meanwhile{write: func() {
		a, late := in.Episodes[0].EpisodeID, graph.NewID()
		_, err := w.Import(t.Context(), by, graph.Import{
			Episodes: []graph.NewEpisode{{Episode: graph.Episode{EpisodeID: late, ID: 20, Name: "late", Query: "late", CreatedAt: 5, UpdatedAt: 5}}},
			Relationships: []graph.Relationship{
				{ID: early[0], From: a, To: late, Type: graph.Causes, Strength: 0.5, CreatedAt: 6},
				{ID: early[1], From: late, To: a, Type: graph.RelatedTo, Strength: 0.5, CreatedAt: 6},
			},
		})
		if err != nil {
			t.Error(err)
		}
	}}
	done, err := w.Export(t.Context(), by, sink)
	if want := (graph.Exported{Episodes: 2, Relationships: 1}); err != nil || done != want || sink.Exported != want {
		t.Errorf("Export = %+v, %v; handed over %+v", done, err, sink.Exported)
	}
}

// slow is a store whose pages take some time, or never return.
type slow struct {
	graph.Store
	takes time.Duration
}

func (s slow) EpisodePage(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(s.takes):
		page.Limit = 1
		return s.Store.EpisodePage(ctx, ws, page)
	}
}

// TestLimitAppliesToPages checks that an export may take longer than a call, but none of its pages may.
func TestLimitAppliesToPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := graphtest.NewModel()
		runner := &usecase.Runner{Timeout: time.Minute, Logger: slog.New(slog.DiscardHandler)}
		if _, err := graph.NewService(store, runner).Import(t.Context(), by, imported()); err != nil {
			t.Fatal(err)
		}
		for takes, want := range map[time.Duration]fault.Code{45 * time.Second: "", 2 * time.Minute: fault.Timeout} {
			_, err := graph.NewService(slow{store, takes}, runner).Export(t.Context(), by, &counting{})
			if fault.CodeOf(err) != want {
				t.Errorf("pages of %s: %v, want %q", takes, err, want)
			}
		}
	})
}
