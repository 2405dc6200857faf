package tools

import (
	"context"
	"encoding/json"
)

// LiftArguments is lift for a tool of any name.
func LiftArguments(ctx context.Context, message json.RawMessage) (context.Context, json.RawMessage) {
	return takeArgumentsIf(ctx, message, func(json.RawMessage) bool { return true })
}

// SameSeal returns a server that can open the state that another server has sealed.
func SameSeal(cfg Config, as *Server) *Server {
	s := New(cfg)
	s.seal = as.seal
	return s
}
