package main

import (
	"github.com/mark3labs/mcp-go/server"

	"plotline/testing/conformance"
)

// addFixtures adds the tools that the official conformance runner calls. No released program has them.
func addFixtures(s *server.MCPServer) { conformance.Register(s) }
