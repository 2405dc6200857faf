package moving

import (
	"context"

	"plotline/graph"
	"plotline/internal/fault"
)

// relationshipsAt returns relationships of an end, by id.
func relationshipsAt(ctx context.Context, at End, ids []graph.ID) (map[graph.ID]graph.Relationship, error) {
	list, err := at.Store.RelationshipsByID(ctx, at.Workspace, ids)
	return byID(list, func(r graph.Relationship) graph.ID { return r.ID }), err
}

// pairs reads relationships of both ends, first of the destination.
func (m *move) pairs(ctx context.Context, ids []graph.ID) (there, source map[graph.ID]graph.Relationship, err error) {
	if there, err = relationshipsAt(ctx, m.to, ids); err == nil {
		source, err = relationshipsAt(ctx, m.from, ids)
	}
	return there, source, err
}

// removeRelationships removes what the source does not have, or has as another relationship.
func (m *move) removeRelationships(ctx context.Context, ids []graph.ID) error {
	there, source, err := m.pairs(ctx, ids)
	if err != nil {
		return err
	}
	return inParallel(ids, func(id graph.ID) error {
		want, have := source[id], there[id]
		if have.ID != id || want.From == have.From && want.To == have.To && want.Type == have.Type && want.CreatedAt == have.CreatedAt {
			return nil
		}
		err := m.to.Store.RemoveRelationship(ctx, m.to.Workspace, id)
		if fault.CodeOf(err) == fault.NotFound {
			return nil
		}
		return err
	})
}

func (m *move) applyRelationships(ctx context.Context, ids []graph.ID) error {
	there, source, err := m.pairs(ctx, ids)
	if err != nil {
		return err
	}
	var absent []graph.Relationship
	for _, id := range ids {
		if source[id].ID == id && there[id].ID != id {
			absent = append(absent, source[id])
		}
	}
	err = inParallel(ids, func(id graph.ID) error {
		want, have := source[id], there[id]
		if want.ID != id || have.ID != id || have.Equal(want) {
			return nil
		}
		change := graph.RelationshipChange{Strength: &want.Strength, Metadata: &want.Metadata}
		_, err := m.to.Store.UpdateRelationship(ctx, m.to.Workspace, id, change)
		return err
	})
	if err != nil {
		return err
	}
	return m.add(ctx, absent)
}

func (m *move) add(ctx context.Context, absent []graph.Relationship) error {
	_, err := m.to.Store.AddRelationships(ctx, m.to.Workspace, absent)
	switch {
	case err == nil:
		return nil
	case len(absent) > 1 && smaller(ctx, err):
		half := len(absent) / 2
		if err := m.add(ctx, absent[:half]); err != nil {
			return err
		}
		return m.add(ctx, absent[half:])
	case len(absent) > 1 || !rejected(err):
		return err
	}
	m.deferred = append(m.deferred, graph.JournalEntry{ID: absent[0].ID, Relationship: true})
	return nil
}
