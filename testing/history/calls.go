package history

import (
	"context"
	"fmt"

	"plotline/graph"
	"plotline/internal/fault"
)

func (m *member) create(ctx context.Context, key string) (Event, error) {
	var made struct {
		ID      string `json:"episode_id"`
		Number  int64  `json:"id"`
		Created string `json:"created_at"`
	}
	e, err := m.call(ctx, Event{Kind: Create, Key: key}, "create_episode",
		map[string]any{"query": key, "reward": 0, "idempotency_key": key}, &made)
	if err != nil {
		return e, err
	}
	e.Episode, e.Number = made.ID, made.Number
	m.record(e)
	return e, nil
}

func (m *member) read(ctx context.Context, id string) error {
	var found struct {
		Reflection string
		Updated    string `json:"updated_at"`
	}
	e, err := m.call(ctx, Event{Kind: Read, Episode: id}, "get_episode", map[string]any{"episode_id": id}, &found)
	if err != nil {
		return err
	}
	e.Value, e.Is = found.Reflection, found.Updated
	m.record(e)
	if m.known != nil {
		m.known[id] = e
	}
	return nil
}

// update changes an episode if it has not changed since this client read it. Sometimes it reads the episode
// first.
func (m *member) update(ctx context.Context, id string) error {
	known, read := m.known[id]
	if !read || m.random.IntN(3) > 0 {
		if err := m.read(ctx, id); err != nil {
			return err
		}
		known = m.known[id]
	}
	value := fmt.Sprintf("client %d, %d", m.number, m.random.Int64())
	var now struct {
		Updated string `json:"updated_at"`
	}
	e, err := m.call(ctx, Event{Kind: Update, Episode: id, Value: value, Was: known.Is}, "update_episode",
		map[string]any{"episode_id": id, "reflection": value, "expected_updated_at": known.Is}, &now, fault.Conflict)
	if err != nil {
		return err
	}
	e.Is = now.Updated
	m.record(e)
	if !e.Refused {
		m.known[id] = e
	}
	return nil
}

func (m *member) add(ctx context.Context, edge Edge) error {
	var added struct {
		ID string `json:"relationship_id"`
	}
	e, err := m.call(ctx, Event{Kind: Add, Edge: edge}, "add_episode_relationship",
		map[string]any{"from_episode_id": edge.From, "to_episode_id": edge.To, "relationship_type": string(edge.Type)},
		&added, fault.AlreadyExists, fault.Cycle)
	if err != nil {
		return err
	}
	e.Relationship = added.ID
	m.record(e)
	if !e.Refused {
		m.seen = append(m.seen, e)
	}
	return nil
}

// remove removes a relationship that this client knows. Another client may have removed it.
func (m *member) remove(ctx context.Context) error {
	if len(m.seen) == 0 {
		return nil
	}
	at := m.random.IntN(len(m.seen))
	it := m.seen[at]
	m.seen = append(m.seen[:at], m.seen[at+1:]...)
	e, err := m.call(ctx, Event{Kind: Remove, Relationship: it.Relationship, Edge: it.Edge}, "remove_episode_relationship",
		map[string]any{"relationship_id": it.Relationship}, nil, fault.NotFound)
	if err == nil {
		m.record(e)
	}
	return err
}

func (m *member) look(ctx context.Context, id string) error {
	var page struct {
		Relationships []struct {
			ID   string
			To   string     `json:"to_episode_id"`
			Type graph.Type `json:"relationship_type"`
		}
	}
	e, err := m.call(ctx, Event{Kind: Look, Episode: id, Seen: map[string]Edge{}}, "get_episode_relationships",
		map[string]any{"episode_id": id, "direction": "outgoing"}, &page)
	if err != nil {
		return err
	}
	for _, r := range page.Relationships {
		e.Seen[r.ID] = Edge{id, r.To, r.Type}
		if len(m.seen) < size && m.random != nil && m.random.IntN(4) == 0 {
			m.seen = append(m.seen, Event{Relationship: r.ID, Edge: e.Seen[r.ID]})
		}
	}
	m.record(e)
	return nil
}

// survey reads all relationships of one type.
func (m *member) survey(ctx context.Context, kind graph.Type) error {
	var drawn struct{ Edges []struct{ From, To string } }
	e, err := m.call(ctx, Event{Kind: Survey}, "get_dependency_graph",
		map[string]any{"episode_ids": m.episodes, "relationship_types": []string{string(kind)}}, &drawn)
	if err != nil {
		return err
	}
	for _, edge := range drawn.Edges {
		e.Edges = append(e.Edges, Edge{edge.From, edge.To, kind})
	}
	m.record(e)
	return nil
}

func (m *member) order(ctx context.Context) error {
	var order struct {
		Cyclic bool `json:"has_cycles"`
	}
	e, err := m.call(ctx, Event{Kind: Survey}, "get_topological_order", map[string]any{"episode_ids": m.episodes}, &order)
	if err != nil {
		return err
	}
	e.Cyclic = order.Cyclic
	m.record(e)
	return nil
}
