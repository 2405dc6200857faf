package openai

import (
	"context"
	"net/http"
	"regexp"

	"plotline/scenes/model"
)

// fields is a set of the optional fields of a request, those that some endpoints do not take:
//
//   - max_tokens is what local servers know, and newer models of OpenAI refuse
//     ("unsupported_parameter"); max_completion_tokens takes its place;
//   - max_completion_tokens is left out where it is refused as well;
//   - temperature is refused by models that know only their own;
//   - response_format by servers that have no JSON mode.
//
// No list of models says which is which, for it would be out of date. The endpoint is believed: when it
// answers 400 or 422 and names a field that was sent, it is asked again without it. That is remembered
// once it has helped, and every such field costs one request in the life of a client.
type fields uint32

const (
	maxTokens fields = 1 << iota
	maxCompletionTokens
	temperature
	responseFormat
)

func (f fields) has(one fields) bool { return f&one != 0 }

// names is how endpoints call the fields in their complaints.
var names = map[fields]*regexp.Regexp{
	maxTokens:           regexp.MustCompile(`(?i)\bmax_tokens\b`),
	maxCompletionTokens: regexp.MustCompile(`(?i)\bmax_completion_tokens\b`),
	temperature:         regexp.MustCompile(`(?i)\btemperature\b`),
	responseFormat:      regexp.MustCompile(`(?i)\bresponse_format\b|\bjson_object\b|\bjson[ _-]?mode\b`),
}

// named are the fields that an endpoint's complaint speaks of. It is searched as text: the shapes are
// many (error.param, error.message, detail[].loc), the names are always the same.
func named(complaint []byte) fields {
	var found fields
	for field, name := range names {
		if name.Match(complaint) {
			found |= field
		}
	}
	return found
}

// sentFields are the fields of a request to an endpoint that takes all. max_completion_tokens is among
// them wherever max_tokens is: encode writes the first that is left.
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

// refused are the fields that were sent and complained about.
func refused(complaint []byte, r model.Request, left fields) fields {
	sent := sentFields(r) &^ left
	if sent.has(maxTokens) {
		sent &^= maxCompletionTokens // not sent yet, though a complaint may recommend it
	}
	return named(complaint) & sent
}

// ask sends a question, as often as the endpoint names fields that can be left out. Each round leaves
// out one at least, so that there are no more rounds than fields.
func (c *Client) ask(ctx context.Context, name string, r model.Request) ([]byte, error) {
	left := fields(c.left.Load())
	for {
		body, err := encode(name, r, left)
		if err != nil {
			return nil, model.ErrRefused // a temperature that is no number
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
