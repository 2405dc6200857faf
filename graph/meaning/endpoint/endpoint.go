// Package endpoint makes vectors of texts with a server that has OpenAI's embeddings interface
// (https://platform.openai.com/docs/api-reference/embeddings/create). Ollama, llama.cpp, LM Studio, vLLM and
// others have it too.
package endpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"plotline/graph/meaning"
	"plotline/internal/egress"
	"plotline/internal/fault"
)

// Config describes the server and the key. It prints and logs without secrets.
type Config struct {
	// BaseURL is the address before /embeddings, such as http://127.0.0.1:11434/v1.
	BaseURL string
	// Model is the endpoint's name for the model.
	Model string
	// Key is sent only in the Authorization header. Local servers need none.
	Key string
	// Dimensions is the length of the vectors, if it is known; 0 means that of the first answer.
	Dimensions int
	// DocumentPrefix and QueryPrefix are put before texts, for models that need them.
	DocumentPrefix, QueryPrefix string
	// Batch is how many texts one request contains; 0 means 32.
	Batch int
	// Timeout is the longest time for one request, including its retries; 0 means 30 seconds.
	Timeout time.Duration
	// Pause is the mean wait before the first retry, if the endpoint sends none. It doubles before each
	// further retry. 0 means half a second.
	Pause time.Duration
	// Transport sends the requests; nil means the client's own.
	Transport http.RoundTripper
}

const (
	longest        = 2048 // characters of a text: about 512 tokens
	shortest       = 512  // characters to which texts are cut if the endpoint rejects them
	mostBatch      = 256
	mostDimensions = 16384
	mostAnswer     = 32 << 20 // bytes
	tries          = 3        // of one request, including the first
	jitter         = 0.5
	longestPause   = 10 * time.Second
	mostAtOnce     = 16 // requests
)

// Client sends requests to one endpoint. It is safe for concurrent use.
type Client struct {
	config     Config // without the key
	address    egress.Address
	service    *egress.Service
	places     chan struct{} // limits concurrent requests
	dimensions atomic.Int64  // 0 until it is known
}

var _ meaning.Embedder = (*Client)(nil)

// These are the faults of a configuration. No error contains the address or the key.
var (
	ErrAddress = errors.New("the address of the embeddings endpoint is not an http or https address such as http://127.0.0.1:11434/v1; check PLOTLINE_EMBEDDINGS_BASE_URL")
	ErrKey     = errors.New("the key of the embeddings endpoint contains a line break or another invalid character; check PLOTLINE_EMBEDDINGS_API_KEY")
	ErrModel   = errors.New("the embeddings endpoint needs the name of a model; set PLOTLINE_EMBEDDINGS_MODEL")
	ErrBounds  = errors.New("an embeddings endpoint takes 1 to 256 texts in a request, and vectors have 1 to 16384 dimensions")
)

// New returns a client and sends no request. Its errors are those of this package.
func New(c Config) (*Client, error) {
	address, err := egress.NewAddress(c.BaseURL, c.Key)
	c.Batch = cmp.Or(c.Batch, 32)
	switch {
	case errors.Is(err, egress.ErrKey):
		return nil, ErrKey
	case err != nil:
		return nil, ErrAddress
	case c.Model == "":
		return nil, ErrModel
	case c.Batch < 1, c.Batch > mostBatch, c.Dimensions < 0, c.Dimensions > mostDimensions:
		return nil, ErrBounds
	}
	if c.Transport == nil {
		c.Transport = egress.Transport()
	}
	c.Key, c.BaseURL = "", ""
	c.Timeout = cmp.Or(c.Timeout, 30*time.Second)
	client := &Client{
		config:  c,
		address: address,
		service: egress.New(c.Transport, egress.Policy{
			Tries: tries, First: cmp.Or(c.Pause, time.Second/2), Jitter: jitter, Longest: longestPause, Most: mostAnswer, Again: shouldRetry,
		}),
		places: make(chan struct{}, mostAtOnce),
	}
	client.dimensions.Store(int64(c.Dimensions))
	return client, nil
}

// shouldRetry reports whether to retry a request.
func shouldRetry(answer egress.Answer, err error) bool {
	return errors.Is(err, egress.ErrBroken) || errors.Is(err, egress.ErrTruncated) ||
		answer.Stumbled() && answer.Status != http.StatusNotImplemented
}

// ID returns the configured name of the model, such as endpoint/nomic-embed-text. It omits the address,
// because the same model gives the same vectors elsewhere.
func (c *Client) ID() string { return "endpoint/" + c.config.Model }

// Close closes idle connections.
func (c *Client) Close() { c.service.Close() }

// Dimensions returns the length of the vectors. If it is not known, the client asks the endpoint for a
// vector.
func (c *Client) Dimensions(ctx context.Context) (int, error) {
	if known := c.dimensions.Load(); known > 0 {
		return int(known), nil
	}
	if _, err := c.EmbedQuery(ctx, "dimensions"); err != nil {
		return 0, err
	}
	return int(c.dimensions.Load()), nil
}

// Embed returns the vectors of texts. It sends Batch texts in each request.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for start := 0; start < len(texts); start += c.config.Batch {
		batch := texts[start:min(start+c.config.Batch, len(texts))]
		some, err := c.embed(ctx, c.config.DocumentPrefix, batch)
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, some...)
	}
	return vectors, nil
}

// EmbedQuery returns the vector of a query.
func (c *Client) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := c.embed(ctx, c.config.QueryPrefix, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// embed sends one request. If the endpoint rejects it, embed tries again with shorter texts, because the
// model's limit of tokens is not known.
func (c *Client) embed(ctx context.Context, prefix string, texts []string) ([][]float32, error) {
	select {
	case c.places <- struct{}{}:
		defer func() { <-c.places }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	input, _ := clip(prefix, texts, longest)
	answer, err := c.ask(limited, input)
	if isInvalidRequest(answer, err) {
		if shorter, cut := clip(prefix, texts, shortest); cut {
			answer, err = c.ask(limited, shorter)
		}
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, requestError(answer, err)
	}
	vectors, err := read(answer.Body, len(texts))
	if err != nil {
		return nil, err
	}
	return vectors, c.agree(len(vectors[0]))
}

// agree checks a length against that of all earlier vectors.
func (c *Client) agree(length int) error {
	if c.dimensions.CompareAndSwap(0, int64(length)) {
		return nil
	}
	if known := c.dimensions.Load(); known != int64(length) {
		return fault.Newf(fault.Unavailable, "The embeddings endpoint gives vectors of %d dimensions, where %d were expected: it has another model now. "+
			"Check PLOTLINE_EMBEDDINGS_MODEL", length, known)
	}
	return nil
}

// Format prints the configuration without secrets, for every verb.
func (c Config) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.summary()) }

// LogValue logs the configuration without secrets.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.summary()) }

// MarshalText writes the configuration without secrets, also in JSON.
func (c Config) MarshalText() ([]byte, error) { return []byte(c.summary()), nil }

func (c Config) summary() string { return egress.Describe(c.BaseURL, c.Model, c.Key) }

// Format prints the client without secrets, for every verb.
func (c *Client) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.summary()) }

// LogValue logs the client without secrets.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.summary()) }

func (c *Client) summary() string {
	if c == nil {
		return egress.Describe("", "", "")
	}
	return c.address.Describe(c.config.Model)
}
