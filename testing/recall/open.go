package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/graph/meaning/builtin"
	"plotline/graph/neo4jstore"
	"plotline/graph/sqlitestore"
	"plotline/graph/usecase"
)

// services are the use cases over one store: without a model, and with one where there is one.
type services struct {
	words, meaning *graph.Service
	store          graph.Store
	model          string // "" for none
	worker         *embedding.Worker
	close          func() error
}

// open makes the use cases over a fresh store, or over a server that the environment names.
func open(ctx context.Context, o options) (*services, error) {
	logger := slog.New(slog.DiscardHandler)
	store, clean, err := storeOf(o.store, logger) //nolint:contextcheck // a store closes without one
	if err != nil {
		return nil, err
	}
	runner := &usecase.Runner{Logger: logger}
	s := &services{words: graph.NewService(store, runner), store: store, close: clean}
	if o.model == "" {
		return s, nil
	}
	model, err := builtin.Open(o.model, builtin.Config{})
	if err != nil {
		return nil, err
	}
	kept, err := remember(ctx, model, cmp.Or(o.vectors, filepath.Join(os.TempDir(), "plotline-recall.vectors")))
	if err != nil {
		return nil, err
	}
	s.meaning = graph.NewService(store, runner, graph.WithMeaning(kept, func() {}))
	s.model, s.worker = kept.ID(), embedding.New(store, kept, "", logger)
	s.close = func() error { kept.Close(); return clean() }
	return s, nil
}

func storeOf(kind string, logger *slog.Logger) (graph.Store, func() error, error) {
	switch kind {
	case "embedded":
		dir, err := os.MkdirTemp("", "plotline-recall-*")
		if err != nil {
			return nil, nil, err
		}
		store := sqlitestore.New(filepath.Join(dir, "graph.db"))
		return store, func() error { _ = store.Close(); return os.RemoveAll(dir) }, nil
	case "neo4j":
		store, err := neo4jstore.New(neo4jstore.Config{
			URI: os.Getenv("PLOTLINE_TEST_NEO4J_URI"), Username: os.Getenv("PLOTLINE_TEST_NEO4J_USERNAME"),
			Password: os.Getenv("PLOTLINE_TEST_NEO4J_PASSWORD"),
		}, logger)
		if err != nil {
			return nil, nil, err
		}
		return store, store.Close, nil
	}
	return nil, nil, fmt.Errorf("there is no store %q: embedded or neo4j", kind)
}
