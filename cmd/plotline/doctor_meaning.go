package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plotline/graph"
	"plotline/graph/meaning"
	"plotline/internal/fault"
)

// modelPatience is how long doctor waits for a model. A slower model is of no use to recall.
const modelPatience = 10 * time.Second

// meaning tries the embedding model. It checks the workspace's vectors if the store exists.
func (e *embeddingSettings) meaning(ctx context.Context, s *settings, p *program, stored bool) finding {
	f := finding{Check: "meaning", State: well, Found: e.Embeddings}
	model, err := e.model(p.dataDir)
	if errors.Is(err, errNoMeaning) {
		f.State, f.Found, f.Advice = note, "off: recall finds by words and relationships", howMeaning
		return f
	}
	if e.asksServer() {
		f.Found = fmt.Sprintf("%s of %s", e.EmbeddingsModel, e.EmbeddingsBaseURL)
	}
	if err == nil {
		defer model.Close()
		_, err = within(ctx, min(s.Timeout, modelPatience), func(ctx context.Context) ([]float32, error) {
			return model.EmbedQuery(ctx, sample)
		})
	}
	if err != nil {
		f.State, f.Advice = bad, fault.From(err).Details
		if f.Advice == "" {
			f.Advice = err.Error()
		}
		return f
	}
	if !e.asksServer() {
		f.Found = model.ID()
	}
	if !stored {
		return f
	}
	has, err := within(ctx, s.Timeout, func(ctx context.Context) (graph.Embeddings, error) {
		return p.store.Embeddings(ctx, s.Workspace)
	})
	if err != nil {
		f.State, f.Advice = bad, adviceOn(err)
		return f
	}
	return ofWorkspace(f, model, has)
}

// ofWorkspace adds the state of the workspace's vectors.
func ofWorkspace(f finding, model meaning.Embedder, has graph.Embeddings) finding {
	const makers = "serve, mcp and `plotline embed` make them"
	switch {
	case has.Model == "":
		f.Found += "; no vectors yet"
		f.Advice = makers
	case has.Target() != model.ID():
		f.State = note
		f.Found += fmt.Sprintf("; the workspace has %s of %s", amountOf(has.Vectors, "vector"), has.Target())
		f.Advice = "recall finds by words meanwhile; configure that model, or replace it by `plotline embed --switch`"
	case has.Next != "":
		f.Found += fmt.Sprintf("; %s of %s answer until those of the new model are made: still %d",
			amountOf(has.Vectors, "vector"), has.Model, has.Waiting)
		f.Advice = makers
	default:
		f.Found += fmt.Sprintf("; %s, %d waiting", amountOf(has.Vectors, "vector"), has.Waiting)
		if has.Waiting > 0 {
			f.Advice = makers
		}
	}
	return f
}
