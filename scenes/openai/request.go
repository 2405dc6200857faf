package openai

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/google/uuid"
	protocol "github.com/sashabaranov/go-openai"

	"plotline/scenes/model"
)

// question is a chat completion request. Two fields stand in for those of the library: its temperature
// cannot be 0, and its max_tokens is marked as outdated, which it is not for local servers.
type question struct {
	protocol.ChatCompletionRequest
	Temperature *float64 `json:"temperature,omitempty"`
	MaxTokens   int      `json:"max_tokens,omitempty"`
}

// payload is the body of a request, in parts. Images are sent from where they are: a copy would stay in
// memory for as long as the model thinks.
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

// encode writes the request without the fields that the endpoint refuses.
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

// images are the addresses of a request. Each has a token in its place until the rest is written.
type images struct {
	token     string // which nobody can guess, so no text holds it
	addresses []string
}

// hold takes an address and gives the token for it.
func (i *images) hold(address string) (token string) {
	i.addresses = append(i.addresses, address)
	return i.token
}

// splice puts the addresses in place of their tokens, in their order.
func (i *images) splice(written string) payload {
	parts := make(payload, 0, 1+2*len(i.addresses))
	for _, address := range i.addresses {
		before, after, _ := strings.Cut(written, i.token)
		parts, written = append(parts, before, escaped(address)), after
	}
	return append(parts, written)
}

// escaped is a text as it stands between the quotes of JSON. Base64 is that already.
func escaped(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		return text
	}
	quoted, _ := json.Marshal(text) // which cannot fail for a text
	return string(quoted[1 : len(quoted)-1])
}

// messages are the turns of the conversation, after what the program wants. A turn in which nothing was
// said is left out: the interface does not know any.
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
			ImageURL: &protocol.ChatMessageImageURL{URL: images.hold(address)},
		})
	}
	return list
}
