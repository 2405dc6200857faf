package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plotline/graph"
	"plotline/graph/meaning"
	"plotline/graph/meaning/builtin"
	"plotline/internal/fault"
)

// modelPatience is how long doctor waits for a model. A slower model is of no use to recall.
const modelPatience = 10 * time.Second

// meaning tries the embedding model. It checks the workspace's vectors if the store exists.
func (e *embeddingSettings) meaning(ctx context.Context, s *settings, p *program, stored bool) finding {
	f := finding{Check: "meaning", State: well, Found: e.Embeddings}
	model, err := e.model(p.dataDir, 1)
	if errors.Is(err, errNoMeaning) {
		f.State, f.Found, f.Advice = note, "off: recall finds by words and relationships", meaningAdvice
		return f
	}
	if e.usesServer() {
		f.Found = fmt.Sprintf("%s of %s", e.EmbeddingsModel, e.EmbeddingsBaseURL)
	}
	if err == nil {
		defer model.Close()
		_, err = withTimeout(ctx, min(s.Timeout, modelPatience), func(ctx context.Context) ([]float32, error) {
			return model.EmbedQuery(ctx, sampleText)
		})
	}
	if err != nil {
		f.State, f.Advice = bad, fault.From(err).Details
		if f.Advice == "" {
			f.Advice = err.Error()
		}
		return f
	}
	if file, ok := model.(*builtin.Model); ok {
		f.Found = fmt.Sprintf("%s in %s", file.ID(), absolute(file.Path()))
	}
	if !stored {
		return f
	}
	has, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Embeddings, error) {
		return p.store.Embeddings(ctx, s.Workspace)
	})
	if err != nil {
		f.State, f.Advice = bad, storeAdvice(err)
		return f
	}
	return addVectorState(f, model, has)
}

// addVectorState adds the state of the workspace's vectors.
func addVectorState(f finding, model meaning.Embedder, has graph.Embeddings) finding {
	const makers = "serve, mcp and plotline embed make them"
	switch {
	case has.Model == "":
		f.Found += "; no vectors yet"
		f.Advice = makers
	case has.Target() != model.ID():
		f.State = note
		f.Found += fmt.Sprintf("; the workspace has %s of %s", countNoun(has.Vectors, "vector"), has.Target())
		f.Advice = "until then recall finds episodes by words; configure that model, or replace it with: plotline embed --switch"
	case has.Next != "":
		f.Found += fmt.Sprintf("; %s of %s stay in use until the new model's are made, %d to go",
			countNoun(has.Vectors, "vector"), has.Model, has.Waiting)
		f.Advice = makers
	default:
		f.Found += fmt.Sprintf("; %s, %d waiting", countNoun(has.Vectors, "vector"), has.Waiting)
		if has.Waiting > 0 {
			f.Advice = makers
		}
	}
	return f
}
