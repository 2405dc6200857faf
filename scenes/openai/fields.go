package openai

import (
	"context"
	"net/http"
	"regexp"

	"plotline/scenes/model"
)

// fields is a set of the optional request fields that some endpoints reject:
//
//   - max_tokens is known to local servers, but newer models of OpenAI reject it
//     ("unsupported_parameter"); max_completion_tokens replaces it;
//   - max_completion_tokens is omitted where it is rejected as well;
//   - temperature is rejected by models with a fixed temperature;
//   - response_format is rejected by servers without a JSON mode.
//
// There is no list of models, because it would soon be out of date. When the endpoint answers 400 or 422 and names a
// field that was sent, the client repeats the request without it. If that succeeds the client remembers the field, so
// each such field costs one request in the life of a client.
type fields uint32

const (
	maxTokens fields = 1 << iota
	maxCompletionTokens
	temperature
	responseFormat
)

func (f fields) has(one fields) bool { return f&one != 0 }

// names matches the fields in the endpoints' error messages.
var names = map[fields]*regexp.Regexp{
	maxTokens:           regexp.MustCompile(`(?i)\bmax_tokens\b`),
	maxCompletionTokens: regexp.MustCompile(`(?i)\bmax_completion_tokens\b`),
	temperature:         regexp.MustCompile(`(?i)\btemperature\b`),
	responseFormat:      regexp.MustCompile(`(?i)\bresponse_format\b|\bjson_object\b|\bjson[ _-]?mode\b`),
}

// named returns the fields that an error message names. It searches the raw text: the formats differ (error.param,
// error.message, detail[].loc), the names do not.
func named(complaint []byte) fields {
	var found fields
	for field, name := range names {
		if name.Match(complaint) {
			found |= field
		}
	}
	return found
}

// sentFields returns the optional fields of a request to an endpoint that accepts all. It has max_completion_tokens
// wherever it has max_tokens; encode sends the first that remains.
func sentFields(r model.Request) fields {
	sent := temperature
	if r.MaxTokens > 0 {
		sent |= maxTokens | maxCompletionTokens
	}
	if r.JSON {
		sent |= responseFormat
	}
	return sent
}

// refused returns the fields that were sent and that the error message names.
func refused(complaint []byte, r model.Request, left fields) fields {
	sent := sentFields(r) &^ left
	if sent.has(maxTokens) {
		sent &^= maxCompletionTokens // not sent yet, though the message may recommend it
	}
	return named(complaint) & sent
}

// ask sends a request, and repeats it without the fields that the endpoint rejects. Each repetition omits at least
// one more field, which limits their number.
func (c *Client) ask(ctx context.Context, name string, r model.Request) ([]byte, error) {
	left := fields(c.left.Load())
	for {
		body, err := encode(name, r, left)
		if err != nil {
			return nil, model.ErrRefused // the temperature is not a number
		}
		answer, err := c.send(ctx, http.MethodPost, "chat/completions", body)
		if err == nil {
			c.left.Or(uint32(left))
			return answer, nil
		}
		more := refused(answer, r, left)
		if more == 0 {
			return nil, err
		}
		left |= more
	}
}
