// Package model defines how scenes ask a language model: a request, an answer, and the errors of both. A network
// endpoint implements Client (package openai). The model of a calling MCP client implements it too, and the MCP
// transport puts it into the context.
package model

import (
	"context"
	"errors"
)

// Role is the author of a message.
type Role string

// The roles of messages. The program's own instructions are in Request.System.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one message of a conversation.
type Message struct {
	Role Role
	Text string
	// Images are URLs that package scenes has checked: http, https or data:image.
	Images []string
}

// Request is one request to a model.
type Request struct {
	Service     string // the Plotline service that asks, for the log and for progress
	System      string
	Messages    []Message // oldest first, at least one
	MaxTokens   int       // limit of the answer; 0 leaves it to the model
	Temperature float64   // 0 to 2
	JSON        bool      // the answer must be one JSON object
}

// Bytes is the length of a request's texts and image URLs.
func (r Request) Bytes() int {
	n := len(r.System)
	for _, m := range r.Messages {
		n += len(m.Text)
		for _, address := range m.Images {
			n += len(address)
		}
	}
	return n
}

// MaxAnswer limits the text of an answer, in bytes: twice the longest code of a scene. Many calls hold an answer at
// once.
const MaxAnswer = 512 << 10

// Answer is a model's answer.
type Answer struct {
	Text  string // never empty, at most MaxAnswer
	Model string // the model's name, as the endpoint reports it
	Cut   bool   // it ended at the token limit
}

// Client asks a model. Its errors are those of this package or the context's. They never contain text that the
// endpoint wrote.
type Client interface {
	Complete(ctx context.Context, r Request) (Answer, error)
}

// The errors of a Client. Their texts are for the caller.
var (
	ErrKey         = errors.New("the model's endpoint rejected the key; check PLOTLINE_AI_API_KEY")
	ErrBusy        = errors.New("the model's endpoint reports too many requests; try again later")
	ErrUnavailable = errors.New("the model's endpoint cannot be reached or failed with a server error; try again later")
	ErrTimeout     = errors.New("the model did not answer in time; try again, or ask for less")
	ErrGarbled     = errors.New("the model's endpoint returned an invalid reply; check PLOTLINE_AI_BASE_URL")
	ErrTooLong     = errors.New("the model's reply is longer than 512 KiB; ask for a shorter scene")
	ErrRefused     = errors.New("the model's endpoint rejected the request; check PLOTLINE_AI_MODEL, and whether the model accepts images and requests of this length")
	ErrEmpty       = errors.New("the model answered nothing")
	ErrDeclined    = errors.New("the client declined to use its model")
)

type callerKey struct{}

// WithCaller returns a context with the model of the calling client.
func WithCaller(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// Caller returns the model of the calling client, or nil if it offers none.
func Caller(ctx context.Context) Client {
	c, _ := ctx.Value(callerKey{}).(Client)
	return c
}
