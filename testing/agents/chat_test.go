package agents

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// chat serves the API of OpenAI's chat completions, which Qwen Code, Copilot CLI and opencode use.
func (e *endpoint) chat(w http.ResponseWriter, raw []byte) {
	var asked struct {
		Model    string
		Stream   bool
		Tools    []struct{ Function struct{ Name string } }
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
	}
	id := e.asked(raw, &asked, func() int { return len(asked.Tools) })
	var talk []said
	tools := make([]string, 0, len(asked.Tools))
	for _, m := range asked.Messages {
		switch m.Role {
		case "user":
			talk = append(talk, parts(m.Content, "text", "")...)
		case "tool":
			talk = append(talk, said{result: true})
		}
	}
	for _, t := range asked.Tools {
		tools = append(tools, t.Function.Name)
	}
	s := e.next(talk)
	if len(tools) == 0 {
		s = step{say: "A title"}
	}
	message, finish := map[string]any{"role": "assistant", "content": s.say}, "stop"
	if name, args := e.tool(s, tools); name != "" {
		call := map[string]any{
			"index": 0, "id": "call_" + id, "type": "function", "function": map[string]any{"name": name, "arguments": string(encode(args))},
		}
		message, finish = map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{call}}, "tool_calls"
	}
	usage := map[string]any{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
	answer := func(kind, part string, choice map[string]any) map[string]any {
		choice["index"], choice["finish_reason"] = 0, nil
		if part == "" {
			choice["finish_reason"] = finish
		}
		return map[string]any{"id": "chat_" + id, "object": kind, "created": 1, "model": asked.Model, "choices": []any{choice}, "usage": usage}
	}
	if !asked.Stream {
		reply(w, answer("chat.completion", "", map[string]any{"message": message}))
		return
	}
	const chunk = "chat.completion.chunk"
	events(w, false, answer(chunk, "begin", map[string]any{"delta": message}), answer(chunk, "", map[string]any{"delta": map[string]any{}}))
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
}
