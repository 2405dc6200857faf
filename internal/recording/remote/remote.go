// Package remote is a Plotline server as the recorder sees it: episodes go there over REST, into the workspace of a token. Recorders
// on other machines write to the same workspace and learn from each other.
//
// What others may be told of an episode stands in its metadata, which agents cannot change: see recorder.Publish. The server adds
// the name of the token.
package remote

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
)

// Memory implements recorder.Memory. It is safe for concurrent use.
type Memory struct {
	server *server
	person string
}

// New returns the server that settings name. It opens nothing. The token is read when it is needed, so that a new one counts at once.
func New(s spool.Settings) *Memory {
	return &Memory{server: newServer(s.Address, s.TokenFile), person: s.Person}
}

// Close closes idle connections.
func (m *Memory) Close() { m.server.client.CloseIdleConnections() }

// tagOf returns the tag of the project whose workspace on this machine has a name such as shop-1a2b3c4d.
func tagOf(workspace string) string {
	name := workspace
	if i := strings.LastIndexByte(workspace, '-'); i > 0 && len(workspace)-i == len("-1a2b3c4d") && strings.Trim(workspace[i+1:], "0123456789abcdef") == "" {
		name = workspace[:i]
	}
	return "project:" + name
}

// episode is an episode in requests and replies.
type episode struct {
	ID         string          `json:"episode_id,omitempty"`
	Name       string          `json:"name"`
	Query      string          `json:"query"`
	Reflection string          `json:"reflection"`
	Reward     float64         `json:"reward"`
	Tags       []string        `json:"tags"`
	Metadata   json.RawMessage `json:"metadata"`
	CreatedAt  *time.Time      `json:"created_at,omitempty"`
	UpdatedAt  *time.Time      `json:"updated_at,omitempty"`
	Key        string          `json:"idempotency_key,omitempty"`
	Expected   *time.Time      `json:"expected_updated_at,omitempty"`
	Own        bool            `json:"own,omitempty"`
}

// outgoing returns an episode as the server stores it.
func (m *Memory) outgoing(workspace string, e recorder.Episode) episode {
	out := episode{Name: e.Name, Query: e.Query, Reflection: e.Reflection, Reward: e.Reward, Tags: slices.Clone(e.Tags)}
	if tag := tagOf(workspace); !slices.Contains(out.Tags, tag) {
		out.Tags = append(out.Tags, tag)
	}
	out.Metadata = recorder.Publish(e, m.person)
	return out
}

// incoming returns an episode as the recorder wrote it.
func (m *Memory) incoming(workspace string, e episode) recorder.Stored {
	there := recorder.Stored{ID: e.ID, Episode: recorder.Episode{
		Name: e.Name, Query: e.Query, Reflection: e.Reflection, Reward: e.Reward,
		Tags: slices.DeleteFunc(e.Tags, func(tag string) bool { return tag == tagOf(workspace) }),
	}}
	if e.CreatedAt != nil {
		there.CreatedAt = e.CreatedAt.UTC()
	}
	if e.UpdatedAt != nil {
		there.UpdatedAt = e.UpdatedAt.UTC()
	}
	there.Metadata = e.Metadata
	return recorder.Published(there, m.person, e.Own)
}

// Create implements recorder.Memory.
func (m *Memory) Create(ctx context.Context, workspace string, e recorder.Episode) (string, error) {
	in := m.outgoing(workspace, e)
	in.Key, in.CreatedAt = e.Key, &e.CreatedAt
	var made episode
	err := m.server.call(ctx, http.MethodPost, "episodes", in, &made)
	return made.ID, err
}

// Read implements recorder.Memory.
func (m *Memory) Read(ctx context.Context, workspace, id string) (recorder.Stored, error) {
	var e episode
	err := m.server.call(ctx, http.MethodGet, "episodes/"+url.PathEscape(id), nil, &e)
	return m.incoming(workspace, e), err
}

// Update implements recorder.Memory.
func (m *Memory) Update(ctx context.Context, workspace string, e recorder.Stored) (time.Time, error) {
	in := m.outgoing(workspace, e.Episode)
	in.Expected = &e.UpdatedAt
	var now episode
	if err := m.server.call(ctx, http.MethodPatch, "episodes/"+url.PathEscape(e.ID), in, &now); err != nil || now.UpdatedAt == nil {
		return time.Time{}, err
	}
	return now.UpdatedAt.UTC(), nil
}

// Relate implements recorder.Memory.
func (m *Memory) Relate(ctx context.Context, _ string, l recorder.Link) error {
	return m.server.call(ctx, http.MethodPost, "relationships", map[string]any{
		"from_episode_id": l.From, "to_episode_id": l.To, "relationship_type": l.Type, "strength": l.Strength,
	}, nil)
}

// Delete implements recorder.Memory.
func (m *Memory) Delete(ctx context.Context, _, id string) error {
	return m.server.call(ctx, http.MethodDelete, "episodes/"+url.PathEscape(id), nil, nil)
}

// askedText is how much of a prompt is sent, in characters. Most prompts say there what they are about.
const askedText = 300

// Recall implements recorder.Memory.
func (m *Memory) Recall(ctx context.Context, workspace, prompt string, most int) ([]recorder.Stored, error) {
	var out struct{ Episodes []episode }
	err := m.server.call(ctx, http.MethodPost, "recall/recorded", map[string]any{
		"query": clip.Runes(prompt, askedText), "limit": most, "boost_tags": []string{tagOf(workspace)},
	}, &out)
	near := make([]recorder.Stored, len(out.Episodes))
	for i, e := range out.Episodes {
		near[i] = m.incoming(workspace, e)
	}
	return near, err
}

// Shared implements recorder.Memory.
func (*Memory) Shared() bool { return true }

// Check implements recorder.Memory. It also reports a token that may read only.
func (m *Memory) Check(ctx context.Context) error {
	role, err := m.server.role(ctx)
	if err != nil {
		return err
	}
	if role != "" && !slices.Contains([]string{"writer", "admin"}, role) {
		return fault.Newf(fault.PermissionDenied, "%s does not let this token write: its role is %s. Recording needs a token with the role writer.",
			m.server.host(), role)
	}
	return nil
}
