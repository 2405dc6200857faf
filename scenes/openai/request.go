package openai

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/google/uuid"
	protocol "github.com/sashabaranov/go-openai"

	"plotline/scenes/model"
)

// question is a chat completion request. Two fields replace those of the library: its Temperature cannot be 0, and
// its MaxTokens is deprecated, although local servers need it.
type question struct {
	protocol.ChatCompletionRequest
	Temperature *float64 `json:"temperature,omitempty"`
	MaxTokens   int      `json:"max_tokens,omitempty"`
}

// payload is the body of a request in parts. Images are sent without a copy, which would stay in memory while the
// model works.
type payload []string

func (p payload) size() (bytes int64) {
	for _, part := range p {
		bytes += int64(len(part))
	}
	return bytes
}

func (p payload) reader() io.Reader {
	parts := make([]io.Reader, len(p))
	for i, part := range p {
		parts[i] = strings.NewReader(part)
	}
	return io.MultiReader(parts...)
}

// encode encodes a request without the fields that the endpoint rejects.
func encode(name string, r model.Request, left fields) (payload, error) {
	q, images := question{}, &images{token: uuid.NewString()}
	q.Model = name
	q.Messages = messages(r, images)
	sent := sentFields(r) &^ left
	if sent.has(maxTokens) {
		q.MaxTokens = r.MaxTokens
	} else if sent.has(maxCompletionTokens) {
		q.MaxCompletionTokens = r.MaxTokens
	}
	if sent.has(temperature) {
		q.Temperature = &r.Temperature
	}
	if sent.has(responseFormat) {
		q.ResponseFormat = &protocol.ChatCompletionResponseFormat{Type: protocol.ChatCompletionResponseFormatTypeJSONObject}
	}
	written, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	return images.splice(string(written)), nil
}

// images collects the image URLs of a request. A token takes the place of each until the rest is encoded.
type images struct {
	token     string // random, so that no text contains it
	addresses []string
}

// addURL stores a URL and returns the token that stands for it.
func (i *images) addURL(address string) (token string) {
	i.addresses = append(i.addresses, address)
	return i.token
}

// splice replaces the tokens by the URLs, in order.
func (i *images) splice(written string) payload {
	parts := make(payload, 0, 1+2*len(i.addresses))
	for _, address := range i.addresses {
		before, after, _ := strings.Cut(written, i.token)
		parts, written = append(parts, before, escaped(address)), after
	}
	return append(parts, written)
}

// escaped escapes a text for a JSON string. Base64 needs no escapes.
func escaped(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		return text
	}
	quoted, _ := json.Marshal(text) // cannot fail for a string
	return string(quoted[1 : len(quoted)-1])
}

// messages returns the instructions and the conversation. It drops empty messages, which the API does not allow.
func messages(r model.Request, images *images) []protocol.ChatCompletionMessage {
	list := make([]protocol.ChatCompletionMessage, 0, 1+len(r.Messages))
	if r.System != "" {
		list = append(list, protocol.ChatCompletionMessage{Role: protocol.ChatMessageRoleSystem, Content: r.System})
	}
	for _, m := range r.Messages {
		switch {
		case len(m.Images) > 0:
			list = append(list, protocol.ChatCompletionMessage{Role: string(m.Role), MultiContent: parts(m, images)})
		case m.Text != "":
			list = append(list, protocol.ChatCompletionMessage{Role: string(m.Role), Content: m.Text})
		}
	}
	return list
}

func parts(m model.Message, images *images) []protocol.ChatMessagePart {
	list := make([]protocol.ChatMessagePart, 0, 1+len(m.Images))
	if m.Text != "" {
		list = append(list, protocol.ChatMessagePart{Type: protocol.ChatMessagePartTypeText, Text: m.Text})
	}
	for _, address := range m.Images {
		list = append(list, protocol.ChatMessagePart{
			Type:     protocol.ChatMessagePartTypeImageURL,
			ImageURL: &protocol.ChatMessageImageURL{URL: images.addURL(address)},
		})
	}
	return list
}
