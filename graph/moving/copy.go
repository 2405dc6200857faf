package moving

import (
	"context"
	"io"

	"plotline/graph"
	"plotline/graph/transfer"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// copyAll copies everything that the source has, as an export and an import do, and compares what both places have.
func (m *move) copyAll(ctx context.Context) error {
	ctx = graph.WithMove(ctx, m.arriving.Move)
	languages, err := m.from.Store.Languages(ctx, m.from.Workspace)
	if err == nil && !languages.Languages.None() {
		_, err = m.to.Store.UseLanguages(ctx, m.to.Workspace, languages.Languages)
	}
	if err != nil {
		return err
	}
	extent, err := m.from.Store.Extent(ctx, m.from.Workspace)
	if err != nil {
		return err
	}
	if err := m.transfer(ctx, extent.Episodes+extent.Relationships); err != nil {
		return err
	}
	if err := m.spend(ctx, extent.LastNumber); err != nil {
		return err
	}
	arrived, err := m.to.Store.Extent(ctx, m.to.Workspace)
	if err == nil && arrived != extent {
		err = fault.Newf(fault.Internal, "the copy has %+v, the workspace %+v", arrived, extent)
	}
	return err
}

// transfer exports the source into an import of the destination. It reports the progress of a total of items.
func (m *move) transfer(ctx context.Context, total int) error {
	from, to := graph.NewService(m.from.Store, m.runner), graph.NewService(m.to.Store, m.runner)
	defer from.Close()
	defer to.Close()
	r, w := io.Pipe()
	exported := make(chan struct{})
	go func() {
		defer close(exported)
		silent := usecase.WithProgress(ctx, func(context.Context, int, int, string) {})
		_, err := transfer.Export(silent, from, m.from.caller(), w)
		_ = w.CloseWithError(err) // the import ends with this error
	}()
	counting := usecase.WithProgress(ctx, func(_ context.Context, done, _ int, _ string) {
		usecase.Report(ctx, min(done, total), total, "copied")
	})
	_, err := transfer.JSONLines(counting, to, m.to.caller(), r)
	_ = r.CloseWithError(err) // the export ends too
	<-exported
	return err
}

// caller is who copies. Both places need the role of a writer, or less.
func (e End) caller() audit.Caller {
	return audit.Caller{Workspace: e.Workspace, Transport: "command", Role: access.Writer}
}

// spend makes the destination's counter reach the number that the source gave last, so that the number of a deleted
// episode is not given again. An episode of that number is created and deleted.
func (m *move) spend(ctx context.Context, last int64) error {
	id := graph.ID(idOf(m.leaving))
	_, err := m.to.Store.DeleteEpisode(ctx, m.to.Workspace, id) // of a run that was killed
	if err != nil && fault.CodeOf(err) != fault.NotFound {
		return err
	}
	numbers, err := m.to.Store.Numbers(ctx, m.to.Workspace)
	if err != nil || numbers.Last >= last {
		return err
	}
	e := graph.NewEpisode{Episode: graph.Episode{EpisodeID: id, ID: last, Query: "moved"}}
	if _, err := m.to.Store.CreateEpisodes(ctx, m.to.Workspace, graph.Batch{Episodes: []graph.NewEpisode{e}}); err != nil {
		return err
	}
	_, err = m.to.Store.DeleteEpisode(ctx, m.to.Workspace, id)
	return err
}
