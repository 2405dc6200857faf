package main

import (
	"context"
	"os"
	"os/exec"

	"plotline/graph"
	"plotline/graph/neo4jstore"
	"plotline/testing/bench/recallset"
	"plotline/testing/kit/stdioclient"
)

// recallOfPlotline is the program on a store that this process fills. The vectors of a history are thus
// computed once, and not for each run. The program itself computes those of the questions.
type recallOfPlotline struct {
	graph *recallset.Graph
	asked []plotlineMethod
}

type plotlineMethod struct {
	*recallset.Method

	client *stdioclient.Client
}

func (h history) startPlotline(ctx context.Context, w *environment, store string) (recaller, error) {
	dir, err := w.newFolder()
	if err != nil {
		return nil, err
	}
	place := recallset.Options{Dir: dir, Vectors: h.vectors}
	name := "Plotline, embedded"
	if store == "neo4j" {
		name = "Plotline, Neo4j"
		place.Neo4j = neo4jstore.Config{URI: w.server.URI, Username: w.server.Username, Password: w.server.Password}
	}
	models := map[string]string{"off": "recall without a model"}
	if _, err := os.Stat(h.model); err == nil {
		place.Model, models["builtin"] = h.model, "recall with the builtin model"
	}
	p := &recallOfPlotline{}
	if p.graph, err = recallset.Open(ctx, place); err != nil {
		return nil, err
	}
	w.spaces = append(w.spaces, p.graph.Workspace())
	for _, model := range []string{"off", "builtin"} {
		if models[model] == "" {
			continue
		}
		cmd := exec.CommandContext(ctx, w.binary, "mcp", "--read-only", "--log-level", "error", "--store", store, "--data-dir", dir, //nolint:gosec // our own binary
			"--workspace", p.graph.Workspace(), "--embeddings", model)
		client, err := w.startClient(cmd, "NEO4J_URI="+w.server.URI, "NEO4J_USERNAME="+w.server.Username, "NEO4J_PASSWORD="+w.server.Password)
		if err != nil {
			_ = p.close()
			return nil, err
		}
		p.asked = append(p.asked, plotlineMethod{&recallset.Method{Store: name, Name: models[model]}, client})
	}
	return p, nil
}

func (p *recallOfPlotline) store(ctx context.Context, commits []recallset.Commit) error {
	return p.graph.Store(ctx, commits)
}

// ask takes time and bytes from a reply of the default size, and the results from one that fits all.
func (p *recallOfPlotline) ask(_ context.Context, question recallset.Commit) error {
	for _, method := range p.asked {
		var out graph.RecallOutput
		in := question.Question()
		answer, err := callJSON(method.client, "recall", in, &out)
		if err != nil {
			return err
		}
		in.MaxBytes = recallset.LongReply
		if _, err := callJSON(method.client, "recall", in, &out); err != nil {
			return err
		}
		answer.SHAs = p.graph.Hashes(out)
		method.Add(question, answer)
	}
	return nil
}

func (p *recallOfPlotline) methods() []*recallset.Method {
	all := make([]*recallset.Method, len(p.asked))
	for i, method := range p.asked {
		all[i] = method.Method
	}
	return all
}

func (p *recallOfPlotline) close() error {
	for _, method := range p.asked {
		_ = method.client.Close()
	}
	return p.graph.Close()
}
