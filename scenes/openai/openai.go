// Package openai asks a language model over OpenAI's chat completions API
// (https://platform.openai.com/docs/api-reference/chat/create). Nearly every model server supports it: hosted ones,
// gateways, and local ones such as Ollama, llama.cpp, vLLM and LM Studio.
//
// The messages are the types of github.com/sashabaranov/go-openai. Its client is not used: it checks requests by the
// name of the model and cannot send a temperature of 0. It also reads bodies without a limit and puts them into its
// errors. Package egress sends the requests instead.
//
// Answers are not streamed: a scene is compiled as a whole, and every server can send the whole answer at once.
package openai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"plotline/internal/egress"
	"plotline/scenes/model"
)

// Config configures a Client. It prints and logs without secrets.
type Config struct {
	// BaseURL is the URL before /chat/completions, such as http://127.0.0.1:11434/v1. Every request also has its
	// query.
	BaseURL string
	// Model is the endpoint's name of the model. If it is empty, the client asks the endpoint once which models it
	// has and takes the first.
	Model string
	// Key is sent in the Authorization header only. Local servers need none.
	Key string
	// Timeout limits one call of Complete with its retries; 0 means 2 minutes, the default of --ai-timeout in
	// cmd/plotline/scenes.go.
	Timeout time.Duration
	// Pause is the mean wait before the first retry if the endpoint names none. It doubles with each further retry. 0
	// means a second.
	Pause time.Duration
	// Transport sends the requests; nil uses a transport of the client's own, with no limit on connections.
	Transport http.RoundTripper
}

// ErrAddress reports a base URL that is unusable. It does not show the URL, which may contain a password.
var ErrAddress = errors.New("the address of the model's endpoint is not an http or https address such as http://127.0.0.1:11434/v1; check PLOTLINE_AI_BASE_URL")

// ErrKeyText reports a key that an HTTP header cannot hold.
var ErrKeyText = errors.New("the key of the model's endpoint holds a line break or another character that no key has; check PLOTLINE_AI_API_KEY")

// Client asks one endpoint. It is safe for concurrent use.
type Client struct {
	address egress.Address
	timeout time.Duration
	service *egress.Service
	// name is the model to ask, empty until known. finding holds a token while a call looks it up.
	name    atomic.Pointer[string]
	finding chan struct{}
	// left has the fields that the endpoint rejects.
	left atomic.Uint32
}

var _ model.Client = (*Client)(nil)

// New returns a Client and sends no request. The error is ErrAddress or ErrKeyText.
func New(c Config) (*Client, error) {
	address, err := egress.NewAddress(c.BaseURL, c.Key)
	switch {
	case errors.Is(err, egress.ErrKey):
		return nil, ErrKeyText
	case err != nil:
		return nil, ErrAddress
	}
	client := &Client{
		address: address,
		timeout: cmp.Or(c.Timeout, 2*time.Minute),
		service: service(c.Transport, cmp.Or(c.Pause, time.Second)),
		finding: make(chan struct{}, 1),
	}
	name := strings.TrimSpace(c.Model)
	client.name.Store(&name)
	return client, nil
}

// Close closes idle connections. The client remains usable.
func (c *Client) Close() { c.service.Close() }

// Complete sends one request to the model. Its errors are or wrap those of package model. If ctx has ended, the error
// is that of ctx, and the connection is closed at once so that the model stops too.
func (c *Client) Complete(ctx context.Context, r model.Request) (model.Answer, error) {
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	answer, err := c.complete(limited, r)
	if err != nil && ctx.Err() != nil {
		return model.Answer{}, ctx.Err()
	}
	return answer, err
}

func (c *Client) complete(ctx context.Context, r model.Request) (model.Answer, error) {
	name, err := c.modelName(ctx)
	if err != nil {
		return model.Answer{}, err
	}
	body, err := c.ask(ctx, name, r)
	if err != nil {
		return model.Answer{}, err
	}
	answer, err := read(body)
	if len(answer.Text) > model.MaxAnswer {
		return model.Answer{}, model.ErrTooLong
	}
	answer.Text = c.address.Conceal(answer.Text)
	answer.Model = c.address.Conceal(cmp.Or(answer.Model, name))
	if err != nil {
		return model.Answer{}, err
	}
	return answer, nil
}

// kindError refines one of package model's errors. errors.Is matches that error.
type kindError struct {
	text string
	kind error
}

func (e *kindError) Error() string { return e.text }

func (e *kindError) Unwrap() error { return e.kind }

// The errors that refine package model's.
var (
	// ErrNoModel reports that no model is configured and the endpoint lists none.
	ErrNoModel error = &kindError{"the model's endpoint does not tell which models it has; check that PLOTLINE_AI_BASE_URL is right (most end in /v1), or set PLOTLINE_AI_MODEL", model.ErrRefused}
	// ErrNotThere reports status 404, which means an unknown model or a wrong address.
	ErrNotThere error = &kindError{"the model's endpoint has no such model, or nothing at this address; check PLOTLINE_AI_MODEL and PLOTLINE_AI_BASE_URL", model.ErrRefused}
	// ErrRefusal reports that the model itself declined.
	ErrRefusal error = &kindError{"the model declines to answer this; ask in other words", model.ErrDeclined}
)

// Format prints the configuration without secrets, whatever the verb.
func (c Config) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.summary()) }

// LogValue logs the configuration without secrets.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.summary()) }

// MarshalText encodes the configuration without secrets. encoding/json uses it too.
func (c Config) MarshalText() ([]byte, error) { return []byte(c.summary()), nil }

func (c Config) summary() string { return egress.Describe(c.BaseURL, c.Model, c.Key) }

// Format prints the client without secrets, whatever the verb.
func (c *Client) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.summary()) }

// LogValue logs the client without secrets.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.summary()) }

func (c *Client) summary() string {
	if c == nil || c.service == nil {
		return egress.Describe("", "", "")
	}
	return c.address.Describe(*c.name.Load())
}
