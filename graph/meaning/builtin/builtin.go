// Package builtin is the embedding model that runs inside Plotline.
package builtin

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"plotline/graph/meaning"
	"plotline/graph/meaning/bert"
	"plotline/graph/meaning/modelfile"
	"plotline/graph/meaning/wordpiece"
	"plotline/internal/fault"
)

// Config limits the resources that the model uses.
type Config struct {
	// Queries and Documents are how many texts are computed at the same time, each with up to 9 MB. 0 means one
	// for each processor for queries, and 1 for documents, so that catching up with many episodes leaves the
	// other processors free. Neither waits for the other.
	Queries, Documents int
}

// Model is the model of a file. It is safe for concurrent use.
type Model struct {
	path               string
	header             modelfile.Header
	queries, documents chan struct{}
	scratch            sync.Pool // of *bert.Scratch

	mu     sync.Mutex // held while the file is loaded
	loaded *loaded
	broken error // the fault of the file, once it is known
}

// loaded is the content of a file, ready for use.
type loaded struct {
	encoder   *bert.Encoder
	tokenizer *wordpiece.Tokenizer
}

var _ meaning.Embedder = (*Model)(nil)

// Open reads the header of a model's file. The first text loads the rest. An error names the file without its
// folder, and says what to do.
func Open(path string, c Config) (*Model, error) {
	header, err := modelfile.ReadHeader(path)
	if err != nil {
		return nil, advice(path, err)
	}
	return &Model{
		path:      path,
		header:    header,
		queries:   make(chan struct{}, cmp.Or(max(c.Queries, 0), runtime.GOMAXPROCS(0))),
		documents: make(chan struct{}, cmp.Or(max(c.Documents, 0), 1)),
		scratch:   sync.Pool{New: func() any { return new(bert.Scratch) }},
	}, nil
}

// ID returns the name of the model, such as builtin/bge-small-en-v1.5.
func (m *Model) ID() string { return "builtin/" + m.header.ID }

// Path returns the path of the file.
func (m *Model) Path() string { return m.path }

// Dimensions returns the length of the vectors. The error is always nil.
func (m *Model) Dimensions(context.Context) (int, error) { return m.header.Width, nil }

// Close releases the memory. A later call loads the file again.
func (m *Model) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.loaded = nil
}

// Embed returns the vector of each text, nil for one that the model does not know. It computes as many texts at the
// same time as Config.Documents allows, and stops at the first failure.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	together, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	vectors := make([][]float32, len(texts))
	var next atomic.Int64
	var running sync.WaitGroup
	for range min(cap(m.documents), len(texts)) {
		running.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(texts)); i = next.Add(1) - 1 {
				vector, err := m.embed(together, m.documents, "", texts[i])
				if err != nil {
					stop(err)
					return
				}
				vectors[i] = vector
			}
		})
	}
	running.Wait()
	if err := cmp.Or(ctx.Err(), context.Cause(together)); err != nil {
		return nil, err
	}
	return vectors, nil
}

// EmbedQuery returns the vector of a query, with the model's query prefix, or nil if the model does not know its words.
func (m *Model) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	return m.embed(ctx, m.queries, m.header.QueryPrefix, text)
}

// mostUnknown is the share of tokens unknown to the model above which a text has no vector. English, German and logs have 0.00,
// a sentence with a foreign word 0.20. Thai, Georgian, Chinese, Arabic, Greek and emoji have 1.00, Russian 0.90.
const mostUnknown = 0.5

// embed computes the vector of a text behind a prefix when one of places is free. It returns nil for a text that the model
// does not know: its vector would be close to that of any other such text.
func (m *Model) embed(ctx context.Context, places chan struct{}, prefix, text string) ([]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case places <- struct{}{}:
		defer func() { <-places }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	l, err := m.load()
	if err != nil {
		return nil, unusable(err)
	}
	if l.tokenizer.Unknown(l.tokenizer.Encode(text, m.header.Positions)) > mostUnknown {
		return nil, nil
	}
	scratch := m.scratch.Get().(*bert.Scratch) //nolint:forcetypeassert // New makes nothing else
	defer m.scratch.Put(scratch)
	vector, err := l.encoder.Embed(ctx, l.tokenizer.Encode(prefix+text, m.header.Positions), scratch)
	if err != nil && ctx.Err() == nil {
		return nil, unusable(err)
	}
	return vector, err
}

func unusable(err error) error {
	return fault.New(fault.Unavailable, "The embedding model cannot be used: "+err.Error()).Because(err)
}

// load reads the file once. It does not read a broken file again, but retries one that could not be opened.
func (m *Model) load() (*loaded, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.loaded != nil || m.broken != nil {
		return m.loaded, m.broken
	}
	l, err := read(m.path, m.header)
	if err != nil {
		err = advice(m.path, err)
		if errors.Is(err, modelfile.ErrForeign) || errors.Is(err, modelfile.ErrVersion) || errors.Is(err, modelfile.ErrDamaged) {
			m.broken = err
		}
		return nil, err
	}
	m.loaded = l
	return l, nil
}

func read(path string, header modelfile.Header) (*loaded, error) {
	file, err := modelfile.Read(path)
	if err != nil {
		return nil, err
	}
	if file.ID != header.ID || file.Width != header.Width || file.Positions != header.Positions {
		return nil, modelfile.ErrForeign // the file was replaced since Open
	}
	tokenizer, err := wordpiece.New(file.Tokens)
	if err != nil {
		return nil, errors.Join(modelfile.ErrDamaged, err)
	}
	return &loaded{encoder: bert.New(file), tokenizer: tokenizer}, nil
}
