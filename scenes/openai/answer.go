package openai

import (
	"encoding/json"
	"strings"

	protocol "github.com/sashabaranov/go-openai"

	"plotline/scenes/model"
)

// completion is what is used of an answer. The rest is not decoded, so that a server that is odd there
// (a time with a fraction, usage as text) does no harm.
type completion struct {
	Model   string `json:"model"`
	Choices []struct {
		Message      *protocol.ChatCompletionMessage `json:"message"`
		FinishReason string                          `json:"finish_reason"`
	} `json:"choices"`
	Error json.RawMessage `json:"error"`
}

// read finds what the model said in the body of an answer.
func read(body []byte) (model.Answer, error) {
	var c completion
	if json.Unmarshal(body, &c) != nil {
		return model.Answer{}, model.ErrGarbled
	}
	if len(c.Choices) == 0 || c.Choices[0].Message == nil {
		if len(c.Error) > 0 && string(c.Error) != "null" {
			return model.Answer{}, model.ErrUnavailable // gateways report a fault behind them with status 200
		}
		return model.Answer{}, model.ErrGarbled
	}
	choice := c.Choices[0]
	text := withoutThoughts(said(choice.Message))
	blank := strings.TrimSpace(text) == ""
	switch {
	case choice.Message.Refusal != "", blank && choice.FinishReason == string(protocol.FinishReasonContentFilter):
		return model.Answer{}, ErrRefusal
	case blank:
		return model.Answer{}, model.ErrEmpty
	}
	return model.Answer{Text: text, Model: c.Model, Cut: choice.FinishReason == string(protocol.FinishReasonLength)}, nil
}

// said is the text of a message, whose content is a string or a list of parts. Parts of another type,
// such as thinking, are not what was said.
func said(m *protocol.ChatCompletionMessage) string {
	if len(m.MultiContent) == 0 {
		return m.Content
	}
	var text strings.Builder
	for _, part := range m.MultiContent {
		if part.Type == protocol.ChatMessagePartTypeText {
			text.WriteString(part.Text)
		}
	}
	return text.String()
}

const (
	thoughtsBegin = "<think>"
	thoughtsEnd   = "</think>"
)

// withoutThoughts cuts off what a reasoning model thought aloud before it spoke, where a server leaves
// that in the text (DeepSeek R1, Qwen and others). The opening mark may be missing: some chat templates
// put it at the end of the prompt. Thoughts that do not end are nothing but thoughts.
func withoutThoughts(text string) string {
	thoughts, rest, ended := strings.Cut(text, thoughtsEnd)
	opened := strings.HasPrefix(strings.TrimSpace(text), thoughtsBegin)
	switch {
	case ended && (opened || !strings.Contains(thoughts, thoughtsBegin)):
		return strings.TrimLeft(rest, " \t\r\n")
	case opened && !ended:
		return ""
	}
	return text
}
