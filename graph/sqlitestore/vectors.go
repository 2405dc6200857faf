package sqlitestore

import (
	"context"

	"plotline/graph"
)

// models are the models of a workspace. A model with key 0 and name "" is none.
type models struct {
	workspace int64
	episodes  int
	use, next model
}

type model struct {
	key  int64
	name string
}

func modelsFields(m *models) []any {
	return []any{&m.workspace, &m.episodes, &m.use.key, &m.use.name, &m.next.key, &m.next.name}
}

// target returns the model whose vectors are wanted.
func (m models) target() model {
	if m.next.key != 0 {
		return m.next
	}
	return m.use
}

func (q *session) models(ctx context.Context, ws string) models {
	m, _ := first(ctx, q, getModels, modelsFields, ws)
	return m
}

func (q *session) embeddings(ctx context.Context, m models) graph.Embeddings {
	return graph.Embeddings{
		Model: m.use.name, Next: m.next.name,
		Waiting: int(q.number(ctx, countWaiting, m.workspace)), Vectors: int(q.number(ctx, countEmbedded, m.use.key)),
	}
}

// Embeddings implements graph.Store.
func (s *Store) Embeddings(ctx context.Context, ws string) (graph.Embeddings, error) {
	return read(ctx, s, func(q *session) (graph.Embeddings, error) {
		return q.embeddings(ctx, q.models(ctx, ws)), nil
	})
}

// UseModel implements graph.Store.
func (s *Store) UseModel(ctx context.Context, ws, name string, replace bool) (graph.Embeddings, error) {
	return write(ctx, s, func(q *session) (graph.Embeddings, error) {
		m := q.models(ctx, ws)
		switch {
		case m.use.name == name && replace && m.next.key != 0:
			q.deleteModel(ctx, m.next)
			m.next = model{}
			q.setModels(ctx, m)
		case m.use.name == name || m.next.name == name:
		case m.use.key == 0:
			if m.workspace == 0 {
				m.workspace = q.insert(ctx, insertWorkspace, ws)
			}
			m.use = q.newModel(ctx, name)
			q.setModels(ctx, m)
		case replace:
			q.deleteModel(ctx, m.next)
			m.next = q.newModel(ctx, name)
			q.setModels(ctx, m)
			m = q.changeOver(ctx, m)
		default:
			return graph.Embeddings{}, graph.OtherModel(ws, m.use.name, name)
		}
		return q.embeddings(ctx, m), nil
	})
}

func (q *session) newModel(ctx context.Context, name string) model {
	return model{q.insert(ctx, insertModel, name), name}
}

// deleteModel deletes a model with its vectors.
func (q *session) deleteModel(ctx context.Context, m model) {
	q.exec(ctx, deleteVectorsOf, m.key)
	q.exec(ctx, deleteModel, m.key)
}

// setModels stores the models of a workspace. Every episode without a vector of the target model then waits for one.
func (q *session) setModels(ctx context.Context, m models) {
	q.exec(ctx, setModels, m.workspace, m.use.key, m.next.key)
	q.exec(ctx, stopWaiting, m.workspace)
	q.exec(ctx, waitAll, m.workspace, m.target().key)
}

// changeOver makes the next model the one in use, once no episode waits for its vector.
func (q *session) changeOver(ctx context.Context, m models) models {
	if m.next.key == 0 || q.number(ctx, isWaiting, m.workspace) != 0 {
		return m
	}
	q.deleteModel(ctx, m.use)
	m.use, m.next = m.next, model{}
	q.exec(ctx, setModels, m.workspace, m.use.key, 0)
	return m
}

// dropVectors deletes the vectors of an episode that is being deleted. It no longer waits for one either.
func (q *session) dropVectors(ctx context.Context, ws string, n node) {
	q.exec(ctx, deleteVectors, n.key)
	if q.exec(ctx, deleteWaiting, n.workspace, n.key) > 0 {
		q.changeOver(ctx, q.models(ctx, ws))
	}
}
