package graph

import "context"

// ClientCall is a call that a client made over MCP or REST and that succeeded.
type ClientCall struct {
	At        Time         `json:"at" format:"date-time"`
	Client    string       `json:"client,omitempty" doc:"Name of the token, or what the client calls itself"`
	Operation string       `json:"operation"`
	Episode   *CallEpisode `json:"episode,omitempty" doc:"The first that it names or found and that still exists"`
}

// CallEpisode is an episode that a call names or found.
type CallEpisode struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// lastCall returns the newest call of a client in a workspace, or nil if the audit log has none.
func (s *Service) lastCall(ctx context.Context, ws string) (*ClientCall, error) {
	rec, found := s.runner.Audit.LastCall(ws)
	if !found {
		return nil, nil //nolint:nilnil // no call is no failure
	}
	call := &ClientCall{At: TimeOf(rec.Time), Client: rec.Actor, Operation: rec.Operation}
	if len(rec.IDs) == 0 {
		return call, nil
	}
	ids := make([]ID, len(rec.IDs))
	for i, id := range rec.IDs {
		ids[i] = ID(id)
	}
	episodes, err := s.episodesByID(ctx, ws, unique(ids), onlyNames)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if e, exists := episodes[id]; exists {
			call.Episode = &CallEpisode{e.ID, e.Name}
			break
		}
	}
	return call, nil
}

// LastCallMark returns a mark that changes with each call of a client in a workspace. It writes no audit record.
func (s *Service) LastCallMark(_ context.Context, ws string) (string, error) {
	rec, _ := s.runner.Audit.LastCall(ws)
	return rec.Time.String(), nil
}
