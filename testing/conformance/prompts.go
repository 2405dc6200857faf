package conformance

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func addPrompts(s *server.MCPServer) {
	s.AddPrompt(mcp.NewPrompt("test_simple_prompt", mcp.WithPromptDescription("Has no arguments")),
		saying(mcp.NewTextContent("This is a simple prompt for testing.")))
	s.AddPrompt(mcp.NewPrompt("test_prompt_with_arguments", mcp.WithPromptDescription("Has two arguments"),
		mcp.WithArgument("arg1", mcp.RequiredArgument(), mcp.ArgumentDescription("The first")),
		mcp.WithArgument("arg2", mcp.RequiredArgument(), mcp.ArgumentDescription("The second"))),
		func(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			text := fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", req.Params.Arguments["arg1"], req.Params.Arguments["arg2"])
			return saying(mcp.NewTextContent(text))(ctx, req)
		})
	s.AddPrompt(mcp.NewPrompt("test_prompt_with_embedded_resource", mcp.WithPromptDescription("Holds a resource"),
		mcp.WithArgument("resourceUri", mcp.RequiredArgument(), mcp.ArgumentDescription("Its address"))),
		func(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return saying(
				embedded(req.Params.Arguments["resourceUri"], "text/plain", "Embedded resource content for testing."),
				mcp.NewTextContent("Please process the embedded resource above."))(ctx, req)
		})
	s.AddPrompt(mcp.NewPrompt("test_prompt_with_image", mcp.WithPromptDescription("Holds an image")),
		saying(mcp.NewImageContent(pixel, "image/png"), mcp.NewTextContent("Please analyze the image above.")))
	s.AddPrompt(mcp.NewPrompt("test_input_required_result_prompt", mcp.WithPromptDescription("Needs input of the client")), promptInContext)
}

func saying(contents ...mcp.Content) server.PromptHandlerFunc {
	return func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		result := &mcp.GetPromptResult{}
		for _, content := range contents {
			result.Messages = append(result.Messages, mcp.PromptMessage{Role: mcp.RoleUser, Content: content})
		}
		return result, nil
	}
}

func promptInContext(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	about, ok := field(req.Params.MultiRoundTripParams, "user_context", "context")
	if !ok {
		return server.NewInputRequestBuilder("").Elicit("user_context", ask("What context should the prompt use?", "context", "string")).PromptResult(), nil
	}
	return saying(mcp.NewTextContent("Prompt with context: "+about))(ctx, req)
}
