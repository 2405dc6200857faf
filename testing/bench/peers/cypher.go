package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// cypher is a memory without tools of its own: its user writes the statements. These are as good as a
// careful person would write them, on a label with a constraint and a full text index.
type cypher struct {
	label string
	// run sends a statement and decodes the returned rows into out.
	run func(text string, params map[string]any, write bool, out any) (time.Duration, error)
	end func() error
}

// prepare creates the constraint and the index.
func (c *cypher) prepare(ctx context.Context, w *environment) error {
	for _, text := range []string{
		`CREATE CONSTRAINT LABEL_name IF NOT EXISTS FOR (n:LABEL) REQUIRE n.name IS UNIQUE`,
		`CREATE FULLTEXT INDEX LABEL_words IF NOT EXISTS FOR (n:LABEL) ON EACH [n.name, n.text]`,
		`CALL db.awaitIndexes()`,
	} {
		if err := w.cypher(ctx, c.text(text), nil); err != nil {
			return err
		}
	}
	return nil
}

// text inserts the label into a statement.
func (c *cypher) text(statement string) string {
	return strings.ReplaceAll(statement, "LABEL", c.label)
}

// all runs a statement that must report every item.
func (c *cypher) all(text string, items []any) (time.Duration, error) {
	var rows []struct {
		N int `json:"n"`
	}
	took, err := c.run(c.text(text), map[string]any{"items": items}, true, &rows)
	if err == nil && (len(rows) != 1 || rows[0].N != len(items)) {
		err = wrongReply(text, rows, len(items))
	}
	return took, err
}

func (c *cypher) create(nodes []node) (time.Duration, error) {
	items := make([]any, len(nodes))
	for i, n := range nodes {
		items[i] = map[string]any{"name": n.name, "text": n.text}
	}
	return c.all(`UNWIND $items AS i MERGE (n:LABEL {name: i.name}) ON CREATE SET n.text = i.text RETURN count(n) AS n`, items)
}

func (c *cypher) link(links []link) (time.Duration, error) {
	items := make([]any, len(links))
	for i, l := range links {
		items[i] = map[string]any{"from": l.from, "to": l.to}
	}
	return c.all(`UNWIND $items AS i MATCH (a:LABEL {name: i.from}) MATCH (b:LABEL {name: i.to}) `+
		`MERGE (a)-[r:FOLLOWS]->(b) RETURN count(r) AS n`, items)
}

func (c *cypher) read(n node, links int) (time.Duration, error) {
	var rows []struct {
		Text  string `json:"text"`
		Links []any  `json:"links"`
	}
	took, err := c.run(c.text(`MATCH (n:LABEL {name: $name}) OPTIONAL MATCH (n)-[r]-() RETURN n.text AS text, `+
		`[r IN collect(r) | {type: type(r), from: startNode(r).name, to: endNode(r).name}] AS links`), map[string]any{"name": n.name}, false, &rows)
	if err == nil && (len(rows) != 1 || rows[0].Text != n.text || len(rows[0].Links) != links) {
		err = wrongReply("a read", rows, links)
	}
	return took, err
}

func (c *cypher) find(word string) (int, time.Duration, error) {
	var rows []any
	took, err := c.run(c.text(`CALL db.index.fulltext.queryNodes('LABEL_words', $word) YIELD node, score `+
		`RETURN node.name AS name, node.text AS text, score LIMIT 100`), map[string]any{"word": word}, false, &rows)
	return len(rows), took, err
}

func (c *cypher) present(_ []string, word string) (int, error) {
	n, _, err := c.find(word)
	return n, err
}

func (c *cypher) within(n node, hops int) (int, time.Duration, error) {
	var rows []any
	took, err := c.run(c.text(fmt.Sprintf(`MATCH (n:LABEL {name: $name})-[*1..%d]-(m) WHERE m <> n `+
		`RETURN DISTINCT m.name AS name`, hops)), map[string]any{"name": n.name}, false, &rows)
	return len(rows), took, err
}

func (c *cypher) load(nodes []node, links []link) error {
	if err := batches(nodes, c.create); err != nil {
		return err
	}
	return batches(links, c.link)
}

func (c *cypher) close() error { return c.end() }
