//go:build !conformance

package main

import "github.com/mark3labs/mcp-go/server"

// addFixtures does nothing: only a program built for the conformance tests has them.
func addFixtures(*server.MCPServer) {}
