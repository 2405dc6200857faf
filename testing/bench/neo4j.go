package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/neo4jstore"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/usecase"
	"plotline/testing/bench/figures"
)

// benchNeo4j measures each point operation over MCP. It alternates with the same statement through the bare
// driver, with parameters of the same form.
func benchNeo4j(ctx context.Context, o options, r *report) error {
	return withNeo4j(ctx, o, func(c *client, workspace string) error {
		ids, _, err := episodes(c, 1000)
		if err != nil {
			return err
		}
		if _, err := relate(c, forward(ids, 5000, allTypes[1:], 9)); err != nil {
			return err
		}
		driverBaseline, err := newDriverBaseline(workspace)
		if err != nil {
			return err
		}
		defer driverBaseline.close(ctx)
		p := newPool(ids, 23)
		for _, pt := range points {
			if err := driverBaseline.recordStatement(ctx, pt, p); err != nil {
				return fmt.Errorf("%s: %w", pt.name, err)
			}
			ours, bare, err := driverBaseline.compare(ctx, c, pt, p, o.pick(300, 5))
			if err != nil {
				return fmt.Errorf("%s: %w", pt.name, err)
			}
			base := percentile(bare, 50)
			f := row{Operation: pt.name, Store: "neo4j", Size: "1,000 + 5,000", Against: fmt.Sprintf("driver, %s ms", figures.Digits(base))}
			f.P50, f.P95 = percentile(ours, 50), percentile(ours, 95)
			f.Ratio, f.Aim = f.P50/base, max(1.5*base, base+0.4)
			r.add(f)
		}
		return nil
	})
}

// driverBaseline runs the store's statements with only the driver.
type driverBaseline struct {
	driver    neo4j.DriverWithContext
	store     *neo4jstore.Store
	cases     map[string]usecase.UseCase
	workspace string
	text      string         // of the recorded statement
	params    map[string]any // as the store gave them
	stand     map[string]any // arguments whose values params contains
	added     []string
}

func newDriverBaseline(workspace string) (*driverBaseline, error) {
	f := &driverBaseline{workspace: workspace, cases: map[string]usecase.UseCase{}}
	uri, user, password := os.Getenv("PLOTLINE_TEST_NEO4J_URI"), os.Getenv("PLOTLINE_TEST_NEO4J_USERNAME"), os.Getenv("PLOTLINE_TEST_NEO4J_PASSWORD")
	var err error
	if f.driver, err = neo4j.NewDriverWithContext(uri, neo4j.BasicAuth(user, password, "")); err != nil {
		return nil, err
	}
	logger := slog.New(slog.DiscardHandler)
	f.store, err = neo4jstore.New(neo4jstore.Config{
		URI: uri, Username: user, Password: password,
		Observe: func(text string, params map[string]any) { f.text, f.params = text, params },
	}, logger)
	if err != nil {
		return nil, err
	}
	for _, uc := range graph.NewService(f.store, &usecase.Runner{Logger: logger}).UseCases() {
		f.cases[uc.Name] = uc
	}
	return f, nil
}

func (f *driverBaseline) close(ctx context.Context) {
	_ = f.store.Close() //nolint:contextcheck // a store is closed whatever ends
	_ = f.driver.Close(ctx)
}

// recordStatement runs the operation once through the store and records the statement that it sent.
func (f *driverBaseline) recordStatement(ctx context.Context, pt point, p *pool) error {
	f.stand = pt.args(p)
	raw, err := json.Marshal(f.stand)
	if err != nil {
		return err
	}
	_, err = f.cases[pt.tool].Call(ctx, audit.Caller{Workspace: f.workspace, Role: access.Admin}, raw)
	return err
}

// compare measures both in turn, so that other load affects both alike.
func (f *driverBaseline) compare(ctx context.Context, c *client, pt point, p *pool, n int) (ours, bare []time.Duration, err error) {
	const warm = 30
	for i := range n + warm {
		if pt.name == "remove" && (len(p.added) == 0 || len(f.added) == 0) {
			break
		}
		var out map[string]any
		took, err := c.Call(pt.tool, pt.args(p), &out)
		if err == nil {
			err = pt.check(p, out)
		}
		if err != nil {
			return nil, nil, err
		}
		alone, err := f.run(ctx, pt, p)
		if err != nil {
			return nil, nil, err
		}
		if i >= warm {
			ours, bare = append(ours, took), append(bare, alone)
		}
	}
	return ours, bare, nil
}

// run sends the statement with new values in a managed transaction.
func (f *driverBaseline) run(ctx context.Context, pt point, p *pool) (time.Duration, error) {
	fresh := map[string]string{}
	args := pt.args
	if pt.name == "remove" {
		args = func(*pool) map[string]any {
			id := f.added[len(f.added)-1]
			f.added = f.added[:len(f.added)-1]
			return map[string]any{"relationship_id": id}
		}
	}
	for name, value := range args(p) {
		if old, ok := f.stand[name].(string); ok {
			fresh[old], _ = value.(string)
		}
	}
	own := string(graph.NewID())
	params, _ := replaceParams(f.params, fresh, own).(map[string]any)
	if pt.name == "add" {
		f.added = append(f.added, own)
	}
	began := time.Now()
	session := f.driver.NewSession(ctx, neo4j.SessionConfig{})
	defer func() { _ = session.Close(ctx) }()
	work := func(tx neo4j.ManagedTransaction) (any, error) {
		result, err := tx.Run(ctx, f.text, params)
		if err != nil {
			return nil, err
		}
		return result.Collect(ctx)
	}
	execute := session.ExecuteRead
	if f.cases[pt.tool].Writes {
		execute = session.ExecuteWrite
	}
	_, err := execute(ctx, work)
	return time.Since(began), err
}

// replaceParams copies parameters with new values in place of the recorded ones, and with the id own in
// place of the id that the store created.
func replaceParams(value any, fresh map[string]string, own string) any {
	switch v := value.(type) {
	case map[string]any:
		c := make(map[string]any, len(v))
		for key, item := range v {
			if _, made := item.(string); made && (key == "id" || key == "attempt" || key == "episode_id") && fresh[item.(string)] == "" {
				c[key] = own
				continue
			}
			c[key] = replaceParams(item, fresh, own)
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i, item := range v {
			c[i] = replaceParams(item, fresh, own)
		}
		return c
	case string:
		if other, ok := fresh[v]; ok {
			return other
		}
	}
	return value
}

// cleanNeo4j deletes a section's data in steps.
func cleanNeo4j(ctx context.Context, workspace string) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	driver, err := neo4j.NewDriverWithContext(os.Getenv("PLOTLINE_TEST_NEO4J_URI"),
		neo4j.BasicAuth(os.Getenv("PLOTLINE_TEST_NEO4J_USERNAME"), os.Getenv("PLOTLINE_TEST_NEO4J_PASSWORD"), ""))
	if err != nil {
		return
	}
	defer func() { _ = driver.Close(ctx) }()
	session := driver.NewSession(ctx, neo4j.SessionConfig{})
	defer func() { _ = session.Close(ctx) }()
	for _, label := range []string{"Episode", "PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial"} {
		// CALL … IN TRANSACTIONS requires an implicit transaction.
		result, err := session.Run(ctx, "MATCH (n:"+label+" {workspace: $workspace}) "+
			"CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS", map[string]any{"workspace": workspace})
		if err == nil {
			_, err = result.Consume(ctx)
		}
		if err != nil {
			_, _ = fmt.Fprintln(os.Stderr, "bench: cleaning up:", err)
			return
		}
	}
}
