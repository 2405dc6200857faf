package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"plotline/graph"
	"plotline/graph/neo4jstore"
	"plotline/graph/sqlitestore"
	"plotline/graph/usecase"
)

// open makes the use cases over a fresh store, or over a server that the environment names.
func open(kind string) (*graph.Service, func() error, error) {
	logger := slog.New(slog.DiscardHandler)
	store, clean, err := storeOf(kind, logger)
	if err != nil {
		return nil, nil, err
	}
	runner := &usecase.Runner{Logger: logger}
	return graph.NewService(store, runner), clean, nil
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
