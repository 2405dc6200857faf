package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	"plotline/graph/embedding"
	"plotline/graph/meaning"
	"plotline/graph/meaning/builtin"
	"plotline/graph/meaning/endpoint"
	"plotline/graph/sqlitestore"
	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// embeddingsKey is the variable that holds the key of the embeddings endpoint. Other users could see a
// flag.
const embeddingsKey = "PLOTLINE_EMBEDDINGS_API_KEY"

// The values of --embeddings.
const (
	embeddingsAuto     = "auto"
	embeddingsEndpoint = "endpoint"
	embeddingsOff      = "off"
)

// modelSettings are the flags that select the embedding model.
type modelSettings struct {
	Embeddings        string `group:"Meaning:" name:"embeddings" env:"PLOTLINE_EMBEDDINGS" enum:"auto,builtin,endpoint,off" default:"auto" help:"Embedding model, so that recall finds episodes by meaning: builtin (the model that 'plotline model install' installs), endpoint (a server), off, or auto: endpoint if one is configured, else builtin if its file exists, else off."`
	EmbeddingsBaseURL string `group:"Meaning:" name:"embeddings-base-url" env:"PLOTLINE_EMBEDDINGS_BASE_URL" placeholder:"URL" help:"OpenAI-compatible server that makes the vectors, such as http://127.0.0.1:11434/v1. It receives the texts of episodes and the queries of recall. Set its key in PLOTLINE_EMBEDDINGS_API_KEY."`
	EmbeddingsModel   string `group:"Meaning:" name:"embeddings-model" env:"PLOTLINE_EMBEDDINGS_MODEL" placeholder:"NAME" help:"Name of the server's embedding model."`
}

// embeddingSettings are the flags of commands that search by meaning.
type embeddingSettings struct {
	modelSettings
	VectorMemory int `group:"Meaning:" env:"PLOTLINE_VECTOR_MEMORY" default:"64" help:"MiB of vectors that the embedded store keeps in memory for all workspaces. It drops those unused for longest first."`
}

// storeOptions returns the options of the embedded store.
func (e *embeddingSettings) storeOptions() []sqlitestore.Option {
	return []sqlitestore.Option{sqlitestore.WithVectorMemory(e.VectorMemory << 20)}
}

// usesServer reports whether a server makes the vectors.
func (m *modelSettings) usesServer() bool {
	return m.Embeddings == embeddingsEndpoint ||
		m.Embeddings == embeddingsAuto && (m.EmbeddingsBaseURL != "" || m.EmbeddingsModel != "")
}

// validate rejects settings that are invalid without a connection.
func (m *modelSettings) validate() error {
	if !m.usesServer() {
		return nil
	}
	if m.EmbeddingsBaseURL == "" || m.EmbeddingsModel == "" {
		return errors.New("an embeddings server needs both --embeddings-base-url and --embeddings-model")
	}
	return validateModelAddress("--embeddings-base-url", m.EmbeddingsBaseURL)
}

// validate rejects settings that are invalid without a connection.
func (e *embeddingSettings) validate() error {
	if e.VectorMemory < 1 || e.VectorMemory > math.MaxInt>>20 {
		return fmt.Errorf("--vector-memory must be at least 1: %d", e.VectorMemory)
	}
	return e.modelSettings.validate()
}

// errNoMeaning is an error only for commands that require a model.
var errNoMeaning = misuse{errors.New("recall by meaning is off; " + meaningAdvice)}

const meaningAdvice = "to turn it on, run plotline model install, which says where to get the model (in a checkout: make model), " +
	"or give a server with --embeddings-base-url and --embeddings-model"

// model returns the model that the settings name. It returns errNoMeaning if there is none, unavailable if
// the file is missing or unusable, or an error about the key.
// The builtin model makes vectors of documents on up to that many processors.
func (m *modelSettings) model(dataDir string, processors int) (meaning.Embedder, error) {
	if m.Embeddings == embeddingsOff {
		return nil, errNoMeaning
	}
	if m.usesServer() {
		client, err := endpoint.New(endpoint.Config{BaseURL: m.EmbeddingsBaseURL, Model: m.EmbeddingsModel, Key: os.Getenv(embeddingsKey)})
		if err != nil {
			return nil, misuse{err}
		}
		return client, nil
	}
	path, err := modelSearch(dataDir).Find()
	if errors.Is(err, builtin.ErrNone) && m.Embeddings == embeddingsAuto {
		return nil, errNoMeaning
	}
	var model *builtin.Model
	if err == nil {
		model, err = builtin.Open(path, builtin.Config{Documents: processors})
	}
	if err != nil {
		return nil, fault.New(fault.Unavailable, "the embedding model cannot be used: "+err.Error()).Because(err)
	}
	return model, nil
}

// addMeaning sets up the embedding model for recall, if there is one. Call it before wiring what depends on the service.
func (p *program) addMeaning(e embeddingSettings) error {
	model, err := e.model(p.dataDir, 1)
	switch {
	case errors.Is(err, errNoMeaning):
		return nil
	case fault.CodeOf(err) == fault.Unavailable:
		p.logger.Warn("recall finds episodes by words only", "error", err)
		p.meaning = unusableModel{err}
	case err != nil:
		return err
	default:
		p.meaning = model
		worker := model
		if !e.usesServer() { // a server has its own processors, and takes batches
			worker = yielding{model, p.runner.Calls}
		}
		p.vectors = embedding.New(p.observed(), worker, p.logger)
	}
	p.wire()
	return nil
}

// unusableModel replaces a model that cannot be used. Recall then searches by words and reports the reason.
type unusableModel struct{ reason error }

// ID implements meaning.Embedder. No vectors are stored under it.
func (unusableModel) ID() string { return "absent" }

// Dimensions implements meaning.Embedder.
func (a unusableModel) Dimensions(context.Context) (int, error) { return 0, a.reason }

// Embed implements meaning.Embedder.
func (a unusableModel) Embed(context.Context, []string) ([][]float32, error) { return nil, a.reason }

// EmbedQuery implements meaning.Embedder.
func (a unusableModel) EmbedQuery(context.Context, string) ([]float32, error) { return nil, a.reason }

// Close implements meaning.Embedder.
func (unusableModel) Close() {}

// yielding makes the builtin model give way to calls, which need the same processors. A lower priority of its thread
// would not do: whenever Go collects garbage, all calls wait for that thread, which on a busy machine hardly runs.
type yielding struct {
	meaning.Embedder

	calls *sharing.Calls
}

// yieldFactor is how many times as long as its last text took the model gives way, at most. Under calls without end
// it still gets a fifth of one processor.
const yieldFactor = 4

// Embed implements meaning.Embedder. It gives way after each text, because a batch takes a second.
func (m yielding) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for _, text := range texts {
		began := time.Now()
		one, err := m.Embedder.Embed(ctx, []string{text})
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, one...)
		m.calls.Yield(ctx, yieldFactor*time.Since(began))
	}
	return vectors, nil
}

// startEmbedding starts embedding after a write.
func (p *program) startEmbedding() {
	if p.vectors != nil {
		p.vectors.Wake()
	}
}

// embeddingGrace is how long the program waits at its end for a running embedding.
const embeddingGrace = time.Second

// makeVectors embeds new episodes of a workspace until ctx ends, or of all workspaces for "".
func (p *program) makeVectors(ctx context.Context, workspace string) {
	if p.vectors == nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.vectors.Run(ctx, workspace)
	}()
	<-ctx.Done()
	select {
	case <-ended:
	case <-time.After(embeddingGrace):
	}
}

// vectorCounts returns the counts for the metrics.
func (p *program) vectorCounts() embedding.Counts {
	if p.vectors == nil {
		return embedding.Counts{}
	}
	return p.vectors.Counts()
}
