package main

import (
	"fmt"
	"time"

	"plotline/testing/kit/stdioclient"
)

// knowledge is a server with the tools of the reference memory server, or with tools modelled on them. They
// have entities with observations, and relations between names.
type knowledge struct {
	*stdioclient.Client
	vocabulary vocabulary
	bulkLoad   func(nodes []node, links []link) error // implements load
}

// vocabulary are the names that differ between the two servers.
type vocabulary struct {
	kind, from, to string // fields of an entity and of a relation
	read, search   string // tools
	names          string // the argument of read
	made           string // the field with the created items; "" if it has the name of the argument
}

func (k *knowledge) entity(n node) map[string]any {
	return map[string]any{"name": n.name, k.vocabulary.kind: "task", "observations": []string{n.text}}
}

func (k *knowledge) relation(l link) map[string]any {
	return map[string]any{k.vocabulary.from: l.from, k.vocabulary.to: l.to, "relationType": "FOLLOWS"}
}

func (k *knowledge) create(nodes []node) (time.Duration, error) {
	items := make([]map[string]any, len(nodes))
	for i, n := range nodes {
		items[i] = k.entity(n)
	}
	return k.write("create_entities", "entities", items)
}

func (k *knowledge) link(links []link) (time.Duration, error) {
	items := make([]map[string]any, len(links))
	for i, l := range links {
		items[i] = k.relation(l)
	}
	return k.write("create_relations", "relations", items)
}

// write fails if the reply has fewer items than were sent. A complete reply does not prove that they are
// stored.
func (k *knowledge) write(tool, field string, items []map[string]any) (time.Duration, error) {
	var out map[string][]any
	took, err := k.Call(tool, map[string]any{field: items}, &out)
	if k.vocabulary.made != "" {
		field = k.vocabulary.made
	}
	if got := len(out[field]); err == nil && got != len(items) && got != 0 {
		err = wrongReply(tool, got, len(items))
	}
	return took, err
}

// found is a part of the graph, as every read returns it.
type found struct {
	Entities []struct {
		Name         string   `json:"name"`
		Observations []string `json:"observations"`
	} `json:"entities"`
	Relations []any `json:"relations"`
}

func (k *knowledge) read(n node, links int) (time.Duration, error) {
	var out found
	took, err := k.Call(k.vocabulary.read, map[string]any{k.vocabulary.names: []string{n.name}}, &out)
	if err == nil && (len(out.Entities) != 1 || len(out.Relations) != links || out.Entities[0].Observations[0] != n.text) {
		err = wrongReply(k.vocabulary.read, fmt.Sprintf("%.300v", out), fmt.Sprint(n, " with ", links, " links"))
	}
	return took, err
}

func (k *knowledge) find(word string) (int, time.Duration, error) {
	var out found
	took, err := k.Call(k.vocabulary.search, map[string]any{"query": word}, &out)
	return len(out.Entities), took, err
}

// present queries the names, because a search returns equal nodes only once.
func (k *knowledge) present(names []string, _ string) (int, error) {
	var out found
	_, err := k.Call(k.vocabulary.read, map[string]any{k.vocabulary.names: names}, &out)
	return len(out.Entities), err
}

func (k *knowledge) within(node, int) (int, time.Duration, error) { return 0, 0, errAbsent }

func (k *knowledge) load(nodes []node, links []link) error { return k.bulkLoad(nodes, links) }

func (k *knowledge) close() error { return k.Close() }
