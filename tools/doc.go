// Package tools is Plotline over MCP: the tools, resources and prompts, and the server that speaks
// the protocol, by mcp-go, over stdio and over streamable HTTP.
//
// A Tool is a value: a use case, and what a model needs to know to choose it. There is one file per
// tool; All lists them; Registry, ReadOnly and In look at such a list. Nothing here decides or
// judges: arguments go to the use case as they came, and its answer or its *fault.Error comes back
// in the form that MCP prescribes. Schemas are published from the Go types of the use cases.
package tools
