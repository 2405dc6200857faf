package moving

import (
	"context"
	"slices"
	"time"

	"plotline/graph"
	"plotline/internal/usecase"
)

// copy copies everything that the source has. What changes meanwhile is in the journal.
func (m *move) copy(ctx context.Context) error {
	extent, arrived, err := m.extents(ctx)
	if err != nil {
		return err
	}
	if arrived.LastNumber > 0 { // by a run that was killed; the source may have deleted some of it
		if err := m.pages(ctx, m.to, arrived, 0); err != nil {
			return err
		}
	}
	return m.pages(ctx, m.from, extent, extent.Episodes+extent.Relationships)
}

// pages applies all that one of the ends has. total is for the progress; 0 reports none.
func (m *move) pages(ctx context.Context, of End, extent graph.Extent, total int) error {
	done := 0
	report := func(n int) {
		if done += n; total > 0 {
			usecase.Report(ctx, min(done, total), total, "entries")
		}
	}
	for page := (graph.Page[int64]{UpTo: extent.LastNumber, Limit: pageItems}); ; {
		list, err := of.Store.EpisodePage(ctx, of.Workspace, page)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			break
		}
		entries := make([]graph.JournalEntry, len(list))
		for i, e := range list {
			if e.Unreadable != nil {
				return e.Unreadable
			}
			entries[i] = graph.JournalEntry{ID: e.EpisodeID}
		}
		if err := m.apply(ctx, entries); err != nil {
			return err
		}
		page.After = list[len(list)-1].ID
		report(len(list))
	}
	for page := (graph.Page[graph.ID]{UpTo: extent.LastRelationship, Limit: pageItems}); ; {
		list, err := of.Store.RelationshipPage(ctx, of.Workspace, page)
		if err != nil || len(list) == 0 {
			return err
		}
		entries := make([]graph.JournalEntry, len(list))
		for i, r := range list {
			if r.Unreadable != nil {
				return r.Unreadable
			}
			entries[i] = graph.JournalEntry{ID: r.ID, Relationship: true}
		}
		if err := m.apply(ctx, entries); err != nil {
			return err
		}
		page.After = list[len(list)-1].ID
		report(len(list))
	}
}

// catchUp applies the journal of a source that accepts writes, until little is left of it.
func (m *move) catchUp(ctx context.Context) error {
	m.step("follow")
	return m.follow(ctx, short)
}

// follow applies the journal until fewer entries than few are left. 0 is for a closed source: all are applied.
func (m *move) follow(ctx context.Context, few int) error {
	for began := time.Now(); ; {
		if few > 0 && time.Since(began) > patience {
			return errTooFast
		}
		entries, err := m.from.Store.Journal(ctx, m.from.Workspace, journalItems)
		if err != nil {
			return err
		}
		if len(entries) == 0 && (len(m.deferred) == 0 || few > 0) {
			return nil
		}
		before := len(m.deferred)
		if err := m.apply(ctx, entries); err != nil {
			return err
		}
		if len(entries) == 0 && len(m.deferred) >= before {
			return errNoProgress
		}
		m.step("drop")
		if err := m.from.Store.DropJournal(ctx, m.from.Workspace, entries); err != nil {
			return err
		}
		m.done.Journal += len(entries)
		if len(entries) < few {
			return nil
		}
	}
}

// journalItems is the number of entries that are applied at once.
const journalItems = 1000

// unique returns the ids of a kind, each once.
func unique(entries []graph.JournalEntry, relationships bool) []graph.ID {
	var ids []graph.ID
	for _, e := range entries {
		if e.Relationship == relationships {
			ids = append(ids, e.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
