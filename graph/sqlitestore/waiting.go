package sqlitestore

import (
	"context"
	"time"

	"plotline/graph"
)

// WaitingWorkspaces implements graph.Store.
func (s *Store) WaitingWorkspaces(ctx context.Context, model string, limit int) ([]string, error) {
	return read(ctx, s, func(q *session) ([]string, error) {
		return all(ctx, q, waitingWorkspaces, func(name *string) []any { return []any{name} }, model, limit), nil
	})
}

// ClaimTexts implements graph.Store.
func (s *Store) ClaimTexts(ctx context.Context, ws string, claim graph.Claim) ([]graph.Episode, error) {
	return write(ctx, s, func(q *session) ([]graph.Episode, error) {
		texts := []graph.Episode{}
		m := q.models(ctx, ws)
		if m.target().name != claim.Model {
			return texts, nil
		}
		now := claim.Now
		if now == 0 {
			now = graph.TimeOf(time.Now())
		}
		until := int64(now) + claim.Lasts.Microseconds()
		found := all(ctx, q, findWaiting, waitingFields, m.workspace, int64(now), until, claim.Limit)
		keys := make([]int64, len(found))
		for i, e := range found {
			keys[i], texts = e.key, append(texts, e.Episode)
		}
		q.exec(ctx, hold, m.workspace, list(keys), claim.Token, until)
		return texts, nil
	})
}

func waitingFields(e *stored) []any {
	return []any{&e.key, (*string)(&e.EpisodeID), &e.Name, &e.Query, &e.Reflection}
}

// PutVectors implements graph.Store.
func (s *Store) PutVectors(ctx context.Context, ws, token string, vectors []graph.EpisodeVector) (int, error) {
	return write(ctx, s, func(q *session) (int, error) {
		m, stored := q.models(ctx, ws), 0
		for _, v := range vectors {
			key := q.number(ctx, getHeld, m.workspace, string(v.EpisodeID), token)
			if key == 0 {
				continue
			}
			for part, vector := range v.Vectors {
				q.exec(ctx, insertVector, m.target().key, key, part, bytesOf(vector))
			}
			if len(v.Vectors) == 0 {
				q.exec(ctx, insertVector, m.target().key, key, noPart, []byte{})
			}
			q.exec(ctx, deleteWaiting, m.workspace, key)
			stored++
		}
		if stored > 0 {
			q.changeOver(ctx, m)
		}
		return stored, nil
	})
}

// noPart is the part of an episode that gets no vector.
const noPart = -1

// ReleaseTexts implements graph.Store.
func (s *Store) ReleaseTexts(ctx context.Context, ws, token string) error {
	return change(ctx, s, func(q *session) error {
		q.exec(ctx, letGo, ws, token)
		return nil
	})
}

// bytesOf encodes a vector for storage.
func bytesOf(v graph.Vector) []byte {
	out := make([]byte, len(v))
	for i, x := range v {
		out[i] = byte(x) //nolint:gosec // a signed byte is meant
	}
	return out
}

// vectorColumn scans what bytesOf writes.
type vectorColumn graph.Vector

// Scan implements sql.Scanner.
func (v *vectorColumn) Scan(src any) error {
	text, _ := src.([]byte)
	*v = make(vectorColumn, len(text))
	for i, x := range text {
		(*v)[i] = int8(x) //nolint:gosec // a signed byte is meant
	}
	return nil
}
