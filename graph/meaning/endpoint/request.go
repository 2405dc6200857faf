package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"plotline/graph/meaning"
	"plotline/internal/egress"
	"plotline/internal/fault"
)

// clip puts a prefix before texts and cuts each to the given number of characters. It reports whether it cut
// any. An empty text becomes a space, because some servers reject empty ones.
func clip(prefix string, texts []string, most int) (clipped []string, cut bool) {
	clipped = make([]string, len(texts))
	for i, text := range texts {
		characters := 0
		for at := range text {
			if characters == most {
				text, cut = text[:at], true
				break
			}
			characters++
		}
		text = prefix + strings.ToValidUTF8(text, "")
		if text == "" {
			text = " "
		}
		clipped[i] = text
	}
	return clipped, cut
}

func (c *Client) ask(ctx context.Context, input []string) (egress.Answer, error) {
	body, err := json.Marshal(struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{c.config.Model, input})
	if err != nil {
		return egress.Answer{}, err
	}
	return c.service.Ask(ctx, func(ctx context.Context) (*http.Request, error) {
		return c.address.JSON(ctx, http.MethodPost, "embeddings", body)
	})
}

// isInvalidRequest reports whether the request itself is invalid, usually because of its length.
func isInvalidRequest(answer egress.Answer, err error) bool {
	if !errors.Is(err, egress.ErrStatus) {
		return false
	}
	switch answer.Status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	}
	// llama.cpp answers 500 for a text that is longer than its batch.
	return answer.Status == http.StatusInternalServerError
}

// requestError returns the error for a failed request. It contains no text of the server.
func requestError(answer egress.Answer, err error) error {
	unavailable := func(details string) error {
		return fault.New(fault.Unavailable, details).Because(err)
	}
	switch {
	case errors.Is(err, egress.ErrWaitTooLong), answer.Status == http.StatusTooManyRequests:
		return fault.New(fault.RateLimited, "The embeddings endpoint reports too many requests; try again later").Because(err)
	case errors.Is(err, egress.ErrTimeout), errors.Is(err, context.DeadlineExceeded), answer.Status == http.StatusRequestTimeout:
		return fault.New(fault.Timeout, "The embeddings endpoint did not answer in time; try again later").Because(err)
	case errors.Is(err, egress.ErrTooLarge):
		return unavailable("The reply of the embeddings endpoint is too large; check PLOTLINE_EMBEDDINGS_BASE_URL")
	case !errors.Is(err, egress.ErrStatus):
		return unavailable("The embeddings endpoint cannot be reached; check that it runs, and PLOTLINE_EMBEDDINGS_BASE_URL")
	}
	switch answer.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPaymentRequired:
		return unavailable("The embeddings endpoint rejects the key; check PLOTLINE_EMBEDDINGS_API_KEY")
	case http.StatusNotFound:
		return unavailable("The embeddings endpoint has no such model, or nothing at this address; check PLOTLINE_EMBEDDINGS_MODEL, " +
			"and that PLOTLINE_EMBEDDINGS_BASE_URL is right (most end in /v1)")
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return fault.New(fault.Unavailable, "The embeddings endpoint rejects the texts; check that PLOTLINE_EMBEDDINGS_MODEL is a model for embeddings").
			Because(errors.Join(meaning.ErrRejected, err))
	}
	return unavailable("The embeddings endpoint failed with a server error; try again later")
}
