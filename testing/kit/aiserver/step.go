package aiserver

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Step replies to one request. The request's context ends when the client disconnects.
type Step func(w http.ResponseWriter, r *http.Request, asked Request)

// Text replies with this text.
func Text(text string) Step { return content(text, "stop") }

// Cut replies with a text that ended at the token limit.
func Cut(text string) Step { return content(text, "length") }

// Nothing replies with an empty text.
func Nothing() Step { return content("", "stop") }

// Null replies with a null text.
func Null() Step { return content(nil, "stop") }

// Prose wraps a text as chatty models do: a sentence, a fenced block, a sentence.
func Prose(text string) Step {
	return Text("Sure! Here is the scene you asked for:\n\n```json\n" + text + "\n```\n\nLet me know if you want changes.")
}

// Parts replies with the content as a list of parts.
func Parts(texts ...string) Step {
	parts := make([]map[string]any, 0, len(texts))
	for _, text := range texts {
		parts = append(parts, map[string]any{"type": "text", "text": text})
	}
	return content(parts, "stop")
}

// Refusal replies that the model refuses.
func Refusal(text string) Step {
	return reply(map[string]any{"role": "assistant", "content": nil, "refusal": text}, "stop")
}

// Filtered replies that a filter removed the text.
func Filtered() Step { return content("", "content_filter") }

// NoChoices replies without choices.
func NoChoices() Step {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) {
		sendJSON(w, map[string]any{"id": "x", "object": "chat.completion", "choices": []any{}})
	}
}

// Raw replies with status 200 and this body.
func Raw(body string) Step { return Status(http.StatusOK, body) }

// BrokenJSON replies with invalid JSON.
func BrokenJSON() Step { return Raw(`{"choices":[{"message":{"role":"assistant","content":"cut he`) }

// Status replies with a status, a body and headers, given as alternating names and values.
func Status(code int, body string, header ...string) Step {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body))
	}
}

// Fault replies with a status and an error object with this message.
func Fault(code int, words string, header ...string) Step {
	body, _ := json.Marshal(map[string]any{"error": map[string]any{"message": words, "type": "error", "param": nil, "code": nil}})
	return Status(code, string(body), header...)
}

// Busy replies with status 429 and the header Retry-After: seconds, a date, or omitted if empty.
func Busy(retryAfter string) Step {
	if retryAfter == "" {
		return Fault(http.StatusTooManyRequests, "Rate limit reached")
	}
	return Fault(http.StatusTooManyRequests, "Rate limit reached", "Retry-After", retryAfter)
}

// Unsupported replies with status 400, as OpenAI's models do to a field that they do not support.
func Unsupported(field, words string) Step {
	body, _ := json.Marshal(map[string]any{"error": map[string]any{
		"message": words, "type": "invalid_request_error", "param": field, "code": "unsupported_parameter",
	}})
	return Status(http.StatusBadRequest, string(body))
}

// Redirect replies with status 307, which keeps method and body.
func Redirect(to string) Step {
	return Status(http.StatusTemporaryRedirect, "", "Location", to)
}

func content(text any, finish string) Step {
	return reply(map[string]any{"role": "assistant", "content": text}, finish)
}

func reply(fields map[string]any, finish string) Step {
	return func(w http.ResponseWriter, _ *http.Request, asked Request) {
		sendJSON(w, completion(asked, fields, finish))
	}
}

func completion(asked Request, fields map[string]any, finish string) map[string]any {
	return map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": asked.Model,
		"choices": []any{map[string]any{"index": 0, "message": fields, "finish_reason": finish}},
		"usage":   map[string]any{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
	}
}

func sendJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

// untilStopped derives a context that also ends when the server stops.
func untilStopped(ctx context.Context, stop <-chan struct{}) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		select {
		case <-stop:
			cancel()
		case <-ctx.Done():
		}
		close(ended)
	}()
	return ctx, func() { cancel(); <-ended }
}

// Slow waits before a step, unless the client disconnects first.
func Slow(wait time.Duration, then Step) Step {
	return func(w http.ResponseWriter, r *http.Request, asked Request) {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
			then(w, r, asked)
		case <-r.Context().Done():
		}
	}
}
