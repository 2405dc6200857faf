package api

import (
	"net/http"
	"time"
)

// Handler returns the handler of all paths.
func (s *Server) Handler() http.Handler { return s.echo }

// SetPatience sets how long requests may go on after the server is told to stop.
func (s *Server) SetPatience(patience time.Duration) { s.patience = patience }
