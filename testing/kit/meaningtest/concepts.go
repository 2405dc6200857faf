// Package meaningtest contains an embedding model for tests, which only knows which words mean the same.
package meaningtest

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode"

	"plotline/graph/meaning"
)

const components = 64

// Concepts is a model for which the meaning of a text is its words. It treats the words of a list as one.
type Concepts struct {
	name string
	same map[string]string

	mu     sync.Mutex
	fails  error
	failAt string
	before func() // each call
	texts  []string
}

var _ meaning.Embedder = (*Concepts)(nil)

// New returns a model. Each list has words of the same meaning, separated by spaces.
func New(name string, same ...string) *Concepts {
	c := &Concepts{name: name, same: map[string]string{}}
	for _, list := range same {
		words := strings.Fields(list)
		for _, word := range words {
			c.same[word] = words[0]
		}
	}
	return c
}

// Fail makes every later call fail with err. If err is nil, calls succeed again.
func (c *Concepts) Fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fails = err
}

// FailAt makes every later call with this text fail. "" ends this.
func (c *Concepts) FailAt(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failAt = text
}

// Before makes every later call run f first.
func (c *Concepts) Before(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.before = f
}

// Texts returns the texts of all calls of Embed that succeeded.
func (c *Concepts) Texts() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.texts...)
}

// ID returns the name.
func (c *Concepts) ID() string { return c.name }

// Dimensions returns 64.
func (c *Concepts) Dimensions(context.Context) (int, error) { return components, nil }

// Close does nothing.
func (c *Concepts) Close() {}

// Embed returns the sum of the directions of a text's concepts.
func (c *Concepts) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	if err := c.begin(ctx, texts...); err != nil {
		return nil, err
	}
	for i, text := range texts {
		vectors[i] = c.vector(text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.texts = append(c.texts, texts...)
	return vectors, nil
}

// EmbedQuery does the same for a query.
func (c *Concepts) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	return c.vector(text), nil
}

func (c *Concepts) begin(ctx context.Context, texts ...string) error {
	c.mu.Lock()
	fails, before := c.fails, c.before
	if c.failAt != "" && slices.Contains(texts, c.failAt) {
		fails = errors.New("this text cannot be embedded")
	}
	c.mu.Unlock()
	if before != nil {
		before()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fails
}

func (c *Concepts) vector(text string) []float32 {
	vector := make([]float32, components)
	vector[0] = 0.01 // so that no vector is zero
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range words {
		if first, is := c.same[word]; is {
			word = first
		}
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(word))
		random := rand.New(rand.NewPCG(hash.Sum64(), 1)) //nolint:gosec // the same direction each time
		for i := range vector {
			vector[i] += float32(random.NormFloat64())
		}
	}
	length := 0.0
	for _, x := range vector {
		length += float64(x) * float64(x)
	}
	for i := range vector {
		vector[i] /= float32(math.Sqrt(length))
	}
	return vector
}

// Handler serves the model as an embeddings endpoint (https://platform.openai.com/docs/api-reference/embeddings/create). It
// calls before with each request and its texts, and then replies.
func (c *Concepts) Handler(before func(r *http.Request, texts []string)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Input []string }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		before(r, in.Input)
		vectors, err := c.Embed(r.Context(), in.Input)
		if err != nil {
			return // the client has gone
		}
		data := make([]map[string]any, len(vectors))
		for i, vector := range vectors {
			data[i] = map[string]any{"index": i, "embedding": vector}
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	})
}
