package conformance

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// addRounds adds tools that need several round trips for one request.
func addRounds(s *server.MCPServer) {
	seal := newSeal()
	for name, handler := range map[string]server.ToolHandlerFunc{
		"elicitation":     greet,
		"sampling":        askCapital,
		"list_roots":      countRoots,
		"request_state":   confirm(seal),
		"tampered_state":  confirm(seal),
		"multiple_inputs": askAll(seal),
		"multi_round":     askTwice(seal),
		"capabilities":    askWhatItCan,
	} {
		addTool(s, "test_input_required_result_"+name, "Needs input of the client: "+name, handler)
	}
}

// ask asks the user for one text or boolean.
func ask(question, field, kind string) mcp.ElicitationParams {
	return mcp.ElicitationParams{Message: question, RequestedSchema: schema(object{field: object{"type": kind}}, field)}
}

// field returns the user's answer to ask.
func field(req mcp.MultiRoundTripParams, id, name string) (string, bool) {
	response := server.ElicitationResponse(req.InputResponses, id)
	if response == nil {
		return "", false
	}
	content, _ := response.Content.(map[string]any)
	text, ok := content[name].(string)
	return text, ok
}

func greet(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, ok := field(req.Params.MultiRoundTripParams, "user_name", "name")
	if !ok {
		return server.NewInputRequestBuilder("").Elicit("user_name", ask("What is your name?", "name", "string")).ToolResult(), nil
	}
	return mcp.NewToolResultText("Hello, " + name + "!"), nil
}

func askCapital(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	response := server.SamplingResponse(req.Params.InputResponses, "capital_question")
	if response == nil {
		return server.NewInputRequestBuilder("").Sample("capital_question", prompt("What is the capital of France?", 100)).ToolResult(), nil
	}
	return mcp.NewToolResultText(textOf(response)), nil
}

func countRoots(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	response := server.RootsResponse(req.Params.InputResponses, "client_roots")
	if response == nil {
		return server.NewInputRequestBuilder("").Roots("client_roots").ToolResult(), nil
	}
	var roots strings.Builder
	for _, root := range response.Roots {
		roots.WriteString(root.URI + " ")
	}
	return mcp.NewToolResultText("Roots: " + roots.String()), nil
}

func confirm(seal seal) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.RequestState == "" {
			return server.NewInputRequestBuilder(seal.put("confirm")).Elicit("confirm", ask("Please confirm", "ok", "boolean")).ToolResult(), nil
		}
		if state, err := seal.open(req.Params.RequestState); err != nil || state != "confirm" {
			return nil, errTampered
		}
		return mcp.NewToolResultText("state-ok"), nil
	}
}

func askAll(seal seal) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		name, ok := field(req.Params.MultiRoundTripParams, "user_name", "name")
		response := server.SamplingResponse(req.Params.InputResponses, "greeting")
		roots := server.RootsResponse(req.Params.InputResponses, "client_roots")
		if !ok || response == nil || roots == nil {
			return server.NewInputRequestBuilder(seal.put("all")).
				Elicit("user_name", ask("What is your name?", "name", "string")).
				Sample("greeting", prompt("Generate a greeting", 50)).
				Roots("client_roots").ToolResult(), nil
		}
		if _, err := seal.open(req.Params.RequestState); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(textOf(response) + ", " + name), nil
	}
}

func askTwice(seal seal) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		state := ""
		if req.Params.RequestState != "" {
			var err error
			if state, err = seal.open(req.Params.RequestState); err != nil {
				return nil, err
			}
		}
		name, named := field(req.Params.MultiRoundTripParams, "step1", "name")
		color, colored := field(req.Params.MultiRoundTripParams, "step2", "color")
		known, second := strings.CutPrefix(state, "named ")
		switch {
		case second && colored:
			return mcp.NewToolResultText(known + " likes " + color), nil
		case named:
			return server.NewInputRequestBuilder(seal.put("named "+name)).Elicit("step2", ask("Step 2: What is your favorite color?", "color", "string")).ToolResult(), nil
		default:
			return server.NewInputRequestBuilder(seal.put("begun")).Elicit("step1", ask("Step 1: What is your name?", "name", "string")).ToolResult(), nil
		}
	}
}

func askWhatItCan(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	can, b, asks := can(ctx), server.NewInputRequestBuilder(""), false
	if can.Sampling != nil {
		b, asks = b.Sample("sampled", prompt("Say something", 50)), true
	}
	if can.Elicitation != nil {
		b, asks = b.Elicit("elicited", ask("What is your name?", "name", "string")), true
	}
	if can.Roots != nil {
		b, asks = b.Roots("roots"), true
	}
	if !asks {
		return mcp.NewToolResultText("nothing to ask"), nil
	}
	return b.ToolResult(), nil
}

var errTampered = errors.New("the request state is not what this server gave")

// seal protects a state that the client holds against changes.
type seal []byte

func newSeal() seal { return []byte(rand.Text()) }

func (s seal) put(state string) string { return state + "." + s.mark(state) }

func (s seal) open(sealed string) (string, error) {
	state, mark, _ := strings.Cut(sealed, ".")
	if !hmac.Equal([]byte(mark), []byte(s.mark(state))) {
		return "", errTampered
	}
	return state, nil
}

func (s seal) mark(state string) string {
	mac := hmac.New(sha256.New, s)
	mac.Write([]byte(state))
	return hex.EncodeToString(mac.Sum(nil))
}
