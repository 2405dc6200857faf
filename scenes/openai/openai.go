// Package openai asks a language model over the chat completions interface of OpenAI
// (https://platform.openai.com/docs/api-reference/chat/create), which nearly every server of models
// speaks: hosted ones, gateways, and local ones such as Ollama, llama.cpp, vLLM and LM Studio.
//
// The messages are the types of github.com/sashabaranov/go-openai. Its client is left aside: it checks
// requests by the name of the model, cannot send a temperature of 0, reads what a server sends without
// a bound and puts it into its errors. Package outward asks instead.
//
// Answers are not streamed. One is of use only when it is whole, since a scene is compiled as a whole,
// and every server gives it in one piece too.
package openai

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"plotline/graph/outward"
	"plotline/scenes/model"
)

// Config says whom to ask, and with what key. It prints and logs without secrets.
type Config struct {
	// BaseURL is what stands before /chat/completions, such as http://127.0.0.1:11434/v1. A query in it
	// goes along with every request.
	BaseURL string
	// Model is the name that the endpoint knows it by. When it is empty, the endpoint is asked once which
	// models it has, and the first is taken.
	Model string
	// Key goes into the Authorization header and nowhere else; local servers need none.
	Key string
	// Timeout is the most that one call of Complete takes, with its retries; 0 is 2 minutes.
	Timeout time.Duration
	// Pause is the mean wait before the first retry, where the endpoint names none; it is doubled before
	// each further one. 0 is a second.
	Pause time.Duration
	// Transport carries the requests; nil is one of the client's own, with no limit on connections.
	Transport http.RoundTripper
}

// ErrAddress is a base URL that nothing can be asked by. It does not show it, since it may hold a password.
var ErrAddress = errors.New("the address of the model's endpoint is not an http or https address such as http://127.0.0.1:11434/v1; check PLOTLINE_AI_BASE_URL")

// ErrKeyText is a key that no HTTP header can carry.
var ErrKeyText = errors.New("the key of the model's endpoint holds a line break or another character that no key has; check PLOTLINE_AI_API_KEY")

// Client asks one endpoint. It is safe for concurrent use, by any number of callers at once.
type Client struct {
	address outward.Address
	timeout time.Duration
	service *outward.Service
	// name is the model to ask for, empty until it is known; finding holds a token while someone asks.
	name    atomic.Pointer[string]
	finding chan struct{}
	// left is what the endpoint has been found to refuse.
	left atomic.Uint32
}

var _ model.Client = (*Client)(nil)

// New makes a client; nothing is asked yet. The error is ErrAddress or ErrKeyText.
func New(c Config) (*Client, error) {
	address, err := outward.NewAddress(c.BaseURL, c.Key)
	switch {
	case errors.Is(err, outward.ErrKey):
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

// Close gives back the connections that stand idle. The client can be used afterwards.
func (c *Client) Close() { c.service.Close() }

// Complete asks the model one question. The error is one of package model's, or wraps one, or is that
// of ctx when ctx has ended; then the connection is closed at once, so that the model stops too.
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
		return model.Answer{}, model.ErrGarbled
	}
	answer.Text = c.address.Conceal(answer.Text)
	answer.Model = c.address.Conceal(cmp.Or(answer.Model, name))
	if err != nil {
		return model.Answer{}, err
	}
	return answer, nil
}
