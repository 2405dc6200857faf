package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// startDriver starts the lower limit: the statements run by the Go driver in managed transactions, without
// MCP.
func startDriver(ctx context.Context, w *environment) (peer, error) {
	run := func(text string, params map[string]any, write bool, out any) (time.Duration, error) {
		began := time.Now()
		rows, err := w.rows(ctx, text, params, write)
		took := time.Since(began)
		if err != nil {
			return took, err
		}
		raw, err := json.Marshal(rows)
		if err != nil {
			return took, err
		}
		return took, json.Unmarshal(raw, out)
	}
	c := &cypher{label: "PeerFloor", run: run, end: func() error { return nil }}
	return c, c.prepare(ctx, w)
}

// rows runs a statement and returns its rows.
func (w *environment) rows(ctx context.Context, text string, params map[string]any, write bool) ([]map[string]any, error) {
	session := w.driver.NewSession(ctx, neo4j.SessionConfig{})
	defer func() { _ = session.Close(ctx) }()
	execute := session.ExecuteRead
	if write {
		execute = session.ExecuteWrite
	}
	list, err := execute(ctx, func(tx neo4j.ManagedTransaction) (any, error) {
		result, err := tx.Run(ctx, text, params)
		if err != nil {
			return nil, err
		}
		return result.Collect(ctx)
	})
	if err != nil {
		return nil, err
	}
	var rows []map[string]any
	for _, record := range list.([]*neo4j.Record) {
		rows = append(rows, record.AsMap())
	}
	return rows, nil
}

// cypher runs a statement and ignores its rows.
func (w *environment) cypher(ctx context.Context, text string, params map[string]any) error {
	_, err := w.rows(ctx, text, params, true)
	return err
}
