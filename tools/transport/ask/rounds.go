package ask

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/jsoncut"
	"plotline/internal/output"
	"plotline/scenes/model"
)

const (
	// mostAnswers limits the answers that a call may need.
	mostAnswers = 8
	// mostState limits the state with those answers, in bytes. The client sends it back.
	mostState = 1 << 20
	// mostCanonical limits the arguments that are compared by content, in bytes, and mostTokens in tokens of JSON. A token
	// takes up to a hundred bytes for the comparison. A client must repeat larger arguments unchanged.
	mostCanonical, mostTokens = 1 << 20, 5000
)

// rounds is a call of the newest protocol. A server of this protocol asks by ending the call: the client calls again
// with the answer, and the use case runs again from the start
// (https://modelcontextprotocol.io/specification/2026-07-28, multi round-trip requests). The answers of earlier
// rounds are in the state that the client sends back.
type rounds struct {
	seal      seal
	bound     func() []byte // identifies the call that the state belongs to
	responses mcp.InputResponses

	mu    sync.Mutex     // guards the fields below
	known []storedAnswer // in order of arrival
	asked map[[sha256.Size]byte]int
}

// question is a question to the client.
type question struct {
	id   string // in the client's answers; empty for the model's, which listen has read
	put  func(b *server.InputRequestBuilder)
	read func(came mcp.InputResponses) storedAnswer
}

// storedAnswer is an answer, as the state stores it.
type storedAnswer struct {
	Key string `json:"key"` // of the question
	Yes bool   `json:"yes,omitempty"`

	Text    string `json:"text,omitempty"`
	Model   string `json:"model,omitempty"`
	Cut     bool   `json:"cut,omitempty"`
	Problem string `json:"problem,omitempty"` // why there is no text
}

// rounds returns nil for a client of the older protocols. The error is a *fault.Error with code invalid_argument, for
// a state that this server did not issue for this call.
func (a *Asker) rounds(ctx context.Context, call Call) (*rounds, error) {
	if !mcp.IsModernProtocol(server.RequestProtocolVersion(ctx)) {
		return nil, nil //nolint:nilnil // as the comment says
	}
	r := &rounds{
		seal: a.seal, responses: call.InputResponses, asked: map[[sha256.Size]byte]int{},
		bound: sync.OnceValue(func() []byte { return bindingOf(call.Tool, call.Workspace, call.Arguments) }),
	}
	if err := r.open(call.RequestState); err != nil {
		return nil, err
	}
	return r, r.storeModelAnswers()
}

// bind computes what identifies the call, which needs its arguments.
func (r *rounds) bind() {
	if r != nil {
		r.bound()
	}
}

// bindingOf identifies a call by its tool, workspace and arguments. The arguments are compared by content, because a
// client may format them differently when it calls again.
func bindingOf(tool, workspace string, args json.RawMessage) []byte {
	if input.Absent(args) {
		args = json.RawMessage("{}")
	}
	canonical := args // the tool rejects arguments that are not JSON
	if len(args) <= mostCanonical && jsoncut.AtMost(args, mostTokens) {
		if written, err := canonicalJSON(args); err == nil {
			canonical = written
		}
	}
	sum := sha256.Sum256(canonical)
	bound, _ := json.Marshal([]any{tool, workspace, sum}) // cannot fail
	return bound
}

// open restores the answers of earlier rounds.
func (r *rounds) open(state string) error {
	if state == "" {
		return nil
	}
	raw, ok := r.seal.open(state, r.bound())
	if !ok || json.Unmarshal(raw, &r.known) != nil {
		return fault.Invalid("requestState does not belong to this call, or Plotline was restarted since: " +
			"call again without requestState and inputResponses")
	}
	return nil
}

// storeModelAnswers stores the model's answers of this round at once, because the use case may ask another question before it
// asks for them again.
func (r *rounds) storeModelAnswers() error {
	for id, response := range r.responses {
		key, is := sampled(id)
		if !is || r.find(key) >= 0 {
			continue
		}
		if len(r.known) >= mostAnswers {
			return fault.Invalid("inputResponses may have at most %d answers", mostAnswers)
		}
		got := readRawAnswer(response)
		got.Key = key
		r.known = append(r.known, got)
	}
	return nil
}

func (r *rounds) find(key string) int {
	return slices.IndexFunc(r.known, func(one storedAnswer) bool { return one.Key == key })
}

// answer returns the client's answer to the question, or an error that ends this round to ask it.
func (r *rounds) answer(key string, q question) (storedAnswer, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at := r.find(key); at >= 0 {
		return r.known[at], nil
	}
	if _, came := server.InputResponse(r.responses, q.id); came && q.id != "" {
		got := q.read(r.responses)
		got.Key = key
		r.known = append(r.known, got)
		return got, nil
	}
	return storedAnswer{}, r.endRound(q)
}

// endRound ends this round.
func (r *rounds) endRound(q question) error {
	state := []byte("[]")
	if len(r.known) > 0 {
		state, _ = output.Marshal(r.known) // cannot fail for strings
	}
	if len(r.known) >= mostAnswers || len(state) > mostState {
		return fault.Newf(fault.TooLarge, "the call needs more than %d answers from the client, or their text has more than %d bytes; ask for less",
			mostAnswers, mostState).Because(model.ErrUnavailable)
	}
	b := server.NewInputRequestBuilder(r.seal.close(state, r.bound()))
	q.put(b)
	return PendingError{b.ToolResult()}
}
