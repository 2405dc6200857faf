// Package tools serves Plotline over MCP: its tools, resources and prompts, over stdio and streamable HTTP. It uses
// mcp-go for the protocol.
//
// A Tool is a value: a use case, and what a model needs to know to choose it. Each tool has its own file. All lists
// the tools; Registry, ReadOnly and In work on such lists. The package has no business rules: arguments go to the use
// case unchanged, and its result or its *fault.Error is returned in the form that MCP requires. The schemas are
// generated from the Go types of the use cases.
package tools
