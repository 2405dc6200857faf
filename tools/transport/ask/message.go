package ask

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/scenes/model"
	"plotline/tools/transport"
)

const (
	// tokensAsked is the token limit of a request without one: the protocol requires a limit.
	tokensAsked = 8192
	// onlyJSON is added to a request for JSON: sampling has no JSON mode.
	onlyJSON = "Answer with one JSON object and nothing else."
)

// The problems of an answer, as the state stores them.
const (
	declined   = "declined"
	empty      = "empty"
	unreadable = "unreadable"
)

// samplingParams converts a request into the form of the protocol. A temperature of 0 is not sent: mcp-go cannot
// distinguish it from none.
func samplingParams(r model.Request) mcp.CreateMessageParams {
	params := mcp.CreateMessageParams{SystemPrompt: r.System, MaxTokens: r.MaxTokens, Temperature: r.Temperature}
	if params.MaxTokens <= 0 {
		params.MaxTokens = tokensAsked
	}
	if r.JSON {
		params.SystemPrompt = strings.TrimSpace(r.System + "\n\n" + onlyJSON)
	}
	for _, m := range r.Messages {
		params.Messages = append(params.Messages, samplingMessages(m)...)
	}
	return params
}

// samplingMessages returns one message for each image and one for the text: the older protocols allow one content in
// each. A data: URL is sent as an image. Sampling has no form for other URLs, and this package does not fetch them,
// so they become lines before the text.
func samplingMessages(m model.Message) []mcp.SamplingMessage {
	var messages []mcp.SamplingMessage
	var text strings.Builder
	for i, address := range m.Images {
		if mime, data, own := inlineImage(address); own {
			messages = append(messages, mcp.SamplingMessage{Role: mcp.Role(m.Role), Content: mcp.NewImageContent(data, mime)})
			continue
		}
		fmt.Fprintf(&text, "Image %d: %s\n", i+1, address)
	}
	text.WriteString(m.Text)
	return append(messages, mcp.SamplingMessage{Role: mcp.Role(m.Role), Content: mcp.NewTextContent(text.String())})
}

// inlineImage parses a data: URL (RFC 2397). It returns the data in base64.
func inlineImage(address string) (mime, data string, ok bool) {
	const scheme = "data:"
	if len(address) < len(scheme) || !strings.EqualFold(address[:len(scheme)], scheme) {
		return "", "", false
	}
	head, data, ok := strings.Cut(address[len(scheme):], ",")
	if !ok {
		return "", "", false
	}
	mime, options, _ := strings.Cut(head, ";")
	if !strings.HasSuffix(strings.ToLower(";"+options), ";base64") {
		plain, err := url.PathUnescape(data)
		return strings.ToLower(mime), base64.StdEncoding.EncodeToString([]byte(plain)), err == nil
	}
	return strings.ToLower(mime), data, true
}

// readAnswer reads an answer that mcp-go has decoded.
func readAnswer(result *mcp.CreateMessageResult) storedAnswer {
	if result == nil {
		return storedAnswer{Problem: unreadable}
	}
	content, err := json.Marshal(result.Content)
	if err != nil {
		return storedAnswer{Problem: unreadable}
	}
	return readContent(content, result.Model, result.StopReason)
}

// readRawAnswer reads an answer as the client wrote it. The newest protocol has no form for declining, so an error in
// place of the result counts as that.
func readRawAnswer(response json.Marshaler) storedAnswer {
	var result struct {
		Content    json.RawMessage `json:"content"`
		Model      string          `json:"model"`
		StopReason string          `json:"stopReason"`
		Error      json.RawMessage `json:"error"`
	}
	raw, err := response.MarshalJSON()
	switch {
	case err != nil || json.Unmarshal(raw, &result) != nil:
		return storedAnswer{Problem: unreadable}
	case len(result.Content) == 0 && len(result.Error) > 0 || string(raw) == "null":
		return storedAnswer{Problem: declined}
	}
	return readContent(result.Content, result.Model, result.StopReason)
}

// readContent returns the text of an answer, which is one content or a list of contents. It ignores contents of other
// types.
func readContent(content json.RawMessage, name, stop string) storedAnswer {
	type part struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	var parts []part
	if len(content) == 0 {
		return storedAnswer{Problem: empty}
	}
	if json.Unmarshal(content, &parts) != nil {
		parts = make([]part, 1)
		if json.Unmarshal(content, &parts[0]) != nil {
			return storedAnswer{Problem: unreadable}
		}
	}
	var text strings.Builder
	for _, p := range parts {
		if p.Type == "text" {
			text.WriteString(p.Text)
		}
	}
	switch {
	case text.Len() > model.MaxAnswer:
		return storedAnswer{Problem: unreadable}
	case strings.TrimSpace(text.String()) == "":
		return storedAnswer{Problem: empty}
	}
	return storedAnswer{Text: text.String(), Model: transport.Printable(name), Cut: stop == "maxTokens"}
}

// answer converts an answer for the use case.
func (s storedAnswer) answer() (model.Answer, error) {
	switch s.Problem {
	case "":
		return model.Answer{Text: s.Text, Model: s.Model, Cut: s.Cut}, nil
	case declined:
		return model.Answer{}, model.ErrDeclined
	case empty:
		return model.Answer{}, model.ErrEmpty
	}
	return model.Answer{}, model.ErrUnavailable
}
