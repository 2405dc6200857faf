// Package endpoint has a server make vectors of texts, over the embeddings interface of OpenAI
// (https://platform.openai.com/docs/api-reference/embeddings/create), which Ollama, llama.cpp, LM Studio,
// vLLM and others speak too.
package endpoint

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"plotline/graph/meaning"
	"plotline/internal/egress"
	"plotline/internal/fault"
)

// Config says whom to ask, and with what key. It prints and logs without secrets.
type Config struct {
	// BaseURL is what stands before /embeddings, such as http://127.0.0.1:11434/v1.
	BaseURL string
	// Model is the name that the endpoint knows it by.
	Model string
	// Key goes into the Authorization header and nowhere else; local servers need none.
	Key string
	// Dimensions is the length of the vectors, where it is known already; 0 is that of the first answer.
	Dimensions int
	// DocumentPrefix and QueryPrefix go before texts, for models that want them.
	DocumentPrefix, QueryPrefix string
	// Batch is how many texts one request carries; 0 is 32.
	Batch int
	// Timeout is the most that one request takes, with its retries; 0 is 30 seconds.
	Timeout time.Duration
	// Pause is the mean wait before the first retry, where the endpoint names none; it is doubled before
	// each further one. 0 is half a second.
	Pause time.Duration
	// Transport carries the requests; nil is one of the client's own.
	Transport http.RoundTripper
}

const (
	longest        = 2048 // characters of a text: 512 tokens have about as many
	shortest       = 512  // characters to which texts are cut when the endpoint refuses them
	mostBatch      = 256
	mostDimensions = 16384
	mostAnswer     = 32 << 20 // bytes
	tries          = 3        // of one request, the first included
	jitter         = 0.5
	longestPause   = 10 * time.Second
	mostAtOnce     = 16 // requests
)

// Client asks one endpoint. It is safe for concurrent use.
type Client struct {
	config     Config // without the key
	address    egress.Address
	service    *egress.Service
	places     chan struct{} // of requests that go at once
	dimensions atomic.Int64  // 0 until it is known
}

var _ meaning.Embedder = (*Client)(nil)

// What can be wrong with a configuration. No error shows the address or the key.
var (
	ErrAddress = errors.New("the address of the embeddings endpoint is not an http or https address such as http://127.0.0.1:11434/v1; check PLOTLINE_EMBEDDINGS_BASE_URL")
	ErrKey     = errors.New("the key of the embeddings endpoint holds a line break or another character that no key has; check PLOTLINE_EMBEDDINGS_API_KEY")
	ErrModel   = errors.New("the embeddings endpoint must be told which model to use; set PLOTLINE_EMBEDDINGS_MODEL")
	ErrBounds  = errors.New("an embeddings endpoint takes 1 to 256 texts in a request, and vectors have 1 to 16384 dimensions")
)

// New makes a client; nothing is asked yet. The error is one of this package's.
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
			Tries: tries, First: cmp.Or(c.Pause, time.Second/2), Jitter: jitter, Longest: longestPause, Most: mostAnswer, Again: again,
		}),
		places: make(chan struct{}, mostAtOnce),
	}
	client.dimensions.Store(int64(c.Dimensions))
	return client, nil
}

// again says whether a request is worth another try.
func again(answer egress.Answer, err error) bool {
	return errors.Is(err, egress.ErrBroken) || errors.Is(err, egress.ErrTruncated) ||
		answer.Stumbled() && answer.Status != http.StatusNotImplemented
}

// ID names the model as it is configured, such as endpoint/nomic-embed-text. The address is no part of it:
// the same model gives the same vectors elsewhere.
func (c *Client) ID() string { return "endpoint/" + c.config.Model }

// Close gives back the connections that stand idle.
func (c *Client) Close() { c.service.Close() }

// Dimensions is the length of the vectors. Where it is not known, the endpoint is asked for one.
func (c *Client) Dimensions(ctx context.Context) (int, error) {
	if known := c.dimensions.Load(); known > 0 {
		return int(known), nil
	}
	if _, err := c.EmbedQuery(ctx, "dimensions"); err != nil {
		return 0, err
	}
	return int(c.dimensions.Load()), nil
}

// Embed gives the vectors of texts, of which one request carries as many as Batch says.
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

// EmbedQuery gives the vector of a query.
func (c *Client) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := c.embed(ctx, c.config.QueryPrefix, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// embed sends one request, and a second with shorter texts where the first is refused: how many tokens a
// model takes is not told.
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
	if refused(answer, err) {
		if shorter, cut := clip(prefix, texts, shortest); cut {
			answer, err = c.ask(limited, shorter)
		}
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, judge(answer, err)
	}
	vectors, err := read(answer.Body, len(texts))
	if err != nil {
		return nil, err
	}
	return vectors, c.agree(len(vectors[0]))
}

// agree holds a length against that of all vectors before.
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
