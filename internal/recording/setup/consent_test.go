package setup

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"plotline/internal/recording/spool"
)

// TestConsent gives consent, keeps what the person has set, ends the time of off, and takes consent back with the last client.
func TestConsent(t *testing.T) {
	config := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config) // Linux
	t.Setenv("HOME", config)            // macOS
	t.Setenv("AppData", config)         // Windows
	ctx, data := t.Context(), t.TempDir()
	began := time.UnixMilli(1_790_000_000_000)
	to := Destination{Store: "embedded", DataDir: data, Languages: []string{"english", "german"}}
	if err := spool.ChangeSkipped(ctx, data, func(s *spool.Skipped) { s.Spans = []spool.Span{{From: 5}} }); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := to.Allow(ctx, began); err != nil {
			t.Fatal(err)
		}
		began = began.Add(time.Hour)
	}
	s, err := spool.ReadSettings()
	if err != nil || !s.Records(began) || !to.Consents(s) || len(s.Person) < 26 || s.Since != 1_790_000_000_000 || !slices.Equal(s.Languages, to.Languages) {
		t.Errorf("%+v, %v", s, err)
	}
	if skipped, err := spool.ReadSkipped(data); err != nil || len(skipped.Spans) != 1 || skipped.Spans[0].To != 1_790_000_000_000 {
		t.Errorf("%+v, %v", skipped, err)
	}
	other := Destination{Store: "neo4j", DataDir: data, Address: "bolt://db", Languages: []string{"french"}}
	if err := other.Allow(ctx, began); err != nil {
		t.Fatal(err)
	}
	next, err := spool.ReadSettings()
	if err != nil || next.Person != s.Person || next.Address != "bolt://db" || !slices.Equal(next.Languages, to.Languages) || to.Consents(next) {
		t.Errorf("%+v, %v", next, err)
	}
	plan, err := Prepare(Codex, Place{Home: filepath.Join(config, "home"), Getenv: func(string) string { return "" }}, Wanted{DataDir: data}, Kept{})
	if err == nil {
		err = plan.Apply(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	if ended, err := Forbid(ctx); ended || err != nil {
		t.Errorf("a client is set up: %v, %v", ended, err)
	}
	kept, err := ReadKept()
	if err != nil || !slices.Equal(kept.Clients(), []Client{Codex}) {
		t.Errorf("%+v, %v", kept, err)
	}
	plan, err = PrepareRemoval(Codex, Place{Home: filepath.Join(config, "home"), Getenv: func(string) string { return "" }}, Wanted{DataDir: data}, kept)
	if err == nil {
		err = plan.Apply(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	if ended, err := Forbid(ctx); !ended || err != nil {
		t.Errorf("no client is set up: %v, %v", ended, err)
	}
	if s, err := spool.ReadSettings(); err != nil || s.Records(began) || s.Person == "" {
		t.Errorf("%+v, %v", s, err)
	}
}
