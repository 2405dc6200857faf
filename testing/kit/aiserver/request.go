package aiserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Request is a valid request. Fields that were not sent are nil.
type Request struct {
	Header              http.Header
	Body                string // as received
	Model               string
	Messages            []Message
	MaxTokens           *int
	MaxCompletionTokens *int
	Temperature         *float64
	JSON                bool // response_format requests a JSON object
}

// Message is one turn, with its joined texts and the addresses of its images.
type Message struct {
	Role   string
	Text   string
	Images []string
}

// Text returns the texts of all messages, one line each, for searches.
func (r Request) Text() string {
	lines := make([]string, 0, len(r.Messages))
	for _, m := range r.Messages {
		lines = append(lines, m.Text)
	}
	return strings.Join(lines, "\n")
}

// question has the fields of the protocol that Plotline's clients use. Others are rejected.
type question struct {
	Model               string    `json:"model"`
	Messages            []message `json:"messages"`
	MaxTokens           *int      `json:"max_tokens"`
	MaxCompletionTokens *int      `json:"max_completion_tokens"`
	Temperature         *float64  `json:"temperature"`
	Stream              bool      `json:"stream"`
	ResponseFormat      *struct {
		Type string `json:"type"`
	} `json:"response_format"`
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type part struct {
	Type     string  `json:"type"`
	Text     *string `json:"text"`
	ImageURL *struct {
		URL string `json:"url"`
	} `json:"image_url"`
}

func (q question) request(header http.Header, body []byte) (Request, error) {
	r := Request{
		Header: header, Body: string(body), Model: q.Model,
		MaxTokens: q.MaxTokens, MaxCompletionTokens: q.MaxCompletionTokens, Temperature: q.Temperature,
		JSON: q.ResponseFormat != nil,
	}
	if err := q.check(); err != nil {
		return r, err
	}
	for i, m := range q.Messages {
		decoded, err := m.decode()
		if err != nil {
			return r, fmt.Errorf("messages[%d]: %w", i, err)
		}
		r.Messages = append(r.Messages, decoded)
	}
	return r, nil
}

func (q question) check() error {
	switch {
	case q.Model == "":
		return errors.New("model is missing")
	case len(q.Messages) == 0:
		return errors.New("messages is empty")
	case q.Stream:
		return errors.New("stream is asked for")
	case q.MaxTokens != nil && q.MaxCompletionTokens != nil:
		return errors.New("max_tokens and max_completion_tokens exclude each other")
	case q.MaxTokens != nil && *q.MaxTokens < 1, q.MaxCompletionTokens != nil && *q.MaxCompletionTokens < 1:
		return errors.New("the limit of tokens is below 1")
	case q.Temperature != nil && (*q.Temperature < 0 || *q.Temperature > 2):
		return errors.New("temperature is not from 0 to 2")
	case q.ResponseFormat != nil && q.ResponseFormat.Type != "json_object":
		return fmt.Errorf("response_format has the type %q", q.ResponseFormat.Type)
	}
	return nil
}

func (m message) decode() (Message, error) {
	if !slices.Contains([]string{"system", "user", "assistant"}, m.Role) {
		return Message{}, fmt.Errorf("the role is %q", m.Role)
	}
	decoded := Message{Role: m.Role}
	if json.Unmarshal(m.Content, &decoded.Text) == nil {
		if decoded.Text == "" {
			return Message{}, errors.New("content is empty")
		}
		return decoded, nil
	}
	var parts []part
	if err := json.Unmarshal(m.Content, &parts); err != nil || len(parts) == 0 {
		return Message{}, errors.New("content is neither a text nor a list of parts")
	}
	for _, p := range parts {
		switch {
		case p.Type == "text" && p.Text != nil && *p.Text != "":
			decoded.Text += *p.Text
		case p.Type == "image_url" && m.Role == "user" && p.ImageURL != nil && address(p.ImageURL.URL):
			decoded.Images = append(decoded.Images, p.ImageURL.URL)
		default:
			return Message{}, fmt.Errorf("a part of the type %q is not complete, or not for the role %q", p.Type, m.Role)
		}
	}
	return decoded, nil
}

func address(text string) bool {
	for _, scheme := range []string{"http://", "https://", "data:image/"} {
		if strings.HasPrefix(text, scheme) {
			return true
		}
	}
	return false
}
