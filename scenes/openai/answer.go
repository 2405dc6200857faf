package openai

import (
	"encoding/json"
	"strings"

	protocol "github.com/sashabaranov/go-openai"

	"plotline/scenes/model"
)

// completion has the fields of an answer that are used. The others are not decoded, so an unusual value there does no
// harm (a time with a fraction, usage as text).
type completion struct {
	Model   string `json:"model"`
	Choices []struct {
		Message      *protocol.ChatCompletionMessage `json:"message"`
		FinishReason string                          `json:"finish_reason"`
	} `json:"choices"`
	Error json.RawMessage `json:"error"`
}

// read parses the body of an answer.
func read(body []byte) (model.Answer, error) {
	var c completion
	if json.Unmarshal(body, &c) != nil {
		return model.Answer{}, model.ErrGarbled
	}
	if len(c.Choices) == 0 || c.Choices[0].Message == nil {
		if len(c.Error) > 0 && string(c.Error) != "null" {
			return model.Answer{}, model.ErrUnavailable // gateways report upstream errors with status 200
		}
		return model.Answer{}, model.ErrGarbled
	}
	choice := c.Choices[0]
	text := withoutThoughts(messageText(choice.Message))
	blank := strings.TrimSpace(text) == ""
	switch {
	case choice.Message.Refusal != "", blank && choice.FinishReason == string(protocol.FinishReasonContentFilter):
		return model.Answer{}, ErrRefusal
	case blank:
		return model.Answer{}, model.ErrEmpty
	}
	return model.Answer{Text: text, Model: c.Model, Cut: choice.FinishReason == string(protocol.FinishReasonLength)}, nil
}

// messageText returns the text of a message, whose content is a string or a list of parts. It skips parts of other types,
// such as thinking.
func messageText(m *protocol.ChatCompletionMessage) string {
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

// withoutThoughts removes the reasoning that some servers leave in the text (DeepSeek R1, Qwen and others). The
// opening tag may be missing, because some chat templates put it at the end of the prompt. Without a closing tag the
// whole text is reasoning.
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
