// Package transport carries MCP messages between a client and mcp-go, and works around what mcp-go lacks. It knows no
// tool: package tools gives it an Endpoint.
//
// A request passes it in this order. A transport, stdio or streamhttp, reads a message. Endpoint.TakeArguments takes
// the arguments of a tool out of it, and mcp-go handles the rest. The hooks of AddHooks check what mcp-go then decodes.
// The handler of the tool finds the arguments with ArgumentsOf, and the client with Capabilities and ClientName. It
// reports progress by a Reporter, and asks the client with package ask, by ClientRequests for the older protocols.
// Barrier lets the transport write the notifications before the answer. Endpoint.Reword rewrites an error of mcp-go.
//
// docs/architecture.md lists each work-around, what in mcp-go makes it needed, and what would let it go.
package transport
