// Package model is what scenes ask a language model by: one question, one answer, and the words for
// what can go wrong. An endpoint on the network implements it, and so does the model of an MCP client
// that calls us, which the door puts into the context.
package model

import (
	"context"
	"errors"
)

// Role says who spoke.
type Role string

// The roles. What the program wants of the model is not a message, but Request.System.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn of a conversation.
type Message struct {
	Role Role
	Text string
	// Images are addresses that package scenes has judged: http, https or data:image.
	Images []string
}

// Request is one question to a model.
type Request struct {
	Service     string // of ours that asks, for the log and for progress
	System      string
	Messages    []Message // oldest first, at least one
	MaxTokens   int       // of the answer; 0 leaves it to the model
	Temperature float64   // 0 to 2
	JSON        bool      // the answer shall be one JSON object
}

// Bytes is how long the texts and addresses of a request are.
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

// MaxAnswer is how many bytes of text an answer may have: twice what the code of a scene may have. Many
// calls hold an answer at once.
const MaxAnswer = 512 << 10

// Answer is what a model said.
type Answer struct {
	Text  string // never empty, at most MaxAnswer
	Model string // which one answered, by its own account
	Cut   bool   // it ended at the limit of tokens
}

// Client asks a model. Its error is one of this package's, or the context's own; none holds anything
// that the other side wrote.
type Client interface {
	Complete(ctx context.Context, r Request) (Answer, error)
}

// What can go wrong, in words for whoever called.
var (
	ErrKey         = errors.New("the model's endpoint refused the key; check PLOTLINE_AI_API_KEY")
	ErrBusy        = errors.New("the model's endpoint answers that there are too many requests; try again later")
	ErrUnavailable = errors.New("the model's endpoint cannot be reached or has a fault of its own; try again later")
	ErrTimeout     = errors.New("the model did not answer in time; try again, or ask for less")
	ErrGarbled     = errors.New("the model's endpoint gives an answer that cannot be understood; check PLOTLINE_AI_BASE_URL")
	ErrRefused     = errors.New("the model's endpoint refuses the request; check PLOTLINE_AI_MODEL, and whether the model takes images and requests of this length")
	ErrEmpty       = errors.New("the model answered nothing")
	ErrDeclined    = errors.New("the client declined to ask its model")
)

type callerKey struct{}

// WithCaller gives the work under ctx the model of the client that called.
func WithCaller(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// Caller is the model of the client that called; nil when it lends none.
func Caller(ctx context.Context) Client {
	c, _ := ctx.Value(callerKey{}).(Client)
	return c
}
