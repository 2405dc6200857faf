package tools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/scenes/model"
)

// sampleName is what the ids of questions to the client's model begin with.
const sampleName = "model-"

// sampler is the model of the client that called, which answers by sampling
// (https://modelcontextprotocol.io/specification/2025-11-25/client/sampling): in the midst of the call,
// or in rounds where the client speaks the newest protocol.
type sampler struct {
	rounds *rounds // nil in the midst of the call
}

var _ model.Client = sampler{}

// Complete asks the client's model, which may have its user look at it first: it takes as long as ctx
// lets it. What the client says is bounded, and nothing of its errors gets into ours. In rounds the
// error may be one that is usecase.ErrAsking: the work must end with it and change nothing, because it
// runs again from its start, and gets the same answer to the same question at once. So a request must
// not hold what differs from run to run, as a time does.
func (s sampler) Complete(ctx context.Context, r model.Request) (model.Answer, error) {
	if err := ctx.Err(); err != nil {
		return model.Answer{}, err
	}
	if s.rounds != nil {
		return s.rounds.complete(r)
	}
	session, can := server.ClientSessionFromContext(ctx).(server.SessionWithSampling)
	if !can {
		return model.Answer{}, model.ErrUnavailable
	}
	result, err := session.RequestSampling(ctx, mcp.CreateMessageRequest{
		Request:             mcp.Request{Method: string(mcp.MethodSamplingCreateMessage)},
		CreateMessageParams: samplingParams(r),
	})
	if err != nil {
		return model.Answer{}, samplingError(ctx, err)
	}
	return heard(result).answer()
}

// samplingError says in our own words why there is no answer.
func samplingError(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errDeclined):
		return model.ErrDeclined
	}
	return model.ErrUnavailable
}

// complete is the answer of the client's model to the request, or an error that ends this round.
func (r *rounds) complete(request model.Request) (model.Answer, error) {
	key := r.keyOf(request)
	got, err := r.answer(key, question{
		put: func(b *server.InputRequestBuilder) {
			b.Sample(fmt.Sprintf("%s%d-%s", sampleName, len(r.known)+1, key), samplingParams(request))
		},
	})
	if err != nil {
		return model.Answer{}, err
	}
	return got.answer()
}

// keyOf names a request by all that it says, and by how often this run has asked the very same before:
// who asks again wants another answer.
func (r *rounds) keyOf(request model.Request) string {
	raw, _ := json.Marshal(request) // which cannot fail for texts and numbers
	sum := sha256.Sum256(raw)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked[sum]++
	return fmt.Sprintf("%s-%d", hex.EncodeToString(sum[:16]), r.asked[sum])
}

// sampled tells which question to the model an id stands for.
func sampled(id string) (key string, is bool) {
	rest, is := strings.CutPrefix(id, sampleName)
	_, key, counted := strings.Cut(rest, "-")
	return key, is && counted
}
