package openai

import (
	"encoding/json"

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

// encode writes the request without the fields that the endpoint refuses.
func encode(name string, r model.Request, left fields) ([]byte, error) {
	q := question{}
	q.Model = name
	q.Messages = messages(r)
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
	return json.Marshal(q)
}

// messages are the turns of the conversation, after what the program wants. A turn in which nothing was
// said is left out: the interface does not know any.
func messages(r model.Request) []protocol.ChatCompletionMessage {
	list := make([]protocol.ChatCompletionMessage, 0, 1+len(r.Messages))
	if r.System != "" {
		list = append(list, protocol.ChatCompletionMessage{Role: protocol.ChatMessageRoleSystem, Content: r.System})
	}
	for _, m := range r.Messages {
		switch {
		case len(m.Images) > 0:
			list = append(list, protocol.ChatCompletionMessage{Role: string(m.Role), MultiContent: parts(m)})
		case m.Text != "":
			list = append(list, protocol.ChatCompletionMessage{Role: string(m.Role), Content: m.Text})
		}
	}
	return list
}

func parts(m model.Message) []protocol.ChatMessagePart {
	list := make([]protocol.ChatMessagePart, 0, 1+len(m.Images))
	if m.Text != "" {
		list = append(list, protocol.ChatMessagePart{Type: protocol.ChatMessagePartTypeText, Text: m.Text})
	}
	for _, address := range m.Images {
		list = append(list, protocol.ChatMessagePart{
			Type:     protocol.ChatMessagePartTypeImageURL,
			ImageURL: &protocol.ChatMessageImageURL{URL: address},
		})
	}
	return list
}
