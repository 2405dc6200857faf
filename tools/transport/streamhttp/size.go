package streamhttp

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/fault"
	"plotline/internal/jsoncut"
)

// Limits of a message, in bytes. The use cases limit the arguments of tools and decode them without a copy. mcp-go
// decodes everything else into maps and slices, which take fifty times the memory of the text.
const (
	// maxInitialize limits the message that begins a session.
	maxInitialize = 16 << 10
	// maxAround limits a message without arguments and answers.
	maxAround = 64 << 10
	// maxAnswers limits a client's answers to questions, and the state that comes with them; maxTokens limits the tokens of
	// JSON in these answers.
	maxAnswers, maxTokens = 2 << 20, 5000
)

// checkSize rejects a message that is too large, not counting the arguments of a tool. The body must be valid JSON.
func checkSize(body []byte) *refusal {
	around, state, answers, method := measure(body)
	switch {
	case method == string(mcp.MethodInitialize) && len(body) > maxInitialize:
		return tooLarge("initialize may have %d bytes: leave out what is not the client's name, version and capabilities", maxInitialize)
	case around > maxAround:
		return tooLarge("a message may have %d bytes beside the arguments of a tool: send less in _meta and the other fields", maxAround)
	case len(answers)+state > maxAnswers:
		return tooLarge("the answers to questions may have %d bytes, the state included: answer with less", maxAnswers)
	case !jsoncut.AtMost(answers, maxTokens):
		return tooLarge("the answers to questions may have %d tokens of JSON: answer with less", maxTokens)
	}
	return nil
}

func tooLarge(format string, bytes int) *refusal {
	return &refusal{
		status: http.StatusRequestEntityTooLarge, rpc: mcp.INVALID_REQUEST, code: fault.TooLarge, bound: LimitMessage,
		text: "Too large: " + fmt.Sprintf(format, bytes),
	}
}

// measure measures a message: the bytes of everything except a client's answers to questions, the state that comes with
// them, and the arguments of a tool; the bytes of that state; and the answers themselves.
func measure(body []byte) (around, state int, answers json.RawMessage, method string) {
	around = len(body)
	if trimmed := jsoncut.Trimmed(body); len(trimmed) == 0 || trimmed[0] != '{' {
		return around, 0, nil, ""
	}
	var params, result json.RawMessage
	members(body, func(name string, value json.RawMessage) {
		switch name {
		case "method":
			if value[0] == '"' {
				method = jsoncut.Text(value)
			}
		case "params":
			params = value
		case "result":
			result = value
		}
	})
	if method == "" { // an answer to a request of the server
		return around - len(result), 0, result, ""
	}
	if method != string(mcp.MethodToolsCall) || len(params) == 0 || params[0] != '{' {
		return around, 0, nil, method
	}
	arguments := 0
	members(params, func(name string, value json.RawMessage) {
		switch name { // the last of equal names counts
		case "arguments":
			arguments = len(value)
		case "inputResponses":
			answers = value
		case "requestState":
			state = len(value)
		}
	})
	return around - len(answers) - state - arguments, state, answers, method
}

// members calls each with the names and values of an object.
func members(object json.RawMessage, each func(name string, value json.RawMessage)) {
	cut := jsoncut.New(object)
	for {
		name, more := cut.Next()
		if !more {
			return
		}
		value, _ := cut.Next() // valid JSON has one
		const longest = 64     // with quotes and escapes; no known name is as long
		if len(name) <= longest {
			each(jsoncut.Text(name), value)
		}
	}
}
