package ask

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
	"plotline/tools/transport"
)

// sampleName is the prefix of the ids of requests to the client's model.
const sampleName = "model-"

// sampler is the model of the calling client, used through sampling
// (https://modelcontextprotocol.io/specification/2025-11-25/client/sampling). Clients of the newest protocol answer
// in rounds, older ones during the call.
type sampler struct {
	rounds *rounds // nil during the call
}

var _ model.Client = sampler{}

// Complete asks the client's model. The client may ask its user first, so Complete waits until ctx ends. The answer
// is limited in size, and errors contain nothing from the client. In rounds the error may be usecase.ErrAsking: the
// use case must then return without a change. It runs again from the start and gets the same answer to the same
// request. A request must therefore not contain values that differ between runs, such as a time.
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
	return readAnswer(result).answer()
}

// samplingError converts an error into one of package model.
func samplingError(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, transport.ErrDeclined):
		return model.ErrDeclined
	}
	return model.ErrUnavailable
}

// complete returns the answer of the client's model, or an error that ends this round.
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

// keyOf identifies a request by its content and by how often this run has sent it. Sending the same request again
// asks for another answer.
func (r *rounds) keyOf(request model.Request) string {
	raw, _ := json.Marshal(request) // cannot fail for strings and numbers
	sum := sha256.Sum256(raw)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked[sum]++
	return fmt.Sprintf("%s-%d", hex.EncodeToString(sum[:16]), r.asked[sum])
}

// sampled returns the key of the request to the model that an id belongs to.
func sampled(id string) (key string, is bool) {
	rest, is := strings.CutPrefix(id, sampleName)
	_, key, counted := strings.Cut(rest, "-")
	return key, is && counted
}
