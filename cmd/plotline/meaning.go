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
	"plotline/internal/fault"
)

// embeddingsKey is the variable with the key of the embeddings endpoint: a flag would show it to everybody
// on the machine.
const embeddingsKey = "PLOTLINE_EMBEDDINGS_API_KEY"

// The words of --embeddings.
const (
	embeddingsAuto     = "auto"
	embeddingsEndpoint = "endpoint"
	embeddingsOff      = "off"
)

// embeddingSettings are the flags of the commands that find by meaning.
type embeddingSettings struct {
	Embeddings        string `group:"Meaning:" name:"embeddings" env:"PLOTLINE_EMBEDDINGS" enum:"auto,builtin,endpoint,off" default:"auto" help:"What makes vectors of episodes, so that recall finds by meaning: builtin, the model that 'make model' lays beside the program; endpoint, a server; off; or auto: a server when one is configured, else builtin where its file is there, else off."`
	EmbeddingsBaseURL string `group:"Meaning:" name:"embeddings-base-url" env:"PLOTLINE_EMBEDDINGS_BASE_URL" placeholder:"URL" help:"OpenAI-compatible server that makes the vectors, such as http://127.0.0.1:11434/v1; it is sent the texts of episodes and the queries of recall. Its key is taken from PLOTLINE_EMBEDDINGS_API_KEY alone."`
	EmbeddingsModel   string `group:"Meaning:" name:"embeddings-model" env:"PLOTLINE_EMBEDDINGS_MODEL" placeholder:"NAME" help:"Model that the server is asked for."`
	VectorMemory      int    `group:"Meaning:" env:"PLOTLINE_VECTOR_MEMORY" default:"64" help:"MiB of vectors that the embedded store holds in memory, of all workspaces; those that were not used for longest make room."`
}

// asksServer tells whether a server makes the vectors.
func (e *embeddingSettings) asksServer() bool {
	return e.Embeddings == embeddingsEndpoint ||
		e.Embeddings == embeddingsAuto && (e.EmbeddingsBaseURL != "" || e.EmbeddingsModel != "")
}

// judge refuses what can be judged without asking.
func (e *embeddingSettings) judge() error {
	if e.VectorMemory < 1 || e.VectorMemory > math.MaxInt>>20 {
		return fmt.Errorf("--vector-memory must be at least 1: %d", e.VectorMemory)
	}
	if !e.asksServer() {
		return nil
	}
	if e.EmbeddingsBaseURL == "" || e.EmbeddingsModel == "" {
		return errors.New("a server that makes vectors needs both --embeddings-base-url and --embeddings-model")
	}
	return judgeModelAddress("--embeddings-base-url", e.EmbeddingsBaseURL)
}

// errNoMeaning is no failure but of commands that need a model.
var errNoMeaning = misuse{errors.New("finding by meaning is off; " + howMeaning)}

const howMeaning = "`make model` in a checkout makes a model to lay beside the program or into the data folder, " +
	"or a server makes the vectors: --embeddings-base-url and --embeddings-model"

// model is what the settings name. Errors are errNoMeaning, unavailable for a file that is not there or cannot
// be used, and what is wrong with a key.
func (e *embeddingSettings) model(dataDir string) (meaning.Embedder, error) {
	if e.Embeddings == embeddingsOff {
		return nil, errNoMeaning
	}
	if e.asksServer() {
		client, err := endpoint.New(endpoint.Config{BaseURL: e.EmbeddingsBaseURL, Model: e.EmbeddingsModel, Key: os.Getenv(embeddingsKey)})
		if err != nil {
			return nil, misuse{err}
		}
		return client, nil
	}
	path, err := builtin.Find(dataDir)
	if err != nil && e.Embeddings == embeddingsAuto {
		return nil, errNoMeaning
	}
	var model *builtin.Model
	if err == nil {
		model, err = builtin.Open(path, builtin.Config{})
	}
	if err != nil {
		return nil, fault.New(fault.Unavailable, "the embedding model cannot be used: "+err.Error()).Because(err)
	}
	return model, nil
}

// addMeaning wires the model by which recall finds by meaning, where there is one. Vectors are made in one
// workspace, or in all of them: "". What is built on the service is wired later.
func (p *program) addMeaning(e embeddingSettings, workspace string) error {
	model, err := e.model(p.dataDir)
	switch {
	case errors.Is(err, errNoMeaning):
		return nil
	case fault.CodeOf(err) == fault.Unavailable:
		p.logger.Warn("recall finds by words alone", "error", err)
		p.meaning = absent{err}
	case err != nil:
		return err
	default:
		p.meaning = model
		p.vectors = embedding.New(p.observed(), modest{model}, workspace, p.logger)
	}
	p.wire()
	return nil
}

// absent stands in for a model that cannot be used: recall finds by words, and says why.
type absent struct{ reason error }

// ID is that of meaning.Embedder. Nothing is stored under it.
func (absent) ID() string { return "absent" }

// Dimensions is that of meaning.Embedder.
func (a absent) Dimensions(context.Context) (int, error) { return 0, a.reason }

// Embed is that of meaning.Embedder.
func (a absent) Embed(context.Context, []string) ([][]float32, error) { return nil, a.reason }

// EmbedQuery is that of meaning.Embedder.
func (a absent) EmbedQuery(context.Context, string) ([]float32, error) { return nil, a.reason }

// Close is that of meaning.Embedder.
func (absent) Close() {}

// modest is a model whose work on episodes gives way to calls. What the store does for it does not: others
// may wait for that.
type modest struct{ meaning.Embedder }

// Embed is that of meaning.Embedder, on a thread of its own.
func (m modest) Embed(ctx context.Context, texts []string) (vectors [][]float32, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		yieldToOthers()
		vectors, err = m.Embedder.Embed(ctx, texts)
	}()
	<-done
	return vectors, err
}

// written has vectors made of what was written.
func (p *program) written() {
	if p.vectors != nil {
		p.vectors.Wake()
	}
}

// farewell is how long the end of the program waits for what is being embedded to be given back.
const farewell = time.Second

// makeVectors makes the vectors of what was written, until ctx ends.
func (p *program) makeVectors(ctx context.Context) {
	if p.vectors == nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.vectors.Run(ctx)
	}()
	<-ctx.Done()
	select {
	case <-ended:
	case <-time.After(farewell):
	}
}

// vectorCounts are for the metrics.
func (p *program) vectorCounts() embedding.Counts {
	if p.vectors == nil {
		return embedding.Counts{}
	}
	return p.vectors.Counts()
}
