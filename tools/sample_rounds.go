package tools

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/graph/fault"
	"plotline/graph/input"
	"plotline/graph/output"
	"plotline/graph/usecase"
	"plotline/scenes/model"
)

const (
	// mostAnswers is how many answers a call may need in all.
	mostAnswers = 8
	// mostState is the bytes that those answers may have which a client carries back to us.
	mostState = 1 << 20
	// mostCanonical bounds the arguments that are compared by what they say. It takes fifty times their
	// size, so that a client must repeat larger ones as they were.
	mostCanonical = 1 << 20
)

// rounds is a call of the newest protocol, in which a server asks by ending the call: the client calls
// again with the answer, and the work runs again from its start
// (https://modelcontextprotocol.io/specification/2026-07-28, multi round-trip requests). Answers of
// earlier rounds come back in the state that the client carries for us.
type rounds struct {
	seal  seal
	bound func() []byte // what the state is good for
	came  mcp.InputResponses

	mu    sync.Mutex // of what follows
	known []said     // in the order in which they came
	asked map[[sha256.Size]byte]int
}

// question is something that a client shall answer.
type question struct {
	id   string // in the client's answers; empty where they were taken before
	put  func(b *server.InputRequestBuilder)
	read func(came mcp.InputResponses) said
}

// said is an answer, as the state keeps it.
type said struct {
	Key string `json:"key"` // of the question
	Yes bool   `json:"yes,omitempty"`

	Text    string `json:"text,omitempty"`
	Model   string `json:"model,omitempty"`
	Cut     bool   `json:"cut,omitempty"`
	Problem string `json:"problem,omitempty"` // why there is no text
}

// pending ends a round: the client has something to answer.
type pending struct{ result *mcp.CallToolResult }

func (pending) Error() string { return "the client answers a question and calls again" }

// Unwrap makes it known to the use case as no failure.
func (pending) Unwrap() error { return usecase.ErrAsking }

// rounds is nil for a client of the older protocols. The error is a *fault.Error with code
// invalid_argument, for a state that is not ours, or of another call.
func (s *Server) rounds(ctx context.Context, tool string, args json.RawMessage, req mcp.CallToolRequest) (*rounds, error) {
	if !mcp.IsModernProtocol(server.RequestProtocolVersion(ctx)) {
		return nil, nil //nolint:nilnil // as the comment says
	}
	r := &rounds{
		seal: s.seal, came: req.Params.InputResponses, asked: map[[sha256.Size]byte]int{},
		bound: sync.OnceValue(func() []byte { return bindingOf(tool, s.caller(ctx).Workspace, args) }),
	}
	if err := r.open(req.Params.RequestState); err != nil {
		return nil, err
	}
	return r, r.listen()
}

// bindingOf names a call by what it does and for whom. The arguments count by what they say: a client
// may write them in another way when it calls again.
func bindingOf(tool, workspace string, args json.RawMessage) []byte {
	if input.Absent(args) {
		args = json.RawMessage("{}")
	}
	canonical := args // which the tool refuses when it is no JSON
	if len(args) <= mostCanonical {
		if written, err := canonicalJSON(args); err == nil {
			canonical = written
		}
	}
	sum := sha256.Sum256(canonical)
	bound, _ := json.Marshal([]any{tool, workspace, sum}) // which cannot fail
	return bound
}

// open takes up the answers of earlier rounds.
func (r *rounds) open(state string) error {
	if state == "" {
		return nil
	}
	raw, ok := r.seal.open(state, r.bound())
	if !ok || json.Unmarshal(raw, &r.known) != nil {
		return fault.Invalid("requestState is not what this very call was given, or is from before Plotline was started: " +
			"call again without requestState and inputResponses")
	}
	return nil
}

// listen takes up what the client's model answered in this round, whether or not the work gets as far
// as to ask for it: it may be busy with another question then.
func (r *rounds) listen() error {
	for id, response := range r.came {
		key, is := sampled(id)
		if !is || r.find(key) >= 0 {
			continue
		}
		if len(r.known) >= mostAnswers {
			return fault.Invalid("inputResponses has more answers than were asked for, %d in all", mostAnswers)
		}
		got := heardRaw(response)
		got.Key = key
		r.known = append(r.known, got)
	}
	return nil
}

func (r *rounds) find(key string) int {
	return slices.IndexFunc(r.known, func(one said) bool { return one.Key == key })
}

// answer is what the client said to the question, or an error that ends this round to ask it.
func (r *rounds) answer(key string, q question) (said, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at := r.find(key); at >= 0 {
		return r.known[at], nil
	}
	if _, came := server.InputResponse(r.came, q.id); came && q.id != "" {
		got := q.read(r.came)
		got.Key = key
		r.known = append(r.known, got)
		return got, nil
	}
	return said{}, r.leave(q)
}

// leave ends this round.
func (r *rounds) leave(q question) error {
	state := []byte("[]")
	if len(r.known) > 0 {
		state, _ = output.Marshal(r.known) // which cannot fail for texts
	}
	if len(r.known) >= mostAnswers || len(state) > mostState {
		return fault.Newf(fault.TooLarge, "the call needs more than %d answers of the client, or their text has more than %d bytes; ask for less",
			mostAnswers, mostState).Because(model.ErrUnavailable)
	}
	b := server.NewInputRequestBuilder(r.seal.close(state, r.bound()))
	q.put(b)
	return pending{b.ToolResult()}
}
