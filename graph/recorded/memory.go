// Package recorded is the graph as the recorder sees it: where the episodes of agents' tasks go, and what is asked about
// them at prompts.
package recorded

import (
	"context"
	"sync"
	"time"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/meaning"
	"plotline/internal/audit"
	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/recording/recorder"
	"plotline/internal/usecase"
)

// Tag is the tag of every episode that the recorder writes.
const Tag = "recorded"

// Transport is the transport of the recorder's calls in audit records.
const Transport = "recorder"

// Config is what a Memory needs.
type Config struct {
	Service *graph.Service // writes
	Store   graph.Store
	Runner  *usecase.Runner
	Caller  audit.Caller     // whose workspace does not matter
	Model   meaning.Embedder // nil: prompts are compared by words alone
	// Languages are those of workspaces that get their first episode, if any.
	Languages []string
}

// Memory implements recorder.Memory. It is safe for concurrent use.
type Memory struct {
	Config

	words *graph.Service

	mu    sync.Mutex
	meant *graph.Service // searches by meaning, too; nil until the model is loaded
	warms bool           // the model is being loaded
	idle  *time.Timer
}

// New returns a memory. It loads no model yet.
func New(c Config) *Memory {
	c.Caller.Transport = Transport
	return &Memory{Config: c, words: graph.NewService(c.Store, c.Runner)}
}

// Close releases what searches hold. It closes neither the service nor the model.
func (m *Memory) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.idle != nil {
		m.idle.Stop()
	}
	m.words.Close()
	if m.meant != nil {
		m.meant.Close()
	}
}

func (m *Memory) in(workspace string) audit.Caller {
	by := m.Caller
	by.Workspace, by.Workspaces = workspace, nil
	return by
}

// Create implements recorder.Memory. The first episode of a workspace gives it its languages.
func (m *Memory) Create(ctx context.Context, workspace string, e recorder.Episode) (string, error) {
	if err := m.speak(ctx, workspace); err != nil {
		return "", err
	}
	at := graph.TimeOf(e.CreatedAt)
	made, err := m.Service.CreateEpisode(ctx, m.in(workspace), graph.CreateEpisodeInput{
		Query: e.Query, Reward: e.Reward, Name: e.Name, Reflection: e.Reflection, Tags: e.Tags, Metadata: input.Object(e.Metadata),
		CreatedAt: &at, IdempotencyKey: e.Key,
	})
	return string(made.EpisodeID), err
}

// speak gives a workspace without languages those of the configuration.
func (m *Memory) speak(ctx context.Context, workspace string) error {
	languages, err := analysis.LanguagesOf(m.Languages...)
	if err != nil || languages.None() { // a wrong name in the settings must not hold episodes back
		return nil //nolint:nilerr // as said
	}
	now, err := m.Store.Languages(ctx, workspace)
	if err == nil && now.Languages.None() {
		_, err = m.Store.UseLanguages(ctx, workspace, languages)
	}
	return err
}

// Read implements recorder.Memory.
func (m *Memory) Read(ctx context.Context, workspace, id string) (recorder.Stored, error) {
	out, err := m.Service.GetEpisode(ctx, m.in(workspace), graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(id)})
	return stored(out.EpisodeOutput), err
}

func stored(e graph.EpisodeOutput) recorder.Stored {
	return recorder.Stored{
		ID: string(e.EpisodeID), Serial: e.ID, UpdatedAt: e.UpdatedAt.UTC(),
		Episode: recorder.Episode{
			Name: e.Name, Query: e.Query, Reflection: e.Reflection, Reward: e.Reward, Tags: e.Tags,
			Metadata: []byte(e.Metadata), CreatedAt: e.CreatedAt.UTC(),
		},
	}
}

// Update implements recorder.Memory.
func (m *Memory) Update(ctx context.Context, workspace string, e recorder.Stored) (time.Time, error) {
	expected := graph.TimeOf(e.UpdatedAt)
	out, err := m.Service.UpdateEpisode(ctx, m.in(workspace), graph.UpdateEpisodeInput{
		EpisodeID: graph.EpisodeRef(e.ID), Name: &e.Name, Query: &e.Query, Reflection: &e.Reflection, Reward: &e.Reward,
		Tags: e.Tags, Metadata: input.Object(e.Metadata), ExpectedUpdatedAt: &expected,
	})
	return out.UpdatedAt.UTC(), err
}

// Relate implements recorder.Memory.
func (m *Memory) Relate(ctx context.Context, workspace string, l recorder.Link) error {
	_, err := m.Service.AddRelationship(ctx, m.in(workspace), graph.AddRelationshipInput{
		FromEpisodeID: graph.EpisodeRef(l.From), ToEpisodeID: graph.EpisodeRef(l.To), RelationshipType: graph.Type(l.Type),
		Strength: l.Strength,
	})
	return err
}

// Delete implements recorder.Memory.
func (m *Memory) Delete(ctx context.Context, workspace, id string) error {
	_, err := m.Service.DeleteEpisode(ctx, m.in(workspace), graph.DeleteEpisodeInput{EpisodeID: graph.EpisodeRef(id)})
	return err
}

const (
	// askedText is how much of a prompt is compared, in characters. Most prompts say there what they are about. Among 100,000
	// episodes, words alone take 0.03 s for 8 words, 0.06 s for 25 and 0.14 s for 80.
	askedText = 300
	// mostBytes is the largest reply of a recall.
	mostBytes = 64 << 10
	// idleTime is how long the model stays loaded after the last prompt.
	idleTime = 10 * time.Minute
	// warmTime is how long loading the model may take.
	warmTime = 2 * time.Minute
)

// Recall implements recorder.Memory. It compares words alone until the model is loaded, which the first prompt starts. Episodes that
// the recorder did not write are among the results: a filter would double the time, and the recorder knows its own.
func (m *Memory) Recall(ctx context.Context, workspace, prompt string, most int) ([]recorder.Stored, error) {
	in := graph.RecallInput{Query: clip.Runes(prompt, askedText), Limit: most, MaxBytes: mostBytes}
	out, err := m.searching(ctx, workspace, in).Recall(ctx, m.in(workspace), in)
	if err != nil {
		return nil, err
	}
	model := ""
	if m.Model != nil {
		model = m.Model.ID()
	}
	var near []recorder.Stored
	for _, found := range graph.Closest(out.Episodes, model) {
		e, err := m.Read(ctx, workspace, string(found.EpisodeID))
		if fault.CodeOf(err) == fault.NotFound { // deleted meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		near = append(near, e)
	}
	return near, nil
}

// Shared implements recorder.Memory. Machines that share a Neo4j do not tell each other's lines.
func (m *Memory) Shared() bool { return false }

// Check implements recorder.Memory.
func (m *Memory) Check(ctx context.Context) error {
	_, err := m.Service.Status(ctx)
	return err
}

// searching returns the service that answers a prompt.
func (m *Memory) searching(ctx context.Context, workspace string, in graph.RecallInput) *graph.Service {
	if m.Model == nil {
		return m.words
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.idle == nil {
		m.idle = time.AfterFunc(idleTime, m.rest)
	}
	m.idle.Reset(idleTime)
	if m.meant != nil {
		return m.meant
	}
	if !m.warms {
		m.warms = true
		go m.warm(context.WithoutCancel(ctx), workspace, in)
	}
	return m.words
}

// warm loads the model by a first search. The service is the recorder's own, so that a prompt that could not wait for the
// model does not keep other recalls from asking it.
func (m *Memory) warm(ctx context.Context, workspace string, in graph.RecallInput) {
	ctx, cancel := context.WithTimeout(ctx, warmTime)
	defer cancel()
	quiet := *m.Runner
	quiet.Timeout = warmTime
	s := graph.NewService(m.Store, &quiet, graph.WithMeaning(m.Model, func() {}))
	out, err := s.Recall(ctx, m.in(workspace), in)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.warms = false
	if err == nil && out.Meaning == "on" {
		m.meant = s
		return
	}
	s.Close()
}

// rest frees the model after idleTime without a prompt. Others that use it load it again.
func (m *Memory) rest() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.meant != nil {
		m.meant.Close()
		m.meant = nil
		m.Model.Close()
	}
}

// Warm reports whether prompts are compared by meaning, too.
func (m *Memory) Warm() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.meant != nil
}
