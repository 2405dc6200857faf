package conformance

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type object = map[string]any

// addQuestions adds tools that ask the client something and return the answer. For an older client, mcp-go
// turns the question into a request from the server.
func addQuestions(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("test_sampling", mcp.WithDescription("Has the client's model answer a prompt"),
		mcp.WithString("prompt", mcp.Required(), mcp.Description("The prompt"))), sample)
	s.AddTool(mcp.NewTool("test_elicitation", mcp.WithDescription("Asks the user who they are"),
		mcp.WithString("message", mcp.Required(), mcp.Description("The question"))), elicit("User response", person()))
	addTool(s, "test_elicitation_sep1034_defaults", "Asks with default values", elicit("Elicitation completed", defaults()))
	addTool(s, "test_elicitation_sep1330_enums", "Asks with choices", elicit("Elicitation completed", choices()))
	addTool(s, "test_streaming_elicitation", "Asks in its answer, not by a request", elicit("Elicitation completed", person()))
	addTool(s, "test_missing_capability", "Needs a client that can sample", missing)
}

func sample(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	response := server.SamplingResponse(req.Params.InputResponses, "llm")
	if response == nil {
		return server.NewInputRequestBuilder("").Sample("llm", prompt(req.GetString("prompt", ""), 100)).ToolResult(), nil
	}
	return mcp.NewToolResultText("LLM response: " + textOf(response)), nil
}

func prompt(text string, most int) mcp.CreateMessageParams {
	return mcp.CreateMessageParams{
		Messages:  []mcp.SamplingMessage{{Role: mcp.RoleUser, Content: mcp.NewTextContent(text)}},
		MaxTokens: most,
	}
}

func textOf(response *mcp.CreateMessageResult) string {
	switch content := response.Content.(type) {
	case mcp.TextContent:
		return content.Text
	case map[string]any:
		return fmt.Sprint(content["text"])
	default:
		return fmt.Sprint(content)
	}
}

func elicit(answer string, schema object) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		response := server.ElicitationResponse(req.Params.InputResponses, "user")
		if response == nil {
			params := mcp.ElicitationParams{Message: req.GetString("message", "Please answer"), RequestedSchema: schema}
			return server.NewInputRequestBuilder("").Elicit("user", params).ToolResult(), nil
		}
		content, err := json.Marshal(response.Content)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(fmt.Sprintf("%s: action=%s, content=%s", answer, response.Action, content)), nil
	}
}

func missing(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if can(ctx).Sampling == nil {
		return nil, mcp.MissingRequiredClientCapabilityError{Capability: "sampling"}
	}
	return mcp.NewToolResultText("ok"), nil
}

func person() object {
	return schema(object{
		"username": object{"type": "string", "description": "User's response"},
		"email":    object{"type": "string", "description": "User's email address"},
	}, "username", "email")
}

func defaults() object {
	return schema(object{
		"name":     object{"type": "string", "default": "John Doe"},
		"age":      object{"type": "integer", "default": 30},
		"score":    object{"type": "number", "default": 95.5},
		"status":   object{"type": "string", "enum": []string{"active", "inactive", "pending"}, "default": "active"},
		"verified": object{"type": "boolean", "default": true},
	})
}

func choices() object {
	plain := []string{"option1", "option2", "option3"}
	titled := []object{
		{"const": "value1", "title": "First Option"}, {"const": "value2", "title": "Second Option"}, {"const": "value3", "title": "Third Option"},
	}
	return schema(object{
		"untitledSingle": object{"type": "string", "enum": plain},
		"titledSingle":   object{"type": "string", "oneOf": titled},
		"legacyEnum":     object{"type": "string", "enum": []string{"opt1", "opt2", "opt3"}, "enumNames": []string{"Option One", "Option Two", "Option Three"}},
		"untitledMulti":  object{"type": "array", "items": object{"type": "string", "enum": plain}},
		"titledMulti":    object{"type": "array", "items": object{"anyOf": titled}},
	})
}

func schema(properties object, required ...string) object {
	s := object{"type": "object", "properties": properties}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}
