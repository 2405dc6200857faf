package recorded_test

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/recorded"
	"plotline/graph/sqlitestore"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/recording/recorder"
	"plotline/internal/usecase"
)

const ws = "shop-1a2b3c4d"

func newMemory(t *testing.T, languages ...string) (*recorded.Memory, *sqlitestore.Store) {
	t.Helper()
	store := sqlitestore.New(filepath.Join(t.TempDir(), "graph.db"))
	runner := &usecase.Runner{Timeout: time.Minute, Logger: slog.New(slog.DiscardHandler)}
	service := graph.NewService(store, runner)
	m := recorded.New(recorded.Config{
		Service: service, Store: store, Runner: runner, Caller: audit.Caller{Actor: "ada", Role: access.Admin}, Languages: languages,
	})
	t.Cleanup(func() {
		m.Close()
		service.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return m, store
}

var cart = recorder.Episode{
	Key: "rec1:claude-code:s:1", Name: "Make the cart safe", Query: "Make the cart safe for concurrent use", Reflection: "Changed cart/store.go.",
	Reward: 0.5, Tags: []string{recorded.Tag, "claude-code"}, Metadata: []byte(`{"recording":{"v":1}}`),
	CreatedAt: time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC),
}

// TestMemory checks what the recorder relies on.
func TestMemory(t *testing.T) {
	t.Parallel()
	m, _ := newMemory(t)
	ctx := t.Context()
	id, err := m.Create(ctx, ws, cart)
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.Create(ctx, ws, cart)
	if err != nil || again != id {
		t.Errorf("a repeated create returns %s, %v; want %s", again, err, id)
	}
	other := cart
	other.Reward = -0.5
	_, err = m.Create(ctx, ws, other)
	if fault.CodeOf(err) != fault.Conflict || fault.From(err).Extra["episode_id"] != graph.ID(id) {
		t.Errorf("another content with the key: %v, %v", err, fault.From(err).Extra)
	}
	there, err := m.Read(ctx, ws, id)
	if err != nil || there.Name != cart.Name || there.Reflection != cart.Reflection || string(there.Metadata) != string(cart.Metadata) || !there.CreatedAt.Equal(cart.CreatedAt) {
		t.Errorf("read %+v, %v", there, err)
	}
	next := there
	next.Reward, next.Reflection = -0.5, ""
	at, err := m.Update(ctx, ws, next)
	if err != nil || !at.After(there.UpdatedAt) {
		t.Errorf("updated at %s, %v", at, err)
	}
	if _, err := m.Update(ctx, ws, next); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("an update of an earlier state: %v", err)
	}
	if now, err := m.Read(ctx, ws, id); err != nil || now.Reward != -0.5 || now.Reflection != "" || !now.UpdatedAt.Equal(at) {
		t.Errorf("read %+v, %v", now, err)
	}
	other.Key = "rec1:claude-code:s:2"
	second, err := m.Create(ctx, ws, other)
	if err != nil {
		t.Fatal(err)
	}
	link := recorder.Link{From: id, To: second, Type: "follows", Strength: 0.5}
	if err := m.Relate(ctx, ws, link); err != nil {
		t.Error(err)
	}
	if err := m.Relate(ctx, ws, link); fault.CodeOf(err) != fault.AlreadyExists {
		t.Errorf("a second relationship: %v", err)
	}
	if err := m.Delete(ctx, ws, id); err != nil {
		t.Error(err)
	}
	if _, err := m.Read(ctx, ws, id); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("read what is deleted: %v", err)
	}
}

// TestLanguages checks that a new workspace gets the person's languages, and that one with languages keeps its own.
func TestLanguages(t *testing.T) {
	t.Parallel()
	m, store := newMemory(t, "english", "german")
	ctx := t.Context()
	if _, err := store.UseLanguages(ctx, "old", "french"); err != nil {
		t.Fatal(err)
	}
	for workspace, want := range map[string]string{ws: "english german", "old": "french"} {
		if _, err := m.Create(ctx, workspace, cart); err != nil {
			t.Fatal(err)
		}
		if now, err := store.Languages(ctx, workspace); err != nil || string(now.Languages) != want {
			t.Errorf("%s has %q, %v; want %q", workspace, now.Languages, err, want)
		}
	}
}
