package main

import (
	"context"
	"os/exec"
	"sync"
	"time"

	"plotline/testing/kit/stdioclient"
)

// plotline is this repository's program. Links have the type follows, so each is checked for cycles. A
// node's name is its idempotency key, because names are unique in the other memories too.
type plotline struct {
	*stdioclient.Client
	mu  sync.Mutex
	ids map[string]string // episode ids by name
}

// storeID stores the id of a created episode.
func (p *plotline) storeID(name, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ids[name] = id
}

// startPlotline starts Plotline on a store, with the graph tools or with all tools.
func startPlotline(store string, args ...string) func(context.Context, *environment) (peer, error) {
	return func(ctx context.Context, w *environment) (peer, error) {
		dir, err := w.newFolder()
		if err != nil {
			return nil, err
		}
		args := append([]string{"mcp", "--log-level", "error", "--store", store, "--data-dir", dir, "--timeout", "10m"}, args...)
		cmd := exec.CommandContext(ctx, w.binary, args...) //nolint:gosec // our own binary
		client, err := w.startClient(cmd, "NEO4J_URI="+w.server.URI, "NEO4J_USERNAME="+w.server.Username, "NEO4J_PASSWORD="+w.server.Password)
		if err != nil {
			return nil, err
		}
		return &plotline{Client: client, ids: map[string]string{}}, nil
	}
}

type plotlineEpisode struct {
	Name   string  `json:"name"`
	Query  string  `json:"query"`
	Reward float64 `json:"reward"`
	Key    string  `json:"idempotency_key"`
}

func episodeOf(n node) plotlineEpisode { return plotlineEpisode{n.name, n.text, 0.5, n.name} }

type plotlineLink struct {
	From string `json:"from_episode_id"`
	To   string `json:"to_episode_id"`
	Type string `json:"relationship_type"`
}

func (p *plotline) linkOf(l link) plotlineLink {
	return plotlineLink{p.ids[l.from], p.ids[l.to], "follows"}
}

func (p *plotline) create(nodes []node) (time.Duration, error) {
	type created struct {
		ID   string `json:"episode_id"`
		Name string `json:"name"`
	}
	if len(nodes) == 1 {
		var out created
		took, err := p.Call("create_episode", episodeOf(nodes[0]), &out)
		if err == nil && out.ID == "" {
			err = wrongReply("create_episode", out, nodes[0].name)
		}
		p.storeID(nodes[0].name, out.ID)
		return took, err
	}
	items := make([]plotlineEpisode, len(nodes))
	for i, n := range nodes {
		items[i] = episodeOf(n)
	}
	var out struct {
		Episodes []created `json:"episodes"`
	}
	took, err := p.Call("create_episodes", map[string]any{"episodes": items}, &out)
	if err == nil && len(out.Episodes) != len(nodes) {
		err = wrongReply("create_episodes", len(out.Episodes), len(nodes))
	}
	for _, e := range out.Episodes {
		p.storeID(e.Name, e.ID)
	}
	return took, err
}

func (p *plotline) link(links []link) (time.Duration, error) {
	if len(links) == 1 {
		var out struct {
			ID string `json:"relationship_id"`
		}
		took, err := p.Call("add_episode_relationship", p.linkOf(links[0]), &out)
		if err == nil && out.ID == "" {
			err = wrongReply("add_episode_relationship", out, "an id")
		}
		return took, err
	}
	items := make([]plotlineLink, len(links))
	for i, l := range links {
		items[i] = p.linkOf(l)
	}
	var out struct {
		Count int `json:"count"`
	}
	took, err := p.Call("add_episode_relationships", map[string]any{"relationships": items}, &out)
	if err == nil && out.Count != len(links) {
		err = wrongReply("add_episode_relationships", out.Count, len(links))
	}
	return took, err
}

// read makes two calls, for the episode and for its relationships, and returns their total time.
func (p *plotline) read(n node, links int) (time.Duration, error) {
	var episode plotlineEpisode
	args := map[string]any{"episode_id": p.ids[n.name]}
	first, err := p.Call("get_episode", args, &episode)
	if err == nil && episode.Query != n.text {
		err = wrongReply("get_episode", episode, n)
	}
	if err != nil {
		return first, err
	}
	var out struct {
		Count int `json:"count"`
	}
	second, err := p.Call("get_episode_relationships", args, &out)
	if err == nil && out.Count != links {
		err = wrongReply("get_episode_relationships", out.Count, links)
	}
	return first + second, err
}

func (p *plotline) find(word string) (int, time.Duration, error) {
	var out struct {
		Count int `json:"count"`
	}
	took, err := p.Call("search_episodes", map[string]any{"query": word}, &out)
	return out.Count, took, err
}

func (p *plotline) present(_ []string, word string) (int, error) {
	n, _, err := p.find(word)
	return n, err
}

func (p *plotline) within(n node, hops int) (int, time.Duration, error) {
	var out struct {
		Count int `json:"count"`
	}
	took, err := p.Call("find_related_episodes", map[string]any{"episode_id": p.ids[n.name], "max_depth": hops}, &out)
	return out.Count, took, err
}

func (p *plotline) load(nodes []node, links []link) error {
	if err := batches(nodes, p.create); err != nil {
		return err
	}
	return batches(links, p.link)
}

func (p *plotline) close() error { return p.Close() }
