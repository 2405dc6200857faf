// Package ask asks the client during a call of a tool: its user by elicitation, and its model by sampling.
//
// Asker.Begin gives the use case of a call both. A client of the older protocols is asked while the call runs, by its
// session. A client of the newest protocol is asked in rounds: the call ends with PendingError, the client calls again with
// the answer, and the use case runs again from the start. The answers of earlier rounds are in a state that the client
// sends back. The seal encrypts it.
package ask

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/usecase"
	"plotline/scenes/model"
	"plotline/tools/transport"
)

// Asker asks clients. What it has sealed, no other Asker can open.
type Asker struct{ seal seal }

// New returns an Asker.
func New() *Asker { return &Asker{newSeal()} }

// Call is a call whose use case may ask.
type Call struct {
	mcp.MultiRoundTripParams

	Tool      string
	Workspace string
	Arguments json.RawMessage
}

// Begin returns a context in which the use case of a call can ask the client, as far as the client offers it. The
// error is a *fault.Error with code invalid_argument, for a state that this Asker did not issue for this call.
func (a *Asker) Begin(ctx context.Context, call Call) (context.Context, error) {
	r, err := a.rounds(ctx, call)
	if err != nil {
		return nil, err
	}
	ctx = transport.WithRelease(ctx, r.bind)
	ctx = usecase.WithAsker(ctx, byElicitation(r))
	if transport.Capabilities(ctx).Sampling != nil {
		ctx = model.WithCaller(ctx, sampler{r})
	}
	return ctx, nil
}

// PendingError ends a round: the client must answer and call again.
type PendingError struct{ Result *mcp.CallToolResult }

func (PendingError) Error() string { return "the client answers a question and calls again" }

// Unwrap lets use cases recognise that this is not a failure.
func (PendingError) Unwrap() error { return usecase.ErrAsking }
